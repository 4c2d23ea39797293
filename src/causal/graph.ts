import { DirectedGraph } from 'graphology';

import { sha256 } from '../base/hash.ts';
import type { CausalEdge, CausalGraph, CausalNode, CausalStatement } from '../contract/causal.ts';
import { type EventReading, formKeys, readEvent, sameEvent } from './event.ts';
import type { CausalLink } from './links.ts';

/** A node with the readings of its mentions. */
interface Event {
  readonly id: string;
  readonly mentions: CausalNode['mentions'];
  readonly readings: { readonly path: string; readonly reading: EventReading }[];
}

/** What the sentences say of an edge beyond that it is there. */
export interface EdgeSays {
  /** The effect would not have been without this cause. */
  readonly necessary: boolean;
  /** The effect would have been even without this cause. */
  readonly dispensable: boolean;
}

/** The consolidated graph of a workspace, traversed in memory. */
export interface WorkspaceGraph {
  readonly nodes: ReadonlyMap<string, CausalNode>;
  readonly edges: ReadonlyMap<string, CausalEdge>;
  readonly says: ReadonlyMap<string, EdgeSays>;
  readonly readings: ReadonlyMap<string, readonly EventReading[]>;
  /** Words of the headings that an event's sentences stand under. */
  readonly context: ReadonlyMap<string, readonly string[]>;
  /** Edges that bring about or prevent, and are not denied: from cause to effect, keyed by edge id. */
  readonly stated: DirectedGraph<object, { readonly ids: readonly string[] }>;
}

/**
 * Joins the links of all documents into one graph: mentions of the same event become one node, links between the same nodes one edge with
 * all its statements. Ids come from content, so that the same documents give the same graph.
 */
export function buildGraph(links: readonly CausalLink[]): WorkspaceGraph {
  const events = new EventIndex();
  const headings = new Map<string, Set<string>>();
  const edges = new Map<string, { edge: Omit<CausalEdge, 'confidence' | 'statements'>; statements: CausalStatement[]; says: EdgeSays }>();
  for (const link of [...links].sort(byPlace)) {
    const { path } = link.citation;
    const cause = events.add(link.causeText, link.causeSubject, path, link, link.cause);
    const effect = events.add(link.effectText, link.effectSubject, path, link, link.effect);
    if (cause === effect) continue;
    for (const node of [cause, effect]) headings.set(node, new Set([...(headings.get(node) ?? []), ...link.headingPath]));
    const together = link.together ? `${link.spanId}>${effect}` : null;
    const id = `e${sha256([cause, effect, link.polarity, link.denied, together ?? ''].join('\n')).slice(0, 12)}`;
    const known = edges.get(id) ?? {
      edge: { id, cause, effect, polarity: link.polarity, denied: link.denied, together },
      statements: [],
      says: { necessary: false, dispensable: false },
    };
    known.statements.push(statementOf(link));
    const says = {
      necessary: known.says.necessary || link.necessity === 'necessary',
      dispensable: known.says.dispensable || link.necessity === 'dispensable',
    };
    edges.set(id, { ...known, says });
  }
  const whole = [...edges.values()].map(({ edge, statements }): CausalEdge => ({
    ...edge,
    confidence: 1 - statements.reduce((rest, { confidence }) => rest * (1 - confidence), 1),
    statements,
  }));
  const used = new Set(whole.flatMap(({ cause, effect }) => [cause, effect]));
  const nodes = events.all().filter(({ id }) => used.has(id));
  const stated: WorkspaceGraph['stated'] = new DirectedGraph();
  for (const { id } of nodes) stated.addNode(id);
  for (const { id, cause, effect, denied, polarity } of whole) {
    if (denied || polarity === 'worsens') continue;
    const ids = stated.hasEdge(cause, effect) ? stated.getEdgeAttribute(cause, effect, 'ids') : [];
    stated.mergeEdge(cause, effect, { ids: [...ids, id] });
  }
  return {
    nodes: new Map(nodes.map((event) => [event.id, nodeOf(event)])),
    edges: new Map(whole.map((edge) => [edge.id, edge])),
    says: new Map([...edges].map(([id, { says }]) => [id, says])),
    readings: new Map(nodes.map(({ id, readings }) => [id, readings.map(({ reading }) => reading)])),
    context: new Map(nodes.map(({ id }) => [id, readEvent([...(headings.get(id) ?? [])].join(' ')).words])),
    stated,
  };
}

/** Only what the given edges and nodes name. */
export function partOf(graph: WorkspaceGraph, nodeIds: Iterable<string>, edgeIds: Iterable<string>): CausalGraph {
  const edges = [...new Set(edgeIds)].flatMap((id) => graph.edges.get(id) ?? []);
  const ids = new Set([...nodeIds, ...edges.flatMap(({ cause, effect }) => [cause, effect])]);
  return { nodes: [...ids].sort().flatMap((id) => graph.nodes.get(id) ?? []), edges };
}

function byPlace(a: CausalLink, b: CausalLink): number {
  return a.citation.path === b.citation.path
    ? a.citation.start - b.citation.start || a.cause[0] - b.cause[0]
    : a.citation.path < b.citation.path
      ? -1
      : 1;
}

function statementOf(link: CausalLink): CausalStatement {
  const { spanId, citation, headingPath, cause, effect, signal, confidence, certainty, source } = link;
  return { spanId, citation, headingPath, cause, effect, signal, confidence, certainty, source };
}

function nodeOf({ id, mentions, readings }: Event): CausalNode {
  const [first] = readings;
  const fullest = readings.reduce((best, { reading }) => (reading.words.length > best ? reading.words.length : best), 0);
  const label = readings
    .filter(({ reading }) => reading.words.length === fullest && !/^(?:it|its|they|their)\b/i.test(reading.text))
    .map(({ reading }) => reading.text)
    .sort((a, b) => a.length - b.length || (a < b ? -1 : 1))[0];
  return {
    id,
    label: label ?? first?.reading.text ?? id,
    negated: first?.reading.negated ?? false,
    trend: first?.reading.trend ?? 'none',
    mentions,
  };
}

/** Finds the node of a mention: those of its document by the looser check, those of others by their words. */
class EventIndex {
  readonly #events = new Map<string, Event>();
  readonly #byPath = new Map<string, Event[]>();
  readonly #byKey = new Map<string, Event[]>();
  /** Of a document those with a word in some form: no two events are one that share none. */
  readonly #byForm = new Map<string, Set<Event>>();

  add(text: string, subject: string, path: string, link: CausalLink, offsets: readonly [number, number]): string {
    const reading = readEvent(text, subject);
    const mention = { spanId: link.spanId, citation: link.citation, offsets: [offsets[0], offsets[1]] as [number, number] };
    const event = this.#find(reading, path) ?? this.#create(reading, link, offsets);
    event.mentions.push(mention);
    event.readings.push({ path, reading });
    const own = this.#byPath.get(path) ?? [];
    if (!own.includes(event)) this.#byPath.set(path, [...own, event]);
    for (const form of reading.words.flatMap(formKeys)) {
      const place = `${path}\n${form}`;
      const sharing = this.#byForm.get(place) ?? new Set();
      this.#byForm.set(place, sharing.add(event));
    }
    const key = keyOf(reading);
    const list = this.#byKey.get(key) ?? [];
    if (!list.includes(event)) this.#byKey.set(key, [...list, event]);
    return event.id;
  }

  all(): Event[] {
    return [...this.#events.values()];
  }

  #find(reading: EventReading, path: string): Event | undefined {
    const sharing = new Set(reading.words.flatMap(formKeys).flatMap((form) => [...(this.#byForm.get(`${path}\n${form}`) ?? [])]));
    const own = (this.#byPath.get(path) ?? []).filter((event) => sharing.has(event));
    // The whole words before the looser check, the nearest mention before the farther ones.
    const exact = [...own].reverse().find(({ readings }) => readings.some((other) => equalWords(reading, other.reading)));
    if (exact !== undefined) return exact;
    const loose = own.filter(({ readings }) => readings.some((other) => other.path === path && sameEvent(reading, other.reading, true)));
    if (loose.length > 0) return loose.at(-1);
    return this.#byKey.get(keyOf(reading))?.find(({ readings }) => readings.some((other) => sameEvent(reading, other.reading, false)));
  }

  #create(reading: EventReading, link: CausalLink, offsets: readonly [number, number]): Event {
    const id = `n${sha256(`${link.spanId}\n${offsets.join('-')}\n${reading.text}`).slice(0, 12)}`;
    const event: Event = { id, mentions: [], readings: [] };
    this.#events.set(id, event);
    return event;
  }
}

function equalWords(a: EventReading, b: EventReading): boolean {
  return (
    a.negated === b.negated && a.trend === b.trend && a.words.length === b.words.length && a.words.every((word) => b.words.includes(word))
  );
}

/** Mentions of one event in two documents share it: forms of one word begin alike. */
function keyOf({ words, negated, trend }: EventReading): string {
  return [...words.map((word) => word.slice(0, 2)).sort(), String(negated), trend].join(' ');
}

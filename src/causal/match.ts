import { type EventReading, readEvent, samePolarity } from './event.ts';
import type { WorkspaceGraph } from './graph.ts';
import { synonymShare, type Vocabulary, vocabularyOf } from './vocabulary.ts';

export interface MatchedEvent {
  readonly id: string;
  /** How well the question's words and the event's agree, [0, 1]. */
  readonly score: number;
}

const contextShare = 0.6;
/** From here on words agree well enough to be the event that is asked about: chosen on the tuning reports. */
const leastScore = 0.6;
/** Events that fit nearly as well as the best are asked about too. */
const nearBest = 0.92;
const mostMatches = 4;

/**
 * Two-stage retrieval of CC-RAG sec. 4.3: events whose words are near the question's, then the strict check of polarity. Headings of an event's
 * sentences count for words of the question that it lacks, as "at Fenwick" does in a report on Fenwick.
 * @param admitted paths whose sentences may serve
 */
export function matchEvents(text: string, graph: WorkspaceGraph, admitted: (path: string) => boolean = () => true): MatchedEvent[] {
  const asked = readEvent(text);
  if (asked.words.length === 0) return [];
  const vocabulary = vocabularyOf(graph);
  const scored: MatchedEvent[] = [];
  // An event without any word of the question never agrees with it.
  for (const id of new Set([
    ...vocabulary.eventsWith(asked.words, synonymShare),
    ...(asked.trend === 'none' ? [] : vocabulary.movements),
  ])) {
    const mentions = graph.nodes.get(id)?.mentions ?? [];
    if (!mentions.some(({ citation }) => admitted(citation.path))) continue;
    const context = new Set(graph.context.get(id) ?? []);
    let best = 0;
    for (const reading of graph.readings.get(id) ?? []) {
      if (!agreesInPolarity(asked, reading)) continue;
      best = Math.max(best, agreement(asked, reading, context, vocabulary));
    }
    if (best >= leastScore) scored.push({ id, score: best });
  }
  scored.sort((a, b) => b.score - a.score || (a.id < b.id ? -1 : 1));
  const top = scored[0]?.score ?? 0;
  return scored.filter(({ score }) => score >= top * nearBest).slice(0, mostMatches);
}

/** A question may leave the direction open; it may not turn it round. */
function agreesInPolarity(asked: EventReading, event: EventReading): boolean {
  return samePolarity(asked, event) || (asked.negated === event.negated && asked.trend === 'none');
}

function agreement(asked: EventReading, event: EventReading, context: ReadonlySet<string>, vocabulary: Vocabulary): number {
  const strength = (word: string, others: Iterable<string>): number => {
    const alike = vocabulary.alike(word);
    let best = 0;
    for (const other of others) best = Math.max(best, alike.get(other) ?? 0);
    return best;
  };
  /** Of a word of the event, from the side of the question. */
  const named = (word: string): number => asked.words.reduce((best, own) => Math.max(best, vocabulary.alike(own).get(word) ?? 0), 0);
  const ofAsked = asked.words.map((word) => {
    const own = strength(word, event.words);
    return own === 0 && strength(word, context) === 1 ? contextShare : own;
  });
  // What is only implied counts where it is asked about.
  const ofEvent = event.words.filter((word) => !event.implied.includes(word) || named(word) > 0).map(named);
  // "Why did Mr K fall?", "the fall": the movement is a word of both, unless it is all that the event says.
  const moved = Number(asked.trend !== 'none' && asked.trend === event.trend);
  const onlyMoves =
    moved === 1 && event.words.length === 1 && (event.head === 'up' || event.head === 'down') && ofAsked.every((value) => value > 0);
  const recall = (ofAsked.reduce((sum, value) => sum + value, 0) + moved) / (asked.words.length + moved);
  const precision = onlyMoves ? 1 : (ofEvent.reduce((sum, value) => sum + value, 0) + moved) / Math.max(1, ofEvent.length + moved);
  // The word that makes the event must be named: "the pump" is not "the pump failed".
  const heads = event.head === null || event.head === 'up' || event.head === 'down' ? [] : [event.head, ...event.further];
  const head = heads.length === 0 ? 1 : Math.max(...heads.map(named));
  const own = asked.words.length === 1 ? recall : recall * 0.6 + precision * 0.4;
  return head === 0 && precision < 1 ? own * 0.6 : own;
}

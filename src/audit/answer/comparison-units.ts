import { comparisonSignNames } from '../../judge/comparisons.ts';
import { comparedSides, comparesTimes } from '../../read/sides.ts';
import { quantitiesIn } from '../../text/quantities.ts';
import { contentStems, tokenize } from '../../text/tokens.ts';
import { olderOf } from '../../verify/versions.ts';
import type { RankedSpan } from './candidates.ts';
import { saySameRule } from './same-rule.ts';
import { sideReader } from './side-reader.ts';
import { chanceOfAny } from './together.ts';

/** A sentence, or two together, that may compare, with what tells whether it does (`comparisonSignNames`). */
export interface ComparisonUnit {
  /** Best first. */
  readonly sentences: readonly [RankedSpan] | readonly [RankedSpan, RankedSpan];
  readonly signs: Float32Array;
}

/** Best sentences that may compare by themselves; that are held beside one another, whatever they say; and where they say a side. */
const alone = 40;
const paired = 20;
const sided = 30;
/** Best sentences whose tables and lists are looked through, and how far. */
const inTables = 12;
const farthest = 12;
/** A sentence is about a side that it says so much of. */
const leastOfSide = 0.5;
/** Of two documents, the sentences that say one side so much more than the other. */
const leastApart = 0.2;

const past = /^(?:before|until|up to|formerly|previously|in the past|earlier|originally)\b|\b(?:used to|was cut|were cut|no longer)\b/i;
const contrast =
  /\b(?:against|instead of|than|while|whereas|compared|versus|respectively|rather|but|from .{1,40} to|higher|lower|larger|smaller|longer|shorter|more|less|fewer)\b|;/i;
const defining = /\bmeans?\b|\brefers? to\b|\bis defined as\b/i;
const degree =
  /\b(?:how (?:much|many|big|long|often|far|fast|high|well|heavily)|penalty|figures?|amounts?|rates?|(?:more|less|fewer|further|better|worse|brightly|(?:bigg|small|high|low|long|short|cheap|dear|fast|slow|strict|tough|hott|cool|gentl|larg|hard|bright|soon|earli|lat|wid|thick|heavi)er)\b)/i;
/** What a word of degree is told in. */
const toldIn: readonly (readonly [RegExp, readonly string[]])[] = [
  [
    /\b(?:longer|shorter|sooner|earlier|later|quicker|faster|slower|often|how long|how soon|how quickly|time)\b/i,
    ['time', 'interval', 'clock'],
  ],
  [/\b(?:dearer|cheaper|pays?|paid|costs?|money|prices?|fees?|charges?|earns?|wages?|salary|expensive|fines?)\b/i, ['money']],
  [/\b(?:share|percentage|proportion|per ?cent|efficien\w*)\b/i, ['share']],
  [/\b(?:hotter|colder|warmer|cooler|temperature)\b/i, ['temperature']],
  [/\b(?:wider|taller|deeper|farther|further apart|thicker|distance)\b/i, ['length']],
  [/\b(?:heavier|lighter|weigh\w*)\b/i, ['mass']],
];

/** The two that the question holds against each other; null where its words do not tell. */
type Sides = ReturnType<typeof comparedSides>;
/** Of two sentences, whether one tells what held before, or what another version of the document has. */
type Told = 'now' | 'before' | 'version';

/** What of a sentence its pairs need. */
interface Seen {
  readonly sentence: RankedSpan;
  /** In reading order. */
  readonly place: number;
  readonly stems: ReadonlySet<string>;
  /** How much of each side it says, with what it stands under, and by itself. */
  readonly side: readonly [number, number];
  readonly own: readonly [number, number];
  /** Amounts by dimension. */
  readonly amounts: ReadonlyMap<string, number>;
}

/**
 * What may compare the two that a question holds against each other: each of the best sentences, and the best in pairs, with the rows and items beside them that say a side.
 * @param ranked best first
 * @param inOrder the same by document and place
 */
export function comparisonsIn(question: string, ranked: readonly RankedSpan[], inOrder: readonly RankedSpan[]): ComparisonUnit[] {
  const sides = comparedSides(question);
  const times = comparesTimes(question);
  const see = seer(question, sides, inOrder);
  const usable = ranked.filter(({ kind, text }) => kind !== 'heading' && !/[?:]\s*$/.test(text));
  const pairs = new Map<string, readonly [Seen, Seen, Told]>();
  const add = (a: Seen, b: Seen, told: Told): void => {
    const key = [a.sentence.id, b.sentence.id].sort().join(' ');
    if (a.sentence.id !== b.sentence.id && a.sentence.text !== b.sentence.text && !pairs.has(key)) pairs.set(key, [a, b, told]);
  };
  const versions = times ? [...acrossVersions(usable)] : [];
  for (const [better, worse] of versions) add(see(better), see(worse), 'version');
  if (times)
    for (const before of usable.slice(0, sided).filter(({ text }) => past.test(text)))
      for (const now of usable.slice(0, inTables))
        if (before.path === now.path && !past.test(now.text) && see(now).amounts.size > 0) add(see(before), see(now), 'before');
  // What another version tells otherwise is held beside that alone, and what says both sides in their own words beside nothing.
  const versioned = new Set(versions.flatMap((pair) => pair.map(({ id }) => id)));
  const seen = [...nearest(usable, inOrder, see)]
    .filter(({ id }) => !versioned.has(id))
    .map(see)
    .filter(({ own }) => Math.min(...own) < 1);
  for (const [at, a] of seen.entries())
    for (const b of seen.slice(at + 1))
      if ((a.sentence.path === b.sentence.path || apartBy(a, b) >= leastApart) && !isAboutOther(a, b, sides)) add(a, b, 'now');
  const sign = signer(question, sides, times, ranked);
  return [
    ...usable.slice(0, alone).map((sentence): ComparisonUnit => ({ sentences: [sentence], signs: sign([see(sentence)], 'now') })),
    ...[...pairs.values()].map(([a, b, told]): ComparisonUnit => ({
      sentences: a.sentence.chance >= b.sentence.chance ? [a.sentence, b.sentence] : [b.sentence, a.sentence],
      signs: sign([a, b], told),
    })),
  ];
}

/** The best sentences; those that say a side; and the rows and items beside the best that do. */
function nearest(usable: readonly RankedSpan[], inOrder: readonly RankedSpan[], see: (sentence: RankedSpan) => Seen): Set<RankedSpan> {
  const near = new Set(usable.slice(0, paired));
  for (const sentence of usable.slice(0, inTables)) {
    if (sentence.kind !== 'table-row' && sentence.kind !== 'list-item') continue;
    const { place } = see(sentence);
    for (const other of inOrder.slice(Math.max(0, place - farthest), place + farthest + 1))
      if (areOfOne(sentence, other) && Math.max(...see(other).side) > 0) near.add(other);
  }
  for (const sentence of usable.slice(paired, sided)) if (Math.max(...see(sentence).side) >= leastOfSide) near.add(sentence);
  return near;
}

function seer(question: string, sides: Sides, inOrder: readonly RankedSpan[]): (sentence: RankedSpan) => Seen {
  const readers = sides?.map((side) => sideReader(question, side)) ?? [];
  const places = new Map(inOrder.map(({ id }, place) => [id, place]));
  const known = new Map<string, Seen>();
  return (sentence) => {
    let seen = known.get(sentence.id);
    if (seen === undefined) {
      const [left = { own: 0, all: 0 }, right = left] = readers.map((says) => says(sentence));
      const amounts = new Map<string, number>();
      for (const { dimension } of quantitiesIn(sentence.text)) {
        const kind = dimension.startsWith('money') ? 'money' : dimension;
        amounts.set(kind, (amounts.get(kind) ?? 0) + 1);
      }
      seen = {
        sentence,
        place: places.get(sentence.id) ?? 0,
        stems: new Set(contentStems(sentence.text).filter((root) => !/\d/.test(root))),
        side: [left.all, right.all],
        own: [left.own, right.own],
        amounts,
      };
      known.set(sentence.id, seen);
    }
    return seen;
  };
}

function signer(
  question: string,
  sides: Sides,
  times: boolean,
  ranked: readonly RankedSpan[],
): (of: readonly [Seen] | readonly [Seen, Seen], told: Told) => Float32Array {
  const sideStems = new Set(sides?.flatMap(({ stems }) => [...stems]));
  const asksDegree = degree.test(question);
  const asked = toldIn.filter(([pattern]) => pattern.test(question)).flatMap(([, dimensions]) => dimensions);
  const [best, second] = ranked;
  return (of, told) => {
    const [a, b = a] = of;
    const isPair = of.length === 2;
    const chance = chanceOfAny(of.map(({ sentence }) => sentence.chance));
    const rival = of.some(({ sentence }) => sentence.id === best?.id) ? second : best;
    const side = [Math.max(a.side[0], b.side[0]), Math.max(a.side[1], b.side[1])] as const;
    const kinds = isPair
      ? [...a.amounts.keys()].filter((kind) => b.amounts.has(kind))
      : [...a.amounts].filter(([, count]) => count >= 2).map(([kind]) => kind);
    const text = of.map(({ sentence }) => sentence.text).join(' ');
    const isSamePath = isPair && a.sentence.path === b.sentence.path;
    const gap = Math.abs(a.place - b.place);
    const values: Record<(typeof comparisonSignNames)[number], number> = {
      isPair: Number(isPair),
      chance: logit(chance),
      chanceLeast: logit(Math.min(a.sentence.chance, b.sentence.chance)),
      lead: logit(chance) - logit(rival?.chance ?? 0),
      sideLeast: Math.min(...side),
      sideEach: isPair ? Math.max(Math.min(a.side[0], b.side[1]), Math.min(a.side[1], b.side[0])) : 0,
      sideMean: (side[0] + side[1]) / 2,
      sideOwnLeast: Math.min(Math.max(a.own[0], b.own[0]), Math.max(a.own[1], b.own[1])),
      apart: apartBy(a, b),
      sidesKnown: Number(sides !== null),
      times: Number(times),
      before: Number(told === 'before'),
      rows: Number(isPair && a.sentence.kind === 'table-row' && areOfOne(a.sentence, b.sentence)),
      items: Number(isPair && a.sentence.kind === 'list-item' && areOfOne(a.sentence, b.sentence)),
      next: Number(isPair && gap === 1),
      sameScope: Number(isSamePath && a.sentence.scope === b.sentence.scope),
      near: isSamePath ? 1 / (1 + gap) : 0,
      version: Number(told === 'version'),
      alike: isPair ? likeness(a.stems, b.stems, sideStems) : 0,
      sameDimension: Number(kinds.length > 0),
      askedDimension: Number(asked.some((kind) => kinds.includes(kind))),
      noAmount: Number(asksDegree && (a.amounts.size === 0 || b.amounts.size === 0)),
      holds: Number(contrast.test(text)),
      holdsAlone: Number(!isPair && contrast.test(text)),
      defines: Number(defining.test(text)),
      words: Math.min(1, tokenize(text).length / 60),
    };
    return Float32Array.of(...comparisonSignNames.map((name) => values[name]));
  };
}

/** How far the one says one side, and the other the other, more than the side that is not theirs, [0, 1]. */
function apartBy(a: Seen, b: Seen): number {
  const gap = (one: Seen, two: Seen): number => Math.max(0, Math.min(one.side[0] - one.side[1], two.side[1] - two.side[0]));
  return Math.max(gap(a, b), gap(b, a));
}

/** "Gold or Basic" of a table without Basic: two of its rows, one of which says neither side, compare something else. */
function isAboutOther(a: Seen, b: Seen, sides: Sides): boolean {
  return sides !== null && a.sentence.kind === 'table-row' && areOfOne(a.sentence, b.sentence) && (saysNone(a) || saysNone(b));
}

function saysNone({ own }: Seen): boolean {
  return Math.max(...own) === 0;
}

/** Of the words beside the sides, the share that both have. */
function likeness(a: ReadonlySet<string>, b: ReadonlySet<string>, without: ReadonlySet<string>): number {
  const left = [...a].filter((root) => !without.has(root));
  const right = [...b].filter((root) => !without.has(root));
  const shared = left.filter((root) => b.has(root)).length;
  return shared / Math.max(1, left.length + right.length - shared);
}

/** Are they rows of one table, or items of one list? */
function areOfOne(a: RankedSpan, b: RankedSpan): boolean {
  return (
    (a.kind === 'table-row' || a.kind === 'list-item') &&
    a.kind === b.kind &&
    a.path === b.path &&
    a.scope === b.scope &&
    a.leadIn === b.leadIn
  );
}

/** Sentences and what another version of their document has in their place: the same rule, told otherwise. The better one first. */
function* acrossVersions(usable: readonly RankedSpan[]): Generator<[RankedSpan, RankedSpan]> {
  const first = usable.slice(0, paired);
  for (const [place, better] of first.entries()) {
    const worse = first
      .slice(place + 1)
      .find(
        (other) =>
          other.path !== better.path &&
          other.text !== better.text &&
          olderOf(better, other) !== null &&
          saySameRule(better.text, other.text),
      );
    if (worse !== undefined) yield [better, worse];
  }
}

function logit(chance: number): number {
  const inside = Math.min(0.99, Math.max(0.01, chance));
  return Math.log(inside / (1 - inside));
}

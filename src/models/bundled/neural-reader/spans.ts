import type { ContextPlace } from './inputs.ts';

/** Words of an answer. */
const longest = 15;
/** Starts that are tried, the likeliest first. */
const triedStarts = 20;

export interface ScoredSpan {
  /** Numbers of the first and last word in the context. */
  readonly first: number;
  readonly last: number;
  /** P(start) times P(end). */
  readonly probability: number;
}

/** The likeliest spans that do not overlap, best first; each lies in one sentence. Logits are one for each word of the context. */
export function bestSpans(start: ArrayLike<number>, end: ArrayLike<number>, places: readonly ContextPlace[], most: number): ScoredSpan[] {
  const starts = softmax(start);
  const ends = softmax(end);
  const candidates: ScoredSpan[] = [];
  const readable = places.flatMap(({ sentence }, at) => (sentence === null ? [] : [at]));
  for (const first of readable.sort((a, b) => (starts[b] ?? 0) - (starts[a] ?? 0)).slice(0, triedStarts)) {
    for (
      let last = first;
      last - first < longest && last < places.length && places[last]?.sentence === places[first]?.sentence;
      last += 1
    ) {
      candidates.push({ first, last, probability: (starts[first] ?? 0) * (ends[last] ?? 0) });
    }
  }
  const chosen: ScoredSpan[] = [];
  for (const span of candidates.sort((a, b) => b.probability - a.probability)) {
    if (chosen.length === most) break;
    if (chosen.every(({ first, last }) => span.last < first || span.first > last)) chosen.push(span);
  }
  return chosen;
}

/** The probability of the likeliest span of each sentence, by the sentence's number; sentences that were not read are not in it. */
export function bestOfSentences(start: ArrayLike<number>, end: ArrayLike<number>, places: readonly ContextPlace[]): Map<number, number> {
  const starts = softmax(start);
  const ends = softmax(end);
  const best = new Map<number, number>();
  places.forEach(({ sentence }, first) => {
    if (sentence === null) return;
    let highest = 0;
    for (let last = first; last - first < longest && places[last]?.sentence === sentence; last += 1)
      highest = Math.max(highest, ends[last] ?? 0);
    best.set(sentence.at, Math.max(best.get(sentence.at) ?? 0, (starts[first] ?? 0) * highest));
  });
  return best;
}

function softmax(logits: ArrayLike<number>): number[] {
  const values = Array.from(logits);
  const top = values.reduce((most, value) => Math.max(most, value), -Infinity);
  const powers = values.map((value) => Math.exp(value - top));
  const sum = powers.reduce((total, power) => total + power, 0);
  return powers.map((power) => power / sum);
}

import type { PairEncoder, ReadableSpan } from '../inference/types.ts';
import { answerOf, isSame } from './answers.ts';
import { pairOf } from './read.ts';
import type { ReadAnswer, ReadSet } from './types.ts';

/** Sets that are read for one answer, at most. */
const mostSets = 12;

/**
 * CER by reading: what the judge answers from sets of the answer's sentences alone, under their headings. Each sentence by itself, all
 * together, each left out, and what other places say the same.
 */
export async function readSets(
  question: string,
  answer: ReadAnswer,
  judge: PairEncoder,
  call: { readonly signal?: AbortSignal },
): Promise<ReadSet[]> {
  const { sentences, witnesses, isList } = answer;
  // A list without one of its items is another list: nothing less than all of it is read.
  if (isList) return [await readSet(question, answer, sentences, judge, call)];
  const sets: (readonly ReadableSpan[])[] = sentences.map((span) => [span]);
  if (sentences.length > 1) sets.push(sentences);
  if (sentences.length > 2) sets.push(...sentences.map((span) => sentences.filter((other) => other !== span)));
  sets.push(...witnesses.slice(1).flatMap((spans) => (spans.length === 1 ? [spans] : [spans, ...spans.map((span) => [span])])));
  const known = new Set<string>();
  const read: ReadSet[] = [];
  for (const set of sets) {
    const key = set.map(({ id }) => id).join(' ');
    if (known.has(key) || read.length >= mostSets) continue;
    known.add(key);
    read.push(await readSet(question, answer, set, judge, call));
  }
  return read;
}

/** What the judge answers from a set of sentences alone. */
export async function readSet(
  question: string,
  answer: ReadAnswer,
  set: readonly ReadableSpan[],
  judge: PairEncoder,
  call: { readonly signal?: AbortSignal },
): Promise<ReadSet> {
  const [score] = await judge.scorePairs([pairOf(question, headingAbove(answer.heading, set), set)], call);
  const spanIds = set.map(({ id }) => id);
  if (score === undefined) return { spanIds, answered: 0, same: false };
  const again = answerOf({ passage: { id: '', path: '', heading: answer.heading, spans: set }, rank: 0, score });
  const same =
    again !== null &&
    // Where the sentences are the answer, so they are here: only whether they answer can differ.
    (answer.short === null || isSame(answer, again) || (again.short === null && again.likelyWords !== null && overlaps(answer, again)));
  return { spanIds, answered: score.answered, same };
}

/** The same words, less surely. */
function overlaps({ short }: ReadAnswer, { likelyWords, by }: ReadAnswer): boolean {
  return (
    short !== null &&
    likelyWords !== null &&
    by.text.includes(short.text) &&
    (short.text.includes(likelyWords.text) || likelyWords.text.includes(short.text))
  );
}

/** With what introduces the first of the sentences: an item says little without it. */
function headingAbove(heading: string, [first]: readonly ReadableSpan[]): string {
  return [heading, first?.leadIn ?? ''].filter((part) => part !== '').join(' > ');
}

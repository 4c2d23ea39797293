import type { PairEncoder, ReadablePassage, ReadableSpan, TextPair } from '../inference/types.ts';
import type { ReadPassage } from './types.ts';

/** How much the judge reads: a passage costs about 0.2 s on two cores. */
export const readLimits = {
  /** Passages that are always read. */
  least: 4,
  most: 8,
  /** From this on what was read is sure enough to leave the rest unread. */
  sure: 0.95,
} as const;

/** Passages whose best sentences are read together where none answers alone. */
const passagesJoined = 5;

export function pairOf(query: string, heading: string, spans: readonly ReadableSpan[]): TextPair {
  return { query, heading, sentences: spans.map(({ text }) => text) };
}

/** Reads the best passages of a search, one by one, until one answers surely. Most likely to answer first; ties by the search's order. */
export async function readPassages(
  question: string,
  passages: readonly ReadablePassage[],
  judge: PairEncoder,
  call: { readonly signal?: AbortSignal },
): Promise<ReadPassage[]> {
  const read: ReadPassage[] = [];
  for (const [rank, passage] of passages.slice(0, readLimits.most).entries()) {
    if (rank >= readLimits.least && read.some(({ score }) => score.answered >= readLimits.sure)) break;
    const [score] = await judge.scorePairs([pairOf(question, passage.heading, passage.spans)], call);
    if (score !== undefined) read.push({ passage, rank, score });
  }
  return read.sort((a, b) => b.score.answered - a.score.answered || a.rank - b.rank);
}

/** The most needed sentence of each of the best passages, read together: a question that joins two things is answered by no passage alone. */
export async function readSentencesTogether(
  question: string,
  read: readonly ReadPassage[],
  judge: PairEncoder,
  call: { readonly signal?: AbortSignal },
): Promise<ReadPassage | null> {
  const sources = read.slice(0, passagesJoined).flatMap(({ passage: { heading, spans }, score }) => {
    const best = score.evidence.reduce((most, value, place) => (value > (score.evidence[most] ?? 0) ? place : most), 0);
    const span = spans[best];
    return span === undefined ? [] : [{ span, heading }];
  });
  return await readTogether(question, sources, judge, call);
}

/** Sentences of several places as one passage, each with the last of its own headings, as the passage that they make has none. */
export async function readTogether(
  question: string,
  sources: readonly { readonly span: ReadableSpan; readonly heading: string }[],
  judge: PairEncoder,
  call: { readonly signal?: AbortSignal },
): Promise<ReadPassage | null> {
  const distinct = sources.filter(({ span }, place) => sources.findIndex((other) => other.span.id === span.id) === place);
  if (distinct.length < 2) return null;
  const spans = distinct.map(({ span, heading }): ReadableSpan => {
    const title = heading.split(' > ').at(-1) ?? '';
    return { id: span.id, text: title === '' ? span.text : `${title}: ${span.text}` };
  });
  const [score] = await judge.scorePairs([pairOf(question, '', spans)], call);
  if (score === undefined) return null;
  const id = spans.map((span) => span.id).join(' ');
  return { passage: { id, path: '', heading: '', spans }, rank: 0, score };
}

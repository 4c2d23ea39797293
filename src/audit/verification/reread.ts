import { say } from '../../base/language.ts';
import type { AuditReport } from '../../contract/report.ts';
import type { ReadingRecord } from '../../contract/reading.ts';
import type { ReadDocument } from '../../documents/document.ts';
import type { PairEncoder, PairScore } from '../../inference/types.ts';
import type { RecordedJudge } from '../recorded-judge.ts';
import { replay } from '../replay.ts';

/** Machines round differently: numbers of the judge may differ by this much. */
export const rereadTolerance = 0.02;

/**
 * Has every pair of texts that a report's answer comes of read again by the judge, and the answer computed from what it says now.
 * @returns what differs, one sentence each
 * @throws LinchpinError `cancelled`, `model-unavailable`, `model-failed`.
 */
export async function rereadProblems(
  report: AuditReport,
  record: ReadingRecord,
  documents: ReadonlyMap<string, ReadDocument>,
  { judge, asked }: { readonly judge: PairEncoder; readonly asked: RecordedJudge['asked'] },
  call: { readonly seed: number; readonly signal?: AbortSignal },
): Promise<string[]> {
  const stated = new Map(record.pairs.map((reading) => [reading.pair, reading]));
  const problems: string[] = [];
  for (const [name, pair] of asked) {
    const known = stated.get(name);
    if (known === undefined) continue;
    const [score] = await judge.scorePairs([pair], call);
    if (score === undefined || isFar(score, known))
      problems.push(say`Read again, “${cut(pair.sentences.join(' '))}” is judged otherwise than the report says.`);
  }
  if (problems.length > 0) return problems;
  const { answer } = await replay(report, record, documents, judge, call);
  return answer.status === report.answer.status && answer.text === report.answer.text
    ? []
    : [say`Read again, the answer is another: “${cut(answer.text)}” (${answer.status}).`];
}

function cut(text: string): string {
  return text.length > 80 ? `${text.slice(0, 79)}…` : text;
}

function isFar(now: PairScore, then: PairScore): boolean {
  const pairs = [
    [now.answered, then.answered],
    ...(['supports', 'neutral', 'refutes'] as const).map((key) => [now.entails[key], then.entails[key]]),
    ...(['span', 'yes', 'no'] as const).map((key) => [now.form[key], then.form[key]]),
    ...Array.from({ length: Math.max(now.evidence.length, then.evidence.length) }, (_, at) => [
      now.evidence[at] ?? 2,
      then.evidence[at] ?? 2,
    ]),
    ...wordsOf(now).map((words, at) => [words.probability, wordsOf(then)[at]?.probability ?? 2]),
  ];
  const places = (score: PairScore): string =>
    wordsOf(score)
      .map(({ sentence, start, end }) => `${sentence}:${start}-${end}`)
      .join(' ');
  return places(now) !== places(then) || pairs.some(([a = 0, b = 0]) => Math.abs(a - b) > rereadTolerance);
}

/** By their places, as two that are equally likely may change theirs. */
function wordsOf({ spans }: PairScore): PairScore['spans'] {
  return [...spans].sort((a, b) => a.sentence - b.sentence || a.start - b.start || a.end - b.end);
}

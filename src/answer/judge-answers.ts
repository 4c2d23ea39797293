import type { PairEncoder, ReadablePassage } from '../inference/types.ts';
import { answersOf } from './answers.ts';
import { type AnswerChance, signsOf } from './chance.ts';
import { readSets } from './evidence.ts';
import { readPassages, readSentencesTogether } from './read.ts';
import type { AnswerReading, JudgedAnswer, ReadAnswer, ReadPassage } from './types.ts';

/** Where no passage answers as surely as this, the best sentences of several are read together. */
const answersAlone = 0.5;
/** A second answer is read again where it is at least this share as sure as the first. */
const rivalShare = 0.5;

/**
 * The question path: the judge reads the best passages, equal answers are joined, the sentences of the surest answers are read alone, and
 * the likeliest is the answer.
 * @param further passages that were put together for this question, as by the steps that it was taken apart into
 * @throws LinchpinError `cancelled`, `model-unavailable`, `model-failed`.
 */
export async function judgeAnswers(
  question: string,
  passages: readonly ReadablePassage[],
  further: readonly ReadPassage[],
  { judge, chance }: { readonly judge: PairEncoder; readonly chance: AnswerChance },
  call: { readonly signal?: AbortSignal },
): Promise<AnswerReading> {
  const own = await readPassages(question, passages, judge, call);
  const isAnswered = own.some(({ score }) => score.answered >= answersAlone) || further.some(({ score }) => score.answered >= answersAlone);
  const together = isAnswered ? null : await readSentencesTogether(question, own, judge, call);
  const read = [...own, ...further, ...(together === null ? [] : [together])].sort(
    (a, b) => b.score.answered - a.score.answered || a.rank - b.rank,
  );
  const answers = answersOf(read);
  const judged: JudgedAnswer[] = [];
  const [first] = answers;
  for (const answer of answers.slice(0, 2))
    if (first !== undefined && (answer === first || answer.answered >= first.answered * rivalShare))
      judged.push(await judgeAnswer(question, answer, answers, { judge, chance }, call));
  judged.sort((a, b) => b.chance - a.chance);
  return { read, answers, judged, best: judged[0] ?? null };
}

async function judgeAnswer(
  question: string,
  answer: ReadAnswer,
  rivals: readonly ReadAnswer[],
  { judge, chance }: { readonly judge: PairEncoder; readonly chance: AnswerChance },
  call: { readonly signal?: AbortSignal },
): Promise<JudgedAnswer> {
  const sets = await readSets(question, answer, judge, call);
  return { ...answer, sets, chance: chance.of(signsOf(answer, rivals, sets)) };
}

/** F of the sets that were read: the answer's chance, less what the set alone answers less surely than its passage did. */
export function setChances({ chance, answered, sets }: JudgedAnswer): { spanIds: readonly string[]; chance: number }[] {
  return sets
    .filter(({ same }) => same)
    .map((set) => ({ spanIds: set.spanIds, chance: chance * Math.min(1, set.answered / Math.max(1e-6, answered)) }));
}

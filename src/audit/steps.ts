import { answersOf } from '../answer/answers.ts';
import { readPassages, readTogether } from '../answer/read.ts';
import type { ReadAnswer, ReadPassage } from '../answer/types.ts';
import type { ModelCall, Models } from '../models/ports.ts';
import { answerSlot, type Decomposition } from '../refine/types.ts';
import type { RetrievedEvidence } from '../retrieve/types.ts';
import { repeatsQuestion } from '../text/same-answer.ts';
import { readableOf } from './readable.ts';

/** One step of a question that was taken apart, with what was found for it. */
export interface AnsweredStep {
  readonly query: string;
  /** Empty where nothing was read. */
  readonly answer: string;
  readonly retrieved: RetrievedEvidence;
}

export interface AnsweredSteps {
  readonly kind: Decomposition['kind'];
  readonly steps: readonly AnsweredStep[];
  /** What the whole question is answered by: the sentences of the steps, read together. null where they come to nothing. */
  readonly together: ReadPassage | null;
}

type Search = (query: string) => Promise<RetrievedEvidence>;

/** Answers of a first step that are followed. */
const followed = 2;
/** Passages that are read for a step. */
const passagesOfStep = 4;
/** Sentences of each side that are compared. */
const sentencesOfSide = 2;

/** Answers the steps of a question in order, each by its own search, and reads what they rest on together for the whole question. */
export async function answerSteps(
  question: string,
  { kind, steps }: Decomposition,
  search: Search,
  models: Pick<Models, 'judge'>,
  call: ModelCall,
): Promise<AnsweredSteps> {
  return kind === 'bridge'
    ? await crossBridge(question, steps, search, models, call)
    : await compareSides(question, steps, search, models, call);
}

interface ReadStep extends AnsweredStep {
  readonly answers: readonly ReadAnswer[];
}

async function readStep(query: string, search: Search, { judge }: Pick<Models, 'judge'>, call: ModelCall): Promise<ReadStep> {
  const retrieved = await search(query);
  const read = await readPassages(query, readableOf(retrieved).passages.slice(0, passagesOfStep), judge, call);
  const answers = answersOf(read);
  return { query, retrieved, answers, answer: answers[0]?.short?.text ?? answers[0]?.by.text ?? '' };
}

async function crossBridge(
  question: string,
  [first = '', second = '']: readonly string[],
  search: Search,
  models: Pick<Models, 'judge'>,
  call: ModelCall,
): Promise<AnsweredSteps> {
  const start = await readStep(first, search, models, call);
  const bridges = start.answers.filter(({ form, short }) => form === 'span' && short !== null && !repeatsQuestion(short.text, first));
  const ways: { readonly steps: readonly AnsweredStep[]; readonly together: ReadPassage | null }[] = [];
  for (const bridge of bridges.slice(0, followed)) {
    const next = await readStep(second.replace(answerSlot, bridge.short?.text ?? ''), search, models, call);
    const last = next.answers.find(({ short }) => short === null || !repeatsQuestion(short.text, `${question} ${next.query}`));
    ways.push({
      steps: [{ ...start, answer: bridge.short?.text ?? '' }, next],
      together: last === undefined ? null : await readTogether(question, [bridge, last].map(sourceOf), models.judge, call),
    });
  }
  const [best] = ways.sort((a, b) => (b.together?.score.answered ?? 0) - (a.together?.score.answered ?? 0));
  return { kind: 'bridge', steps: best?.steps ?? [start], together: best?.together ?? null };
}

async function compareSides(
  question: string,
  queries: readonly string[],
  search: Search,
  models: Pick<Models, 'judge'>,
  call: ModelCall,
): Promise<AnsweredSteps> {
  const steps: ReadStep[] = [];
  for (const query of queries) steps.push(await readStep(query, search, models, call));
  const sources = steps.flatMap(({ answers }) => answers.slice(0, sentencesOfSide).map(sourceOf));
  return { kind: 'sides', steps, together: await readTogether(question, sources, models.judge, call) };
}

function sourceOf({ by, heading }: ReadAnswer): { readonly span: ReadAnswer['by']; readonly heading: string } {
  return { span: by, heading };
}

import type { ModelCall } from '../models/ports.ts';
import { answerSlot, type Decomposition } from '../refine/types.ts';
import type { CandidateSpan, RetrievedEvidence } from '../retrieve/types.ts';
import { repeatsQuestion, sameAnswer } from '../text/same-answer.ts';
import { type JudgedCandidate, type Reading, readAndJudge } from './answer/by-reading.ts';
import type { RankedSpan, ReadingModels } from './answer/candidates.ts';
import { toEvidenceText } from './settle.ts';

/** One step of a question that was taken apart, with what was found for it. */
export interface AnsweredStep {
  readonly query: string;
  /** Empty where nothing short was read. */
  readonly answer: string;
  /** Of that answer, [0, 1]. */
  readonly chance: number;
  readonly retrieved: RetrievedEvidence;
  readonly ranked: readonly RankedSpan[];
}

export interface AnsweredSteps {
  readonly kind: Decomposition['kind'];
  readonly steps: readonly AnsweredStep[];
  /** The answer that the steps come to together; null where they come to none. Its chance is not yet calibrated: the product of the steps'. */
  readonly candidate: JudgedCandidate | null;
}

/** Answers of a first step that are followed. */
const followed = 2;
/** Sentences of each side that are compared. */
const sentencesOfSide = 3;

/** Answers the steps of a question in order, each by its own search, and joins what they rest on. */
export async function answerSteps(
  question: string,
  decomposition: Decomposition,
  search: (query: string) => Promise<RetrievedEvidence>,
  models: ReadingModels,
  call: ModelCall,
): Promise<AnsweredSteps> {
  return decomposition.kind === 'bridge'
    ? await crossBridge(question, decomposition.steps, search, models, call)
    : await compareSides(question, decomposition.steps, search, models, call);
}

async function crossBridge(
  question: string,
  [first = '', second = '']: readonly string[],
  search: (query: string) => Promise<RetrievedEvidence>,
  models: ReadingModels,
  call: ModelCall,
): Promise<AnsweredSteps> {
  const retrieved = await search(first);
  const reading = await readAndJudge(first, retrieved, [], models, call);
  const bridges = shortAnswersOf(reading, first).slice(0, followed);
  const ways: { readonly steps: readonly AnsweredStep[]; readonly candidate: JudgedCandidate | null }[] = [];
  for (const bridge of bridges) {
    const query = second.replace(answerSlot, bridge.short?.text ?? '');
    const found = await search(query);
    const read = await readAndJudge(query, found, [], models, call);
    const last = shortened(
      read.candidates.filter(
        ({ short }) =>
          short === null ||
          // What the whole question names is not what it asks for, whatever the step before found.
          !(sameAnswer(short.text, bridge.short?.text ?? '') || repeatsQuestion(short.text, `${question} ${query}`)),
      ),
    );
    ways.push({
      steps: [stepOf(first, bridge, retrieved, reading), stepOf(query, last, found, read)],
      candidate: last === undefined ? null : joined(question, surest(last, read), surest(bridge, reading)),
    });
  }
  const [best] = ways.sort((a, b) => (b.candidate?.chance ?? 0) - (a.candidate?.chance ?? 0));
  return {
    kind: 'bridge',
    steps: best?.steps ?? [stepOf(first, undefined, retrieved, reading)],
    candidate: best?.candidate ?? null,
  };
}

/** The likeliest answer, or the words of its sentence that answer, where they are about as likely. */
export function shortened(candidates: readonly JudgedCandidate[]): JudgedCandidate | undefined {
  const [best] = candidates;
  if (best === undefined || best.short !== null) return best;
  return candidates.find(({ short, by, chance }) => short !== null && by.id === best.by.id && chance >= best.chance * leastShare) ?? best;
}

/** Of the chance of the whole sentence. */
const leastShare = 0.15;

/** "We shall pay for a third line" is no name. */
const clause =
  /^(?:i|we|you|he|she|it|they|who|which|that|this|there)\s|\b(?:shall|will|would|must|should|could|is|are|was|were|has|have|had)\s/iu;

/** Names and figures that are not in the question already, the likeliest first, each once. */
function shortAnswersOf({ candidates }: Reading, question: string): JudgedCandidate[] {
  return candidates.filter(
    ({ short }, place) =>
      short !== null &&
      !clause.test(short.text) &&
      !repeatsQuestion(short.text, question) &&
      !candidates.slice(0, place).some((other) => other.short !== null && sameAnswer(other.short.text, short.text)),
  );
}

function stepOf(query: string, best: JudgedCandidate | undefined, retrieved: RetrievedEvidence, { ranked }: Reading): AnsweredStep {
  return { query, answer: best?.short?.text ?? best?.by.text ?? '', chance: best?.chance ?? 0, retrieved, ranked };
}

/** With the chance of its sentence: the words in it have a small share of that, as the sentence is an answer too. */
function surest(answer: JudgedCandidate, { candidates }: Reading): JudgedCandidate {
  return {
    ...answer,
    chance: Math.max(...candidates.filter(({ by }) => by.id === answer.by.id).map(({ chance }) => chance), answer.chance),
  };
}

/** The last answer, resting on the sentences of both steps. */
function joined(question: string, last: JudgedCandidate, bridge: JudgedCandidate): JudgedCandidate {
  const sentences = [...last.sentences, ...bridge.sentences.filter(({ id }) => !last.sentences.some((own) => own.id === id))];
  const { within = null } = last;
  const named = within !== null && repeatsQuestion(within.text, question);
  return { ...last, within: named ? null : within, sentences: inOrder(sentences), chance: last.chance * bridge.chance };
}

function inOrder(sentences: readonly RankedSpan[]): RankedSpan[] {
  return [...sentences].sort((a, b) => (a.path === b.path ? a.start - b.start : a.path < b.path ? -1 : 1));
}

async function compareSides(
  question: string,
  queries: readonly string[],
  search: (query: string) => Promise<RetrievedEvidence>,
  models: ReadingModels,
  call: ModelCall,
): Promise<AnsweredSteps> {
  const steps: AnsweredStep[] = [];
  for (const query of queries) {
    const retrieved = await search(query);
    const read = await readAndJudge(query, retrieved, [], models, call);
    steps.push(stepOf(query, read.candidates[0], retrieved, read));
  }
  const sides = steps.map(({ ranked }) => ranked.slice(0, sentencesOfSide));
  const all = [...new Map(sides.flat().map((sentence) => [sentence.id, sentence])).values()];
  const evidence = all.map(({ span }): CandidateSpan => span).map(toEvidenceText);
  const [answer] = await models.reader.answer([{ question, evidence }], call);
  const named = all.filter(({ id }) => answer?.citedSpans.includes(id) === true);
  const [by] = named;
  // What is said of one side alone compares nothing.
  const cited = [...named, ...sides.flatMap((own) => (own.some((sentence) => named.includes(sentence)) ? [] : own.slice(0, 1)))];
  if (answer === undefined || answer.abstained || by === undefined) return { kind: 'sides', steps, candidate: null };
  return {
    kind: 'sides',
    steps,
    candidate: {
      form: 'comparison',
      sentences: inOrder(cited),
      by,
      short: { text: answer.text, start: 0, end: 0, probability: Math.exp(answer.logProbability ?? -Infinity), fits: true, others: 0 },
      features: new Float32Array(),
      byRules: true,
      chance: Math.exp(answer.logProbability ?? -Infinity),
    },
  };
}

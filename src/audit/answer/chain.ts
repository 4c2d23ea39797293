import type { GeneratedAnswer, ModelCall, Models } from '../../models/ports.ts';
import type { RetrievedEvidence } from '../../retrieve/types.ts';
import { rerank } from '../rerank.ts';
import { toEvidenceText } from '../settle.ts';
import type { RankedSpan } from './candidates.ts';
import { toRead } from './to-read.ts';

/** Words that a reading of several sentences gives. */
export interface ChainAnswer {
  /** The sentence that they stand in. */
  readonly id: string;
  /** Offsets into its text as a reader sees it. */
  readonly start: number;
  readonly end: number;
  /** [0, 1] */
  readonly probability: number;
}

/** Sentences that tell most together, and what both readers make of them: "where the author of X was born" takes one that names the author. */
export interface Chain {
  /** Best first; each comes up because of those before it. */
  readonly sentences: readonly RankedSpan[];
  /** The likeliest words of each reading. */
  readonly answers: readonly ChainAnswer[];
  readonly rules: GeneratedAnswer | null;
}

/** Passages whose sentences are chained: those that the drafts are written from, so that one scoring serves both. */
const passagesRead = 20;
/** How many of the chain's sentences each reading sees. */
const lengths = [4, 6];

/** @param byId all sentences of the passages */
export async function readChain(
  question: string,
  { passages, spans }: RetrievedEvidence,
  byId: ReadonlyMap<string, RankedSpan>,
  models: Pick<Models, 'embedder' | 'entailment' | 'spanReader' | 'reader'>,
  call: ModelCall,
): Promise<Chain> {
  const first = passages.slice(0, passagesRead);
  const near = spans.filter(({ passage: { path }, span }) =>
    first.some(({ passage }) => passage.path === path && span.start >= passage.start && span.end <= passage.end),
  );
  const sentences = (await rerank(question, near, models, Math.max(...lengths), call)).flatMap(({ id }) => byId.get(id) ?? []);
  if (sentences.length === 0) return { sentences, answers: [], rules: null };
  const parts = lengths
    .map((length) => sentences.slice(0, length))
    .filter((part, place, all) => part.length > (all[place - 1]?.length ?? 0));
  const readings =
    (await models.spanReader?.readAll(
      parts.map((part) => ({ question, sentences: part.map(toRead) })),
      call,
    )) ?? [];
  const answers = readings.flatMap(({ spans: [top] }, place): ChainAnswer[] => {
    const id = top === undefined ? undefined : parts[place]?.[top.sentence]?.id;
    return top === undefined || id === undefined ? [] : [{ id, start: top.start, end: top.end, probability: top.probability }];
  });
  const [rules] = await models.reader.answer([{ question, evidence: sentences.map(({ span }) => toEvidenceText(span)) }], call);
  return { sentences, answers, rules: rules === undefined || rules.abstained ? null : rules };
}

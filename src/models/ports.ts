import type { AnswerType } from '../text/question.ts';
import type { EntailmentScores } from '../contract/evidence.ts';
import type { ProbeKind } from '../contract/exploration.ts';
import type { ModelIdentity } from '../contract/report.ts';
import type { PairEncoder, PassageEncoder } from '../inference/types.ts';

/** Given with every call. Adapters stop at once when the signal is aborted, and draw randomness from the seed alone. */
export interface ModelCall {
  readonly signal?: AbortSignal;
  readonly seed: number;
  /** Counts what is spent; bundled models spend nothing. */
  readonly usage?: UsageMeter;
  /** Told when something was done in another way than asked: a sentence without its full stop, for the stage's note. */
  readonly warn?: (note: string) => void;
}

export interface UsageMeter {
  /** @param call `cached`: the reply was kept from an earlier call, and nothing was sent */
  add(call: { readonly promptTokens: number; readonly completionTokens: number; readonly cached?: boolean }): void;
  /** Called once for each sequential round of calls. */
  round(): void;
}

export interface Embedder extends PassageEncoder {
  embed(texts: readonly string[], role: 'query' | 'passage', call: ModelCall): Promise<Float32Array[]>;
}

export interface RelevanceInput {
  readonly text: string;
  /** Title and headings above the text, if any, joined by ` > `. */
  readonly heading: string;
}

export interface RelevanceScorer {
  readonly identity: ModelIdentity;
  /** The papers' s(q, e), [0, 1], one for each input in order. */
  score(query: string, inputs: readonly RelevanceInput[], call: ModelCall): Promise<number[]>;
}

export interface EntailmentPair {
  readonly premise: string;
  readonly hypothesis: string;
  /** Title and headings of the premise: pronouns and headless sentences are read with it. */
  readonly context?: string;
}

export interface Entailment {
  readonly identity: ModelIdentity;
  classify(pairs: readonly EntailmentPair[], call: ModelCall): Promise<EntailmentScores[]>;
}

/** A span as a generator sees it: an id to cite by, and text that is data, never instruction. */
export interface EvidenceText {
  readonly spanId: string;
  readonly path: string;
  readonly heading: string;
  readonly text: string;
  /** relevance(question, span), where known. */
  readonly relevance: number;
}

export interface AnswerRequest {
  readonly question: string;
  readonly evidence: readonly EvidenceText[];
}

export interface GeneratedClaim {
  readonly text: string;
  readonly spanIds: readonly string[];
}

/** CF-RAG app. G: a hypothesis. Span ids are of the request's evidence; adapters drop any other. */
export interface GeneratedAnswer {
  /** No answer in this evidence: `text` and `statement` are empty. */
  readonly abstained: boolean;
  readonly text: string;
  readonly statement: string;
  readonly type: AnswerType;
  readonly claims: readonly GeneratedClaim[];
  readonly rationale: string;
  readonly citedSpans: readonly string[];
  readonly keySpans: readonly string[];
  readonly conflicts: readonly (readonly [string, string])[];
  /** Mean token log-probability, <= 0; the bundled reader gives the log of its calibrated probability. null where unknown. */
  readonly logProbability: number | null;
}

/** A sentence of an answer that the evidence does not bear, and why. */
export interface WrongSentence {
  readonly text: string;
  readonly reason: string;
}

export interface CorrectionRequest extends AnswerRequest {
  readonly answer: GeneratedAnswer;
  readonly wrong: readonly WrongSentence[];
}

export interface RewriteRequest {
  readonly question: string;
  readonly action: 'expand' | 'simplify' | 'decompose';
}

export interface ProbeRequest {
  readonly question: string;
  /** Entities of the indexed workspace, by kind, most mentioned first: substitutes that retrieve something. */
  readonly entities: Readonly<Record<'person' | 'place' | 'organisation' | 'other', readonly string[]>>;
  /** Years that the retrieved passages speak of, four digits, most mentioned first. */
  readonly years?: readonly string[];
  /** Stems of what was retrieved: words that the documents use make better probes than words that they do not. */
  readonly vocabulary?: ReadonlySet<string>;
  /** Candidates wanted for each transformation that applies. */
  readonly perKind: number;
}

export interface GeneratedProbe {
  readonly kind: ProbeKind;
  readonly query: string;
  readonly change: string;
}

/** A language model, or the bundled extractive one. Calls of one batch run at once and count as one round. */
export interface Generator {
  readonly identity: ModelIdentity;
  answer(requests: readonly AnswerRequest[], call: ModelCall): Promise<GeneratedAnswer[]>;
  probes(request: ProbeRequest, call: ModelCall): Promise<GeneratedProbe[]>;
  /** CF-RAG app. J: one answer from the top drafts and all their evidence. */
  synthesise(
    question: string,
    drafts: readonly GeneratedAnswer[],
    evidence: readonly EvidenceText[],
    call: ModelCall,
  ): Promise<GeneratedAnswer>;
  /** CDF-RAG sec. 2.4: the answer again, without what the evidence does not bear. null, or no such method: nobody can be asked. */
  correct?(request: CorrectionRequest, call: ModelCall): Promise<GeneratedAnswer | null>;
  /** CDF-RAG sec. 2.2: the question in other words, or its steps in order with `{answer}` for the answer before. null: rules write it. */
  rewrite?(request: RewriteRequest, call: ModelCall): Promise<readonly string[] | null>;
  /** CC-RAG sec. 4.1: the causal links that sentences state. null, or no such method: the bundled extractor reads them alone. */
  causalLinks?(sentences: readonly EvidenceText[], call: ModelCall): Promise<readonly GeneratedCausalLink[] | null>;
}

/** A causal link in one of the sentences that were given. Offsets are into its text. */
export interface GeneratedCausalLink {
  readonly spanId: string;
  readonly cause: readonly [start: number, end: number];
  readonly effect: readonly [start: number, end: number];
  readonly signal: readonly [start: number, end: number] | null;
  readonly polarity: 'causes' | 'prevents' | 'worsens';
  readonly denied: boolean;
  readonly hedged: boolean;
}

export interface Models {
  readonly embedder: Embedder;
  readonly relevance: RelevanceScorer;
  readonly entailment: Entailment;
  readonly generator: Generator;
  /** Gives the plain answers that the validation of probes compares: the bundled generator, whatever the chosen one is, so that it costs no call. */
  readonly reader: Generator;
  /**
   * The dense half of search once a folder is encoded; undefined where the user chose an embedder of their own, which then is the only one,
   * and where the package for this platform has no runtime for it.
   */
  readonly sentenceEncoder?: Embedder | undefined;
  /** Reads what was found: one model for questions and claims. */
  readonly judge: PairEncoder;
}

import type { AnswerType } from '../text/question.ts';
import type { EntailmentScores } from '../contract/evidence.ts';
import type { ProbeKind } from '../contract/exploration.ts';
import type { ModelIdentity } from '../contract/report.ts';

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

/** Maps this embedder's cosine onto the papers' scale (all-MiniLM-L6-v2), on which their thresholds are given. Monotone. */
export interface SimilarityProfile {
  toReference(cosine: number): number;
}

export interface Embedder {
  readonly identity: ModelIdentity;
  /** Names the index tables: changes whenever vectors would. */
  readonly profileId: string;
  readonly dimensions: number;
  readonly similarity: SimilarityProfile;
  /** Unit vectors in input order; a text without tokens gives the zero vector. */
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

/** A sentence with the title or heading of its document; empty where there is none. */
export interface ReadingSentence {
  readonly title: string;
  readonly text: string;
}

export interface ReadingRequest {
  readonly question: string;
  /** Those of one document follow one another. What a reader was made for is its own to say; further sentences it does not read. */
  readonly sentences: readonly ReadingSentence[];
}

/** An answer as it stands in a sentence. */
export interface AnswerSpan {
  /** The sentence's number in the request. */
  readonly sentence: number;
  /** UTF-16 offsets into the sentence's text, the end behind the last character. */
  readonly start: number;
  readonly end: number;
  /** That the answer is this span, if the sentences hold one: [0, 1]. */
  readonly probability: number;
}

export interface Reading {
  /** Probability that the sentences answer the question at all, [0, 1]; 0 where there was nothing to read. */
  readonly answerable: number;
  /** The likeliest first; they do not overlap. */
  readonly spans: readonly AnswerSpan[];
  /** The probability of the likeliest span of each sentence, whether or not it is among `spans`; absent where a reader does not tell. */
  readonly best?: readonly number[];
}

/** Finds the words that answer a question in a few sentences. */
export interface SpanReader {
  readonly identity: ModelIdentity;
  /** @throws LinchpinError `cancelled`, `model-unavailable`, `model-failed`. */
  read(question: string, sentences: readonly ReadingSentence[], call?: Pick<ModelCall, 'signal'>): Promise<Reading>;
  /** One reading for each request, in order. @throws LinchpinError as `read` does. */
  readAll(requests: readonly ReadingRequest[], call?: Pick<ModelCall, 'signal'>): Promise<Reading[]>;
}

/** A passage as a list of its sentences, in order. */
export interface PassageSentences {
  /** Title or heading; empty where there is none. */
  readonly title: string;
  readonly sentences: readonly string[];
}

/** One list for each passage, with one number for each sentence, all [0, 1]; 0 for sentences without a word. */
export interface SentenceScores {
  /** For ranking the sentences of several passages: the root of probability times share. */
  readonly scores: readonly (readonly number[])[];
  /** That the sentence holds the answer, judged alone. */
  readonly probabilities: readonly (readonly number[])[];
  /** Of the passage's sentences and "none": together with `none` they make 1 in passages that are read in one piece. */
  readonly shares: readonly (readonly number[])[];
  /** For each passage: that none of its sentences holds the answer; 1 where there was nothing to read. */
  readonly none: readonly number[];
}

/** Tells which sentences of passages answer a question. */
export interface SentenceChoice {
  readonly identity: ModelIdentity;
  /** @throws LinchpinError `cancelled`, `model-unavailable`, `model-failed`. */
  score(question: string, passages: readonly PassageSentences[], call?: Pick<ModelCall, 'signal'>): Promise<SentenceScores>;
}

/** A sentence with what it stands under: its document's title and heading. */
export interface ContextSentence {
  readonly text: string;
  readonly context: string;
}

/** Tells of single sentences whether they answer a question. */
export interface QuestionMatch {
  readonly identity: ModelIdentity;
  /** Log-odds that each answers, in input order, not calibrated. @throws LinchpinError `cancelled`, `model-unavailable`, `model-failed`. */
  score(question: string, sentences: readonly ContextSentence[], call?: Pick<ModelCall, 'signal'>): Promise<number[]>;
}

/** A sentence of a passage, as the ranker reads it. */
export interface RankingSentence {
  /** As a reader sees it. */
  readonly text: string;
  readonly kind: 'heading' | 'paragraph' | 'list-item' | 'table-row' | 'code-line' | 'quote';
  /** What it stands under: headings, a list's lead-in; empty where there is nothing. */
  readonly scope: string;
  /** relevance(question, sentence), [0, 1]. */
  readonly relevance: number;
}

/** A retrieved passage; those of a question come best first. */
export interface RankingPassage {
  readonly path: string;
  readonly title: string;
  /** Fused retrieval score. */
  readonly score: number;
  /** relevance(question, passage), [0, 1]. */
  readonly relevance: number;
  readonly sentences: readonly RankingSentence[];
}

/** What single signs say of a sentence; the judge of answers looks at them again. */
export const rankingSignNames = [
  'coverage',
  'headedCoverage',
  'neighbourCoverage',
  'soft',
  'softHeaded',
  'softLeast',
  'cosine',
  'headedCosine',
  'passageSoft',
  'titleAsked',
  'codesMet',
  'fitsForm',
  'fitsQuantity',
  'choiceProbability',
  'choiceShare',
  'choiceNone',
  'span',
  'answerable',
  'localSoft',
  'localHeaded',
  'documentCoverage',
  'documentSoft',
  'passageCoverage',
  'listSoft',
  'headSoft',
  'defines',
  'holdsAsked',
  'spanLog',
  'said',
  'saidHeaded',
  'saidNear',
  'saidLocal',
  'saidByDocument',
  'rarestSaid',
  'rarestAround',
  'novel',
  'match',
  'matchShare',
] as const;

export interface SentenceRank {
  /** That the sentence answers the question, alone or with its neighbours, [0, 1]. */
  readonly chance: number;
  /** In the order of `rankingSignNames`; null where no network read the passage. */
  readonly signs: Float32Array | null;
}

/** Tells which sentences answer a question. Always the bundled one: it costs no call. */
export interface SentenceRanker {
  readonly identity: ModelIdentity;
  /** One list for each passage, with one entry for each sentence. @throws LinchpinError `cancelled`, `model-unavailable`. */
  rank(question: string, passages: readonly RankingPassage[], call: Pick<ModelCall, 'signal'>): Promise<SentenceRank[][]>;
}

export interface Models {
  readonly embedder: Embedder;
  readonly relevance: RelevanceScorer;
  readonly entailment: Entailment;
  readonly generator: Generator;
  /** Gives the plain answers that the validation of probes compares: the bundled reader, whatever the generator is, so that it costs no call. */
  readonly reader: Generator;
  /** undefined where neural networks cannot be run on this machine: the bundled reader's rules answer alone. Looking it up may load their runtime. */
  readonly spanReader?: SpanReader | undefined;
  /** undefined where `spanReader` is. */
  readonly sentenceChoice?: SentenceChoice | undefined;
  /** undefined where `spanReader` is. */
  readonly questionMatch?: QuestionMatch | undefined;
  /** The entailment network alone, and its average with the bundled scorer; undefined where `spanReader` is. */
  readonly neuralEntailment?: Entailment | undefined;
  readonly averagedEntailment?: Entailment | undefined;
  /** undefined where `spanReader` is. */
  readonly ranker?: SentenceRanker | undefined;
}

import type { AnswerStatus } from '../src/contract/report.ts';

/** One sentence of the set's own segmentation, by offsets into its document's text. */
export interface SourceSentence {
  readonly start: number;
  readonly end: number;
}

export interface EvaluationDocument {
  /** Unique within the item, or within the corpus where items share one. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
  /** Empty where the set has no segmentation of its own. */
  readonly sentences: readonly SourceSentence[];
}

/** `path#sentence`: a sentence of the set's own segmentation. */
export type SentenceRef = string;

export function sentenceRef(path: string, sentence: number): SentenceRef {
  return `${path}#${sentence}`;
}

/** The parts of a `SentenceRef`: paths may hold the sign too. */
export function parseSentenceRef(ref: SentenceRef): { readonly path: string; readonly sentence: number } {
  const at = ref.lastIndexOf('#');
  return { path: ref.slice(0, at), sentence: Number(ref.slice(at + 1)) };
}

/** A question or claim over documents. */
export interface AuditItem {
  readonly task: 'audit';
  readonly id: string;
  readonly kind: 'question' | 'claim';
  readonly question: string;
  readonly documents: readonly EvaluationDocument[];
  /** Items with the same name share their documents, which are indexed once. */
  readonly corpus: string | null;
  /** Accepted answers; empty where the set gives none or the question has none. */
  readonly answers: readonly string[];
  /** false: an auditor must abstain. */
  readonly answerable: boolean;
  /** Alternative sets of gold sentences, each enough; empty where unknown. */
  readonly goldSets: readonly (readonly SentenceRef[])[];
  /** Gold spans by offset, for sets that mark characters and not sentences. */
  readonly goldSpans: readonly { readonly path: string; readonly start: number; readonly end: number }[];
  /** Gold status of a claim; null where unknown. */
  readonly label: AnswerStatus | null;
  /** For breakdowns, for example `bridge` or `comparison`. */
  readonly group: string;
}

/** A pair for the entailment scorer alone. */
export interface PairItem {
  readonly task: 'pair';
  readonly id: string;
  readonly premise: string;
  readonly hypothesis: string;
  readonly context: string;
  readonly label: 'entail' | 'neutral' | 'contradict';
  /** true: the set has no neutral pairs, and entail against contradict decides. */
  readonly twoWay: boolean;
  readonly group: string;
}

/** Evidence with something removed: does it still decide the claim? */
export interface SufficiencyItem {
  readonly task: 'sufficiency';
  readonly id: string;
  readonly claim: string;
  readonly evidence: readonly { readonly title: string; readonly text: string }[];
  readonly sufficient: boolean;
  readonly group: string;
}

/** A sentence that is causal or not. */
export interface SentenceItem {
  readonly task: 'sentence';
  readonly id: string;
  readonly text: string;
  readonly positive: boolean;
  readonly group: string;
}

export type EvaluationItem = AuditItem | PairItem | SufficiencyItem | SentenceItem;

export function isAudit(item: EvaluationItem): item is AuditItem {
  return item.task === 'audit';
}

export interface EvaluationSet {
  readonly name: string;
  /** Relative to the data folder. */
  readonly defaultFile: string;
  /** May weights that ship be fitted on its training part? */
  readonly licence: string;
  /** Reads the set's public format. @throws LinchpinError `document-unreadable` for a file that is not of this format. */
  read(file: string): Promise<EvaluationItem[]>;
}

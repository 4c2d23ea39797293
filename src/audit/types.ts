import type { DocumentRoots, NamedFolder } from '../base/roots.ts';
import type { IndexStore } from '../index/store.ts';
import type { PassageIndex } from '../index/types.ts';
import type { NearCopy } from './near-copies.ts';
import type { Models } from '../models/ports.ts';
import type { AnswerAgain } from '../contract/again.ts';
import type { CausalAnswer, CausalGraphView } from '../contract/causal.ts';
import type { Withheld } from '../contract/basis.ts';
import type { QualityFit } from '../contract/evidence.ts';
import type { OnAuditEvent } from '../contract/event.ts';
import type { IndexProgress } from '../contract/progress.ts';
import type { Encoded } from '../contract/encoded.ts';
import type { LinchpinError } from '../base/error.ts';
import type { AuditReport } from '../contract/report.ts';
import type { SearchResult } from '../contract/search.ts';
import type { IndexSummary } from '../contract/index-status.ts';
import type { AuditSettings } from '../contract/settings.ts';

export interface AuditRequest {
  readonly question: string;
  readonly kind: 'question' | 'claim';
  /** Derived from question, index version and settings when absent. */
  readonly seed?: number;
  readonly settings?: Partial<AuditSettings>;
  /** Globs of paths whose text may not serve as evidence. */
  readonly exclude?: readonly string[];
  /** What may be evidence; everything that `exclude` leaves where it is absent. */
  readonly rules?: EvidenceRules;
  /** Weights and calibration of quality; the shipped ones by default, or those of the folder's periodic audit. */
  readonly fit?: QualityFit;
}

/** What an auditor lets count as evidence in one audit. */
export interface EvidenceRules {
  /** Documents that are left out, each with the reason. */
  readonly withheld: readonly Withheld[];
  /** Marked as superseded: they answer and decide nothing, and stand beside what is in force. */
  readonly superseded: ReadonlySet<string>;
  /** Sentences that reviewers refuted and signed, as `wordsOfSentence` gives them. */
  readonly refuted: ReadonlySet<string>;
}

/** What an audit works on. One is made per workspace folder and process; the pipeline owns nothing of it. */
export interface AuditContext {
  readonly index: PassageIndex;
  readonly models: Models;
  /** The document's decoded text as it is now, or null when it is gone: quotes are cut from it and checked against the index. */
  readonly readText: (path: string) => Promise<string | null>;
  readonly now: () => Date;
  /** Of a million tokens; 0 where not known. */
  readonly price?: { readonly prompt: number; readonly completion: number };
}

/** `audit` in `pipeline.ts`. @throws LinchpinError `question-empty`, `question-too-long`, `cancelled`, index and model codes. */
export type Audit = (request: AuditRequest, context: AuditContext, onEvent?: OnAuditEvent, signal?: AbortSignal) => Promise<AuditReport>;

export type { IndexProgress } from '../contract/progress.ts';
export type { IndexSummary } from '../contract/index-status.ts';

export interface WorkspaceOptions {
  /** Absolute path of an existing folder. */
  readonly folder: string;
  /** All folders, by their names, where several are audited together: `folder` is the first of them, and keeps the records. */
  readonly folders?: readonly NamedFolder[] | undefined;
  /** Absolute path; the machine's cache by default. */
  readonly indexLocation?: string | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
  readonly maxFileBytes?: number | undefined;
  /** Awaited between documents where many are indexed: fulfilled when nobody is kept waiting by the next. */
  readonly whenFree?: ((signal?: AbortSignal) => Promise<void>) | undefined;
  /** Passages that the sentence encoder encodes at most; 0: none. */
  readonly encodeLimit?: number | undefined;
  /** Awaited before each step of encoding, which takes the processor for long: fulfilled when nobody waits for an answer. */
  readonly whenQuiet?: ((signal?: AbortSignal) => Promise<void>) | undefined;
}

/** A folder that is open for indexing and asking, in `workspace.ts`: one for each folder and set of models. */
export interface Workspace {
  readonly folder: string;
  /** Where its documents are. */
  readonly roots: DocumentRoots;
  /** Where its index is: absolute, or an address. */
  readonly location: string;
  /**
   * Reads from the index, which stays open until the work is done.
   * @throws LinchpinError `index-missing` before the first indexing, `index-unreadable` when it is damaged.
   */
  withIndex<T>(work: (index: IndexStore) => Promise<T>): Promise<T>;
  index(onProgress?: (progress: IndexProgress) => void, signal?: AbortSignal): Promise<IndexSummary>;
  /** Takes up what changed at these paths, relative to the folder, and in folders among them: nothing else is looked at. */
  update(paths: readonly string[], signal?: AbortSignal): Promise<IndexSummary>;
  /** Throws the old index away first, once no audit reads from it. */
  rebuild(onProgress?: (progress: IndexProgress) => void, signal?: AbortSignal): Promise<IndexSummary>;
  /**
   * The second pass: encodes the passages that lack a vector, for hours in a large folder, while everything else goes on. A small folder has
   * been encoded by `index` already.
   * @returns null where there is no sentence encoder, as the user chose an embedder of their own
   * @throws LinchpinError `index-locked` while another process encodes; `index-missing`, `cancelled`, model codes
   */
  encode(onProgress?: (progress: IndexProgress) => void, signal?: AbortSignal): Promise<Encoded | null>;
  /** Why a search went on without the sentence encoder, or encoding stopped; null where nothing is wrong. */
  encodingFault(): LinchpinError | null;
  audit(request: AuditRequest, onEvent?: OnAuditEvent, signal?: AbortSignal): Promise<AuditReport>;
  /**
   * Documents that are nearly the same as a text: other drafts of it.
   * @param text of the document under review
   */
  nearCopies(text: string, signal?: AbortSignal): Promise<NearCopy[]>;
  /** Sentences that are relevant to a query, nothing answered. @throws LinchpinError as `audit`. */
  search(query: string, limit: number, signal?: AbortSignal): Promise<SearchResult>;
  /** The causal paths to what an effect or a causal question names; null where no sentence states any. @throws LinchpinError `question-empty`, index codes, `cancelled`. */
  causes(effect: string, signal?: AbortSignal): Promise<CausalAnswer | null>;
  /** The causal graph of all documents, or what a search names of it; built from what has changed since it was last asked for. */
  causalGraph(search: string, onProgress?: (done: number, total: number) => void, signal?: AbortSignal): Promise<CausalGraphView>;
  /** What is answered without each span of the report's minimal evidence. @throws LinchpinError model codes, `cancelled`. */
  answerAgain(report: AuditReport, signal?: AbortSignal): Promise<AnswerAgain[]>;
  /** Closes its stores, each when its last reader is done. Not for a workspace on stores that it shares. */
  close(): Promise<void>;
}

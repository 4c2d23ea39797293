import type { PassageIndex } from '../index/types.ts';
import type { Models } from '../models/ports.ts';
import type { AnswerAgain } from '../contract/again.ts';
import type { QualityFit } from '../contract/evidence.ts';
import type { OnAuditEvent } from '../contract/event.ts';
import type { LeftOut } from '../contract/left-out.ts';
import type { IndexProgress } from '../contract/progress.ts';
import type { AuditReport } from '../contract/report.ts';
import type { WhatIf } from '../contract/whatif.ts';
import type { AuditSettings } from './settings.ts';

export interface AuditRequest {
  readonly question: string;
  readonly kind: 'question' | 'claim';
  /** Derived from question, index version and settings when absent. */
  readonly seed?: number;
  readonly settings?: Partial<AuditSettings>;
  /** Globs of paths whose text may not serve as evidence. */
  readonly exclude?: readonly string[];
  /** Weights and calibration of quality; the shipped ones by default, or those of the folder's periodic audit. */
  readonly fit?: QualityFit;
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

export type { WhatIf } from '../contract/whatif.ts';
export type { IndexProgress } from '../contract/progress.ts';

export interface IndexSummary {
  readonly documents: number;
  readonly passages: number;
  /** Documents written now; the rest were unchanged. */
  readonly updated: number;
  readonly removed: number;
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  /** Every file of the folder that is not in the index, by cause and kind. */
  readonly leftOut: readonly LeftOut[];
  readonly embedded: number;
  readonly seconds: number;
  readonly indexVersion: string;
  /** Set when LanceDB could not be loaded and the exact in-memory store stands in. */
  readonly store: 'lancedb' | 'memory';
}

export interface WorkspaceOptions {
  /** Absolute path of an existing folder. */
  readonly folder: string;
  /** Absolute path; the machine's cache by default. */
  readonly indexLocation?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
  readonly maxFileBytes?: number;
}

/** A folder that is open for indexing and asking, in `workspace.ts`: what the command line, the engine and the MCP server hold. */
export interface Workspace {
  readonly folder: string;
  /** @throws LinchpinError `index-missing` before the first indexing, `index-unreadable` when it is damaged. */
  context(): Promise<AuditContext>;
  index(onProgress?: (progress: IndexProgress) => void, signal?: AbortSignal): Promise<IndexSummary>;
  /** Throws the old index away first. */
  rebuild(onProgress?: (progress: IndexProgress) => void, signal?: AbortSignal): Promise<IndexSummary>;
  audit(request: AuditRequest, onEvent?: OnAuditEvent, signal?: AbortSignal): Promise<AuditReport>;
  whatIf(report: AuditReport, removed: readonly string[], signal?: AbortSignal): Promise<WhatIf>;
  /** What is answered without each span of the report's minimal evidence. @throws LinchpinError model codes, `cancelled`. */
  answerAgain(report: AuditReport, signal?: AbortSignal): Promise<AnswerAgain[]>;
  close(): Promise<void>;
}

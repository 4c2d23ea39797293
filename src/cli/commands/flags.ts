import type { SampleStrata } from '../../contract/sample.ts';
import type { AuditSettings, Preset } from '../../contract/settings.ts';
import type { FindingKind } from '../../export/finding.ts';
import type { ExportFormat } from '../../contract/export-formats.ts';

/** Flags by which a command names models other than the bundled ones. */
export interface ModelFlags {
  readonly embedder?: string;
  readonly relevance?: string;
  readonly entailment?: string;
  readonly generator?: string;
  readonly server?: string;
  readonly online?: boolean;
  readonly redact?: string[];
  readonly maxCalls?: number;
}

/** Further folders, whose documents are audited along with those of the first. */
export interface AlsoFlags {
  readonly also?: readonly string[];
}

export interface IndexFlags extends ModelFlags, AlsoFlags {
  readonly json?: boolean;
  readonly indexDir?: string;
  readonly rebuild?: boolean;
  /** False with `--no-encode`. */
  readonly encode: boolean;
}

export interface StatusFlags extends ModelFlags, AlsoFlags {
  readonly json?: boolean;
  readonly indexDir?: string;
}

export interface AskFlags extends ModelFlags, AlsoFlags {
  readonly json?: boolean;
  readonly indexDir?: string;
  readonly seed?: number;
  readonly claim?: boolean;
  readonly explain?: boolean;
  readonly again?: boolean;
  readonly preset?: Preset;
  readonly route?: AuditSettings['route'];
  /** False with `--no-save`. */
  readonly save: boolean;
}

export interface VerifyFlags extends AlsoFlags {
  readonly json?: boolean;
  readonly reread?: boolean;
}

export interface CausesFlags extends ModelFlags, AlsoFlags {
  readonly json?: boolean;
  readonly graphml?: string;
  readonly indexDir?: string;
}

export interface DoctorFlags extends ModelFlags, AlsoFlags {
  readonly json?: boolean;
  readonly indexDir?: string;
  readonly repair?: boolean;
}

export interface CalibrationFlags {
  readonly json?: boolean;
}

export interface ExportFlags {
  readonly format: ExportFormat;
  readonly out?: string;
}

export const checkFormats = ['text', 'json', 'sarif', 'github'] as const;

export interface CheckFlags extends ModelFlags, AlsoFlags {
  /** The current folder where it is left out. */
  readonly against?: string;
  readonly format: (typeof checkFormats)[number];
  readonly failOn: readonly FindingKind[];
  readonly baseline?: string;
  readonly writeBaseline?: boolean;
  readonly all?: boolean;
  readonly allowDisableFile?: boolean;
  readonly save?: boolean;
  readonly indexDir?: string;
  /** False with `--no-index`. */
  readonly index: boolean;
}

export interface ReviewFlags extends ModelFlags, AlsoFlags {
  readonly against: string;
  readonly json?: boolean;
  readonly blind?: boolean;
  readonly indexDir?: string;
  /** False with `--no-index`. */
  readonly index: boolean;
}

export interface ImpactFlags {
  readonly diff?: string;
  readonly json?: boolean;
}

export interface SampleFlags {
  readonly draw?: boolean;
  /** (0, 1). */
  readonly confidence: number;
  /** (0, 1). */
  readonly tolerable: number;
  readonly by: SampleStrata;
  readonly seed?: number;
  readonly reviewer?: string;
  readonly json?: boolean;
}

export interface SignFlags {
  readonly reviewer?: string;
  readonly statement?: string;
  readonly key?: string;
  readonly json?: boolean;
}

export interface MarkFlags extends AlsoFlags {
  readonly dir: string;
  readonly json?: boolean;
}

export interface McpFlags extends ModelFlags, AlsoFlags {
  /** `NamedFolder`s as JSON, in place of `also`. */
  readonly folders?: string;
  readonly indexDir?: string;
  /** False with `--no-index`. */
  readonly index: boolean;
}

export interface DiffFlags {
  readonly dir: string;
  readonly json?: boolean;
}

export interface ImportFlags {
  readonly json?: boolean;
}

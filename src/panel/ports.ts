import type { LeftOut } from '../contract/left-out.ts';
import type { PanelError } from '../contract/panel.ts';
import type { ModelRole } from '../contract/report.ts';
import type { EngineClient } from '../engine/client.ts';
import type { Damaged } from '../contract/review.ts';
import type { FolderOptions, Where } from '../engine/protocol.ts';

/** What is asked of the engine. A test gives a fake. */
export type PanelEngine = Pick<EngineClient, 'request' | 'ask' | 'index'>;

/** Settings as they are at the moment of asking. */
export interface PanelSettings {
  /** Of the audit, as `requests.ask` takes them. */
  readonly audit: Record<string, number | string | Record<string, number>>;
  /** The name that decisions are signed with. */
  readonly reviewer: string;
  readonly offline: boolean;
}

/** What the controller asks of its window, and tells it. */
export interface PanelHost {
  /** The folder that is audited; null where none is open. Never changes in the life of a controller. */
  readonly folder: { readonly name: string; readonly path: string } | null;
  /** The same for the engine, with all folders that are audited together. */
  readonly where: Where | null;
  /** How many folders are open in the window. */
  readonly folders: number;
  trusted(): boolean;
  settings(): PanelSettings;
  /** Of the folder, as the engine wants them. Not asked without a folder. */
  options(): Promise<FolderOptions>;
  /** Whether the user has agreed that text goes to the models of these roles; asks where not yet. */
  consent(roles: readonly ModelRole[]): Promise<boolean>;
  /** Keeps the id of the audit to be shown after a reload. */
  remember(auditId: string | undefined): void;
  /** What the last indexing of this folder left out, as it was kept. */
  readonly leftOut: readonly LeftOut[];
  /** Keeps what an indexing left out: the index itself does not hold it. */
  keepLeftOut(groups: readonly LeftOut[]): void;
  /** The panel's state has changed. */
  stateChanged(): void;
  /** Audits or decisions were added: lists, hovers and decorations look again. */
  auditsChanged(): void;
  /** There is another index than before, or one is being made. */
  indexChanged(): void;
}

/** What a shown audit needs of its controller. */
export interface AuditHost {
  readonly engine: Pick<EngineClient, 'request'>;
  /** Absolute path. */
  readonly where: Where;
  reviewer(): string;
  changed(): void;
  damagedDecisions(lines: readonly Damaged[]): void;
  notice(error: PanelError): void;
}

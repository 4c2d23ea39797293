import type { TemplateResult, nothing } from 'lit';

import type { AuditState, PanelIntent, PanelState } from '../../src/contract/panel.ts';
import type { PersistedState } from '../persisted.ts';

export type Part = TemplateResult | typeof nothing;

/** What is selected in the panel now and is not kept: which item has the focus, which note is being written. */
export interface Selection {
  readonly activeSpan: string | null;
  readonly noteFor: string | null;
  /** Which of the minimal sufficient sets is listed; 0 is the answer's own. */
  readonly setIndex: number;
}

type WithoutAudit<I> = I extends { auditId: string } ? Omit<I, 'auditId'> : never;
export type IntentOfAudit = WithoutAudit<PanelIntent>;

export interface Actions {
  send(intent: PanelIntent): void;
  /** Sends what concerns the audit that is shown, with its id; nothing before it is done. */
  sendOfAudit(intent: IntentOfAudit): void;
  ask(): void;
  setDraft(text: string): void;
  setKind(kind: PersistedState['kind']): void;
  toggle(section: string, open: boolean): void;
  focusSpan(spanId: string | null): void;
  editNote(spanId: string | null): void;
  saveNote(spanId: string, text: string): void;
  chooseSet(index: number): void;
  /** Takes a span away from the answer, or gives it back, and asks what is left. */
  toggleSpan(spanId: string): void;
  reveal(spanId: string): void;
}

/** What every part of the panel is drawn from. Parts are functions of it and keep nothing. */
export interface View {
  readonly state: PanelState;
  readonly persisted: PersistedState;
  readonly selection: Selection;
  /** Milliseconds since 1970, for "2 minutes ago". */
  readonly now: number;
  readonly act: Actions;
}

/** A view of which it is known that there is an audit. */
export interface AuditView extends View {
  readonly audit: AuditState;
}

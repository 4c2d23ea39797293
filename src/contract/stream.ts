import type { AuditEvent } from './event.ts';
import type { AuditState, PanelError } from './panel.ts';
import type { AuditReport } from './report.ts';

/** An audit that has just been asked for: nothing known but its question. */
export function startedAudit(question: string, kind: AuditState['kind']): AuditState {
  return { question, kind, phase: 'asking', stages: [], text: '', report: {}, reviews: {}, whatIf: null, error: null };
}

/** The state after one more event of the pipeline. Later patches win, field by field of the report. */
export function withEvent(state: AuditState, event: AuditEvent): AuditState {
  switch (event.type) {
    case 'stage': {
      const known = state.stages.some((stage) => stage.name === event.stage);
      const stage = { name: event.stage, state: event.state };
      return {
        ...state,
        stages: known ? state.stages.map((entry) => (entry.name === event.stage ? stage : entry)) : [...state.stages, stage],
      };
    }
    case 'text':
      return { ...state, text: state.text + event.text };
    // It belongs to the window, not to the audit.
    case 'notice':
      return state;
    case 'report':
      return { ...state, report: { ...state.report, ...event.patch } };
  }
}

/** The audit as it was when it was cancelled or failed; what had arrived stays to be seen. */
export function endedAudit(state: AuditState, error: PanelError): AuditState {
  return { ...state, phase: error.code === 'cancelled' ? 'cancelled' : 'failed', error: error.code === 'cancelled' ? null : error };
}

/** A whole report as it is shown, with what was decided on it. */
export function finishedAudit(report: AuditReport, reviews: AuditState['reviews']): AuditState {
  return {
    question: report.question,
    kind: report.kind,
    phase: 'done',
    stages: report.stages.map((stage) => ({ name: stage.name, state: stage.ran ? 'finished' : 'skipped' })),
    text: report.answer.text,
    report,
    reviews,
    whatIf: null,
    error: null,
  };
}

import type { Citation } from '../../../src/contract/citation.ts';
import type { AnswerStatus } from '../../../src/contract/report.ts';
import { type Session, type SessionClaim, sessionSchema } from '../../../src/contract/session.ts';
import { hostileText } from './hostile.ts';

const draft = Array.from({ length: 25 }, (_, index) => `Claim ${index + 1} says that value ${index} is at least ${index * 3} units.`).join(
  '\n',
);

export function citation(path: string, line: number, quote: string): Citation {
  return { path, start: line * 80, end: line * 80 + quote.length, line, quote, prefix: '\n', suffix: '\n', contentHash: 'c'.repeat(64) };
}

const statuses: readonly (AnswerStatus | null)[] = ['supported', 'refuted', 'conflicting', 'uncertain', 'not-enough-evidence', null];

function claim(index: number): SessionClaim {
  const text = draft.split('\n')[index] ?? '';
  const start = draft.indexOf(text);
  const status = statuses[index % statuses.length] ?? null;
  const evidence = { ...citation('rules/values.md', index + 3, `Value ${index} is at least ${index * 3 + 1} units.`), necessity: 1 };
  const hostile = index === 7;
  return {
    id: `claim-${index}`,
    text: hostile ? hostileText : text,
    statement: text,
    headingPath: ['Values'],
    place: {
      path: 'drafts/report.md',
      start,
      end: start + text.length,
      line: index + 1,
      quote: text,
      prefix: '',
      suffix: '',
      contentHash: 'd'.repeat(64),
    },
    anchor: index === 9 ? { state: 'lost' } : { state: 'same', start, end: start + text.length, line: index + 1 },
    state: status === null ? 'waiting' : 'done',
    error: null,
    auditId: status === null ? null : `audit-${index}`,
    status,
    reason: status === null ? '' : `The rules say at least ${index * 3 + 1}.`,
    chance: null,
    atoms: [],
    evidence: status === null ? [] : [evidence],
    counterEvidence:
      status === 'conflicting' ? [{ ...citation('rules/old.md', 2, `Value ${index} is at least 1 unit.`), necessity: 1 }] : [],
    fix:
      status === 'refuted'
        ? {
            start: text.lastIndexOf(String(index * 3)),
            end: text.lastIndexOf(String(index * 3)) + String(index * 3).length,
            before: String(index * 3),
            after: String(index * 3 + 1),
            because: evidence,
          }
        : null,
    stale: index === 12,
    seen: status === null ? null : `seen-${index}`,
    risk: 0.5,
    review: {
      verdict: index === 1 ? 'refuted' : index === 2 ? 'split' : index === 3 ? 'not-a-claim' : 'undecided',
      by:
        index === 1
          ? [{ reviewer: 'Vera', verdict: 'refuted', at: '2026-03-02T10:00:00Z', decisionId: 'd1', outdated: false }]
          : index === 2
            ? [
                { reviewer: 'Vera', verdict: 'refuted', at: '2026-03-02T10:00:00Z', decisionId: 'd2', outdated: false },
                { reviewer: 'Tom', verdict: 'supported', at: '2026-03-02T11:00:00Z', decisionId: 'd3', outdated: true },
              ]
            : [],
      adjudicated: null,
      notes:
        index === 1 ? [{ reviewer: 'Vera', text: `Ask the author. ${hostileText}`, at: '2026-03-02T10:01:00Z', decisionId: 'd4' }] : [],
    },
  };
}

/** A session of 25 claims in every state that a claim can be in. */
export function longSession(): Session {
  const claims = Array.from({ length: 25 }, (_, index) => claim(index));
  return sessionSchema.parse({
    id: 'session-1',
    path: 'drafts/report.md',
    createdAt: '2026-03-02T09:00:00Z',
    state: 'paused',
    checked: claims.filter(({ status }) => status !== null).length,
    decided: 2,
    signed: true,
    documentChanged: true,
    claims,
    total: claims.length,
    blind: false,
    signOffs: [
      { reviewer: 'Vera', at: '2026-03-02T12:00:00Z', statement: 'Checked in full.', changedSince: ['A claim was decided again.'] },
    ],
    agreement: { claims: 2, measure: 'cohen-kappa', value: 0.4, interval: [0.02, 0.78] },
    coverage: { claims: { decided: 2, total: 25 }, documents: { read: 1, total: 2 }, regions: { read: 3, total: 24 } },
    standing: [],
    work: [],
    follows: null,
    damaged: [],
  });
}

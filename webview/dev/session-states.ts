import type { ClaimAtom } from '../../src/contract/atoms.ts';
import { type Citation, spanId } from '../../src/contract/citation.ts';
import type { ClaimVerdict, Session, SessionClaim } from '../../src/contract/session.ts';

/**
 * A review session for looking at and for tests, written by hand after the sample workspace: drawings, no results.
 */

const path = 'reports/draft.md';
const sentences = [
  'Passwords chosen by users must be at least 8 characters long.',
  'The policy takes effect on 1 March 2025.',
  'After 10 failed attempts within 15 minutes the account is locked for 30 minutes.',
  'The outage at Eastfield lasted four hours.',
  'Password hints are allowed on all systems.',
  'The trust employs 412 people.',
  'The board approved version 3.0 of the policy.',
  'The canteen is popular.',
] as const;

/** The document that the drawn session is about. */
export const draft = `# Draft\n\n## Access\n\n${sentences.slice(0, 3).join(' ')}\n\n## Operations\n\n${sentences.slice(3).join(' ')}\n`;

const at = '2026-03-02T09:40:00Z';

function cite(document: string, line: number, quote: string): Citation {
  const start = line * 60;
  return { path: document, start, end: start + quote.length, line, quote, prefix: '', suffix: '', contentHash: 'c'.repeat(64) };
}

const policy = cite('policies/access-policy-2025.md', 18, 'Passwords chosen by users must be at least 14 characters long.');
const effect = cite('policies/access-policy-2025.md', 9, 'This policy takes effect on 1 March 2025.');
const lockout = cite(
  'policies/access-policy-2025.md',
  30,
  'After 10 failed attempts within 15 minutes the account is locked for 30 minutes.',
);
const outage = cite('reports/outage-report.md', 12, 'The Eastfield pumping station was out of service for four hours.');
const correction = cite('reports/outage-correction.html', 8, 'The outage lasted six hours, not four as first reported.');
const hints = cite('policies/access-policy-2025.md', 20, 'Password hints are not allowed on any system.');

function claimAt(position: number): SessionClaim {
  const text = sentences[position] ?? '';
  const start = draft.indexOf(text);
  const line = draft.slice(0, start).split('\n').length;
  return {
    id: `c${position + 1}`,
    text,
    statement: text,
    headingPath: ['Draft', position < 3 ? 'Access' : 'Operations'],
    place: {
      ...{ path, start, end: start + text.length, line, quote: text, contentHash: 'd'.repeat(64) },
      prefix: draft.slice(Math.max(0, start - 32), start),
      suffix: draft.slice(start + text.length, start + text.length + 32),
    },
    anchor: { state: 'same', start, end: start + text.length, line },
    state: 'waiting',
    error: null,
    auditId: null,
    status: null,
    reason: '',
    chance: null,
    atoms: [],
    evidence: [],
    counterEvidence: [],
    fix: null,
    stale: false,
    seen: null,
    risk: 0,
    review: { verdict: 'undecided', by: [], adjudicated: null, notes: [] },
  };
}

function checked(position: number, more: Partial<SessionClaim>): SessionClaim {
  return { ...claimAt(position), state: 'done', auditId: `audit-${position + 1}`, seen: `seen-${position + 1}`, ...more };
}

function atom(text: string, of: string, kind: ClaimAtom['kind'], state: ClaimAtom['state'], from: Citation | null, words = ''): ClaimAtom {
  const start = of.indexOf(text);
  const place = from === null || words === '' ? -1 : from.quote.indexOf(words);
  return {
    ...{ kind, text, start, end: start + text.length, state },
    spanId: from === null ? null : spanId(from.path, from.start, from.end),
    words: place < 0 ? [] : [[place, place + words.length]],
  };
}

function decided(reviewer: string, verdict: ClaimVerdict): SessionClaim['review'] {
  return { verdict, by: [{ reviewer, verdict, at, decisionId: `d-${reviewer}`, outdated: false }], adjudicated: null, notes: [] };
}

const [first] = sentences;
const claims: SessionClaim[] = [
  checked(0, {
    status: 'refuted',
    reason: 'It must be at least 14 characters, not 8.',
    chance: 0.93,
    atoms: [
      atom('Passwords', first, 'party', 'said', policy, 'Passwords'),
      atom('must', first, 'modality', 'said', policy, 'must'),
      atom('at least 8 characters', first, 'quantity', 'denied', policy, 'at least 14 characters'),
    ],
    evidence: [{ ...policy, necessity: 1 }],
    fix: { start: first.indexOf('8'), end: first.indexOf('8') + 1, before: '8', after: '14', because: policy },
    risk: 0.95,
  }),
  checked(1, {
    status: 'supported',
    reason: 'One sentence says all of it.',
    chance: 0.97,
    evidence: [{ ...effect, necessity: 1 }],
    risk: 0.05,
  }),
  checked(2, {
    status: 'supported',
    reason: 'One sentence says all of it.',
    chance: 0.95,
    evidence: [{ ...lockout, necessity: 1 }],
    risk: 0.08,
    review: {
      ...decided('ada', 'supported'),
      notes: [{ reviewer: 'ada', text: 'Read against the signed copy.', at, decisionId: 'n1' }],
    },
  }),
  checked(3, {
    status: 'conflicting',
    reason: 'One document says four hours, its correction six.',
    chance: 0.7,
    evidence: [{ ...outage, necessity: 1 }],
    counterEvidence: [{ ...correction, necessity: 1 }],
    risk: 0.8,
  }),
  checked(4, {
    status: 'refuted',
    reason: 'Hints are not allowed.',
    chance: 0.9,
    evidence: [{ ...hints, necessity: 1 }],
    stale: true,
    risk: 0.7,
  }),
  checked(5, { status: 'not-enough-evidence', reason: 'No document says how many people work there.', risk: 0.4 }),
  checked(6, {
    status: 'supported',
    reason: 'One sentence says all of it.',
    chance: 0.9,
    evidence: [{ ...effect, necessity: 1 }],
    risk: 0.1,
    review: {
      verdict: 'split',
      by: [
        { reviewer: 'ada', verdict: 'supported', at, decisionId: 'd7', outdated: false },
        { reviewer: 'ben', verdict: 'not-enough-evidence', at, decisionId: 'd8', outdated: false },
      ],
      adjudicated: null,
      notes: [],
    },
  }),
  claimAt(7),
];

const base: Session = {
  id: 's1',
  path,
  createdAt: '2026-03-02T09:30:00Z',
  state: 'paused',
  checked: 7,
  decided: 1,
  signed: false,
  documentChanged: false,
  claims,
  total: claims.length,
  blind: false,
  signOffs: [],
  agreement: { claims: 4, measure: 'cohen-kappa', value: 0.62, interval: [0.05, 1] },
  coverage: { claims: { decided: 1, total: claims.length }, documents: { read: 1, total: 3 }, regions: { read: 2, total: 6 } },
  standing: [],
  work: [{ reviewer: 'ada', seconds: 840, opened: [] }],
  follows: null,
  damaged: [],
};

const allDecided = claims.map((claim): SessionClaim => ({
  ...claim,
  state: 'done',
  stale: false,
  status: claim.status ?? 'not-enough-evidence',
  review: decided('ada', claim.status === 'refuted' ? 'refuted' : 'supported'),
}));
const done: Session = { ...base, state: 'done', claims: allDecided, checked: claims.length, decided: claims.length, agreement: null };

/** Sessions as a reviewer can meet them. */
export const sessions = {
  open: base,
  found: { ...base, claims: sentences.map((_, position) => claimAt(position)), checked: 0, decided: 0, agreement: null },
  blind: { ...base, blind: true, agreement: null },
  /** All decided, and not signed yet. */
  signable: done,
  signed: {
    ...done,
    signed: true,
    signOffs: [{ reviewer: 'ada', at, statement: 'I have decided all 8 claims.', changedSince: [] }],
  },
  outdated: {
    ...done,
    signed: true,
    documentChanged: true,
    signOffs: [{ reviewer: 'ada', at, statement: 'I have decided all 8 claims.', changedSince: ['The document has changed.'] }],
  },
  damaged: { ...base, damaged: [{ file: '.linchpin/reviews/ada.jsonl', line: 3, reason: 'It does not fit the line before it.' }] },
  empty: { ...base, claims: [], total: 0, checked: 0, decided: 0, state: 'done', agreement: null },
} as const satisfies Record<string, Session>;

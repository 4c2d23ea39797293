import assert from 'node:assert/strict';

import type { Session, SessionClaim } from '../../../src/contract/session.ts';
import { isAgainst, printClaim, printSession } from '../../../src/cli/print-session.ts';

const place = { path: 'draft.md', start: 0, end: 9, line: 3, quote: 'The salt.', prefix: '', suffix: '', contentHash: 'h' };
const claim: SessionClaim = {
  id: 'c',
  text: 'The salt\nhas 64 bits.',
  statement: 'At AAL2, the salt has 64 bits.',
  headingPath: [],
  place,
  anchor: { state: 'moved', start: 9, end: 18, line: 5 },
  state: 'done',
  error: null,
  auditId: 'a',
  status: 'refuted',
  reason: 'A sentence says otherwise.',
  chance: 0.9,
  atoms: [{ kind: 'quantity', text: '64 bits', start: 22, end: 29, state: 'denied', spanId: null, words: [] }],
  evidence: [{ ...place, path: 'policy.md', quote: 'The salt SHALL have 32 bits.', necessity: 1 }],
  counterEvidence: [],
  fix: { start: 13, end: 15, before: '64', after: '32', because: place },
  stale: false,
  seen: 'seen',
  risk: 1,
  review: { verdict: 'undecided', by: [], adjudicated: null, notes: [] },
};
const decided: SessionClaim = {
  ...claim,
  review: {
    ...claim.review,
    verdict: 'supported',
    by: [{ reviewer: 'ann', verdict: 'supported', at: '', decisionId: 'd', outdated: false }],
  },
};
const plain = { path: 'draft.md', blind: false, paint: (_: string, text: string) => text };

describe('a session at the terminal', () => {
  it('has each claim where it stands now, with why, what is denied, the evidence and the fix', () => {
    assert.deepEqual(printClaim(claim, plain).split('\n'), [
      'draft.md:5  Refuted',
      '    The salt has 64 bits.',
      '    checked as: At AAL2, the salt has 64 bits.',
      '    A sentence says otherwise.',
      '      ! 64 bits  denied',
      '    evidence  policy.md:3',
      '              "The salt SHALL have 32 bits."',
      '    fix       "64" could be "32"',
      '',
      '',
    ]);
  });

  it('keeps what was found back in a blind session until somebody has decided', () => {
    const hidden = printClaim(claim, { ...plain, blind: true });
    assert.match(hidden, /To be decided first/);
    assert.doesNotMatch(hidden, /Refuted|32/);
    assert.match(printClaim(decided, { ...plain, blind: true }), /Refuted[^]*decided: Supported, ann/);
  });

  it('counts, and says what has changed since it was signed', () => {
    const session: Session = {
      id: 's',
      path: 'draft.md',
      createdAt: '',
      state: 'done',
      checked: 1,
      decided: 1,
      signed: true,
      documentChanged: false,
      claims: [decided],
      total: 1,
      blind: false,
      signOffs: [{ reviewer: 'ann', at: '2026-01-01', statement: 'Checked.', changedSince: ['The document draft.md has changed.'] }],
      agreement: { claims: 4, measure: 'cohen-kappa', value: 0.5, interval: [0.1, 0.9] },
      coverage: { claims: { decided: 1, total: 1 }, documents: { read: 0, total: 1 }, regions: { read: 0, total: 1 } },
      standing: [],
      work: [],
      follows: null,
      damaged: [],
    };
    assert.deepEqual(printSession(session, { ...plain, file: '.linchpin/sessions/s.json' }).split('\n'), [
      'draft.md  1 claim, 0 supported, 1 refuted, 0 with sources that disagree, 0 undecided, 0 said only in part, 0 with nothing found, 1 decided',
      "Reviewers agree with Cohen's kappa 0.50.",
      'Signed by ann at 2026-01-01: Checked.',
      '  recorded, not signed with a key',
      '  Since then: The document draft.md has changed.',
      'Session .linchpin/sessions/s.json',
      '',
    ]);
  });

  it('holds a claim against its document unless a reviewer says that it stands', () => {
    assert.deepEqual([isAgainst(claim), isAgainst(decided)], [true, false]);
  });
});

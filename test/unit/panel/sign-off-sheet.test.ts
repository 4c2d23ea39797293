import assert from 'node:assert/strict';

import { spanId } from '../../../src/contract/citation.ts';
import type { Session } from '../../../src/contract/session.ts';
import { signOffSheetSchema } from '../../../src/contract/sign-off.ts';
import { signOffSheet } from '../../../src/panel/sign-off-sheet.ts';
import { sheets } from '../../../webview/dev/sign-off-sheets.ts';
import { sessions } from '../../../webview/dev/session-states.ts';

const { open, signable } = sessions;

function opened(session: Session, reviewer: string, ...claims: number[]): Session {
  const spans = claims.flatMap((at) => (session.claims[at]?.evidence ?? []).map(({ path, start, end }) => spanId(path, start, end)));
  return { ...session, work: [{ reviewer, seconds: 600, opened: spans }] };
}

describe('What is read before signing', () => {
  for (const [name, sheet] of Object.entries(sheets))
    it(`"${name}", as it is drawn, keeps to the contract`, () => {
      assert.deepEqual(signOffSheetSchema.parse(sheet), sheet);
    });

  it('names what is open, and why', () => {
    const { open: left, claims } = signOffSheet(open, 'eve');
    assert.deepEqual(
      left.map(({ claimId, why }) => [claimId, why]),
      [
        ['c1', 'undecided'],
        ['c2', 'undecided'],
        ['c4', 'undecided'],
        ['c5', 'stale'],
        ['c6', 'undecided'],
        ['c7', 'split'],
        ['c8', 'unchecked'],
      ],
    );
    assert.deepEqual(claims, { decided: 1, total: 8 });
  });

  it('names each passage that this reviewer has never opened, whoever else has', () => {
    const sheet = signOffSheet(opened(signable, 'ada', 0, 1), 'ada');
    assert.deepEqual(
      sheet.unopened.map(({ claimId, citation }) => [claimId, citation.path]),
      [
        ['c3', 'policies/access-policy-2025.md'],
        ['c4', 'reports/outage-report.md'],
        ['c4', 'reports/outage-correction.html'],
        ['c5', 'policies/access-policy-2025.md'],
      ],
    );
    assert.deepEqual([sheet.passages, sheet.seconds], [{ opened: 2, total: 6 }, 600]);
    assert.equal(signOffSheet(opened(signable, 'ada', 0, 1), 'eve').passages.opened, 0);
  });

  it('says what was overruled, and with which note', () => {
    const [first, ...others] = signable.claims;
    assert.ok(first !== undefined);
    const given = { reviewer: 'ada', verdict: 'supported' as const, at: '', decisionId: 'd', outdated: false };
    const notes = [{ reviewer: 'ada', text: 'The old edition holds.', at: '', decisionId: 'n' }];
    const session = {
      ...signable,
      claims: [{ ...first, review: { verdict: 'supported' as const, by: [given], adjudicated: null, notes } }, ...others],
    };
    assert.deepEqual(signOffSheet(session, 'ada').overruled[0], {
      claimId: 'c1',
      text: first.text,
      found: 'refuted',
      decided: 'supported',
      notes: ['ada: The old edition holds.'],
    });
  });

  it('has another digest once anything on it is another, and the same while only time passes', () => {
    const { digest } = signOffSheet(opened(signable, 'ada', 0), 'ada');
    const later = { ...opened(signable, 'ada', 0), work: opened(signable, 'ada', 0).work.map((work) => ({ ...work, seconds: 900 })) };
    assert.equal(signOffSheet(later, 'ada').digest, digest);
    assert.notEqual(signOffSheet(opened(signable, 'ada', 0, 1), 'ada').digest, digest);
    assert.notEqual(signOffSheet({ ...opened(signable, 'ada', 0), documentChanged: true }, 'ada').digest, digest);
  });
});

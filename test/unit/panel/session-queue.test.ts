import assert from 'node:assert/strict';

import fc from 'fast-check';

import { toneOf } from '../../../src/contract/claim-words.ts';
import { type Session, type SessionClaim, sessionSchema } from '../../../src/contract/session.ts';
import { countsOf, isOpen, ReviewQueue, visibleClaim } from '../../../src/panel/session-queue.ts';
import { sessions } from '../../../webview/dev/session-states.ts';

const { open, found, blind } = sessions;

function queueOf(session: Session, reviewer = 'eve'): ReviewQueue {
  const queue = new ReviewQueue();
  queue.update(session, reviewer, false);
  return queue;
}

function idsOf(queue: ReviewQueue): string[] {
  return queue.claims.map(({ id }) => id);
}

function withReview(session: Session, id: string, reviewer: string): Session {
  const by = [{ reviewer, verdict: 'supported' as const, at: '2026-03-02T10:00:00Z', decisionId: 'x', outdated: false }];
  return {
    ...session,
    claims: session.claims.map((claim) =>
      claim.id === id ? { ...claim, review: { verdict: 'supported', by, adjudicated: null, notes: [] } } : claim,
    ),
  };
}

describe('The drawn sessions', () => {
  for (const [name, session] of Object.entries(sessions))
    it(`"${name}" keeps to the contract`, () => {
      assert.deepEqual(sessionSchema.parse(session), session);
    });
});

describe('The review queue', () => {
  it('has the riskiest first, or the order of the document', () => {
    const queue = queueOf(open);
    assert.deepEqual(idsOf(queue), ['c1', 'c4', 'c5', 'c6', 'c7', 'c3', 'c2', 'c8']);
    queue.arrange('document', 'all', 'eve');
    assert.deepEqual(
      idsOf(queue),
      open.claims.map(({ id }) => id),
    );
  });

  it('filters by what stands, and by what is still to decide', () => {
    const queue = queueOf(open, 'ada');
    queue.arrange('document', 'refuted', 'ada');
    assert.deepEqual(idsOf(queue), ['c1']);
    queue.arrange('document', 'stale', 'ada');
    assert.deepEqual(idsOf(queue), ['c5']);
    queue.arrange('document', 'open', 'ada');
    // Decided by ada: c3; c7 too, but ben says otherwise.
    assert.deepEqual(idsOf(queue), ['c1', 'c2', 'c4', 'c5', 'c6', 'c7', 'c8']);
  });

  it('lists only what says the words, in the claim or its headings', () => {
    const queue = queueOf(open);
    queue.arrange('document', 'all', 'eve', 'HINTS ');
    assert.deepEqual(idsOf(queue), ['c5']);
    queue.arrange('section', 'all', 'eve', 'access');
    assert.deepEqual(idsOf(queue), ['c1', 'c2', 'c3']);
    queue.arrange('section', 'refuted', 'eve');
    assert.deepEqual(idsOf(queue), ['c1']);
    queue.arrange('risk', 'all', 'eve', '');
    assert.equal(idsOf(queue).length, open.claims.length);
  });

  it('keeps what others say in a blind session until the own verdict is given', () => {
    const session = withReview(blind, 'c1', 'ada');
    const [first] = session.claims;
    assert.ok(first !== undefined);
    assert.deepEqual(visibleClaim(session, first, 'eve').review, { verdict: 'undecided', by: [], adjudicated: null, notes: [] });
    assert.equal(countsOf(session, 'eve').decided, countsOf(blind, 'eve').decided);
    assert.equal(visibleClaim(session, first, 'ada').review.verdict, 'supported');
  });

  it('neither moves nor drops a claim while it is decided', () => {
    const queue = queueOf(open);
    queue.arrange('risk', 'open', 'eve');
    const before = idsOf(queue);
    queue.update(withReview(open, 'c4', 'eve'), 'eve', false);
    assert.deepEqual(idsOf(queue), before);
    assert.equal(queue.nextOpen('eve', 'c1')?.id, 'c5');
  });

  it('sorts results that come in behind the claim that is looked at', () => {
    const queue = queueOf(found);
    queue.select('c2');
    const risks: SessionClaim[] = found.claims.map((claim) => ({ ...claim, risk: Number(claim.id.slice(1)) / 10 }));
    queue.update({ ...found, claims: risks }, 'eve', true);
    assert.deepEqual(idsOf(queue), ['c1', 'c2', 'c8', 'c7', 'c6', 'c5', 'c4', 'c3']);
  });

  it('steps to the ends and no further, and finds what is open round the end', () => {
    const queue = queueOf(open);
    queue.arrange('document', 'all', 'eve');
    assert.equal(queue.step(-1, 'c1')?.id, 'c1');
    assert.equal(queue.step(1, 'c8')?.id, 'c8');
    assert.equal(queue.step(1, null)?.id, 'c1');
    assert.equal(queue.nextOpen('eve', 'c8')?.id, 'c1');
    assert.equal(queueOf(sessions.signed, 'ada').nextOpen('ada', 'c1'), null);
  });

  it('keeps all and only the claims that there are, whatever comes', () => {
    const step = fc.oneof(
      fc.record({ what: fc.constant('select' as const), id: fc.nat(9) }),
      fc.record({ what: fc.constant('result' as const), id: fc.nat(7), risk: fc.double({ min: 0, max: 1, noNaN: true }) }),
      fc.record({ what: fc.constant('decide' as const), id: fc.nat(7) }),
      fc.record({ what: fc.constant('arrange' as const), order: fc.constantFrom('risk' as const, 'document' as const) }),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        let session: Session = found;
        const queue = queueOf(session);
        for (const entry of steps) {
          const id = 'id' in entry ? `c${entry.id + 1}` : '';
          const before = idsOf(queue);
          if (entry.what === 'select') queue.select(id);
          else if (entry.what === 'arrange') queue.arrange(entry.order, 'all', 'eve');
          else if (entry.what === 'decide') {
            session = withReview(session, id, 'eve');
            queue.update(session, 'eve', false);
            assert.deepEqual(idsOf(queue), before);
          } else {
            session = { ...session, claims: session.claims.map((claim) => (claim.id === id ? { ...claim, risk: entry.risk } : claim)) };
            queue.update(session, 'eve', true);
            const at = queue.current === null ? 0 : before.indexOf(queue.current.id) + 1;
            assert.deepEqual(idsOf(queue).slice(0, at), before.slice(0, at));
          }
          assert.deepEqual([...idsOf(queue)].sort(), session.claims.map((claim) => claim.id).sort());
        }
      }),
    );
  });
});

describe('A claim, to its reviewer', () => {
  it('is counted by how it stands', () => {
    const counts = countsOf(open, 'ada');
    assert.deepEqual(counts, {
      total: 8,
      checked: 7,
      decided: 1,
      mine: 2,
      tones: { refuted: 1, supported: 2, conflicting: 1, stale: 1, uncovered: 1, split: 1, waiting: 1 },
    });
  });

  it('shows nothing of the verdict in a blind session before their own', () => {
    const [claim] = blind.claims;
    assert.ok(claim !== undefined);
    assert.equal(toneOf(blind, claim, 'eve'), 'hidden');
    const shown = visibleClaim(blind, claim, 'eve');
    assert.deepEqual(
      [shown.status, shown.reason, shown.chance, shown.atoms, shown.fix, shown.risk, shown.counterEvidence],
      [null, '', null, [], null, 0, []],
    );
    assert.equal(shown.evidence[0]?.quote, claim.evidence[0]?.quote);
    assert.deepEqual(idsOf(queueOf(blind)), ['c1', 'c2', 'c3', 'c4', 'c5', 'c6', 'c7', 'c8'], 'the order tells the risk');
    const own = withReview(blind, claim.id, 'eve').claims[0];
    assert.ok(own !== undefined);
    assert.equal(visibleClaim(blind, own, 'eve').status, 'refuted');
  });

  it('is open to each reviewer until they have decided, and to all while they disagree', () => {
    const claim = (id: string): SessionClaim => open.claims.find((entry) => entry.id === id) ?? assert.fail(id);
    assert.equal(isOpen(claim('c3'), 'ada'), false);
    assert.equal(isOpen(claim('c3'), 'ben'), true);
    assert.equal(isOpen(claim('c7'), 'ada'), true);
  });
});

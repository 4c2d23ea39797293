import assert from 'node:assert/strict';

import { cancelled, LinchpinError } from '../../../src/base/error.ts';
import type { Session, SessionClaim } from '../../../src/contract/session.ts';
import { requests } from '../../../src/engine/protocol.ts';
import { SessionController, type SessionEngine, type SessionHost, type SessionMemory } from '../../../src/panel/session-controller.ts';
import { withAction } from '../../../src/panel/session-action.ts';
import { sessions } from '../../../webview/dev/session-states.ts';
import { deferred, type Deferred, FakeEngine, settled } from './fake-engine.ts';

const { found, open } = sessions;

/** Beside what the other fake does, a check that the test ends. */
class ReviewEngine implements SessionEngine {
  readonly fake = new FakeEngine();
  readonly checks: (Deferred<Session> & { readonly onClaim: (claim: SessionClaim) => void; readonly signal: AbortSignal | undefined })[] =
    [];
  readonly request: SessionEngine['request'] = (type, params) => this.fake.request(type, params);
  readonly requestSession: SessionEngine['requestSession'] = (type, params) => this.fake.request(type, params);
  readonly checkSession: SessionEngine['checkSession'] = (_options, _id, onClaim, signal) => {
    const work = deferred<Session>();
    signal?.addEventListener('abort', () => {
      work.reject(cancelled());
    });
    this.checks.push({ ...work, onClaim, signal });
    return work.promise;
  };
}

function controlled(more: Partial<SessionHost> = {}): {
  review: SessionController;
  engine: ReviewEngine;
  kept: (SessionMemory | undefined)[];
} {
  const engine = new ReviewEngine();
  const kept: (SessionMemory | undefined)[] = [];
  engine.fake.on(requests.openSession, () => found);
  engine.fake.on(requests.session, () => open);
  engine.fake.on(requests.sessions, () => ({ sessions: [], damaged: [] }));
  const review = new SessionController(engine, {
    where: { folder: '/docs' },
    reviewer: () => 'eve',
    options: () => Promise.resolve({ folder: '/docs' }),
    consent: () => Promise.resolve(true),
    remember: (memory) => kept.push(memory),
    changed: () => undefined,
    ...more,
  });
  return { review, engine, kept };
}

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LinchpinError, String(error));
  return error.code;
}

describe('A review session in a window', () => {
  it('shows each claim as it is checked, and is kept as being checked until it ends', async () => {
    const { review, engine, kept } = controlled();
    const checking = review.factCheck('reports/draft.md');
    await settled();
    assert.equal(review.session?.claims.length, 8);
    assert.equal(review.isChecking, true);
    assert.deepEqual(kept.at(-1), { sessionId: 's1', checking: true });
    const [done] = open.claims;
    assert.ok(done !== undefined);
    engine.checks[0]?.onClaim(done);
    assert.equal(review.queue.claim('c1')?.status, 'refuted');
    engine.checks[0]?.resolve(open);
    await checking;
    assert.equal(review.isChecking, false);
    assert.deepEqual(kept.at(-1), { sessionId: 's1', checking: false });
  });

  it('asks nobody where the user does not consent', async () => {
    const { review, engine } = controlled({ consent: () => Promise.resolve(false) });
    assert.equal(await codeOf(review.factCheck('reports/draft.md')), 'cancelled');
    assert.equal(engine.fake.sent(requests.openSession).length, 0);
  });

  it('keeps what is done when it is cancelled', async () => {
    const { review, engine } = controlled();
    const checking = review.factCheck('reports/draft.md');
    await settled();
    review.cancel();
    await checking;
    assert.equal(review.isChecking, false);
    assert.equal(review.failure, null);
    assert.equal(engine.fake.sent(requests.session).length, 1, 'the engine was not asked how it stands');
    assert.equal(review.session?.checked, 7);
  });

  it('is found again after a reload, and its check goes on', async () => {
    const { review, engine } = controlled();
    const started = review.start({ sessionId: 's1', checking: true });
    await settled();
    assert.equal(engine.checks.length, 1);
    engine.checks[0]?.reject(new LinchpinError('model-failed', 'No.', 'Try again.'));
    await started;
    assert.equal(review.failure?.code, 'model-failed');
    assert.equal(review.session?.id, 's1');
  });

  it('shows no claim as being checked once the check has failed', async () => {
    const { review, engine } = controlled();
    const checking = review.factCheck('reports/draft.md');
    await settled();
    const [first] = found.claims;
    assert.ok(first !== undefined);
    engine.checks[0]?.onClaim({ ...first, state: 'checking' });
    assert.equal(review.queue.claim('c1')?.state, 'checking');
    engine.fake.on(requests.session, () => found);
    engine.checks[0]?.reject(new LinchpinError('index-missing', 'No index.', 'Index.'));
    assert.equal(await codeOf(checking), 'index-missing');
    assert.equal(review.queue.claim('c1')?.state, 'waiting');
  });

  it('forgets a session that is not there any more', async () => {
    const { review, engine, kept } = controlled();
    engine.fake.on(requests.session, () => {
      throw new LinchpinError('review-invalid', 'Gone.', 'Check again.');
    });
    await review.start({ sessionId: 'gone', checking: false });
    assert.equal(review.session, null);
    assert.deepEqual(kept, [undefined]);
  });

  it('shows a decision before it is written, and takes it back where it cannot be', async () => {
    const { review, engine } = controlled();
    await review.show('s1');
    const written = deferred<Session>();
    engine.fake.on(requests.decideClaims, () => written.promise);
    const deciding = review.decide(['c1'], { action: 'verdict', verdict: 'refuted' });
    assert.equal(review.queue.claim('c1')?.review.verdict, 'refuted');
    written.reject(new LinchpinError('disk-full', 'Full.', 'Make room.'));
    assert.equal(await codeOf(deciding), 'disk-full');
    assert.equal(review.queue.claim('c1')?.review.verdict, 'undecided');
  });

  it('keeps decisions that are on their way while results of others come in', async () => {
    const { review, engine } = controlled();
    const checking = review.factCheck('reports/draft.md');
    await settled();
    const written = deferred<Session>();
    engine.fake.on(requests.decideClaims, () => written.promise);
    const deciding = review.decide(['c2'], { action: 'verdict', verdict: 'supported' });
    for (const claim of open.claims.slice(0, 2)) engine.checks[0]?.onClaim(claim);
    assert.equal(review.queue.claim('c2')?.review.verdict, 'supported');
    assert.equal(review.queue.claim('c2')?.status, 'supported');
    written.resolve(withAction(open, ['c2'], { action: 'verdict', verdict: 'supported' }, 'eve'));
    await deciding;
    assert.equal(review.queue.claim('c2')?.review.verdict, 'supported');
    engine.checks[0]?.resolve(open);
    await checking;
  });

  it('does not go back to a reply that is older than a result', async () => {
    const { review, engine } = controlled();
    const checking = review.factCheck('reports/draft.md');
    await settled();
    const written = deferred<Session>();
    engine.fake.on(requests.decideClaims, () => written.promise);
    const deciding = review.decide(['c2'], { action: 'verdict', verdict: 'supported' });
    await settled();
    // Made before the result was there, and arrives after it.
    written.resolve(withAction(found, ['c2'], { action: 'verdict', verdict: 'supported' }, 'eve'));
    const [done] = open.claims;
    assert.ok(done !== undefined);
    engine.checks[0]?.onClaim(done);
    await deciding;
    assert.deepEqual([review.queue.claim('c1')?.status, review.queue.claim('c2')?.review.verdict], ['refuted', 'supported']);
    engine.checks[0]?.resolve(open);
    await checking;
    assert.equal(review.queue.claim('c2')?.status, 'supported');
  });

  it('writes decisions in the order in which they were made', async () => {
    const { review, engine } = controlled();
    await review.show('s1');
    let told: Session = open;
    const gates = [deferred<undefined>(), deferred<undefined>()];
    let calls = 0;
    engine.fake.on(requests.decideClaims, async ({ claimIds, action, reviewer }) => {
      await gates[calls++]?.promise;
      told = withAction(told, claimIds, action, reviewer);
      return told;
    });
    const both = [
      review.decide(['c1'], { action: 'verdict', verdict: 'refuted' }),
      review.decide(['c2'], { action: 'verdict', verdict: 'supported' }),
    ];
    await settled();
    assert.equal(engine.fake.sent(requests.decideClaims).length, 1);
    gates[0]?.resolve(undefined);
    gates[1]?.resolve(undefined);
    await Promise.all(both);
    assert.deepEqual(
      ['c1', 'c2'].map((id) => review.queue.claim(id)?.review.verdict),
      ['refuted', 'supported'],
    );
  });

  it('is not decided anew once it is signed', async () => {
    const { review, engine } = controlled();
    engine.fake.on(requests.session, () => sessions.signed);
    await review.show('s1');
    assert.equal(review.isFrozen, true);
    assert.equal(await codeOf(review.decide(['c1'], { action: 'undo' })), 'review-invalid');
    assert.equal(engine.fake.sent(requests.decideClaims).length, 0);
    await review.check();
    assert.equal(engine.checks.length, 0);
  });

  it('is the one that was asked for last', async () => {
    const { review, engine } = controlled();
    const slow = deferred<Session>();
    engine.fake.on(requests.session, ({ sessionId }) => (sessionId === 'slow' ? slow.promise : open));
    const late = review.show('slow');
    assert.equal(await review.show('s1'), true);
    slow.resolve({ ...found, id: 'slow' });
    assert.equal(await late, false);
    assert.equal(review.session?.id, 's1');
  });
});

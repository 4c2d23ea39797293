import assert from 'node:assert/strict';

import fc from 'fast-check';

import { verdictOf } from '../../../src/contract/claim-words.ts';
import type { ClaimAction, ClaimVerdict, Session } from '../../../src/contract/session.ts';
import { requests } from '../../../src/engine/protocol.ts';
import { SessionController } from '../../../src/panel/session-controller.ts';
import { SessionPageHost } from '../../../src/panel/session-page-host.ts';
import { SessionDecisions } from '../../../src/review/claim-fold.ts';
import type { SessionPageState } from '../../../src/contract/session-page.ts';
import { SessionModel } from '../../../webview/session/model.ts';
import { sessions } from '../../../webview/dev/session-states.ts';
import { FakeEngine, settled } from '../panel/fake-engine.ts';

/** Time that only this test lets pass: what is due is done in turn, and promises settle in between. */
class Clock {
  now = 0;
  #due: { readonly at: number; readonly order: number; readonly work: () => void }[] = [];
  #order = 0;

  after(milliseconds: number, work: () => void): void {
    this.#due.push({ at: this.now + milliseconds, order: (this.#order += 1), work });
  }

  /** @param until Infinity: until nothing is due any more */
  async pass(until: number): Promise<void> {
    await settled();
    for (;;) {
      this.#due.sort((a, b) => a.at - b.at || a.order - b.order);
      const [next] = this.#due;
      if (next === undefined || next.at > until) break;
      this.#due.shift();
      this.now = next.at;
      next.work();
      await settled();
    }
    if (until !== Infinity) this.now = until;
  }
}

/** One way, and the engine's own time; snapshots are gathered as in the editor. */
const linkMs = 150;
const engineMs = 12;
const snapshotMs = 40;

const { open } = sessions;

/** What the engine keeps, by the fold that it uses. */
class Kept {
  readonly decisions = new SessionDecisions();
  readonly given: string[] = [];
  session: Session = open;
  #count = 0;

  get now(): Session {
    const seenOf = (id: string): string | null => this.session.claims.find((claim) => claim.id === id)?.seen ?? null;
    const claims = this.session.claims.map((claim) => {
      const own = this.decisions.review(claim.id, claim.seen);
      const by = [...claim.review.by, ...own.by];
      const verdicts = [...new Set(by.map(({ verdict }) => verdict))];
      const [only] = verdicts;
      return {
        ...claim,
        review: { ...own, by, verdict: only === undefined ? ('undecided' as const) : verdicts.length > 1 ? ('split' as const) : only },
      };
    });
    return { ...this.session, claims, standing: this.decisions.standing(seenOf) };
  }

  decide(claimIds: readonly string[], action: ClaimAction): void {
    this.#count += 1;
    const base = {
      schemaVersion: 1 as const,
      id: `d${this.#count}`,
      at: new Date(this.#count * 1000).toISOString(),
      reviewer: 'eve',
      sessionId: open.id,
    };
    const place = { log: 'eve.jsonl', at: this.#count, turn: this.#count, seen: new Map<string, number>() };
    if (action.action === 'undo') {
      const undoes = claimIds.map((claimId) => ({ claimId, decisionId: this.decisions.last(claimId, 'eve')?.id ?? '' }));
      this.decisions.add({ ...base, kind: 'claim-undo', undoes }, place);
      this.given.push(`undo ${claimIds.join(' ')}`);
    } else if (action.action === 'verdict') {
      const claims = claimIds.map((id) => ({
        id,
        statement: '',
        status: null,
        seen: this.session.claims.find((claim) => claim.id === id)?.seen ?? null,
      }));
      this.decisions.add({ ...base, kind: 'claim-verdict', claims, verdict: action.verdict, adjudicates: false }, place);
      this.given.push(`${action.verdict} ${claimIds.join(' ')}`);
    }
  }
}

/** A page, its host and the engine, with a slow link in between. */
async function desk(): Promise<{
  clock: Clock;
  kept: Kept;
  review: SessionController;
  page: SessionModel;
  soon: () => void;
  faults: unknown[];
}> {
  const clock = new Clock();
  const kept = new Kept();
  const fake = new FakeEngine();
  const late = async <T>(work: () => T): Promise<T> => {
    await new Promise<void>((resolve) => {
      clock.after(engineMs, resolve);
    });
    return work();
  };
  fake.on(requests.session, () => kept.now);
  fake.on(requests.decideClaims, ({ claimIds, action }) =>
    late(() => {
      kept.decide(claimIds, action);
      return kept.now;
    }),
  );
  const faults: unknown[] = [];
  let pending = false;
  const soon = (): void => {
    if (pending) return;
    pending = true;
    clock.after(snapshotMs, () => {
      pending = false;
      host.snapshot();
    });
  };
  const review = new SessionController(
    {
      request: (type, params) => fake.request(type, params),
      requestSession: (type, params) => fake.request(type, params),
      checkSession: () => Promise.reject(new Error('not here')),
    },
    {
      where: { folder: '/docs' },
      reviewer: () => 'eve',
      options: () => Promise.resolve({ folder: '/docs' }),
      consent: () => Promise.resolve(true),
      remember: () => undefined,
      changed: () => {
        soon();
      },
    },
  );
  const host: SessionPageHost = new SessionPageHost({
    review: () => review,
    send: (message) => {
      const sent = structuredClone(message);
      clock.after(linkMs, () => {
        page.receive(sent);
      });
    },
    soon,
    run: () => undefined,
    openClaim: () => undefined,
    applyFix: () => undefined,
    openEvidence: () => Promise.resolve(),
    signingKey: () => null,
    signed: () => undefined,
    fault: (message) => faults.push(message),
  });
  const page: SessionModel = new SessionModel('page-1', (sent) => {
    const copy = structuredClone(sent);
    clock.after(linkMs, () => {
      host.receive(copy).catch((error: unknown) => faults.push(error));
    });
  });
  await review.show(open.id);
  page.start();
  await clock.pass(Infinity);
  return { clock, kept, review, page, soon, faults };
}

const keys = ['j', 'k', 'a', 'a', 'a', 'u', 'x', 'supported', 'refuted', 'Home', 'End', 'click 2', 'click 5'] as const;
type Key = (typeof keys)[number];

/** Read anew each time: what a getter gave before holds no more. */
function stateOf(page: SessionModel): SessionPageState {
  return page.state ?? assert.fail('the page shows nothing');
}

function press(page: SessionModel, key: Key): void {
  switch (key) {
    case 'j':
      page.move(1);
      return;
    case 'k':
      page.move(-1);
      return;
    case 'Home':
      page.move(-Infinity);
      return;
    case 'End':
      page.move(Infinity);
      return;
    case 'a':
      page.agree();
      return;
    case 'u':
      page.undo();
      return;
    case 'x':
      page.decide('not-a-claim');
      return;
    case 'supported':
    case 'refuted':
      page.decide(key);
      return;
    case 'click 2':
    case 'click 5':
      page.select(page.state?.rows[Number(key.slice(-1))]?.id ?? '');
  }
}

/** What should come of keys, as one would do it on paper: a list, a finger, a pen, and a pile of what was written. */
function onPaper(pressed: readonly Key[], order: readonly string[]): { given: string[]; finger: string; mine: Map<string, ClaimVerdict> } {
  const claimOf = (id: string): Session['claims'][number] => open.claims.find((claim) => claim.id === id) ?? assert.fail(id);
  const mine = new Map<string, ClaimVerdict>();
  const pile: { readonly id: string; readonly before: ClaimVerdict | undefined }[] = [];
  const given: string[] = [];
  let finger = 0;
  const isOpen = (id: string): boolean => {
    const own = mine.get(id);
    return own === undefined || new Set([own, ...claimOf(id).review.by.map(({ verdict }) => verdict)]).size > 1;
  };
  const decide = (verdict: ClaimVerdict): void => {
    const id = order[finger] ?? '';
    pile.push({ id, before: mine.get(id) });
    mine.set(id, verdict);
    given.push(`${verdict} ${id}`);
    for (let step = 1; step <= order.length; step += 1) {
      const at = (finger + step) % order.length;
      if (!isOpen(order[at] ?? '')) continue;
      finger = at;
      break;
    }
  };
  for (const key of pressed) {
    if (key === 'j') finger = Math.min(order.length - 1, finger + 1);
    else if (key === 'k') finger = Math.max(0, finger - 1);
    else if (key === 'Home') finger = 0;
    else if (key === 'End') finger = order.length - 1;
    else if (key.startsWith('click')) finger = Number(key.slice(-1));
    else if (key === 'a') {
      const { status, stale } = claimOf(order[finger] ?? '');
      if (status !== null && !stale) decide(verdictOf(status));
    } else if (key === 'x') decide('not-a-claim');
    else if (key === 'supported' || key === 'refuted') decide(key);
    else {
      const last = pile.pop();
      if (last === undefined) continue;
      if (last.before === undefined) mine.delete(last.id);
      else mine.set(last.id, last.before);
      given.push(`undo ${last.id}`);
      finger = order.indexOf(last.id);
    }
  }
  return { given, finger: order[finger] ?? '', mine };
}

describe("Keys on a session's page, far from its host", function () {
  this.timeout(60_000);

  for (const between of [0, 30, 100, 200])
    it(`decide what is on the screen, ${between} ms apart`, async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(fc.constantFrom(...keys), { minLength: 1, maxLength: 30 }), async (pressed) => {
          const { clock, kept, review, page, faults } = await desk();
          const order = page.state?.rows.map(({ id }) => id) ?? [];
          const paper = onPaper(pressed, order);
          for (const key of pressed) {
            press(page, key);
            await clock.pass(clock.now + between);
          }
          const before = stateOf(page).rows.map(({ id, mine, verdict }) => [id, mine, verdict]);
          await clock.pass(Infinity);
          assert.deepEqual(faults, []);
          assert.deepEqual(kept.given, paper.given);
          assert.equal(stateOf(page).selected, paper.finger);
          assert.equal(review.queue.current?.id, paper.finger);
          for (const { id, mine } of stateOf(page).rows) assert.equal(mine, paper.mine.get(id) ?? null, id);
          // What was shown before the host had answered is what it then said.
          assert.deepEqual(
            stateOf(page).rows.map(({ id, mine, verdict }) => [id, mine, verdict]),
            before,
          );
        }),
        { numRuns: 200, seed: 3 },
      );
    });

  it('decide nothing where something else was found meanwhile, and say so', async () => {
    const { clock, kept, review, page } = await desk();
    assert.equal(stateOf(page).selected, 'c1');
    kept.session = {
      ...open,
      claims: open.claims.map((claim) => (claim.id === 'c1' ? { ...claim, status: 'supported', seen: 'other' } : claim)),
    };
    void review.refresh();
    page.agree();
    await clock.pass(Infinity);
    assert.deepEqual(kept.given, []);
    assert.equal(stateOf(page).notice?.claimId, 'c1');
    assert.match(String(stateOf(page).notice?.text), /has changed since it was shown, so nothing was decided/u);
    assert.equal(stateOf(page).rows.find(({ id }) => id === 'c1')?.mine, null);
    page.select('c1');
    page.agree();
    await clock.pass(Infinity);
    assert.deepEqual(kept.given, ['supported c1']);
    assert.equal(stateOf(page).notice, null);
  });

  it('decide nothing of which the page does not have what was found', async () => {
    const { clock, kept, page } = await desk();
    const fresh = new SessionModel('page-2', () => assert.fail('something was decided unread'));
    const state = stateOf(page);
    fresh.receive({ type: 'snapshot', page: 'page-1', handled: 0, state, details: [] });
    assert.equal(fresh.decide('supported'), 'nothing');
    assert.match(fresh.hint, /still coming/u);
    await clock.pass(Infinity);
    assert.deepEqual(kept.given, []);
  });

  it('take back the last decision wherever it was made, again and again, and refuse to take back another', async () => {
    const { clock, kept, review, page } = await desk();
    void review.decide(['c2'], { action: 'verdict', verdict: 'supported' });
    await clock.pass(Infinity);
    page.decide('refuted');
    await clock.pass(Infinity);
    // In the queue, and the page does not know yet.
    void review.decide(['c4', 'c6'], { action: 'verdict', verdict: 'not-a-claim' });
    page.undo();
    await clock.pass(Infinity);
    assert.match(String(stateOf(page).notice?.text), /nothing was taken back/u);
    for (let times = 0; times < 4; times += 1) page.undo();
    await clock.pass(Infinity);
    assert.deepEqual(kept.given.slice(3), ['undo c4 c6', 'undo c1', 'undo c2']);
    assert.equal(stateOf(page).selected, 'c2');
    page.undo();
    assert.match(page.hint, /no decision of yours left/u);
  });

  it('follow what is selected in the queue', async () => {
    const { clock, review, page } = await desk();
    review.select('c6');
    await clock.pass(Infinity);
    assert.equal(stateOf(page).selected, 'c6');
  });
});

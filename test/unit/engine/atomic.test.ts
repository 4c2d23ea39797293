import assert from 'node:assert/strict';
import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable, Writable } from 'node:stream';

import { FolderSessions } from '../../../src/engine/sessions.ts';
import { ReviewLogs } from '../../../src/review/log.ts';
import { whileLocked } from '../../../src/review/lock.ts';
import { SavedSessions } from '../../../src/review/session-file.ts';
import { doneResult, draftSession } from './drafts.ts';

const races = 30;

describe('deciding and signing at the same moment', function () {
  this.timeout(120_000);
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linchpin-atomic-'));
    await writeFile(join(folder, 'draft.md'), 'Verifiers must limit failed attempts to 100.\n');
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  });
  const engine = (): FolderSessions => new FolderSessions(folder, new ReviewLogs(folder));

  /** A session that can be signed. */
  async function ready(name: string): Promise<{ readonly id: string; readonly claim: string }> {
    const session = draftSession(folder, name);
    await new SavedSessions(folder).save(session);
    const claim = session.claims[0]?.id ?? '';
    await engine().decide(session.id, [claim], 'ann', { action: 'verdict', verdict: 'supported' });
    return { id: session.id, claim };
  }

  /** Never signed and then decided: one of the two came first, and the other one was refused or is covered. */
  async function held(id: string, outcomes: readonly boolean[]): Promise<void> {
    const { signOffs, claims } = await engine().view(id);
    for (const { changedSince } of signOffs) assert.deepEqual(changedSince, []);
    assert.equal(signOffs.length, outcomes[0] === true ? 1 : 0);
    assert.equal(claims[0]?.review.verdict, outcomes[1] === true ? 'refuted' : 'supported');
    assert.ok(outcomes.includes(true), 'one of them goes through');
  }

  it(`${races} times within one process, and in two engines of it: one step each`, async () => {
    for (let at = 0; at < races; at += 1) {
      const { id, claim } = await ready(`one-${at}`);
      const [a, b] = at % 2 === 0 ? [engine(), engine()] : [engine(), null];
      const outcomes = await Promise.allSettled([
        a.sign(id, 'ann', 'Checked.'),
        (b ?? a).decide(id, [claim], 'ann', { action: 'verdict', verdict: 'refuted' }),
      ]);
      await held(
        id,
        outcomes.map(({ status }) => status === 'fulfilled'),
      );
    }
  });

  it(`${races} times in two processes: never signed and decided after that`, async () => {
    const signer = racer();
    const decider = racer();
    try {
      await Promise.all([signer.next(), decider.next()]);
      for (let at = 0; at < races; at += 1) {
        const { id, claim } = await ready(`two-${at}`);
        const outcomes = await Promise.all([signer.ask(`sign ${id} - ann`), decider.ask(`decide ${id} ${claim} ann refuted`)]);
        assert.ok(
          outcomes.every((outcome) => /^done|^refused (?:This session is signed|The session has changed)/.test(outcome)),
          outcomes.join(),
        );
        await held(
          id,
          outcomes.map((outcome) => outcome === 'done'),
        );
      }
    } finally {
      signer.child.kill();
      decider.child.kill();
    }
  });

  interface Racer {
    readonly child: ChildProcessByStdio<Writable, Readable, null>;
    next(): Promise<string>;
    ask(line: string): Promise<string>;
  }

  function racer(): Racer {
    const child = spawn(process.execPath, ['--import', 'tsx', join(import.meta.dirname, 'racer.ts'), folder], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    const lines = createInterface({ input: child.stdout });
    const next = async (): Promise<string> => {
      const [line] = (await once(lines, 'line')) as [string];
      return line;
    };
    return {
      child,
      next,
      ask: async (line) => {
        const answer = next();
        child.stdin.write(`${line}\n`);
        return await answer;
      },
    };
  }

  it('two that check one session keep the results of both, and neither writes into what was signed', async () => {
    const session = draftSession(folder, 'checked', 4);
    await new SavedSessions(folder).save({ ...session, claims: session.claims.map((claim) => ({ ...claim, result: null })) });
    const [a, b] = [engine(), engine()];
    const halves = session.claims.map((claim) => claim.statement);
    /** Fails for the claims of the other half, so that each has results that the other lacks. */
    const half = (which: number) => (statement: string) =>
      halves.indexOf(statement) % 2 === which ? Promise.reject(new Error('not mine')) : Promise.resolve(doneResult(statement));
    await Promise.all([a.check(session.id, half(0), () => undefined), b.check(session.id, half(1), () => undefined)]);
    const after = await engine().check(
      session.id,
      (statement) => Promise.resolve(doneResult(statement)),
      () => undefined,
    );
    assert.ok(after.claims.every(({ state }) => state === 'done'));
    // A check goes on in one process while the session is signed in another.
    const claims = after.claims.map(({ id }) => id);
    await new SavedSessions(folder).save({
      ...(await new SavedSessions(folder).load(session.id)),
      claims: (await new SavedSessions(folder).load(session.id)).claims.map((claim, at) =>
        at === 0
          ? { ...claim, result: { state: 'failed' as const, error: { code: 'internal' as const, message: 'x', next: 'y' } } }
          : claim,
      ),
    });
    const other = engine();
    await other.decide(session.id, claims, 'ann', { action: 'verdict', verdict: 'supported' });
    const late = engine().check(
      session.id,
      async (statement) => {
        await other.sign(session.id, 'ann', 'Checked.');
        return doneResult(statement);
      },
      () => undefined,
    );
    await assert.rejects(late, { code: 'review-invalid' });
    const signed = await engine().view(session.id);
    assert.deepEqual([signed.signOffs.map(({ changedSince }) => changedSince), signed.claims[0]?.state], [[[]], 'failed']);
  });

  it('a lock that a process left when it was killed is taken over, by one of those who wait', async () => {
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => undefined, 1000)'], { stdio: 'ignore' });
    // Held as by that process: what this one wrote, with the other's number.
    let text = '';
    const file = join(folder, '.linchpin', '.lock');
    await whileLocked(folder, async () => {
      text = await readFile(file, 'utf8');
    });
    await writeFile(file, text.replace(/"pid":\d+/, `"pid":${String(holder.pid)}`));
    let inside = 0;
    let most = 0;
    const waiting = Promise.all(
      Array.from({ length: 5 }, (_, at) =>
        whileLocked(at % 2 === 0 ? folder : join(folder, '.'), async () => {
          inside += 1;
          most = Math.max(most, inside);
          await new Promise((resolve) => setImmediate(resolve));
          inside -= 1;
        }),
      ),
    );
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    await waiting;
    assert.equal(most, 1);
  });
});

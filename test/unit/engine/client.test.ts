import assert from 'node:assert/strict';
import { appendFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

import { z } from 'zod';

import { LinchpinError } from '../../../src/base/error.ts';
import type { EngineClient } from '../../../src/engine/client.ts';
import { requests } from '../../../src/engine/protocol.ts';
import type { AuditReport } from '../../../src/contract/report.ts';
import { type Sandbox, sandbox, startEngine, startImpostor } from './engine.ts';

const question = 'How long must passwords chosen by users be?';

/** The code with which a promise is rejected. */
async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LinchpinError, `no LinchpinError: ${String(error)}`);
  assert.notEqual(error.next, '');
  return error.code;
}

function pidOf(engine: EngineClient): number {
  const { pid } = engine;
  assert.ok(pid !== undefined, 'the engine is not running');
  return pid;
}

describe('The engine in its own process', () => {
  let space: Sandbox;
  let engine: EngineClient;
  let report: AuditReport;

  before(async () => {
    space = await sandbox();
    engine = startEngine({ restartDelayMs: 1 });
  });
  after(async () => {
    engine.dispose();
    await space.dispose();
  });

  const ask = (onEvent: Parameters<EngineClient['ask']>[1] = () => undefined, signal?: AbortSignal): Promise<AuditReport> =>
    engine.ask({ options: space.options, question, kind: 'question', settings: {}, exclude: [] }, onEvent, signal);

  it('says that nothing is indexed before it is, and asking says so too', async () => {
    assert.equal((await engine.request(requests.status, { options: space.options })).state, 'missing');
    assert.equal(await codeOf(ask()), 'index-missing');
  });

  it('stops indexing when it is cancelled, and the next run carries on', async () => {
    const abort = new AbortController();
    assert.equal(
      await codeOf(
        engine.index(
          space.options,
          false,
          () => {
            abort.abort();
          },
          abort.signal,
        ),
      ),
      'cancelled',
    );
    const phases: string[] = [];
    const summary = await engine.index(space.options, false, ({ phase }) => {
      phases.push(phase);
    });
    assert.ok(summary.documents >= 7 && summary.passages > 0, JSON.stringify(summary));
    assert.equal(phases.at(-1), 'done');
    assert.equal((await engine.index(space.options, false, () => undefined)).embedded, 0);
  });

  it('knows when documents have changed, come or gone since', async () => {
    const outdated = async (): Promise<boolean> => (await engine.request(requests.status, { options: space.options })).outdated;
    const added = join(space.options.folder, 'added.md');
    assert.equal(await outdated(), false);
    await appendFile(added, '# Added\n\nA line.\n');
    assert.equal(await outdated(), true);
    await rm(added);
    assert.equal(await outdated(), false);
    const readme = join(space.options.folder, 'README.md');
    await appendFile(readme, '\nOne more line.\n');
    assert.equal(await outdated(), true);
    await engine.index(space.options, false, () => undefined);
    assert.equal(await outdated(), false);
  });

  it('streams the events of an audit before its report, and keeps the report', async () => {
    const events: string[] = [];
    report = await ask(({ type }) => {
      events.push(type);
    });
    assert.ok(events.length > 1, events.join());
    const { audits } = await engine.request(requests.audits, { folder: space.options.folder });
    assert.deepEqual(
      audits.map((audit) => audit.id),
      [report.id],
    );
    assert.equal((await engine.request(requests.audit, { folder: space.options.folder, auditId: report.id })).hash, report.hash);
  });

  it('stops an audit when it is cancelled', async () => {
    const abort = new AbortController();
    assert.equal(
      await codeOf(
        ask(() => {
          abort.abort();
        }, abort.signal),
      ),
      'cancelled',
    );
    assert.equal(await codeOf(ask(() => undefined, AbortSignal.abort())), 'cancelled');
  });

  it('keeps decisions and gives them back with the spans of a document', async () => {
    const { folder } = space.options;
    const [first] = report.evidence.minimal;
    assert.ok(first !== undefined, 'the sample question has no evidence');
    const one = { folder, auditId: report.id, spanId: first.spanId, reviewer: 'ann' };
    const verdict = async (): Promise<string | undefined> => {
      const spans = await engine.request(requests.reliedOn, { folder, path: first.citation.path });
      return spans.find((span) => span.spanId === first.spanId)?.verdict;
    };
    assert.equal(await verdict(), 'undecided');
    await engine.request(requests.decide, { ...one, action: 'reject' });
    assert.equal(await verdict(), 'rejected');
    await engine.request(requests.decide, { ...one, reviewer: 'bob', action: 'accept' });
    assert.equal(await verdict(), 'split');
    assert.deepEqual(await engine.request(requests.undo, one), { undone: true });
    assert.equal(await verdict(), 'accepted');
    assert.deepEqual(await engine.request(requests.undo, one), { undone: false });
    assert.equal(await codeOf(engine.request(requests.decide, { ...one, spanId: 'none.md:0-4', action: 'accept' })), 'review-invalid');
  });

  it('carries on after it was killed, with the same report for the same question', async () => {
    const before = pidOf(engine);
    const waiting = ask(() => {
      if (engine.pid === before) process.kill(before, 'SIGKILL');
    });
    assert.equal(await codeOf(waiting), 'engine-stopped');
    assert.equal((await ask()).hash, report.hash);
    assert.notEqual(pidOf(engine), before);
  });

  it('reckons what is left in a process that has only just started, and still finds the index', async () => {
    const before = pidOf(engine);
    const waiting = engine.request(requests.status, { options: space.options });
    process.kill(before, 'SIGKILL');
    assert.equal(await codeOf(waiting), 'engine-stopped');
    const removed = report.evidence.minimal.map((item) => item.spanId);
    await engine.request(requests.whatIf, { folder: space.options.folder, auditId: report.id, removed });
    assert.equal((await engine.request(requests.status, { options: space.options })).state, 'ready');
  });

  it('tells what is wrong with a request instead of acting on it', async () => {
    const malformed = { ...requests.audits, method: requests.audit.method };
    assert.equal(await codeOf(engine.request(malformed, { folder: space.options.folder })), 'internal');
    const wrong = engine.ask(
      { options: space.options, question, kind: 'question', settings: { threshold: 7 }, exclude: [] },
      () => undefined,
    );
    assert.equal(await codeOf(wrong), 'settings-invalid');
    assert.equal(
      await codeOf(engine.request(requests.audit, { folder: space.options.folder, auditId: '../../etc/passwd' })),
      'report-invalid',
    );
    assert.equal(
      await codeOf(engine.request(requests.status, { options: { folder: join(space.options.folder, 'nowhere') } })),
      'folder-missing',
    );
    assert.equal(await codeOf(engine.request({ ...requests.audits, method: 'linchpin/unknown' }, { folder: '/' })), 'internal');
  });

  it('rejects what waits when it is disposed, and starts no more', async () => {
    const other = startEngine();
    const waiting = other.request(requests.status, { options: space.options });
    other.dispose();
    assert.equal(await codeOf(waiting), 'engine-stopped');
    assert.equal(await codeOf(other.request(requests.status, { options: space.options })), 'engine-stopped');
    assert.equal(other.pid, undefined);
  });
});

describe('The client of an engine that answers much', () => {
  it('keeps no reply once the caller has let it go', async () => {
    setFlagsFromString('--expose-gc');
    const collect = z.custom<() => void>((value) => typeof value === 'function').parse(runInNewContext('gc'));
    const talker = startImpostor('talker');
    try {
      // A schema that hands on what arrived, so that the references are to the replies themselves.
      const type = { method: 'linchpin/anything', params: z.unknown(), result: z.custom<object>((value) => typeof value === 'object') };
      const replies: WeakRef<object>[] = [];
      const once = async (): Promise<void> => {
        replies.push(new WeakRef(await talker.request(type, {})));
      };
      for (let time = 0; time < 20; time += 1) await once();
      // A reference holds its target to the end of the turn in which it was made: a second look is at what is held by others.
      for (let look = 0; look < 2; look += 1) {
        await nextTurn();
        collect();
      }
      assert.equal(replies.length, 20);
      // The last one may still be in the hands of the connection.
      assert.ok(replies.filter((reply) => reply.deref() !== undefined).length <= 1);
    } finally {
      talker.dispose();
    }
  });

  it('hands on whole lines of its log, wherever the chunks end', async () => {
    const lines: string[] = [];
    const all = new Promise<void>((resolve) => {
      const talker = startImpostor('talker', {
        onLog: (line) => {
          lines.push(line);
          if (line === 'last') {
            talker.dispose();
            resolve();
          }
        },
      });
      talker.request({ method: 'linchpin/log', params: z.unknown(), result: z.null() }, {}).catch(() => undefined);
    });
    await all;
    assert.deepEqual(lines, ['one line in two chunks', 'last']);
  });
});

describe('The client of an engine that indexes', () => {
  it('tells it that the user types, once for many keys, and starts no engine for that', async () => {
    const waiter = startImpostor('waiter');
    try {
      waiter.typed();
      assert.equal(waiter.pid, undefined);
      const summary = await waiter.index({ folder: import.meta.dirname }, false, () => {
        for (let key = 0; key < 20; key += 1) waiter.typed();
      });
      assert.deepEqual([summary.documents, summary.updated], [0, 1]);
      const at = waiter.toldTypedAt;
      assert.notEqual(at, null);
      // Nothing is indexed any more.
      waiter.typed();
      assert.equal(waiter.toldTypedAt, at);
    } finally {
      waiter.dispose();
    }
  });
});

describe('The client of an engine that misbehaves', () => {
  const options = { folder: import.meta.dirname };

  it('refuses replies and notifications of another shape', async () => {
    const liar = startImpostor('liar');
    let told = 0;
    try {
      assert.equal(
        await codeOf(
          liar.index(options, false, () => {
            told += 1;
          }),
        ),
        'internal',
      );
      assert.equal(told, 0);
    } finally {
      liar.dispose();
    }
  });

  it('starts it again a few times, then leaves it down and says so at once', async () => {
    const crashes: number[] = [];
    let dead: EngineClient | undefined;
    const gone = new Promise<void>((resolve) => {
      dead = startImpostor('dead', {
        restartDelayMs: 1,
        onCrash: (count) => {
          crashes.push(count);
          if (count === 5) resolve();
        },
      });
    });
    assert.ok(dead !== undefined);
    try {
      assert.equal(await codeOf(dead.request(requests.status, { options })), 'engine-stopped');
      await gone;
      assert.deepEqual(crashes, [1, 2, 3, 4, 5]);
      assert.equal(await codeOf(dead.request(requests.status, { options })), 'engine-stopped');
      assert.equal(dead.pid, undefined);
      assert.deepEqual(crashes, [1, 2, 3, 4, 5]);
    } finally {
      dead.dispose();
    }
  });

  it('says so when there is no such program', async () => {
    const absent = startImpostor('dead', { modulePath: '/nowhere/engine.mjs', restartDelayMs: 60_000 });
    try {
      assert.equal(await codeOf(absent.request(requests.status, { options })), 'engine-stopped');
    } finally {
      absent.dispose();
    }
  });
});

import assert from 'node:assert/strict';

import fc from 'fast-check';

import type { WorkspaceState } from '../../../src/contract/panel.ts';
import { requests } from '../../../src/engine/protocol.ts';
import type { Controller } from '../../../src/panel/controller.ts';
import { controlled, type Deferred, deferred, FakeEngine, settled, status } from './fake-engine.ts';

const summary = requests.index.result.parse({
  documents: 3,
  passages: 9,
  updated: 3,
  removed: 0,
  failed: [],
  skipped: [],
  leftOut: [],
  embedded: 9,
  seconds: 1,
  indexVersion: 'v1',
  store: 'lancedb',
});
const local = { id: 'static', provider: 'bundled' as const, version: '1', local: true };

type Act = 'update' | 'index' | 'cancel' | 'end' | 'settle';

/** What the engine is at, and how to end the first of it. */
class Bench {
  readonly engine = new FakeEngine();
  readonly controller: Controller;
  readonly #updates: Deferred<typeof summary>[] = [];
  #ended = 0;
  #endedUpdates = 0;
  readonly waiting: Promise<unknown>[] = [];

  constructor() {
    this.engine.on(requests.status, () => ({ ...status, models: { embedder: local } }));
    this.engine.on(requests.updateIndex, () => {
      assert.equal(this.working, 0, 'two works at once');
      const work = deferred<typeof summary>();
      this.#updates.push(work);
      return work.promise;
    });
    this.controller = controlled(this.engine).controller;
  }

  get working(): number {
    const indexing = this.engine.indexings.filter(({ signal }, at) => at >= this.#ended && !signal.aborted).length;
    return this.#updates.length - this.#endedUpdates + indexing;
  }

  end(): void {
    if (this.#endedUpdates < this.#updates.length) this.#updates[this.#endedUpdates++]?.resolve(summary);
    else if (this.#ended < this.engine.indexings.length) this.engine.indexings[this.#ended++]?.resolve(summary);
  }

  async do(act: Act): Promise<void> {
    if (act === 'update') this.waiting.push(this.controller.update(['a.md']));
    if (act === 'index') this.waiting.push(this.controller.index(false, () => undefined).catch(() => undefined));
    if (act === 'cancel') this.controller.cancel('index');
    if (act === 'end') this.end();
    if (act === 'settle') await settled();
  }

  /** Whatever was asked comes to its end once the engine ends all that it is given. */
  async finish(): Promise<void> {
    const state = { done: false };
    const all = Promise.all(this.waiting).then(() => {
      state.done = true;
    });
    // Each piece of work needs a few turns.
    for (let turn = 0; turn < 8 * (this.waiting.length + 1) && !state.done; turn += 1) {
      await settled();
      this.end();
    }
    assert.ok(state.done, 'something waits for good');
    await all;
    await settled();
    const { index }: WorkspaceState = this.controller.state.workspace;
    assert.equal(index.state, 'ready');
  }
}

describe('Updates and indexings of a folder', () => {
  async function run(acts: readonly Act[]): Promise<void> {
    const bench = new Bench();
    await bench.controller.refreshStatus();
    for (const act of acts) await (act === 'settle' ? bench.do(act) : void bench.do(act));
    await bench.finish();
  }

  it('come to their ends in whatever order they are asked for in one turn', async () => {
    const acts = ['update', 'index', 'cancel'] as const;
    const orders = acts.flatMap((a) => acts.flatMap((b) => acts.flatMap((c) => acts.map((d) => [a, b, c, d]))));
    for (const order of orders) await run(order);
  });

  it('come to their ends, one at a time, however they, their ends and their cancelling are mixed', async () => {
    const act = fc.constantFrom<Act>('update', 'index', 'cancel', 'end', 'settle');
    await fc.assert(fc.asyncProperty(fc.array(act, { maxLength: 12 }), run), { numRuns: 150 });
  });

  it('an indexing that waits for an update that does not end is cancelled at once', async () => {
    const bench = new Bench();
    await bench.controller.refreshStatus();
    await bench.do('update');
    await settled();
    const indexed = bench.controller.index(false, () => undefined);
    await settled();
    bench.controller.cancel('index');
    await assert.rejects(indexed, { code: 'cancelled' });
    assert.equal(bench.engine.indexings.length, 0);
    await bench.finish();
  });
});

import assert from 'node:assert/strict';

import { LinchpinError } from '../../../src/base/error.ts';
import { requests } from '../../../src/engine/protocol.ts';
import { controlled, FakeEngine, report, settled } from './fake-engine.ts';

const quiet = { document: undefined, settings: {}, onEvent: () => undefined };
const isCancelled = (error: unknown): boolean => error instanceof LinchpinError && error.code === 'cancelled';

describe('An audit beside the panel', () => {
  it('shows nothing, is listed, and is asked with the settings that it names', async () => {
    const engine = new FakeEngine();
    const { controller, told } = controlled(engine, {
      settings: () => ({ audit: { route: 'auto', passages: 5 }, reviewer: 'ada', offline: true }),
    });
    const asked = controller.audit(
      'Why?',
      'question',
      { ...quiet, document: 'a.md', settings: { route: 'causal' } },
      new AbortController().signal,
    );
    await settled();
    assert.deepEqual(engine.asked[0]?.params, {
      options: { folder: '/docs' },
      question: 'Why?',
      kind: 'question',
      settings: { route: 'causal', passages: 5 },
      exclude: [],
      document: 'a.md',
    });
    engine.asked[0].resolve(report('beside'));
    assert.equal((await asked).id, 'beside');
    assert.equal(controller.state.audit, null);
    assert.deepEqual(told, ['audits']);
  });

  it('is not asked where the user does not agree, without a folder, or after it is cancelled', async () => {
    const engine = new FakeEngine();
    const { controller } = controlled(engine, { consent: () => Promise.resolve(false) });
    await assert.rejects(controller.audit('Why?', 'question', quiet, new AbortController().signal), isCancelled);
    await assert.rejects(controller.search('x', 5, new AbortController().signal), isCancelled);
    const { controller: nowhere } = controlled(engine, { folder: null });
    await assert.rejects(nowhere.audit('Why?', 'question', quiet, new AbortController().signal), LinchpinError);
    await assert.rejects(controlled(engine).controller.audit('Why?', 'question', quiet, AbortSignal.abort()), isCancelled);
    assert.equal(engine.asked.length, 0);
  });

  it('ends when it is cancelled', async () => {
    const engine = new FakeEngine();
    const cancel = new AbortController();
    const asked = controlled(engine).controller.audit('Why?', 'question', quiet, cancel.signal);
    await settled();
    cancel.abort();
    await assert.rejects(asked, isCancelled);
  });

  it('searches with what the engine finds, and reads a saved audit', async () => {
    const engine = new FakeEngine();
    engine.on(requests.search, () => ({ found: [], outdated: 3 }));
    const { controller } = controlled(engine);
    assert.deepEqual(await controller.search('x', 5, new AbortController().signal), { found: [], outdated: 3 });
    assert.deepEqual(
      engine.sent(requests.search).map(({ query, limit }) => [query, limit]),
      [['x', 5]],
    );
    assert.equal((await controller.saved('old')).id, 'old');
    assert.equal(controller.state.audit, null);
  });
});

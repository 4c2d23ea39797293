import assert from 'node:assert/strict';

import { LinchpinError } from '../../../src/base/error.ts';
import { requests } from '../../../src/engine/protocol.ts';
import { controlled, deferred, FakeEngine, report, settled, status } from './fake-engine.ts';

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof LinchpinError, `no LinchpinError: ${String(error)}`);
  return error.code;
}

describe('The audit that is shown', () => {
  it('streams what its own question is told, and is done with the whole report', async () => {
    const engine = new FakeEngine();
    const { controller, told } = controlled(engine);
    const asked = controller.ask('Who?', 'question');
    await settled();
    engine.asked[0]?.onEvent({ type: 'stage', stage: 'retrieve', state: 'started' });
    assert.deepEqual(controller.state.audit?.stages, [{ name: 'retrieve', state: 'started' }]);
    assert.ok(controller.report === null, 'a report before the audit is done');
    engine.asked[0]?.resolve(report('new', 'Who?'));
    await asked;
    assert.equal(controller.state.audit.phase, 'done');
    assert.ok(controller.state.audit.report.id === 'new');
    assert.ok(told.includes('remember new') && told.includes('audits'));
  });

  it('is the opened one alone once it is opened, whatever the question under way still sends', async () => {
    const engine = new FakeEngine();
    const { controller } = controlled(engine);
    const asked = controller.ask('Who is new?', 'question');
    await settled();
    const [work] = engine.asked;
    assert.ok(work !== undefined);
    assert.equal(await controller.open('old'), true);
    const before = controller.state.audit;
    assert.ok(work.signal.aborted, 'the question goes on in the dark');
    // Both were on their way already.
    work.onEvent({ type: 'report', patch: report('new') });
    work.resolve(report('new'));
    await asked;
    await settled();
    assert.deepEqual(controller.state.audit, before);
    assert.equal(controller.state.audit?.question, 'question of old');
    assert.equal(controller.state.audit.report.id, 'old');
    assert.equal(controller.report?.id, 'old', 'Accept and Export would act on another audit than the one on screen');
  });

  it('is the question that was asked while a saved one was still being read', async () => {
    const engine = new FakeEngine();
    const reading = deferred<ReturnType<typeof report>>();
    engine.on(requests.audit, () => reading.promise);
    const { controller } = controlled(engine);
    const opened = controller.open('old');
    const asked = controller.ask('Who is new?', 'question');
    reading.resolve(report('old'));
    assert.equal(await opened, false);
    assert.deepEqual([controller.state.audit?.question, controller.state.audit?.phase], ['Who is new?', 'asking']);
    engine.asked[0]?.resolve(report('new'));
    await asked;
    assert.equal(controller.report?.id, 'new');
  });

  it('of before a reload does not come over a question that is being asked', async () => {
    const engine = new FakeEngine();
    const looking = deferred<typeof status>();
    engine.on(requests.status, () => looking.promise);
    const { controller } = controlled(engine);
    const started = controller.start('last');
    await settled();
    const asked = controller.ask('Who is new?', 'question');
    looking.resolve(status);
    await started;
    assert.equal(controller.state.audit?.question, 'Who is new?');
    engine.asked[0]?.resolve(report('new'));
    await asked;
    assert.equal(controller.report?.id, 'new');
  });

  it('of before a reload is shown again, and forgotten where it cannot be read', async () => {
    const engine = new FakeEngine();
    const { controller } = controlled(engine);
    await controller.start('last');
    assert.equal(controller.report?.id, 'last');
    engine.on(requests.audit, () => Promise.reject(new LinchpinError('report-invalid', 'It is gone.', 'Ask again.')));
    const second = controlled(engine);
    await second.controller.start('last');
    assert.equal(second.controller.state.audit, null);
    assert.ok(second.told.includes('remember nothing'));
  });

  it('gives way to the next question, and the first says nothing more', async () => {
    const engine = new FakeEngine();
    const { controller } = controlled(engine);
    const first = controller.ask('first', 'question');
    await settled();
    const second = controller.ask('second', 'question');
    await settled();
    engine.asked[0]?.onEvent({ type: 'report', patch: { question: 'first' } });
    await first;
    assert.deepEqual([controller.state.audit?.question, controller.state.audit?.phase], ['second', 'asking']);
    engine.asked[1]?.resolve(report('b'));
    await second;
    assert.equal(controller.report?.id, 'b');
  });

  it('stays as far as it came when it is cancelled, and says why when it fails', async () => {
    const engine = new FakeEngine();
    const { controller } = controlled(engine);
    const asked = controller.ask('Who?', 'question');
    await settled();
    engine.asked[0]?.onEvent({ type: 'stage', stage: 'retrieve', state: 'finished' });
    controller.cancel('audit');
    await asked;
    assert.deepEqual(
      [controller.state.audit?.phase, controller.state.audit?.error, controller.state.audit?.stages.length],
      ['cancelled', null, 1],
    );
    const again = controller.ask('Who?', 'question');
    await settled();
    engine.asked[1]?.reject(new LinchpinError('index-missing', 'There is no index.', 'Index.'));
    await again;
    assert.deepEqual([controller.state.audit?.phase, controller.state.audit?.error?.code], ['failed', 'index-missing']);
  });

  it('asks nobody without the consent to send text there', async () => {
    const engine = new FakeEngine();
    const { controller } = controlled(engine, { consent: () => Promise.resolve(false) });
    await controller.ask('Who?', 'question');
    assert.equal(controller.state.audit?.phase, 'cancelled');
    assert.equal(engine.asked.length, 0);
  });

  it('is shown without its decisions where those cannot be read, and the fault is told', async () => {
    const engine = new FakeEngine();
    engine.on(requests.reviews, () => Promise.reject(new LinchpinError('review-invalid', 'No permission.', 'Check it.')));
    const { controller } = controlled(engine);
    const asked = controller.ask('Who?', 'question');
    await settled();
    engine.asked[0]?.resolve(report('new'));
    await asked;
    assert.equal(controller.report?.id, 'new');
    assert.equal(controller.state.notice?.code, 'review-invalid');
  });

  it('tells nobody anything once its window has let go of the folder', async () => {
    const engine = new FakeEngine();
    const { controller, told } = controlled(engine);
    const asked = controller.ask('Who?', 'question');
    const indexed = controller.index(false, () => undefined);
    await settled();
    controller.dispose();
    told.length = 0;
    engine.asked[0]?.resolve(report('new'));
    await asked;
    assert.equal(await codeOf(indexed), 'cancelled');
    await settled();
    assert.deepEqual(told, []);
  });
});

describe('The index of a folder', () => {
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
  const progress = { phase: 'reading', done: 1, total: 4, bytes: 10, secondsLeft: null } as const;

  it('is made once by two calls that come while consent is still being asked', async () => {
    const engine = new FakeEngine();
    const consent = deferred<boolean>();
    const { controller } = controlled(engine, { consent: () => consent.promise });
    const first = controller.index(false, () => undefined);
    const second = controller.index(false, () => undefined);
    consent.resolve(true);
    await settled();
    assert.equal(engine.indexings.length, 1);
    assert.equal(controller.state.workspace.index.state, 'indexing');
    controller.cancel('index');
    assert.ok(engine.indexings[0]?.signal.aborted, 'Cancel has lost the work that goes on');
    assert.deepEqual([await codeOf(first), await codeOf(second)], ['cancelled', 'cancelled']);
    assert.equal(controller.state.workspace.index.state, 'ready');
  });

  it('is not made anew while it is being made', async () => {
    const engine = new FakeEngine();
    const { controller } = controlled(engine);
    const first = controller.index(false, () => undefined);
    await settled();
    assert.equal(await codeOf(controller.index(true, () => undefined)), 'index-locked');
    assert.equal(controller.state.workspace.index.state, 'indexing', 'the refusal has ended the work that goes on');
    engine.indexings[0]?.onProgress(progress);
    assert.deepEqual(controller.state.workspace.index, { state: 'indexing', progress });
    engine.indexings[0]?.reject(new LinchpinError('disk-full', 'The disk is full.', 'Free some space.'));
    assert.equal(await codeOf(first), 'disk-full');
  });

  it('is cancelled by any of those who wait for it', async () => {
    const engine = new FakeEngine();
    const { controller } = controlled(engine);
    const first = controller.index(false, () => undefined);
    const abort = new AbortController();
    const second = controller.index(false, () => undefined, abort.signal);
    await settled();
    abort.abort();
    assert.deepEqual([await codeOf(first), await codeOf(second)], ['cancelled', 'cancelled']);
  });

  it('is looked at once it was made; a look from before says nothing', async () => {
    const engine = new FakeEngine();
    const slow = deferred<typeof status>();
    engine.on(requests.status, () => slow.promise);
    const { controller } = controlled(engine);
    const early = controller.refreshStatus();
    await settled();
    engine.on(requests.status, () => ({ ...status, documents: 7 }));
    await controller.refreshStatus();
    slow.resolve({ ...status, documents: 1 });
    await early;
    const { index } = controller.state.workspace;
    assert.equal(index.state === 'ready' ? index.documents : 0, 7);
  });

  it('is told of when it is another one, not at every look', async () => {
    const engine = new FakeEngine();
    const { controller, told } = controlled(engine);
    await controller.refreshStatus();
    await controller.refreshStatus();
    engine.on(requests.status, () => ({ ...status, outdated: true }));
    await controller.refreshStatus();
    assert.equal(told.filter((event) => event === 'index').length, 1);
    assert.deepEqual(controller.documentKinds, status.kinds);
  });

  it('takes up what changed by itself, one after the other, where the embedder is on this machine', async () => {
    const engine = new FakeEngine();
    const { controller } = controlled(engine);
    const asked: string[][] = [];
    engine.on(requests.updateIndex, ({ paths }) => {
      asked.push(paths);
      return { ...summary, documents: 9 };
    });
    const local = { id: 'static', provider: 'bundled' as const, version: '1', local: true };
    engine.on(requests.status, () => ({ ...status, models: { embedder: { ...local, local: false } } }));
    await controller.refreshStatus();
    await controller.update(['a.md']);
    assert.equal(asked.length, 0);
    engine.on(requests.status, () => ({ ...status, outdated: true, models: { embedder: local } }));
    await controller.refreshStatus();
    await Promise.all([controller.update(['a.md']), controller.update(['b.md', 'c'])]);
    assert.deepEqual(asked, [['a.md'], ['b.md', 'c']]);
    const { index } = controller.state.workspace;
    assert.ok(index.state === 'ready' && index.documents === 9 && index.outdated, 'what was out of date before is so still');
    // An indexing waits for the update that runs, and the next update for the indexing.
    const indexed = controller.index(false, () => undefined);
    const later = controller.update(['d.md']);
    await settled();
    assert.equal(asked.length, 2);
    engine.indexings[0]?.resolve(summary);
    await indexed;
    await later;
    assert.deepEqual(asked.at(-1), ['d.md']);
  });

  it('says what was left out of it, and has that kept', async () => {
    const engine = new FakeEngine();
    const before = [{ cause: 'damaged', kind: 'pdf', files: 1, paths: ['a.pdf'] }] as const;
    const { controller, told } = controlled(engine, { leftOut: before });
    assert.deepEqual(controller.leftOut, before);
    const indexed = controller.index(false, () => undefined);
    await settled();
    const leftOut = [{ cause: 'kind-not-read' as const, kind: 'docx', files: 2, paths: ['b.docx', 'c.docx'] }];
    engine.indexings[0]?.resolve({ ...summary, leftOut });
    await indexed;
    assert.deepEqual(controller.leftOut, leftOut);
    assert.ok(told.includes('left out 1'));
  });

  it('tells the encoding that a document was read with', async () => {
    const engine = new FakeEngine();
    engine.on(requests.documents, () => [
      { path: 'old.txt', status: 'indexed' as const, reason: null, encoding: 'windows-1252', passages: 1 },
    ]);
    const { controller } = controlled(engine);
    assert.equal(await controller.encodingOf('old.txt'), 'windows-1252');
    assert.equal(await controller.encodingOf('other.txt'), null);
  });

  it('without a folder is not made, and nothing is asked', async () => {
    const engine = new FakeEngine();
    const { controller } = controlled(engine, { folder: null, folders: 0 });
    await controller.start('last');
    assert.equal(await codeOf(controller.index(false, () => undefined)), 'folder-missing');
    await controller.ask('Who?', 'question');
    assert.equal(controller.state.audit?.error?.code, 'folder-missing');
    assert.deepEqual(engine.sent(requests.status), []);
  });
});

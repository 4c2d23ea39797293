import assert from 'node:assert/strict';
import { appendFile, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { createEngine, type Engine } from '../../../src/engine/engine.ts';
import { S3, s3Keys } from '../../support/s3.ts';
import { codeOf } from '../index/support.ts';
import { type Sandbox, sandbox } from './engine.ts';

const document = 'policies/access-policy-2025.md';

describe('A shared index in the engine', function () {
  this.timeout(180_000);
  const environment = { ...process.env };
  let s3: S3;
  let writer: Sandbox;
  let reader: Sandbox;
  const engines: Engine[] = [];

  before(async () => {
    Object.assign(process.env, s3Keys);
    s3 = await S3.start();
    // Two copies of the same documents, each with its own times.
    [writer, reader] = [await sandbox(), await sandbox()];
    await utimes(join(reader.options.folder, document), 1, 1);
  });

  after(async () => {
    for (const engine of engines) await engine.close();
    await Promise.all([writer.dispose(), reader.dispose(), s3.dispose()]);
    for (const name of Object.keys(s3Keys)) {
      if (environment[name] === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = environment[name];
    }
  });

  function engine(): Engine {
    const made = createEngine();
    engines.push(made);
    return made;
  }

  const shared = ({ options: { folder } }: Sandbox) => ({ folder, indexLocation: s3.location('sample') });
  const examined = async (of: Engine, options: ReturnType<typeof shared>): Promise<string[]> =>
    (await of.examine(options, false, new AbortController().signal)).map(({ code }) => code);

  it('is indexed once and answers from another copy of the documents as it does from the first', async () => {
    const [server, desk] = [engine(), engine()];
    assert.equal((await desk.status(shared(reader))).state, 'missing');
    const summary = await server.index(shared(writer), false, () => undefined);
    assert.ok(summary.documents > 0);
    const status = await desk.status(shared(reader));
    assert.equal(status.state, 'ready');
    assert.equal(status.documents, summary.documents);
    assert.equal(status.outdated, false);
    assert.ok(status.indexedAt !== null);
    const asked = { question: 'How long must passwords be?', kind: 'question', settings: {}, exclude: [] } as const;
    const [first, second] = [
      await server.ask({ ...asked, options: shared(writer) }),
      await desk.ask({ ...asked, options: shared(reader) }),
    ];
    assert.equal(second.answer.text, first.answer.text);
    assert.deepEqual(second.evidence.minimal, first.evidence.minimal);
    assert.equal((await desk.records(reader.options).list()).audits.length, 1, 'the audit stays in the workspace');
    assert.deepEqual(await examined(desk, shared(reader)), ['place-shared']);
  });

  it('is out of date where a copy says otherwise, and cites nothing that the copy does not say', async () => {
    const desk = engine();
    await appendFile(join(reader.options.folder, document), '\nMore.\n');
    assert.equal((await desk.status(shared(reader))).outdated, true);
    assert.deepEqual(await examined(desk, shared(reader)), ['place-shared', 'index-outdated']);
    await rm(join(reader.options.folder, document));
    const report = await desk.ask({
      options: shared(reader),
      question: 'How long must passwords be?',
      kind: 'question',
      settings: {},
      exclude: [],
    });
    assert.ok(report.evidence.minimal.every(({ citation }) => citation.path !== document));
  });

  it('is not changed from a folder that has only a README in common, until that is meant', async () => {
    const other = await sandbox();
    try {
      const desk = engine();
      for (const name of await readdir(other.options.folder))
        if (name !== 'README.md') await rm(join(other.options.folder, name), { recursive: true });
      await writeFile(join(other.options.folder, 'birds.md'), 'A heron stands at the weir.');
      const before = await desk.documents(shared(writer));
      assert.equal(await codeOf(desk.index(shared(other), false, () => undefined)), 'settings-invalid');
      assert.equal(await codeOf(desk.update(shared(other), ['birds.md', 'policies'])), 'settings-invalid');
      assert.deepEqual(await desk.documents(shared(writer)), before);
      assert.equal((await desk.index(shared(writer), false, () => undefined)).updated, 0);
    } finally {
      await other.dispose();
    }
  });

  it('that is out of reach is said to be', async () => {
    const desk = engine();
    await s3.down();
    assert.equal(await codeOf(desk.status(shared(reader))), 'index-unreachable');
    assert.deepEqual(await examined(desk, shared(reader)), ['place-shared', 'index-unreachable']);
    await s3.up();
    assert.equal((await desk.status(shared(reader))).state, 'ready');
  });
});

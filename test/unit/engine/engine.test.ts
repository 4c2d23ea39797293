import assert from 'node:assert/strict';
import { appendFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import type { AuditEvent } from '../../../src/contract/event.ts';
import { hashReport } from '../../../src/contract/hash.ts';
import type { AuditReport } from '../../../src/contract/report.ts';
import { createEngine, type Engine } from '../../../src/engine/engine.ts';
import { modelsConfigSchema } from '../../../src/models/choice.ts';
import { judgeBySampleFacts } from '../../support/sample-facts.ts';
import { startScriptedServer } from '../../support/scripted-server.ts';
import { type Sandbox, sandbox } from './engine.ts';

const question = 'How long must passwords chosen by users be?';

describe('the engine', function () {
  this.timeout(120_000);
  let desk: Sandbox;
  let engine: Engine;
  let restore: () => void;

  before(() => {
    restore = judgeBySampleFacts();
  });
  after(() => {
    restore();
  });
  beforeEach(async () => {
    desk = await sandbox();
    engine = createEngine();
  });
  afterEach(async () => {
    await engine.close();
    await desk.dispose();
  });

  it('gives a report that cannot be saved, with a notice, and knows it from then on', async () => {
    const { options } = desk;
    await engine.index(options, false, () => undefined);
    // As a folder that cannot be written to, for whoever runs this: the records' folder leads nowhere.
    await symlink(join(options.folder, '..', 'nowhere', 'at all'), join(options.folder, '.linchpin'), 'junction');
    const events: AuditEvent[] = [];
    const report = await engine.ask({ options, question, kind: 'question', settings: {}, exclude: [] }, (event) => events.push(event));
    assert.ok(report.answer.text !== '');
    assert.deepEqual(
      events.flatMap((event) => (event.type === 'notice' ? [event.error.code] : [])),
      ['review-invalid'],
    );
    assert.equal((await engine.records(options).audits.load(report.id)).hash, report.hash);
  });

  it('asks no server for its status, neither before something was indexed nor after', async () => {
    const server = await startScriptedServer();
    try {
      const models = modelsConfigSchema.parse({
        embedder: 'server:scripted',
        entailment: 'server:scripted',
        generator: 'server:scripted',
        server: { url: server.url },
      });
      const options = { ...desk.options, models };
      const status = await engine.status(options);
      assert.deepEqual([status.state, status.models.embedder?.id, server.accepted], ['missing', 'scripted', 0]);
      await engine.index(options, false, () => undefined);
      assert.ok(server.accepted > 0);
      const [accepted, asked] = [server.accepted, server.requests.length];
      // As a window that opens later: nothing is known but what is on the disk.
      const next = createEngine();
      try {
        assert.equal((await next.status(options)).state, 'ready');
      } finally {
        await next.close();
      }
      assert.deepEqual([server.accepted, server.requests.length], [accepted, asked]);
    } finally {
      await server.close();
    }
  });

  it('verifies an answer by computing it again, and by reading it again', async () => {
    const { options } = desk;
    await engine.index(options, false, () => undefined);
    const asked = 'How long must passwords chosen by users be?';
    const report = await engine.ask({ options, question: asked, kind: 'question', settings: {}, exclude: [], save: false });
    const verify = async (answer: Partial<AuditReport['answer']>, reread: boolean) => {
      const changed = { ...report, answer: { ...report.answer, ...answer } };
      return await engine.verify(JSON.stringify({ ...changed, hash: hashReport(changed) }), options, reread);
    };
    const honest = await verify({}, false);
    assert.deepEqual([honest.answer.state, honest.result, honest.holds], ['recomputed', 'consistent', true], honest.problems.join());
    const again = await verify({}, true);
    assert.deepEqual([again.answer.state, again.result, again.holds], ['read-again', 'proven', true], again.problems.join());
    // Made up, with a hash that fits: no model is needed to tell that it does not follow.
    const forged = await verify({ text: 'Nobody Whatsoever' }, false);
    assert.deepEqual([forged.hashMatches, forged.result, forged.holds], [true, 'contradicted', false]);
    assert.ok(forged.problems.some((problem) => problem.startsWith('answer.text: the report says "Nobody Whatsoever"')));
  });

  it('says of a report whose documents have changed that it is not proven, and of one by another version', async () => {
    const { options } = desk;
    await engine.index(options, false, () => undefined);
    const report = await engine.ask({ options, question, kind: 'question', settings: {}, exclude: [], save: false });
    const older = { ...report, programVersion: '0.0.1' };
    const unproven = await engine.verify(JSON.stringify({ ...older, hash: hashReport(older) }), options, true);
    assert.deepEqual([unproven.result, unproven.holds, unproven.problems], ['unproven', false, []]);
    assert.match(unproven.obstacles.join(), /Version 0\.0\.1 wrote the report/);
    const [shown] = report.evidence.minimal;
    await appendFile(join(options.folder, shown?.citation.path ?? ''), '\nA line at the end.\n');
    const changed = await engine.verify(JSON.stringify(report), options, false);
    assert.deepEqual([changed.result, changed.problems], ['unproven', []]);
    assert.match(changed.obstacles.join(), /no longer as they were: policies/);
    assert.ok(changed.asStated.some(({ paths }) => paths.includes('answer**')));
  });
});

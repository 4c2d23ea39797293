import assert from 'node:assert/strict';
import { symlink } from 'node:fs/promises';
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

  it('verifies an answer that does not stand in what it cites by reading it again', async () => {
    const { options } = desk;
    await engine.index(options, false, () => undefined);
    const asked = 'How long must passwords chosen by users be?';
    const report = await engine.ask({ options, question: asked, kind: 'question', settings: {}, exclude: [], save: false });
    const verify = async (answer: Partial<AuditReport['answer']>, reread: boolean) => {
      const changed = { ...report, answer: { ...report.answer, ...answer } };
      return await engine.verify(JSON.stringify({ ...changed, hash: hashReport(changed) }), options, reread);
    };
    const honest = await verify({}, false);
    assert.deepEqual([honest.answer.state, honest.holds], ['quoted', true], honest.problems.join());
    const again = await verify({}, true);
    assert.ok(again.answer.state === 'read-again', JSON.stringify(again.answer));
    assert.equal(again.holds, true);
    // Made up, with a hash that fits: only the reading tells what the cited sentences say.
    const forged = { text: 'Nobody Whatsoever' };
    const unread = await verify(forged, false);
    assert.deepEqual([unread.hashMatches, unread.answer, unread.holds], [true, { state: 'not-quoted', read: null }, false]);
    const read = await verify(forged, true);
    assert.deepEqual([read.hashMatches, read.answer.state, read.answer.read, read.holds], [true, 'differs', again.answer.read, false]);
  });
});

import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openWorkspace } from '../../../src/audit/workspace.ts';
import { type ErrorCode, LinchpinError } from '../../../src/base/error.ts';
import { type ModelsConfig, modelsConfigSchema } from '../../../src/models/choice.ts';
import { type EditorChat, noEditor } from '../../../src/models/editor/editor-chat.ts';
import type { ModelEnvironment } from '../../../src/models/environment.ts';
import { OnnxRuntime } from '../../../src/models/onnx/runtime.ts';
import { openModels } from '../../../src/models/open-models.ts';
import type { AuditReport } from '../../../src/contract/report.ts';
import { brain } from '../../support/brain.ts';
import { judgeBySampleFacts } from '../../support/sample-facts.ts';
import { type ScriptedServer, startScriptedServer } from '../../support/scripted-server.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const question = 'How long must passwords chosen by users be?';

describe("Models of the user's choice, in whole audits", function () {
  this.timeout(60_000);
  let home = '';
  let server: ScriptedServer;
  const onnx = new OnnxRuntime();

  let restore: () => void;
  before(async () => {
    restore = judgeBySampleFacts();
    home = await mkdtemp(join(tmpdir(), 'linchpin-models-'));
    await cp(join(root, 'sample'), join(home, 'sample'), { recursive: true, filter: (source) => !source.endsWith('.linchpin') });
    server = await startScriptedServer();
  });
  after(async () => {
    restore();
    await server.close();
    await onnx.dispose();
    await rm(home, { recursive: true, force: true });
  });

  function environment(editorChat: EditorChat = noEditor, cacheFolder: string | null = null): ModelEnvironment {
    return { editorChat, cacheFolder, storeFolder: join(root, 'test', 'fixtures', 'onnx'), onnx };
  }

  function config(given: Record<string, unknown>): ModelsConfig {
    return modelsConfigSchema.parse({ server: { url: server.url }, ...given });
  }

  async function audit(chosen: ModelsConfig, given = environment(), kind: 'question' | 'claim' = 'question'): Promise<AuditReport> {
    const workspace = await openWorkspace(
      { folder: join(home, 'sample'), indexLocation: join(home, 'index') },
      await openModels(chosen, given),
    );
    try {
      await workspace.index();
      return await workspace.audit({
        question: kind === 'question' ? question : 'Passwords chosen by users must be at least 14 characters long.',
        kind,
      });
    } finally {
      await workspace.close();
    }
  }

  function assertAnswered(report: AuditReport): void {
    assert.ok(report.answer.text !== '', report.answer.reason);
    assert.ok(report.evidence.minimal.length > 0);
    assert.ok(report.evidence.pool.every(({ citation }) => citation.quote.length > 0));
  }

  it('a server answers, in at most three rounds, and the report says what that took', async () => {
    const report = await audit(config({ generator: 'server:scripted', price: { prompt: 1, completion: 2 } }));
    assertAnswered(report);
    const { usage } = report;
    assert.deepEqual([report.models.generator.id, report.models.generator.provider, report.notices], ['scripted', 'openai', undefined]);
    assert.ok(usage.calls > 0 && usage.rounds >= 1 && usage.rounds <= 3, JSON.stringify(usage));
    assert.ok(Math.abs((usage.cost ?? 0) - (usage.promptTokens + 2 * usage.completionTokens) / 1e6) < 1e-9);
  });

  it('a server can judge support and search too; its vectors make an index of their own', async () => {
    const report = await audit(
      config({
        generator: 'server:scripted',
        entailment: 'server:scripted',
        embedder: 'server:scripted',
        budget: { calls: 500, tokens: 5_000_000 },
      }),
    );
    assert.deepEqual(
      Object.values(report.models).map((model) => model.provider),
      ['openai', 'bundled', 'openai', 'openai', 'bundled'],
    );
    const tables = (await readdir(join(home, 'index', 'lance'))).filter((name) => name.startsWith('passages__'));
    assert.ok(tables.length >= 2 || tables.some((name) => !name.includes('static')), tables.join());
    assertAnswered(await audit(config({})));
  });

  it("the editor's model answers over its own way", async () => {
    let asked = 0;
    const editor: EditorChat = ({ messages }) => {
      asked += 1;
      return Promise.resolve({ text: brain(messages), promptTokens: 100, completionTokens: 20 });
    };
    const report = await audit(config({ generator: 'editor:copilot/small', offline: false }), environment(editor));
    assertAnswered(report);
    assert.equal(report.usage.calls, asked);
    assert.deepEqual(
      [report.models.generator.id, report.models.generator.provider, report.models.generator.local],
      ['copilot/small', 'editor', false],
    );
  });

  it('ONNX models play every role that can be chosen', async () => {
    const report = await audit(
      config({
        embedder: 'onnx:tiny/embedder@fp32',
        relevance: 'onnx:tiny/reranker@fp32',
        entailment: 'onnx:tiny/nli@fp32',
        generator: 'onnx:tiny/qa@fp32',
      }),
    );
    assert.deepEqual(
      Object.values(report.models).map((model) => model.provider),
      ['onnx', 'onnx', 'onnx', 'onnx', 'bundled'],
    );
    // Weights at random: what matters is that quotes are still cut from the documents, and nothing insufficient is called sufficient.
    assert.ok(!report.evidence.sufficient || report.evidence.quality >= report.evidence.threshold);
  });

  it('a small ONNX generator that keeps to no schema gives way to the bundled reader, and the report says so', async () => {
    const report = await audit(config({ generator: 'onnx:tiny/chat@fp32' }));
    assertAnswered(report);
    assert.ok(
      (report.notices ?? []).some((notice) => notice.includes('tiny/chat')),
      JSON.stringify(report.notices),
    );
  });

  it('a repeated audit asks nothing again, and is the same report', async () => {
    const given = environment(noEditor, join(home, 'replies'));
    const chosen = config({ generator: 'server:scripted' });
    const first = await audit(chosen, given);
    const before = server.chats.length;
    const again = await audit(chosen, given);
    assert.equal(server.chats.length, before);
    assert.equal(again.hash, first.hash);
    // The first may have asked the same twice: two drafts that are given the same.
    assert.equal(again.usage.cached, again.usage.calls);
    assert.ok((first.usage.cached ?? 0) < first.usage.calls);
  });

  it('a budget that is used up hands over to the bundled reader', async () => {
    const report = await audit(config({ generator: 'server:scripted', budget: { calls: 1 } }));
    assertAnswered(report);
    assert.equal(report.usage.calls, 1);
    assert.ok(report.notices !== undefined && report.notices.length > 0);
  });

  it('what is withheld is not sent', async () => {
    const remote = config({ generator: 'editor:m', offline: false, redact: ['policies/**'] });
    const sent: string[] = [];
    const editor: EditorChat = ({ messages }) => {
      sent.push(...messages.map((message) => message.content));
      return Promise.resolve({ text: brain(messages), promptTokens: 1, completionTokens: 1 });
    };
    await audit(remote, environment(editor));
    assert.ok(sent.length > 0);
    assert.ok(
      sent.every((text) => !text.includes('policies/') && !text.includes('at least 14 characters')),
      'policies were sent',
    );
  });

  it('nothing is opened that would send text away while that is turned off, or that cannot play the role', async () => {
    const cases: readonly (readonly [Record<string, unknown>, ErrorCode])[] = [
      [{ generator: 'server:m', server: { url: 'https://api.example.com/v1' } }, 'offline'],
      [{ embedder: 'server:m', server: { url: 'https://api.example.com/v1' } }, 'offline'],
      [{ generator: 'editor:m' }, 'offline'],
      [{ entailment: 'editor:m', offline: false, redact: ['**'] }, 'settings-invalid'],
      [{ relevance: 'server:m' }, 'settings-invalid'],
      [{ generator: 'server:m', server: { url: '' } }, 'settings-invalid'],
      [{ generator: 'gpt' }, 'settings-invalid'],
      [{ embedder: 'onnx:tiny/missing@fp32' }, 'model-unavailable'],
      [{ entailment: 'onnx:tiny/reranker@fp32' }, 'model-unavailable'],
    ];
    for (const [given, code] of cases) {
      await assert.rejects(
        openModels(config(given), environment()),
        (error) => error instanceof LinchpinError && error.code === code,
        JSON.stringify(given),
      );
    }
  });

  it('claims are checked with a server too', async () => {
    assert.equal((await audit(config({ generator: 'server:scripted' }), environment(), 'claim')).answer.status, 'supported');
  });
});

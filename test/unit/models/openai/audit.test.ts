import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { type ErrorCode, LinchpinError } from '../../../../src/base/error.ts';
import { openWorkspace } from '../../../../src/audit/workspace.ts';
import { Budget, type BudgetLimits, withBudget } from '../../../../src/models/budget.ts';
import { modelsConfigSchema } from '../../../../src/models/choice.ts';
import { modelEnvironment } from '../../../../src/models/environment.ts';
import { PromptedGenerator } from '../../../../src/models/chat/prompted-generator.ts';
import { FallbackGenerator } from '../../../../src/models/fallback-generator.ts';
import { type ModelSource, openModels, sourceOf } from '../../../../src/models/open-models.ts';
import { OpenAiChatModel } from '../../../../src/models/openai/chat.ts';
import type { OpenAiServer, OpenAiServerOptions } from '../../../../src/models/openai/server.ts';
import { type AuditReport, auditReportSchema } from '../../../../src/contract/report.ts';
import type { Script, ScriptedOptions, ScriptedServer } from '../../../support/scripted-server.ts';
import { okText, scripted } from './support.ts';
import { judgeOfFacts, modelsWith } from '../../../support/judge.ts';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'sample');
const question = 'Who is the Chief Information Security Officer?';
const limits: BudgetLimits = { calls: 40, tokens: 400_000, seconds: 60 };

/** The bundled models, with a server's language model for generator: with nothing behind it, or with the bundled reader. */
function source(server: OpenAiServer, fallback: boolean, budget: BudgetLimits): ModelSource {
  const bundled = modelsWith(judgeOfFacts([{ asked: /Chief Information Security Officer/, says: /(Dr\. Okafor) was appointed/ }]));
  const chat = new OpenAiChatModel(server, 'scripted');
  return {
    ...sourceOf(bundled),
    forAudit: () => {
      const prompted = new PromptedGenerator(withBudget(chat, new Budget(budget)));
      return { ...bundled, generator: fallback ? new FallbackGenerator(prompted, bundled.generator) : prompted };
    },
  };
}

interface Outcome {
  readonly report: AuditReport | null;
  readonly error: LinchpinError | null;
  readonly server: ScriptedServer;
}

describe('A full audit with a model server', function () {
  this.timeout(60_000);
  const start = scripted();
  let indexLocation = '';

  before(async () => {
    indexLocation = mkdtempSync(join(tmpdir(), 'linchpin-server-audit-'));
    const workspace = await openWorkspace({ folder, indexLocation });
    await workspace.index();
    await workspace.close();
  });
  after(() => {
    rmSync(indexLocation, { recursive: true, force: true });
  });

  async function audit(
    options: ScriptedOptions,
    {
      fallback = false,
      client = {},
      budget = limits,
      signal,
    }: { fallback?: boolean; client?: Partial<OpenAiServerOptions>; budget?: BudgetLimits; signal?: AbortSignal } = {},
  ): Promise<Outcome> {
    const { server, scripted: remote } = await start(options, { timeoutMs: 10_000, stallMs: 10_000, maxRetries: 2, ...client });
    const workspace = await openWorkspace({ folder, indexLocation }, source(server, fallback, budget));
    try {
      const report = await workspace.audit({ question, kind: 'question', seed: 1 }, undefined, signal);
      assert.doesNotThrow(() => auditReportSchema.parse(JSON.parse(JSON.stringify(report))));
      return { report, error: null, server: remote };
    } catch (error) {
      assert.ok(error instanceof LinchpinError, String(error));
      assert.notEqual(error.next, '');
      return { report: null, error, server: remote };
    } finally {
      await workspace.close();
    }
  }

  const notes = (report: AuditReport): string => report.stages.map((stage) => stage.note ?? '').join('; ');

  it('ends with an answer, citations and what it cost', async () => {
    const { report, server } = await audit({});
    assert.ok(report !== null);
    assert.match(report.answer.text, /Okafor/);
    assert.ok(report.evidence.minimal.some(({ citation }) => /Okafor/.test(citation.quote)));
    assert.ok(report.claims.some((claim) => claim.citations.length > 0));
    assert.deepEqual(report.models.generator, { id: 'scripted', provider: 'openai', version: new URL(server.url).host, local: true });
    assert.equal(report.usage.calls, server.chats.length);
    assert.ok(report.usage.rounds >= 1 && report.usage.rounds <= report.usage.calls);
    assert.ok(report.usage.promptTokens > 0 && report.usage.completionTokens > 0);
    assert.equal(server.abandoned, 0);
  });

  it('is the same audit from a server that streams and one that knows next to nothing', async () => {
    const plain: Script = ({ body }) =>
      ['response_format', 'logprobs', 'seed', 'temperature', 'stream_options'].some((name) => name in body) || body['stream'] === true
        ? { do: 'status', status: 400, body: 'Bad Request' }
        : undefined;
    const [rich, poor] = [await audit({}), await audit({ script: plain })];
    assert.ok(rich.report !== null && poor.report !== null);
    assert.equal(poor.report.answer.text, rich.report.answer.text);
    assert.deepEqual(
      poor.report.evidence.minimal.map(({ spanId }) => spanId),
      rich.report.evidence.minimal.map(({ spanId }) => spanId),
    );
  });

  /** Only for servers that never answer: a busy machine makes any other late too. */
  const impatient = { timeoutMs: 80, stallMs: 80 };

  /** What happens to the chat requests, the errors that an audit without fallback may end in, and how long the client waits. */
  const misbehaviours: [string, ScriptedOptions, ErrorCode, Partial<OpenAiServerOptions>?][] = [
    ['a storm of 429', { script: () => ({ do: 'status', status: 429, headers: { 'retry-after': '2' } }) }, 'model-rate-limited'],
    ['nothing but 500', { script: () => ({ do: 'status', status: 500 }) }, 'model-unavailable'],
    ['silence', { script: () => ({ do: 'stall' }) }, 'model-unavailable', impatient],
    ['silence in the middle of a reply', { script: () => ({ do: 'stall', pieces: 2 }) }, 'model-unavailable', impatient],
    ['half a stream', { script: () => ({ do: 'break', pieces: 2, how: 'end' }) }, 'model-failed'],
    ['a connection that is torn', { script: () => ({ do: 'break', pieces: 2, how: 'reset' }) }, 'model-failed'],
    ['replies later than the deadline', { delayMs: 10_000 }, 'model-unavailable', impatient],
    ['a page of HTML', { script: () => ({ do: 'raw', contentType: 'text/html', text: '<h1>Welcome</h1>' }) }, 'model-failed'],
    ['no JSON in the reply', { think: () => 'It is Ms Okafor, I would say.' }, 'model-reply-invalid'],
    ['another JSON than was asked for', { think: () => okText }, 'model-reply-invalid'],
    ['a model that is not there', { models: ['another'] }, 'model-unavailable'],
    ['a reply without end', { script: () => ({ do: 'endless', bytes: 1e9 }) }, 'model-failed'],
    ['a refusal of everything', { script: () => ({ do: 'status', status: 400, body: 'No.' }) }, 'model-failed'],
  ];
  for (const [name, options, code, client] of misbehaviours) {
    it(`ends in a clear error, or in an answer that says what fell back, where the server gives ${name}`, async () => {
      const alone = await audit(options, client === undefined ? {} : { client });
      assert.equal(alone.error?.code, code, alone.error?.message);
      assert.ok(!alone.error.message.includes('Okafor'));
      const backed = await audit(options, { fallback: true, ...(client === undefined ? {} : { client }) });
      assert.ok(backed.report !== null, backed.error?.message);
      assert.match(backed.report.answer.text, /Okafor/);
      assert.match(notes(backed.report), /the bundled reader/);
    });
  }

  it('asks for the key where the server refuses it, whatever is behind the model', async () => {
    for (const fallback of [false, true]) {
      const { error } = await audit({ apiKey: 'k' }, { fallback });
      assert.equal(error?.code, 'model-unauthorized');
    }
  });

  it('comes through a server that fails now and then', async () => {
    const moody: Script = ({ earlier }) =>
      earlier % 3 === 0
        ? { do: 'status', status: 429, headers: { 'retry-after': '1' } }
        : earlier % 3 === 1
          ? { do: 'break', pieces: 3, how: 'reset' }
          : undefined;
    const { report } = await audit({ script: moody }, { client: { maxRetries: 8, timeoutMs: 5000, stallMs: 5000 } });
    assert.match(report?.answer.text ?? '', /Okafor/);
    assert.doesNotMatch(notes(report!), /bundled/);
  });

  it('waits for slow replies that come in time', async () => {
    const { report } = await audit({ delayMs: 50 }, { client: { timeoutMs: 10_000 } });
    assert.match(report?.answer.text ?? '', /Okafor/);
  });

  it('stays within its budget', async () => {
    const none = await audit({}, { budget: { ...limits, tokens: 10 } });
    assert.equal(none.error?.code, 'model-budget-exhausted');
    assert.equal(none.server.chats.length, 0);
    const backed = await audit({}, { fallback: true, budget: { ...limits, calls: 1 }, client: { timeoutMs: 5000, stallMs: 5000 } });
    assert.ok(backed.report !== null);
    assert.ok(backed.server.chats.length <= 1);
    const slow = await audit({ delayMs: 10_000 }, { fallback: true, budget: { ...limits, seconds: 0.1 }, client: { timeoutMs: 60_000 } });
    assert.match(notes(slow.report!), /budget of 0.1 seconds/);
  });

  it('stops at once when it is cancelled, and lets go of the server', async () => {
    const stop = new AbortController();
    const { error, server } = await audit(
      {
        script: () => {
          setImmediate(() => {
            stop.abort();
          });
          return { do: 'stall', pieces: 1 };
        },
      },
      { fallback: true, signal: stop.signal, client: { timeoutMs: 60_000, stallMs: 60_000 } },
    );
    assert.equal(error?.code, 'cancelled');
    while (server.abandoned < server.chats.length) await new Promise((resolve) => setImmediate(resolve));
  });

  it('runs on settings alone: embeddings and answers of a server, kept replies, and a table of its own', async () => {
    const { scripted: remote } = await start({ dimensions: 128 });
    const own = mkdtempSync(join(tmpdir(), 'linchpin-server-settings-'));
    try {
      const config = modelsConfigSchema.parse({ embedder: 'server:scripted', generator: 'server:scripted', server: { url: remote.url } });
      const opened = await openModels(config, { ...modelEnvironment(), cacheFolder: join(own, 'replies') });
      const workspace = await openWorkspace({ folder, indexLocation: join(own, 'index') }, opened);
      try {
        assert.ok((await workspace.index()).embedded > 0);
        const first = await workspace.audit({ question, kind: 'question', seed: 1 });
        assert.match(first.answer.text, /Okafor/);
        assert.deepEqual(
          [first.models.embedder.provider, first.models.generator.provider, first.models.relevance.provider],
          ['openai', 'openai', 'bundled'],
        );
        const asked = remote.chats.length;
        const second = await workspace.audit({ question, kind: 'question', seed: 1 });
        assert.equal(second.answer.text, first.answer.text);
        assert.equal(remote.chats.length, asked);
        assert.equal(second.usage.cached, second.usage.calls);
      } finally {
        await workspace.close();
      }
    } finally {
      rmSync(own, { recursive: true, force: true });
    }
  });

  it('has no more than so many calls under way at once', async () => {
    const { server } = await audit({ delayMs: 10 }, { budget: { ...limits, concurrency: 2 }, client: { timeoutMs: 10_000 } });
    assert.ok(server.most <= 2 && server.most >= 1);
  });
});

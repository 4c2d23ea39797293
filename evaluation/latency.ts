import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { z } from 'zod';

import type { AuditSettings } from '../src/contract/settings.ts';
import { openWorkspace } from '../src/audit/workspace.ts';
import { modelsConfigSchema } from '../src/models/choice.ts';
import { noEditor } from '../src/models/editor/editor-chat.ts';
import { OnnxRuntime } from '../src/models/onnx/runtime.ts';
import { openModels } from '../src/models/open-models.ts';
import type { AuditReport } from '../src/contract/report.ts';

/** What an audit costs where a language model takes its time: wall time over that of plain reading, and rounds of calls. */
export interface Latency {
  readonly name: string;
  /** Sequential rounds of calls, the most of all questions. */
  readonly rounds: number;
  readonly calls: number;
  readonly meanMs: number;
  readonly ratio: number;
  readonly n: number;
}

const bodySchema = z.looseObject({ messages: z.array(z.looseObject({ content: z.string() })) });

/** A chat server that takes a fixed time for each reply. @param agree all drafts give one answer; else each its own, so that they are settled by a synthesis */
async function startServer(delayMs: number, agree: boolean): Promise<{ readonly server: Server; readonly url: string }> {
  let replies = 0;
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const parsed = bodySchema.safeParse(JSON.parse(Buffer.concat(chunks).toString('utf8') || '{}'));
      const prompt = parsed.success ? parsed.data.messages.map((message) => message.content).join('\n') : '';
      replies += 1;
      const text = /"probes"/.test(prompt)
        ? JSON.stringify({
            probes: [
              { kind: 'category', query: 'What must verifiers never require of memorized secrets?', change: 'must -> must never' },
              { kind: 'role', query: 'How long must look-up secrets be?', change: 'memorized -> look-up' },
            ],
          })
        : JSON.stringify({
            found: true,
            answer: agree ? '8 characters' : `${replies} characters`,
            statement: 'Memorized secrets must be 8 characters long.',
            type: 'number',
            claims: [{ text: 'They must be 8 characters long.', evidence: ['E1'] }],
            key_evidence: ['E1'],
          });
      setTimeout(() => {
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(
          JSON.stringify({
            id: '1',
            object: 'chat.completion',
            created: 0,
            model: 'slow',
            choices: [{ index: 0, finish_reason: 'stop', message: { role: 'assistant', content: text } }],
            usage: { prompt_tokens: 100, completion_tokens: 50, total_tokens: 150 },
          }),
        );
      }, delayMs);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1` };
}

/**
 * Audits with probes and drafts beside plain reading, by a language model that takes a second for every reply.
 * @param folder a workspace whose index is made at `indexLocation`
 */
export async function measureLatency(
  folder: string,
  indexLocation: string,
  questions: readonly string[],
  delayMs = 1000,
): Promise<Latency[]> {
  const results: Latency[] = [];
  const run = async (name: string, agree: boolean, settings: Partial<AuditSettings>): Promise<void> => {
    const { server, url } = await startServer(delayMs, agree);
    const onnx = new OnnxRuntime();
    try {
      const models = await openModels(modelsConfigSchema.parse({ generator: 'server:slow', server: { url } }), {
        editorChat: noEditor,
        cacheFolder: null,
        storeFolder: indexLocation,
        onnx,
      });
      const workspace = await openWorkspace({ folder, indexLocation }, models);
      await workspace.index();
      // What a process does once is not a matter of rounds.
      if (results.length === 0) for (const question of questions) await workspace.audit({ question, kind: 'question', settings, seed: 1 });
      const reports: AuditReport[] = [];
      const started = performance.now();
      for (const question of questions) reports.push(await workspace.audit({ question, kind: 'question', settings, seed: 1 }));
      const meanMs = (performance.now() - started) / questions.length;
      await workspace.close();
      results.push({
        name,
        rounds: Math.max(...reports.map((report) => report.usage.rounds)),
        calls: Math.max(...reports.map((report) => report.usage.calls)),
        meanMs,
        ratio: meanMs / (results[0]?.meanMs ?? meanMs),
        n: questions.length,
      });
    } finally {
      server.closeAllConnections();
      server.close();
      await onnx.dispose();
    }
  };
  await run('plain reading', true, { probes: 0, drafts: 0 });
  await run('probes and drafts, which agree', true, {});
  await run('probes and drafts, with a synthesis', false, {});
  return results;
}

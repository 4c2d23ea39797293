import assert from 'node:assert/strict';

import * as vscode from 'vscode';
import { z } from 'zod';

import type { LinchpinApi } from '../../extension/extension.ts';
import { product, question, until } from './product.ts';

const turnSchema = z.object({
  metadata: z.object({ auditId: z.string(), followUps: z.array(z.object({ prompt: z.string(), command: z.string() })) }),
});
const provideSchema = z.object({
  registerLanguageModelChatProvider: z.custom<(vendor: string, provider: object) => vscode.Disposable>(
    (value) => typeof value === 'function',
  ),
});

/** The chat takes no request while the editor has no model; the participant itself asks none. */
function anyModel(): vscode.Disposable | null {
  const lm = provideSchema.safeParse(vscode.lm);
  if (!lm.success) return null;
  return lm.data.registerLanguageModelChatProvider('linchpin-tests', {
    provideLanguageModelChatInformation: () => [
      {
        id: 'silent',
        name: 'Silent',
        family: 'silent',
        version: '1',
        maxInputTokens: 1000,
        maxOutputTokens: 1000,
        isDefault: true,
        isUserSelectable: true,
        capabilities: { toolCalling: true },
      },
    ],
    provideLanguageModelChatResponse: () => Promise.resolve(),
    provideTokenCount: () => Promise.resolve(1),
  });
}

describe('The chat participant', function () {
  this.timeout(120_000);
  let api: LinchpinApi;
  let model: vscode.Disposable | null = null;
  before(async function () {
    api = await product();
    model = anyModel();
    if (model === null) this.skip();
    await vscode.commands.executeCommand('linchpin.index');
    await until(api, () => api.session.state.workspace.index.state === 'ready', 'the folder was indexed');
  });
  after(() => {
    model?.dispose();
  });

  /** One turn, as a user writes it. */
  async function turn(query: string): Promise<unknown> {
    return await vscode.commands.executeCommand('workbench.action.chat.open', {
      query,
      mode: 'ask',
      modelSelector: { vendor: 'linchpin-tests' },
      blockOnResponse: true,
    });
  }

  it('answers with an audit that the folder keeps, and says what can be asked next', async () => {
    const result = await turn('@linchpin /check Password hints are not allowed on any system.');
    const parsed = turnSchema.safeParse(result);
    assert.ok(parsed.success, JSON.stringify(result));
    const { metadata } = parsed.data;
    const saved = await api.session.controller.saved(metadata.auditId);
    assert.equal(saved.question, 'Password hints are not allowed on any system.');
    assert.equal(saved.answer.status, 'supported');
  });

  it('says why not the other answer, of the audit before, without asking again', async () => {
    const asked = turnSchema.safeParse(await turn(`@linchpin ${question}`));
    assert.ok(asked.success);
    const { auditId, followUps } = asked.data.metadata;
    assert.ok(
      followUps.some(({ command }) => command === 'why'),
      JSON.stringify(followUps),
    );
    const audits = (await api.session.controller.audits()).length;
    const why = turnSchema.safeParse(await turn('@linchpin /why'));
    assert.ok(why.success);
    assert.deepEqual([why.data.metadata.auditId, (await api.session.controller.audits()).length], [auditId, audits]);
  });

  it('says in words what is wrong with a turn', async () => {
    const failed = z.object({ errorDetails: z.object({ message: z.string() }) }).safeParse(await turn('@linchpin ???'));
    assert.ok(failed.success);
    assert.match(failed.data.errorDetails.message, /The question is empty/u);
  });
});

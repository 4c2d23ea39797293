import assert from 'node:assert/strict';

import * as vscode from 'vscode';
import { z } from 'zod';

import type { LinchpinApi } from '../../extension/extension.ts';
import { brain } from '../support/brain.ts';
import { type ScriptedServer, startScriptedServer } from '../support/scripted-server.ts';
import { product, question, until } from './product.ts';

/** Newer than the oldest editor that the product runs in, so its types are not at hand. */
type RegisterProvider = (
  vendor: string,
  provider: {
    provideLanguageModelChatInformation(): readonly object[];
    provideLanguageModelChatResponse(
      model: unknown,
      messages: readonly { readonly content: readonly unknown[] }[],
      options: unknown,
      progress: vscode.Progress<unknown>,
    ): Promise<void>;
    provideTokenCount(model: unknown, text: unknown): Promise<number>;
  },
) => vscode.Disposable;

describe("Models of the user's choice in the editor", () => {
  let api: LinchpinApi;
  let server: ScriptedServer;

  before(async () => {
    api = await product();
    server = await startScriptedServer();
    await vscode.commands.executeCommand('linchpin.refresh');
    await until(api, () => api.session.state.workspace.index.state !== 'unknown', 'the engine told of the index');
    if (api.session.state.workspace.index.state !== 'ready') await vscode.commands.executeCommand('linchpin.index');
  });
  after(async () => {
    await set({ 'models.generator': undefined, 'models.server.url': undefined });
    await server.close();
  });

  async function set(values: Readonly<Record<string, unknown>>): Promise<void> {
    for (const [name, value] of Object.entries(values))
      await vscode.workspace.getConfiguration('linchpin').update(name, value, vscode.ConfigurationTarget.Global);
  }

  it("a server on this machine answers, and the panel's state names it", async () => {
    await set({ 'models.server.url': server.url, 'models.generator': 'server:scripted' });
    await until(api, () => api.session.state.workspace.models?.generator?.id === 'scripted', 'the models were told');
    await vscode.commands.executeCommand('linchpin.ask', question);
    const { report } = api.session;
    assert.ok(report !== null, JSON.stringify(api.session.state.audit?.error));
    assert.equal(report.models.generator.id, 'scripted');
    assert.ok(report.usage.calls > 0 && server.chats.length > 0);
    assert.equal(report.notices, undefined);
  });

  it('a server elsewhere is refused while nothing may leave the machine, with the next step to take', async () => {
    await set({ 'models.server.url': 'https://models.example.com/v1' });
    await until(api, () => api.session.state.workspace.index.state === 'failed', 'the refusal was told');
    await vscode.commands.executeCommand('linchpin.ask', question);
    assert.equal(api.session.state.audit?.error?.code, 'offline');
    assert.match(api.session.state.audit.error.next, /linchpin\.privacy\.offline|Choose Models/u);
  });

  it('a model that the editor offers answers, or is refused in words', async function () {
    const provide = z
      .object({ registerLanguageModelChatProvider: z.custom<RegisterProvider>((value) => typeof value === 'function') })
      .safeParse(vscode.lm);
    // Of editors that are older than the providers of models.
    if (!provide.success) this.skip();
    let refuse = false;
    const provider = provide.data.registerLanguageModelChatProvider('linchpin-tests', {
      provideLanguageModelChatInformation: () => [
        {
          id: 'scripted-editor',
          name: 'Scripted',
          family: 'scripted',
          version: '1',
          maxInputTokens: 100_000,
          maxOutputTokens: 4000,
          capabilities: {},
        },
      ],
      provideLanguageModelChatResponse: (_model, messages, _options, progress) => {
        if (refuse) throw vscode.LanguageModelError.Blocked('the quota is used up');
        progress.report(
          new vscode.LanguageModelTextPart(
            brain(
              messages.map((message) => ({
                role: 'user',
                content: message.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join(''),
              })),
            ),
          ),
        );
        return Promise.resolve();
      },
      provideTokenCount: (_model, text) => Promise.resolve(typeof text === 'string' ? text.length : 10),
    });
    try {
      const [offered] = await vscode.lm.selectChatModels({ vendor: 'linchpin-tests' });
      assert.ok(offered !== undefined, 'the editor offers no model');
      await set({ 'privacy.offline': false, 'models.generator': `editor:${offered.id}` });
      await until(api, () => api.session.state.workspace.models?.generator?.provider === 'editor', 'the models were told');
      await vscode.commands.executeCommand('linchpin.ask', question);
      const { report } = api.session;
      assert.ok(report !== null, JSON.stringify(api.session.state.audit?.error));
      assert.deepEqual([report.models.generator.provider, report.models.generator.local, report.notices], ['editor', false, undefined]);
      assert.ok(report.usage.calls > 0 && report.usage.promptTokens > 0);
      refuse = true;
      await vscode.commands.executeCommand('linchpin.ask', 'Who is the Chief Information Security Officer?');
      assert.ok((api.session.report?.notices ?? []).length > 0, JSON.stringify(api.session.state.audit?.error));
    } finally {
      provider.dispose();
      await set({ 'privacy.offline': undefined });
    }
  });

  it('back with the bundled models all is as before', async () => {
    await set({ 'models.generator': undefined, 'models.server.url': undefined });
    await until(
      api,
      () => api.session.state.workspace.index.state === 'ready' && api.session.state.workspace.models?.generator?.provider === 'bundled',
      'the models were told',
    );
    await vscode.commands.executeCommand('linchpin.ask', question);
    assert.match(api.session.report?.answer.text ?? '', /14/u);
  });
});

import assert from 'node:assert/strict';

import * as vscode from 'vscode';

import type { LinchpinApi } from '../../extension/extension.ts';
import { type ScriptedServer, startScriptedServer } from '../support/scripted-server.ts';
import { product, question, until } from './product.ts';

describe('Models of the user\'s choice in the editor', () => {
  let api: LinchpinApi;
  let server: ScriptedServer;

  before(async () => {
    api = await product();
    server = await startScriptedServer();
    await until(api, () => api.session.state.workspace.index.state !== 'unknown', 'the engine told of the index');
    if (api.session.state.workspace.index.state !== 'ready') await vscode.commands.executeCommand('linchpin.index');
  });
  after(async () => {
    await set({ 'models.generator': undefined, 'models.server.url': undefined });
    await server.close();
  });

  async function set(values: Readonly<Record<string, unknown>>): Promise<void> {
    for (const [name, value] of Object.entries(values)) await vscode.workspace.getConfiguration('linchpin').update(name, value, vscode.ConfigurationTarget.Global);
  }

  it('a server on this machine answers, and the panel\'s state names it', async () => {
    await set({ 'models.server.url': server.url, 'models.generator': 'server:scripted' });
    await until(api, () => api.session.state.workspace.models?.generator?.id === 'scripted', 'the models were told');
    await vscode.commands.executeCommand('linchpin.ask', question);
    const { report } = api.session;
    assert.ok(report !== undefined, JSON.stringify(api.session.state.audit?.error));
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

  it('back with the bundled models all is as before', async () => {
    await set({ 'models.generator': undefined, 'models.server.url': undefined });
    await until(api, () => api.session.state.workspace.index.state === 'ready' && api.session.state.workspace.models?.generator?.provider === 'bundled', 'the models were told');
    await vscode.commands.executeCommand('linchpin.ask', question);
    assert.match(api.session.report?.answer.text ?? '', /14/u);
  });
});

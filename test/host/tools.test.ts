import assert from 'node:assert/strict';

import * as vscode from 'vscode';

import { folder, product, question, until } from './product.ts';

const names = ['linchpin_ask', 'linchpin_check_claim', 'linchpin_search'];

/** What a tool told the model that called it. */
async function told(name: string, input: object): Promise<string> {
  const result = await vscode.lm.invokeTool(name, { input, toolInvocationToken: undefined });
  return result.content.map((part) => (part instanceof vscode.LanguageModelTextPart ? part.value : '')).join('');
}

describe('The tools for language models', () => {
  before(async () => {
    const api = await product();
    await vscode.commands.executeCommand('linchpin.index');
    await until(api, () => api.session.state.workspace.index.state === 'ready', 'the folder was indexed');
  });

  it('are offered with descriptions and inputs', () => {
    const offered = vscode.lm.tools.filter(({ name }) => names.includes(name));
    assert.deepEqual(offered.map(({ name }) => name).sort(), names);
    for (const { description, inputSchema } of offered) assert.ok(description.length > 50 && inputSchema !== undefined);
  });

  it('search, ask and check with quotes that stand in the documents', async () => {
    assert.match(await told('linchpin_search', { query: 'password length' }), /access-policy/u);
    const answer = await told('linchpin_ask', { question });
    assert.match(answer, /^Status: /mu);
    for (const [, path = '', quote = ''] of answer.matchAll(/^\[\d+\] (.+?), line \d+: “(.+)”$/gmu)) {
      const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder(), path));
      assert.ok(document.getText().replaceAll(/\s+/gu, ' ').includes(quote), quote);
    }
    assert.match(await told('linchpin_check_claim', { claim: 'Password hints are not allowed on any system.' }), /^Status: Supported/mu);
  });

  it('tell the model what is wrong with a call', async () => {
    assert.match(await told('linchpin_ask', { question: 'x'.repeat(5000) }), /4000/u);
    assert.match(await told('linchpin_check_claim', { claim: 'x y', document: '../../etc/passwd' }), /leads out of the folder/u);
  });

  it('end when they are cancelled', async () => {
    const source = new vscode.CancellationTokenSource();
    const asked = vscode.lm.invokeTool(
      'linchpin_ask',
      { input: { question: 'What caused the outage?' }, toolInvocationToken: undefined },
      source.token,
    );
    source.cancel();
    await assert.rejects(Promise.resolve(asked));
  });
});

import assert from 'node:assert/strict';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import * as vscode from 'vscode';
import * as z from 'zod';

import { folder, product, question, until } from './product.ts';

const resultSchema = z.object({ content: z.array(z.object({ type: z.literal('text'), text: z.string() })).min(1) });

describe('The MCP server that the editor is offered', () => {
  it('is started by its definition alone, and answers an agent on the index of the window', async () => {
    const api = await product();
    await vscode.commands.executeCommand('linchpin.index');
    await until(api, () => api.session.state.workspace.index.state === 'ready', 'the folder was indexed');
    const [server, ...more] = api.mcpServers();
    assert.ok(server !== undefined && more.length === 0);
    const environment = Object.entries({ ...process.env, ...server.env }).flatMap(([name, value]): [string, string][] =>
      value === undefined || value === null ? [] : [[name, String(value)]],
    );
    const client = new Client({ name: 'test', version: '1' });
    await client.connect(
      new StdioClientTransport({ command: server.command, args: server.args, env: Object.fromEntries(environment), stderr: 'pipe' }),
    );
    try {
      const { tools } = await client.listTools();
      assert.deepEqual(tools.map(({ name }) => name).sort(), ['ask', 'check_claim', 'get_audit', 'list_reviews', 'search']);
      const { content } = resultSchema.parse(await client.callTool({ name: 'ask', arguments: { question } }));
      const answer = content.map(({ text }) => text).join('\n');
      const [, path = '', quote = ''] = /^\[1\] (.+?), line \d+: “(.+)”$/mu.exec(answer) ?? [];
      const document = await vscode.workspace.openTextDocument(vscode.Uri.joinPath(folder(), path));
      assert.ok(quote !== '' && document.getText().replaceAll(/\s+/gu, ' ').includes(quote), answer);
    } finally {
      await client.close();
    }
  });
});

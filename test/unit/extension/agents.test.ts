import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { chatParticipant, mcpProvider, tools } from '../../../extension/names.ts';
import { leavesTo, mcpArguments } from '../../../extension/remote-models.ts';
import { type CheckedSettings, checkSettings } from '../../../extension/settings.ts';
import { askInput, checkClaimInput, searchInput } from '../../../src/contract/agent-inputs.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const { contributes } = z
  .object({
    contributes: z.object({
      languageModelTools: z.array(
        z.object({ name: z.string(), toolReferenceName: z.string(), modelDescription: z.string(), inputSchema: z.unknown() }),
      ),
      chatParticipants: z.array(z.object({ id: z.string(), commands: z.array(z.object({ name: z.string() })) })),
      mcpServerDefinitionProviders: z.array(z.object({ id: z.string() })),
    }),
  })
  .parse(JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')));

describe('What the manifest offers to agents', () => {
  const inputs: Record<string, z.ZodRawShape> = { [tools.search]: searchInput, [tools.ask]: askInput, [tools.checkClaim]: checkClaimInput };

  it('are the tools that the code registers, with the inputs that it reads', () => {
    assert.deepEqual(contributes.languageModelTools.map(({ name }) => name).sort(), Object.values(tools).sort());
    for (const { name, inputSchema } of contributes.languageModelTools) {
      const { $schema: _, ...expected } = z.toJSONSchema(z.object(inputs[name] ?? assert.fail(name)), { io: 'input' });
      assert.deepEqual(inputSchema, expected, name);
    }
  });

  it('are the chat participant and the MCP servers that the code provides', () => {
    assert.deepEqual(
      contributes.chatParticipants.map(({ id }) => id),
      [chatParticipant],
    );
    assert.deepEqual(
      contributes.chatParticipants[0]?.commands.map(({ name }) => name),
      ['ask', 'check', 'causes', 'why'],
    );
    assert.deepEqual(
      contributes.mcpServerDefinitionProviders.map(({ id }) => id),
      [mcpProvider],
    );
  });
});

describe('Where text goes', () => {
  const models = (values: Record<string, unknown>): CheckedSettings['models'] => checkSettings((name) => values[name]).models;
  const remote = { 'privacy.offline': false, 'models.generator': 'server:m', 'models.server.url': 'https://models.example.org/v1' };

  it('is asked before text leaves the machine, and only then', () => {
    assert.equal(leavesTo(models({}), ['generator']), null);
    assert.equal(leavesTo(models(remote), ['generator']), 'https://models.example.org');
    assert.equal(leavesTo(models(remote), ['embedder', 'relevance']), null, 'these stay');
    assert.equal(leavesTo(models({ ...remote, 'privacy.offline': true }), ['generator']), null);
    assert.equal(leavesTo(models({ ...remote, 'models.server.url': 'http://localhost:11434/v1' }), ['generator']), null);
    assert.equal(leavesTo(models({ 'privacy.offline': false, 'models.generator': 'editor:x' }), ['generator']), 'editor');
  });

  it('the MCP server asks as the window does, on its index, and sends nothing where the window does not', () => {
    const offline = mcpArguments('/x/cli.mjs', { folder: '/docs' }, '/index', models({}));
    assert.deepEqual(offline.slice(0, 6), ['/x/cli.mjs', 'mcp', '/docs', '--no-index', '--index-dir', '/index']);
    assert.ok(!offline.includes('--online'));
    const online = mcpArguments(
      'c',
      { folder: 'f' },
      'i',
      models({ ...remote, 'models.embedder': 'editor:x', 'privacy.redact': ['a/**', 'b'] }),
    );
    assert.ok(online.includes('--online') && !online.includes('--embedder'));
    assert.deepEqual(online.slice(-3), ['--redact', 'a/**', 'b']);
  });
});

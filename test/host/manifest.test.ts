import assert from 'node:assert/strict';

import * as vscode from 'vscode';
import { z } from 'zod';

const manifestSchema = z.object({
  contributes: z.object({
    commands: z.array(z.object({ command: z.string(), title: z.string(), category: z.string() })),
    configuration: z.array(z.object({ properties: z.record(z.string(), z.object({ default: z.unknown() }).loose()) })),
  }),
});

describe('The installed package', () => {
  const extension = vscode.extensions.getExtension('linchpin.linchpin');

  before(async () => {
    assert.ok(extension, 'the package is not installed');
    await extension.activate();
  });

  it('registers every command that its manifest names, and no other', async () => {
    const named = manifestSchema.parse(extension?.packageJSON).contributes.commands.map((entry) => entry.command);
    // The editor itself registers some for each view: those have more parts to their name, or the name of a view.
    const ours = (await vscode.commands.getCommands(true)).filter((id) => /^linchpin\.[^.]+$/u.test(id));
    assert.deepEqual(ours.sort(), named.sort());
  });

  it('gives every setting the default that its manifest names', () => {
    const { configuration } = manifestSchema.parse(extension?.packageJSON).contributes;
    for (const [key, property] of configuration.flatMap(({ properties }) => Object.entries(properties))) {
      assert.deepEqual(vscode.workspace.getConfiguration().get(key), property.default, key);
    }
  });
});

import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

import { isAddress } from '../../base/address.ts';
import { LinchpinError } from '../../base/error.ts';
import { foldersSchema, type Where } from '../../engine/protocol.ts';
import { AskedFolder } from '../../mcp/folder.ts';
import { mcpServer } from '../../mcp/server.ts';
import type { McpFlags } from './flags.ts';
import { folderOptions, withEngine } from './host.ts';

/** Serves until its client hangs up or the process is told to end. Standard output belongs to the protocol. @throws LinchpinError `folder-missing`. */
export async function mcpCommand(dir: string, flags: McpFlags, signal: AbortSignal): Promise<void> {
  const options = { ...(await folderOptions(dir, flags)), ...(flags.folders === undefined ? {} : { folders: namedIn(flags.folders) }) };
  await withEngine(async (engine) => {
    const server = mcpServer(new AskedFolder(engine, options, flags.index && !isAddress(options.indexLocation ?? '')));
    const ended = new Promise<void>((resolve) => {
      server.server.onclose = resolve;
      process.stdin.once('end', resolve);
      process.stdin.once('close', resolve);
      signal.addEventListener('abort', () => {
        resolve();
      });
    });
    await server.connect(new StdioServerTransport());
    await ended;
    await server.close();
  });
}

function namedIn(json: string): Where['folders'] {
  try {
    return foldersSchema.parse(JSON.parse(json));
  } catch (error) {
    throw new LinchpinError('usage', '--folders is no list of named folders.', 'Use --also for each further folder.', error);
  }
}

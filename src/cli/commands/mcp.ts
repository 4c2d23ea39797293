import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

import { isAddress } from '../../base/address.ts';
import { AskedFolder } from '../../mcp/folder.ts';
import { mcpServer } from '../../mcp/server.ts';
import type { McpFlags } from './flags.ts';
import { folderOptions, withEngine } from './host.ts';

/** Serves until its client hangs up or the process is told to end. Standard output belongs to the protocol. @throws LinchpinError `folder-missing`. */
export async function mcpCommand(dir: string, flags: McpFlags, signal: AbortSignal): Promise<void> {
  const options = await folderOptions(dir, flags);
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

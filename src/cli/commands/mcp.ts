import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';

import { isAddress } from '../../base/address.ts';
import { LinchpinError } from '../../base/error.ts';
import { t } from '../../base/language.ts';
import { foldersSchema, type Where } from '../../engine/protocol.ts';
import { AskedFolder } from '../../mcp/folder.ts';
import { BoundedLines, idOf } from '../../mcp/lines.ts';
import { mcpServer } from '../../mcp/server.ts';
import { exitCodes } from '../exit.ts';
import { tellJson, warn } from '../terminal.ts';
import type { McpFlags } from './flags.ts';
import { folderOptions, withEngine } from './host.ts';

/** Of one message of a client. A question has at most some thousand characters. */
const mostBytes = 16 * 1024 * 1024;
/** JSON-RPC: what was sent is no request that can be taken. */
const invalidRequest = -32600;

/** Serves until its client hangs up or the process is told to end. Standard output belongs to the protocol. @throws LinchpinError `folder-missing`. */
export async function mcpCommand(dir: string, flags: McpFlags, signal: AbortSignal): Promise<void> {
  const options = { ...(await folderOptions(dir, flags)), ...(flags.folders === undefined ? {} : { folders: namedIn(flags.folders) }) };
  await withEngine(async (engine) => {
    const server = mcpServer(new AskedFolder(engine, options, flags.index && !isAddress(options.indexLocation ?? '')));
    const lines = new BoundedLines(mostBytes, refuse);
    const ended = new Promise<'asked' | 'closed'>((resolve) => {
      const end = (): void => {
        resolve('asked');
      };
      server.server.onclose = () => {
        resolve('closed');
      };
      server.server.onerror = (error) => {
        warn(`linchpin: ${t('A message of the client was not taken: {0}', firstLine(error.message))}\n`);
      };
      lines.once('end', end);
      process.stdin.once('close', end);
      signal.addEventListener('abort', end);
    });
    process.stdin.pipe(lines);
    // Each line comes whole, and at most one is waited for.
    await server.connect(new StdioServerTransport(lines, process.stdout, { maxBufferSize: 2 * mostBytes }));
    // Whatever else ends it is a fault, and is said.
    if ((await ended) === 'closed') {
      warn(`linchpin: ${t('The server ended without being told to.')}\n`);
      process.exitCode = exitCodes.failure;
    }
    await server.close();
  });
}

function refuse(head: string, tail: string): void {
  const message = `The message is longer than ${String(mostBytes / 1024 / 1024)} MB. Send a shorter one: a question or claim is a few sentences.`;
  warn(`linchpin: ${t('A message of the client was not taken: {0}', 'it is too long')}\n`);
  tellJson({ jsonrpc: '2.0', id: idOf(head, tail), error: { code: invalidRequest, message } });
}

function firstLine(text: string): string {
  return (text.split('\n', 1)[0] ?? '').slice(0, 200);
}

function namedIn(json: string): Where['folders'] {
  try {
    return foldersSchema.parse(JSON.parse(json));
  } catch (error) {
    throw new LinchpinError('usage', '--folders is no list of named folders.', 'Use --also for each further folder.', error);
  }
}

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

import fc from 'fast-check';
import { z } from 'zod';

import { BoundedLines, idOf } from '../../../src/mcp/lines.ts';
import { newHome, removeHome } from '../cli/cli.ts';

const root = join(import.meta.dirname, '..', '..', '..');

describe('Lines of a stream', () => {
  it('come whole, however they are cut up; those that are too long are told and left out', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.string({ unit: fc.constantFrom('a', 'é', '🙂'), maxLength: 30 })),
        fc.integer({ min: 1, max: 9 }),
        async (texts, size) => {
          const bytes = Buffer.from(texts.map((text) => `${text}\n`).join(''));
          const parts = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
          const refused: string[] = [];
          const lines = new BoundedLines(20, (head) => refused.push(head));
          let got = '';
          for await (const piece of Readable.from(parts).pipe(lines)) got += String(piece);
          const fits = (text: string): boolean => Buffer.byteLength(`${text}\n`) <= 20;
          assert.equal(
            got,
            texts
              .filter(fits)
              .map((text) => `${text}\n`)
              .join(''),
          );
          assert.equal(refused.length, texts.filter((text) => !fits(text)).length);
        },
      ),
    );
  });

  it('tell the id of a request by their ends, and never one of its arguments', () => {
    assert.equal(idOf('{"jsonrpc":"2.0","id":7,"method":"tools/call","params":{', ''), 7);
    assert.equal(idOf('{"method":"tools/call","params":{"id":3', '"}},"jsonrpc":"2.0","id":"x-1"}\n'), 'x-1');
    assert.equal(idOf('{"method":"tools/call","params":{"id":3', '","id":5}}}\n'), null);
    assert.equal(idOf('aaaa', 'aaaa'), null);
  });
});

describe('The MCP server and a message of 16 MB', function () {
  this.timeout(120_000);

  it('refuses it with an error of JSON-RPC and goes on; when the client hangs up it ends with 0', async () => {
    const home = await newHome();
    await mkdir(join(home, 'docs'));
    const server = spawn(process.execPath, ['--import', 'tsx', join(root, 'src', 'cli', 'main.ts'), 'mcp', join(home, 'docs')], {
      cwd: root,
      env: { ...process.env, LINCHPIN_INDEX_DIR: join(home, 'index') },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    let said = '';
    server.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
    });
    try {
      const replies = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
      const reply = async (): Promise<unknown> => JSON.parse(z.string().parse((await replies.next()).value));
      const send = (message: object): void => void server.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
      const call = { method: 'tools/call', params: { name: 'ask', arguments: { question: 'x'.repeat(16 * 1024 * 1024) } } };
      send({ id: 1, ...call });
      const refused = z.object({ id: z.int(), error: z.object({ code: z.int(), message: z.string() }) });
      const first = refused.parse(await reply());
      assert.deepEqual([first.id, first.error.code], [1, -32600]);
      assert.match(first.error.message, /longer than 16 MB/);
      server.stdin.write('this is no JSON\n');
      send({
        id: 2,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      });
      assert.equal(z.object({ id: z.int(), result: z.object({}) }).parse(await reply()).id, 2);
      server.stdin.end();
      await once(server, 'close');
      assert.equal(server.exitCode, 0);
      assert.match(said, /was not taken: it is too long/);
      assert.match(said, /was not taken: .*JSON/);
    } finally {
      server.kill();
      await removeHome(home);
    }
  });
});

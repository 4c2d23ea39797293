import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, realpath, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { z } from 'zod';

import { copySample } from '../cli/cli.ts';
import { hasStrace, outside, seenIn, traced } from './strace.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const run = promisify(execFile);
/** Of questions and claims in one engine: `LINCHPIN_TRACED_SECONDS=60` has them asked for a minute, in which a queue would be sent off. */
const seconds = process.env['LINCHPIN_TRACED_SECONDS'] ?? '0';

describe('What the processes of the product ask of the system', function () {
  this.timeout(240_000 + Number(seconds) * 3000);
  let space = '';
  let home = '';
  let trace: string | null = null;
  before(async () => {
    space = await realpath(await mkdtemp(join(tmpdir(), 'linchpin-traced-')));
    home = join(space, 'home');
    await Promise.all(['home', 'tmp'].map((name) => mkdir(join(space, name))));
    const folder = await copySample(space, 'sample');
    const session = [process.execPath, '--import', 'tsx', join(import.meta.dirname, 'session.ts'), folder, join(space, 'index'), seconds];
    const file = join(space, 'trace');
    const isTraced = hasStrace();
    const [command = '', ...args] = isTraced ? traced(file, session) : session;
    const { stdout } = await run(command, args, {
      cwd: root,
      maxBuffer: 1e8,
      // Nothing of the user's is known: whatever keeps things for itself has to make its folder anew.
      env: { PATH: process.env['PATH'], HOME: home, TMPDIR: join(space, 'tmp') },
    });
    const done = z.object({ asked: z.int().min(4), code: z.literal(0), agent: z.literal(true) });
    done.parse(JSON.parse(stdout.trim().split('\n').at(-1) ?? ''));
    if (isTraced) trace = await readFile(file, 'utf8');
  });
  after(() => rm(space, { recursive: true, force: true, maxRetries: 5 }));

  it('engine, threads, command line and MCP server leave nothing in the home of the user', async () => {
    assert.deepEqual(await readdir(home, { recursive: true }), []);
  });

  it('no socket but to the machine itself is opened: indexing, questions, claims, a check, an agent', function () {
    if (trace === null) this.skip();
    assert.deepEqual(seenIn(trace, root).network, []);
  });

  it('no file is opened for writing outside the folders that are given', function () {
    if (trace === null) this.skip();
    const { written } = seenIn(trace, root);
    assert.ok([...written].some((path) => path.startsWith(join(space, 'index'))));
    assert.deepEqual(outside(written, [join(space, 'index'), join(space, 'sample', '.linchpin'), join(space, 'tmp')]), []);
  });

  it('the trace sees a connection and a file of a process that makes them', async function () {
    if (trace === null) this.skip();
    const server = createServer((socket) => socket.end());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = z.object({ port: z.int() }).parse(server.address());
    const file = join(space, 'control');
    const code = `require('fs').writeFileSync(${JSON.stringify(join(home, 'left'))}, ''); require('net').connect(${port}, '127.0.0.1').resume()`;
    const [command = '', ...args] = traced(file, [process.execPath, '-e', code]);
    try {
      await run(command, args, { cwd: root });
    } finally {
      server.close();
    }
    const { network, written } = seenIn(await readFile(file, 'utf8'), root);
    assert.ok(network.some((line) => line.includes('AF_INET')));
    assert.deepEqual(outside(written, [join(space, 'index')]), [join(home, 'left')]);
    await rm(join(home, 'left'));
  });
});

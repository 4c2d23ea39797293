// What a day with the product does, in the processes that do it: `traced.test.ts` watches what they ask the system for.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { requests } from '../../../src/engine/protocol.ts';
import { startEngine } from '../engine/engine.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const [folder = '', index = '', seconds = '0'] = process.argv.slice(2);
const options = { folder, indexLocation: index };
const questions = [
  'How long must passwords chosen by users be?',
  'Who may grant an exception?',
  'How often must passwords be changed?',
  'Passwords chosen by users must have at least 14 characters.',
];
const cli = ['--import', 'tsx', join(root, 'src', 'cli', 'main.ts')];
const until = performance.now() + Number(seconds) * 1000;
let asked = 0;

// The engine of a window: indexing with the second pass beside it, questions and claims.
const engine = startEngine({ onLog: (line) => process.stderr.write(`engine: ${line}\n`) });
await engine.index(options, false, () => undefined);
do {
  const question = questions[asked % questions.length] ?? '';
  // Without a number of its own each is read anew.
  await engine.ask(
    {
      options,
      question: asked < questions.length ? question : `${question} (${asked})`,
      kind: asked % 4 === 3 ? 'claim' : 'question',
      settings: {},
      exclude: [],
    },
    () => undefined,
  );
  asked += 1;
} while (asked < questions.length || performance.now() < until);
await engine.request(requests.status, { options });
engine.dispose();

// The command line, and the server that it is for agents.
const check = spawn(
  process.execPath,
  [...cli, 'check', join(folder, 'README.md'), '--against', folder, '--index-dir', index, '--fail-on', 'none'],
  {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
  },
);
await once(check, 'exit');
const agent = new Client({ name: 'test', version: '1' });
await agent.connect(
  new StdioClientTransport({
    command: process.execPath,
    args: [...cli, 'mcp', folder, '--index-dir', index],
    cwd: root,
    env: process.env as Record<string, string>,
  }),
);
const answered = await agent.callTool({ name: 'ask', arguments: { question: questions[0] } });
await agent.close();
process.stdout.write(`${JSON.stringify({ asked, code: check.exitCode, agent: answered.isError !== true })}\n`);

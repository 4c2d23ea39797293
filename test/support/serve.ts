import { parseArgs } from 'node:util';

import { startScriptedServer } from './scripted-server.ts';

// The scripted server by itself, to try the extension or the command line against: node --import tsx test/support/serve.ts --delay 1000
const { values } = parseArgs({
  options: { port: { type: 'string', default: '0' }, delay: { type: 'string', default: '0' }, key: { type: 'string' } },
});
const server = await startScriptedServer({
  port: Number(values.port),
  delayMs: Number(values.delay),
  ...(values.key === undefined ? {} : { apiKey: values.key }),
});
process.stdout.write(`${server.url} (model "scripted")\n`);

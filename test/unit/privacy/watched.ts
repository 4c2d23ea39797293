// A whole run with every way out of the process watched: `offline.test.ts` starts it and reads what it prints.
import dgram from 'node:dgram';
import { subscribe } from 'node:diagnostics_channel';
import dns from 'node:dns';
import net from 'node:net';
import { mock } from 'node:test';

import { z } from 'zod';

import { openWorkspace } from '../../../src/audit/workspace.ts';
import { LinchpinError } from '../../../src/base/error.ts';
import { modelsConfigSchema } from '../../../src/models/choice.ts';
import { placesOf } from '../../../src/engine/places.ts';
import { modelEnvironment } from '../../../src/models/environment.ts';
import { openModels } from '../../../src/models/open-models.ts';

const [folder = '', indexLocation = '', given = '{}', tell = ''] = process.argv.slice(2);
const seen: string[] = [];
subscribe('net.client.socket', (message) => {
  const { socket } = z.object({ socket: z.instanceof(net.Socket) }).parse(message);
  seen.push('socket');
  socket.once('connect', () => {
    seen.push(socket.remoteAddress ?? '');
  });
});
mock.method(dns, 'lookup', (name: string) => {
  seen.push(`lookup ${name}`);
});
mock.method(dns.promises, 'lookup', (name: string) => {
  seen.push(`lookup ${name}`);
  return Promise.reject(new Error('watched'));
});
mock.method(dgram.Socket.prototype, 'send', () => {
  seen.push('datagram');
});

const config = modelsConfigSchema.parse(JSON.parse(given));
let outcome = '';
try {
  const workspace = await openWorkspace({ folder, indexLocation }, await openModels(config, modelEnvironment(placesOf(process.env))));
  await workspace.index();
  for (const kind of ['question', 'claim'] as const) outcome += `${(await workspace.audit({ question: tell, kind })).answer.status} `;
  await workspace.close();
} catch (error) {
  outcome = error instanceof LinchpinError ? error.code : String(error);
}
process.stdout.write(`${JSON.stringify({ seen, outcome: outcome.trim() })}\n`);

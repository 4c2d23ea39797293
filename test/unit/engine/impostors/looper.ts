// An engine that hangs: in an endless loop of its main thread when it is asked, the first time or always, or stands still for long at work
// that is known to be long.
import { existsSync, writeFileSync } from 'node:fs';

import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';

import { longWork } from '../../../../src/base/long-work.ts';
import { startPulse } from '../../../../src/engine/pulse.ts';

const { LOOPER_MARK = '', LOOPER_STILL_MS = '' } = process.env;

startPulse(process.env, 300);
const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
const standStill = (ms: number): void => {
  const until = performance.now() + ms;
  while (performance.now() < until);
};
connection.onRequest('linchpin/audits', async () => {
  if (LOOPER_STILL_MS !== '')
    await longWork(() => {
      standStill(Number(LOOPER_STILL_MS));
      return Promise.resolve();
    });
  else if (LOOPER_MARK === '' || !existsSync(LOOPER_MARK)) {
    if (LOOPER_MARK !== '') writeFileSync(LOOPER_MARK, '');
    standStill(Infinity);
  }
  return { audits: [], damaged: [] };
});
connection.onRequest('linchpin/decide', () => {
  standStill(Infinity);
});
connection.listen();
process.on('disconnect', () => process.exit(0));

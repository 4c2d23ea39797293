// Indexes, as it says, until it is told that the user types.
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';

const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
let told = 0;
const waiting = [];
connection.onNotification('linchpin/typed', () => {
  told += 1;
  for (const go of waiting.splice(0)) go();
});
connection.onRequest('linchpin/index', async ({ work }) => {
  const before = told;
  const typed = new Promise((resolve) => waiting.push(resolve));
  await connection.sendNotification('linchpin/indexProgress', {
    work,
    progress: { phase: 'embedding', done: 1, total: 2, bytes: 3, secondsLeft: null },
  });
  await typed;
  const none = {
    passages: 0,
    removed: 0,
    failed: [],
    skipped: [],
    leftOut: [],
    embedded: 0,
    seconds: 0,
    indexVersion: 'v',
    store: 'memory',
  };
  return { documents: before, updated: told, ...none };
});
connection.listen();
process.on('disconnect', () => process.exit(0));

// Answers every request with much, and writes a line of its log in two chunks.
import { setImmediate } from 'node:timers';

import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';

const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
connection.onRequest('linchpin/log', async () => {
  // Each write waits for the one before: they arrive as chunks of their own.
  for (const part of ['one line ', 'in two chunks\nla', 'st\n'])
    await new Promise((resolve) => process.stderr.write(part, () => setImmediate(resolve)));
  return null;
});
connection.onRequest(() => ({ rows: Array.from({ length: 1000 }, (_, row) => ({ row })) }));
connection.listen();
process.on('disconnect', () => process.exit(0));

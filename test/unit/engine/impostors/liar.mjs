// Answers every request with something that is no result of it, and sends notifications that are none.
import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';

const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
connection.onRequest(async (_method, params) => {
  await connection.sendNotification('linchpin/indexProgress', { work: params?.work ?? '', progress: { phase: 'dreaming' } });
  return { documents: 'many' };
});
connection.listen();
process.on('disconnect', () => process.exit(0));

import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';

import { editorChatOver, serve } from './server.ts';
import { EngineService } from './service.ts';

/** The engine process: serves its parent over the IPC channel, and ends with it. */
const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
const service = new EngineService(editorChatOver(connection));
serve(connection, service);
connection.onClose(() => {
  void service.close().finally(() => {
    process.exit(0);
  });
});
connection.listen();
process.on('disconnect', () => {
  process.exit(0);
});

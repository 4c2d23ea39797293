import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';

import { serve } from './server.ts';
import { EngineService } from './service.ts';

/** The engine process: serves its parent over the IPC channel, and ends with it. */
const service = new EngineService();
const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
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

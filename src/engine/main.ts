import { createMessageConnection, IPCMessageReader, IPCMessageWriter } from 'vscode-jsonrpc/node';

import { switchTelemetryOff } from '../base/no-telemetry.ts';
import { createEngine } from './engine.ts';
import { placesOf } from './places.ts';
import { startPulse } from './pulse.ts';
import { editorChatOver, serve } from './server.ts';

/** How long closing the stores may take once the parent has gone, milliseconds. */
const closingMs = 5000;

switchTelemetryOff();
startPulse(process.env, closingMs + 1000);

/** The engine process: serves its parent over the IPC channel, and ends with it. */
const connection = createMessageConnection(new IPCMessageReader(process), new IPCMessageWriter(process));
const engine = createEngine({ ...placesOf(process.env), encodes: true, editorChat: editorChatOver(connection) });
serve(connection, engine);
connection.listen();
// The one way out, whether the parent has let go or was killed.
process.once('disconnect', () => {
  setTimeout(() => {
    process.exit(1);
  }, closingMs).unref();
  void engine.close().finally(() => {
    process.exit(0);
  });
});

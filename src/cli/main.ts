#!/usr/bin/env node
import { switchTelemetryOff } from '../base/no-telemetry.ts';
import { program } from './program.ts';

switchTelemetryOff();

// Who reads has enough, as in `linchpin --help | head`: that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
await program(process.argv);

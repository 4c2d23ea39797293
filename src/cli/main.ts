#!/usr/bin/env node
import { program } from './program.ts';

// Who reads has enough, as in `linchpin --help | head`: that is no fault.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});
await program(process.argv);

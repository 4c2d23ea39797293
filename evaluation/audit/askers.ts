import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';

import { openWorkspace } from '../../src/audit/workspace.ts';
import type { Models } from '../../src/models/ports.ts';
import type { ModelSource } from '../../src/models/open-models.ts';
import type { AuditReport } from '../../src/contract/report.ts';
import type { OpenAsker } from './run.ts';
import { parseAnyReport } from './run.ts';

const execute = promisify(execFile);
const largestReport = 64 * 1024 * 1024;

/** Asks in this process. */
export function inProcess(models: Models | ModelSource, kind: AuditReport['kind'] = 'question'): OpenAsker {
  return async (folder, location) => {
    const workspace = await openWorkspace({ folder, indexLocation: location }, models);
    await workspace.index();
    return {
      ask: (question) => workspace.audit({ question, kind }),
      close: () => workspace.close(),
    };
  };
}

/** Asks another build of the product by its command line: for the version before, or any other. Slower by a process a question. */
export function byCommandLine(program: string, kind: AuditReport['kind'] = 'question'): OpenAsker {
  return async (folder, location) => {
    const place = `${location}-${Buffer.from(resolve(program)).toString('hex').slice(-12)}`;
    await execute(process.execPath, [program, 'index', folder, '--index-dir', place, '--json'], { maxBuffer: largestReport });
    return {
      ask: async (question) => {
        // Without enough evidence the program exits with 3 and prints its report all the same.
        const asked = [program, 'ask', folder, question, '--json', '--index-dir', place, ...(kind === 'claim' ? ['--claim'] : [])];
        const { stdout } = await execute(process.execPath, asked, { maxBuffer: largestReport }).catch((error: unknown) => {
          if (error instanceof Error && 'code' in error && error.code === 3 && 'stdout' in error) return { stdout: String(error.stdout) };
          throw error;
        });
        return parseAnyReport(stdout);
      },
      close: () => Promise.resolve(),
    };
  };
}

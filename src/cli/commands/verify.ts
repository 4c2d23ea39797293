import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import { LinchpinError } from '../../base/error.ts';
import { exitCodes } from '../exit.ts';
import { printVerified } from '../print-verified.ts';
import type { VerifyFlags } from './flags.ts';
import { whereOf, withEngine } from './host.ts';

/** @throws LinchpinError `folder-missing`, `usage`, `report-invalid`, `cancelled`. */
export async function verifyCommand(file: string, dir: string, flags: VerifyFlags, signal: AbortSignal): Promise<void> {
  const where = await whereOf(dir, flags);
  const text = await readFile(resolve(file), 'utf8').catch((error: unknown) => {
    throw new LinchpinError('usage', `The report ${file} cannot be read.`, 'Give the path of a report.', error);
  });
  const verified = await withEngine((engine) => engine.verify(text, where, flags.reread === true, signal));
  process.stdout.write(flags.json === true ? `${JSON.stringify(verified)}\n` : printVerified(verified));
  process.exitCode = verified.holds ? exitCodes.answered : exitCodes.failure;
}

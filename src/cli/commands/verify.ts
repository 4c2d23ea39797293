import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';

import type { VerificationResult } from '../../audit/verification/verification.ts';
import { LinchpinError } from '../../base/error.ts';
import { exitCodes } from '../exit.ts';
import { printVerified } from '../print-verified.ts';
import { tell, tellJson } from '../terminal.ts';
import type { VerifyFlags } from './flags.ts';
import { whereOf, withEngine } from './host.ts';

const endsWith: Record<VerificationResult, number> = {
  proven: exitCodes.answered,
  consistent: exitCodes.answered,
  unproven: exitCodes.notEnoughEvidence,
  contradicted: exitCodes.failure,
};

/** Ends with 0 where the report is proven or consistent, 1 where it does not hold, 3 where it is not proven. @throws LinchpinError `folder-missing`, `usage`, `report-invalid`, `cancelled`; with `--reread` model codes. */
export async function verifyCommand(file: string, dir: string, flags: VerifyFlags, signal: AbortSignal): Promise<void> {
  const where = await whereOf(dir, flags);
  const text = await readFile(resolve(file), 'utf8').catch((error: unknown) => {
    throw new LinchpinError('usage', `The report ${file} cannot be read.`, 'Give the path of a report.', error);
  });
  const verified = await withEngine((engine) => engine.verify(text, where, flags.reread === true, signal));
  if (flags.json === true) tellJson(verified);
  else tell(printVerified(verified));
  process.exitCode = endsWith[verified.result];
}

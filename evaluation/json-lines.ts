import { appendFile, mkdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';

import type { z } from 'zod';

/**
 * The records of an earlier run, one JSON value a line, so that a run that was stopped carries on. A line that was cut off, or is not of this form, is left out and
 * measured again; a file that is not there has none.
 */
export async function readRecords<T>(file: string, schema: z.ZodType<T>): Promise<T[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.split('\n').flatMap((line) => {
    const parsed = schema.safeParse(valueOf(line));
    return parsed.success ? [parsed.data] : [];
  });
}

/** Writes one more record. Its folder is made where it is missing. */
export async function appendRecord(file: string, record: unknown): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await appendFile(file, `${JSON.stringify(record)}\n`);
}

function valueOf(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

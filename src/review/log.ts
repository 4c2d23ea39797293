import { appendFile, mkdir, open, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { LinchpinError } from '../base/error.ts';
import { sha256 } from '../base/hash.ts';
import { type Damaged, type Decision, decisionSchema } from '../contract/review.ts';

export interface DecisionLog {
  readonly decisions: readonly Decision[];
  /** Lines that could not be read: kept in their files, told to the user, never dropped silently. */
  readonly damaged: readonly Damaged[];
}

/** One file a reviewer, so that two reviewers' branches merge without a conflict. Names that differ get files that differ. */
export function logFileName(reviewer: string): string {
  const plain = reviewer
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .toLowerCase();
  return plain !== '' && plain === reviewer
    ? `${plain}.jsonl`
    : `${plain === '' ? 'reviewer' : plain}-${sha256(reviewer).slice(0, 6)}.jsonl`;
}

/**
 * Appends to `<folder>/.linchpin/reviews/<reviewer>.jsonl`. A log whose last line was cut off by a crash is closed first, so that the
 * new decision starts on a line of its own. Flushed to disk before it resolves: an accepted citation survives a power cut.
 * @throws LinchpinError `review-invalid` when the log cannot be written.
 */
export async function appendDecision(folder: string, decision: Decision): Promise<void> {
  const reviews = join(folder, '.linchpin', 'reviews');
  const file = join(reviews, logFileName(decision.reviewer));
  try {
    await mkdir(reviews, { recursive: true });
    const opening = (await endsInsideLine(file)) ? '\n' : '';
    await appendFile(file, `${opening}${JSON.stringify(decision)}\n`, { flush: true });
  } catch (error) {
    throw new LinchpinError(
      'review-invalid',
      `The decision could not be written to ${file}.`,
      'Check that the folder is writable and the disk is not full, then decide again.',
      error,
    );
  }
}

async function endsInsideLine(file: string): Promise<boolean> {
  const handle = await open(file, 'r').catch((error: unknown) => {
    if (isMissing(error)) return null;
    throw error;
  });
  if (handle === null) return false;
  try {
    const { size } = await handle.stat();
    if (size === 0) return false;
    const last = Buffer.alloc(1);
    await handle.read(last, 0, 1, size - 1);
    return last.toString('latin1') !== '\n';
  } finally {
    await handle.close();
  }
}

/** Every reviewer's decisions, in file and line order. A folder without reviews has none. */
export async function readDecisions(folder: string): Promise<DecisionLog> {
  const reviews = join(folder, '.linchpin', 'reviews');
  const names = await readdir(reviews).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw new LinchpinError(
      'review-invalid',
      `The reviews in ${reviews} cannot be read.`,
      'Check the permissions of the .linchpin folder.',
      error,
    );
  });
  const decisions: Decision[] = [];
  const damaged: Damaged[] = [];
  for (const name of names.filter((entry) => entry.endsWith('.jsonl')).sort()) {
    const lines = (await readFile(join(reviews, name), 'utf8')).split('\n');
    for (const [index, line] of lines.entries()) {
      if (line.trim() === '') continue;
      const parsed = parseLine(line);
      if (parsed === null) damaged.push({ file: `.linchpin/reviews/${name}`, line: index + 1 });
      else decisions.push(parsed);
    }
  }
  return { decisions, damaged };
}

function parseLine(line: string): Decision | null {
  try {
    const result = decisionSchema.safeParse(JSON.parse(line));
    return result.success ? result.data : null;
  } catch {
    return null;
  }
}

export function isMissing(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ENOENT';
}

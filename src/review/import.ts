import { lstat, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { say } from '../base/language.ts';
import { LinchpinError } from '../base/error.ts';
import { checkChain } from './chain.ts';
import { claimDecisionSchema } from './claim-log.ts';
import { isMissing, logFileName } from './log.ts';
import { storedSessionSchema } from './session-file.ts';
import { readStoredReport } from './stored-report.ts';
import { decisionSchema } from '../contract/review.ts';

export interface ImportedFile {
  /** Relative to `.linchpin`, with `/`. */
  readonly file: string;
  /** `kept`: it is here already, or what is here goes further. */
  readonly what: 'added' | 'continued' | 'kept' | 'refused';
  /** One sentence, of what was refused. */
  readonly reason: string;
}

/** Larger ones are no records of ours. */
const mostBytes = 50 * 1024 * 1024;

type Judged = Omit<ImportedFile, 'file'>;

/** What to do with a file of theirs; `own` is ours of that name, null where there is none. */
type Judge = (name: string, theirs: string, own: string | null) => Judged;

const kinds: readonly { readonly folder: string; readonly ending: string; readonly judge: Judge }[] = [
  { folder: 'audits', ending: '.json', judge: audit },
  { folder: 'sessions', ending: '.json', judge: session },
  { folder: 'reviews', ending: '.jsonl', judge: log },
];

/**
 * Takes over what others have recorded: their audits, sessions and logs, each checked first. Nothing that is here is lost: a log is replaced
 * only by one that begins with all of its lines, and an audit or session that is here stays. What is damaged or was changed is refused.
 * @param from the other workspace folder, or its `.linchpin`
 * @param into the workspace folder
 * @throws LinchpinError `review-invalid` when there is nothing to read, or it cannot be written here.
 */
export async function importReviews(from: string, into: string): Promise<ImportedFile[]> {
  const place = (await isFolder(join(from, '.linchpin'))) ? join(from, '.linchpin') : from;
  const found: ImportedFile[] = [];
  for (const { folder, ending, judge } of kinds) {
    for (const name of (await namesIn(join(place, folder))).filter((entry) => entry.endsWith(ending)).sort()) {
      const file = `${folder}/${name}`;
      const theirs = await textOf(join(place, folder, name));
      const target = join(into, '.linchpin', folder, name);
      const own = await textOf(target);
      const isBlocked = own === null && (await isThere(target));
      const judged =
        theirs === null || isBlocked ? refused('It is no plain file, or too large.') : judge(name.slice(0, -ending.length), theirs, own);
      if (theirs !== null && (judged.what === 'added' || judged.what === 'continued')) await write(target, theirs);
      found.push({ file, ...judged });
    }
  }
  if (found.length === 0)
    throw new LinchpinError(
      'review-invalid',
      `There are no reviews in ${from}.`,
      'Give a folder that Linchpin was used in, or its .linchpin.',
    );
  return found;
}

function audit(name: string, theirs: string, own: string | null): Judged {
  try {
    const { report, computedHash } = readStoredReport(theirs);
    if (report.id !== name) return refused(say`It is the report of another audit.`);
    if (report.hash !== computedHash) return refused(say`It was changed after it was made: its hash does not match.`);
  } catch {
    return refused(say`It is no report that this version can read.`);
  }
  return own === null ? { what: 'added', reason: '' } : { what: 'kept', reason: '' };
}

function session(name: string, theirs: string, own: string | null): Judged {
  const parsed = storedSessionSchema.safeParse(jsonOf(theirs));
  if (!parsed.success || parsed.data.id !== name) return refused(say`It is no session that this version can read.`);
  if (own === null) return { what: 'added', reason: '' };
  return own === theirs ? { what: 'kept', reason: '' } : refused(say`This session has other results here, which stay.`);
}

function log(name: string, theirs: string, own: string | null): Judged {
  const { lines } = checkChain(theirs);
  const broken = lines.find(({ reason }) => reason !== null);
  if (broken !== undefined) return refused(say`Line ${broken.number} is damaged: ${broken.reason ?? ''}`);
  for (const { number, value } of lines) {
    const reviewer = reviewerOf(value);
    if (reviewer === null) return refused(say`Line ${number} is no decision that this version knows.`);
    if (logFileName(reviewer) !== `${name}.jsonl`) return refused(say`Line ${number} is another reviewer's.`);
  }
  const [mine, yours] = [wholeLines(own ?? ''), wholeLines(theirs)];
  if (own === null) return { what: 'added', reason: '' };
  if (mine.startsWith(yours)) return { what: 'kept', reason: '' };
  return yours.startsWith(mine)
    ? { what: 'continued', reason: '' }
    : refused(say`Both logs have lines that the other lacks: merge them in version control.`);
}

function reviewerOf(value: unknown): string | null {
  const isClaim = typeof value === 'object' && value !== null && 'kind' in value;
  const parsed = (isClaim ? claimDecisionSchema : decisionSchema).safeParse(value);
  return parsed.success ? parsed.data.reviewer : null;
}

/** With one kind of line break, and the last line closed. */
function wholeLines(text: string): string {
  const plain = text.replaceAll('\r\n', '\n');
  return plain === '' || plain.endsWith('\n') ? plain : `${plain}\n`;
}

function refused(reason: string): Judged {
  return { what: 'refused', reason };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

async function isFolder(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null))?.isDirectory() === true;
}

async function isThere(path: string): Promise<boolean> {
  return (await lstat(path).catch(() => null)) !== null;
}

async function namesIn(folder: string): Promise<string[]> {
  return await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return [];
    throw new LinchpinError('review-invalid', `${folder} cannot be read.`, 'Check the permissions of the folder.', error);
  });
}

/** null for what is no plain file: a link would lead elsewhere. */
async function textOf(file: string): Promise<string | null> {
  const found = await lstat(file).catch(() => null);
  return found?.isFile() === true && found.size <= mostBytes ? await readFile(file, 'utf8') : null;
}

async function write(target: string, text: string): Promise<void> {
  const draft = `${target}.${process.pid}.tmp`;
  try {
    await mkdir(join(target, '..'), { recursive: true });
    await writeFile(draft, text, { flush: true });
    await rename(draft, target);
  } catch (error) {
    await rm(draft, { force: true }).catch(() => undefined);
    throw new LinchpinError(
      'review-invalid',
      `${target} could not be written.`,
      'Check that the folder is writable and the disk is not full.',
      error,
    );
  }
}

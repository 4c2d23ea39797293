import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

import { LinchpinError } from '../base/error.ts';

const run = promisify(execFile);

/** Nothing of the repository's own configuration is run: it may be a stranger's. */
const quiet = ['-c', 'core.fsmonitor=false', '-c', 'core.hooksPath=/dev/null', '-c', 'diff.external=', '-c', 'protocol.allow=never'];
/** Documents are read to 200 MB; git's answer may be as large. */
const largest = 200 * 1024 * 1024;

/**
 * Documents of a folder that are other than at a commit, or gone; untracked ones are new, and nothing rests on them.
 * @param folder absolute
 * @returns paths from the folder, with `/`
 * @throws LinchpinError `usage` where the folder is in no repository, or git does not know the commit
 */
export async function changedSince(folder: string, commit: string): Promise<string[]> {
  const listed = await git(
    folder,
    ['diff', '--name-only', '-z', '--no-renames', '--no-ext-diff', '--no-textconv', '--relative', commit, '--', '.'],
    commit,
  );
  return listed
    .toString('utf8')
    .split('\u0000')
    .filter((path) => path !== '');
}

/** What a document was at a commit; null where it was not there. @throws LinchpinError `usage` */
export async function contentAt(folder: string, commit: string, path: string): Promise<Buffer | null> {
  const there = await git(folder, ['ls-tree', '-z', '--name-only', commit, '--', path], commit);
  return there.length === 0 ? null : await git(folder, ['cat-file', 'blob', `${commit}:./${path}`], commit);
}

async function git(folder: string, args: readonly string[], commit: string): Promise<Buffer> {
  // A name that begins with "-" would be an option.
  if (commit.startsWith('-')) throw unknown(commit);
  try {
    return (await run('git', [...quiet, '-C', folder, ...args], { encoding: 'buffer', maxBuffer: largest })).stdout;
  } catch (error) {
    throw unknown(commit, error);
  }
}

function unknown(commit: string, cause?: unknown): LinchpinError {
  return new LinchpinError(
    'usage',
    `Git cannot compare this folder with "${commit}".`,
    'Give a commit, a branch or a tag of the repository that holds the folder; in CI fetch it first.',
    cause,
  );
}

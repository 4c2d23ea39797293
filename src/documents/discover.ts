import type { Dirent } from 'node:fs';
import { lstat, opendir, readFile, realpath, stat } from 'node:fs/promises';
import { join, sep } from 'node:path';

import ignore, { type Ignore } from 'ignore';
import picomatch from 'picomatch';

import { LinchpinError, throwIfCancelled } from '../base/error.ts';
import { parserOf } from './parsers.ts';
import { reasonOf } from './read.ts';

export interface DiscoverOptions {
  /** Globs of paths to take up; all where empty. */
  readonly include?: readonly string[];
  /** Globs of paths to leave out, such as the editor's `files.exclude`. */
  readonly exclude?: readonly string[];
  readonly signal?: AbortSignal;
}

export interface DiscoveredFile {
  /** Relative to the folder, with `/`. */
  readonly path: string;
  /** Absolute. */
  readonly file: string;
  readonly bytes: number;
  readonly modifiedMs: number;
}

export type Discovered = ({ readonly ok: true } & DiscoveredFile) | { readonly ok: false; readonly path: string; readonly reason: string };

/** Never documents, whatever the settings say. */
const always = new Set(['.git', '.hg', '.svn', 'node_modules', '.linchpin', '.vscode', '__pycache__', '.DS_Store']);

/**
 * The documents under a folder, in path order, with every .gitignore on the way honoured. Links to folders elsewhere are followed, each
 * folder once; links to folders inside are not, as those are walked by their own names, nor links to what holds the folder itself. What cannot be read is told, not thrown. Files
 * of unknown kinds are left out silently.
 * @throws LinchpinError `folder-missing`, `folder-unreadable` for the folder itself; `cancelled`
 */
export async function* discover(folder: string, options: DiscoverOptions = {}): AsyncGenerator<Discovered> {
  const root = await realpath(folder).catch((error: unknown) => {
    throw new LinchpinError('folder-missing', `There is no folder ${folder}.`, 'Open an existing folder.', error);
  });
  const included = matcher(options.include ?? []);
  const excluded = matcher(options.exclude ?? []);
  const walked = new Set<string>();

  async function* walk(directory: string, prefix: string, ignores: readonly { base: string; rules: Ignore }[]): AsyncGenerator<Discovered> {
    throwIfCancelled(options.signal);
    const real = await realpath(directory);
    if (walked.has(real)) return;
    walked.add(real);
    const rules = await gitignore(directory);
    const own = rules === null ? ignores : [...ignores, { base: prefix, rules }];
    for (const entry of await entries(directory)) {
      throwIfCancelled(options.signal);
      if (always.has(entry.name)) continue;
      const path = prefix + entry.name;
      if (entry.isFile() && parserOf(path) === undefined) continue;
      const file = join(directory, entry.name);
      try {
        const info = entry.isSymbolicLink() ? await stat(file) : entry.isDirectory() ? null : await lstat(file);
        const isDirectory = info === null || info.isDirectory();
        if (isIgnored(path, isDirectory, own) || excluded?.(path) === true) continue;
        if (isDirectory) {
          if (!entry.isSymbolicLink() || isElsewhere(await realpath(file), root)) yield* walk(file, `${path}/`, own);
        } else if (info.isFile() && parserOf(path) !== undefined && (included?.(path) ?? true)) {
          yield { ok: true, path, file, bytes: info.size, modifiedMs: info.mtimeMs };
        }
      } catch (error) {
        if (error instanceof LinchpinError) throw error;
        // A dead link is news only where a document was to be expected.
        if (entry.isSymbolicLink() && (parserOf(path) === undefined || isIgnored(path, false, own) || excluded?.(path) === true)) continue;
        yield { ok: false, path, reason: reasonOf(error) };
      }
    }
  }

  try {
    yield* walk(root, '', []);
  } catch (error) {
    if (error instanceof LinchpinError) throw error;
    throw new LinchpinError(
      'folder-unreadable',
      `The folder ${folder} cannot be read: ${reasonOf(error)}.`,
      'Check its permissions, or open another folder.',
      error,
    );
  }
}

/** Neither inside the folder, nor above it. */
function isElsewhere(target: string, root: string): boolean {
  const within = (inner: string, outer: string): boolean => `${inner}${sep}`.startsWith(outer.endsWith(sep) ? outer : `${outer}${sep}`);
  return !within(target, root) && !within(root, target);
}

async function entries(directory: string): Promise<Dirent[]> {
  const found: Dirent[] = [];
  for await (const entry of await opendir(directory)) found.push(entry);
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

async function gitignore(directory: string): Promise<Ignore | null> {
  const text = await readFile(join(directory, '.gitignore'), 'utf8').catch(() => null);
  return text === null ? null : ignore().add(text);
}

/** The innermost file that has a rule for the path decides. */
function isIgnored(path: string, isDirectory: boolean, ignores: readonly { base: string; rules: Ignore }[]): boolean {
  for (let index = ignores.length - 1; index >= 0; index -= 1) {
    const level = ignores[index];
    if (level === undefined) continue;
    const { ignored, unignored } = level.rules.test(path.slice(level.base.length) + (isDirectory ? '/' : ''));
    if (ignored || unignored) return ignored;
  }
  return false;
}

/** A glob that names a folder covers what is in it. */
function matcher(globs: readonly string[]): ((path: string) => boolean) | null {
  if (globs.length === 0) return null;
  return picomatch(
    globs.flatMap((glob) => [glob, `${glob.replace(/\/$/, '')}/**`]),
    { dot: true },
  );
}

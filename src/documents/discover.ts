import type { Dirent } from 'node:fs';
import { lstat, opendir, readFile, realpath, stat } from 'node:fs/promises';
import { join, relative, sep } from 'node:path';

import ignore, { type Ignore } from 'ignore';

import { LinchpinError, throwIfCancelled } from '../base/error.ts';
import { globMatcher } from '../base/glob.ts';
import { isInnerPath } from '../contract/citation.ts';
import type { LeftOutCause } from '../contract/left-out.ts';
import { readerNameOf } from './formats.ts';
import { isInside } from './inside.ts';
import { reasonOf } from './read.ts';
import type { DocumentRoots } from '../base/roots.ts';
import { withheldByName, withheldReasons } from './withheld.ts';

export interface DiscoverOptions {
  /** Globs of paths to take up; all where empty. */
  readonly include?: readonly string[];
  /** Globs of paths to leave out, such as the editor's `files.exclude`. */
  readonly exclude?: readonly string[];
  /** Paths of files and folders to look at, with what is in them; everything where it is left out. */
  readonly only?: readonly string[];
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

/** A file that is not read: its cause, and a sentence part for people. */
export interface LeftOutFile {
  readonly ok: false;
  /** Of a folder with `/` at its end. */
  readonly path: string;
  readonly cause: LeftOutCause;
  readonly reason: string;
}

export type Discovered = ({ readonly ok: true } & DiscoveredFile) | LeftOutFile;

const nameNotCitable = 'its name holds a backslash or begins with a drive, which no citation can name on every machine: rename it';

/** Never documents, whatever the settings say, and never told. */
const always = new Set(['.git', '.hg', '.svn', '.linchpin', '.vscode', '.DS_Store', 'Thumbs.db', 'desktop.ini']);

/**
 * The files under a folder, in path order, with every .gitignore on the way honoured: those that are documents, and those that are left
 * out with the cause. Links to files are followed inside the folder; links that leave it are told and not followed; links to folders
 * inside are not walked, as those are walked by their own names. What cannot be read is told, not thrown. Of several folders each is
 * walked by itself: its rules and the globs of the settings are of paths within it, and links from one to another are not followed.
 * @throws LinchpinError `folder-missing`, `folder-unreadable` for the folder itself; `cancelled`
 */
export async function* discover(roots: DocumentRoots, options: DiscoverOptions = {}): AsyncGenerator<Discovered> {
  if (typeof roots === 'string') {
    yield* discoverIn(roots, options);
    return;
  }
  const real = await Promise.all(roots.map(async ({ folder }) => await realpath(folder).catch(() => folder)));
  const others = new Map(roots.map(({ name }, at) => [name, new Set(real.filter((_, other) => other !== at))]));
  for (const { name, folder } of [...roots].sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const only = options.only?.flatMap((path) => (path.startsWith(`${name}/`) ? [path.slice(name.length + 1)] : []));
    const isWhole = options.only?.includes(name) !== false;
    if (!isWhole && only?.length === 0) continue;
    const { only: _, ...rest } = options;
    for await (const found of discoverIn(folder, isWhole || only === undefined ? rest : { ...rest, only }, others.get(name)))
      yield { ...found, path: `${name}/${found.path}` };
  }
}

/** @param others folders that are walked by themselves, wherever they are */
async function* discoverIn(folder: string, options: DiscoverOptions, others: ReadonlySet<string> = new Set()): AsyncGenerator<Discovered> {
  const root = await realpath(folder).catch((error: unknown) => {
    throw new LinchpinError('folder-missing', `There is no folder ${folder}.`, 'Open an existing folder.', error);
  });
  const included = matcher(options.include ?? []);
  const excluded = matcher(options.exclude ?? []);

  const wanted = options.only === undefined ? null : new Wanted(options.only);

  async function* walk(directory: string, prefix: string, ignores: readonly Rules[]): AsyncGenerator<Discovered> {
    throwIfCancelled(options.signal);
    const rules = await gitignore(directory);
    const own = rules === null ? ignores : [...ignores, { base: prefix, rules }];
    for (const entry of await entries(directory)) {
      throwIfCancelled(options.signal);
      if (always.has(entry.name)) continue;
      const path = prefix + entry.name;
      if (wanted?.has(path) === false) continue;
      const file = join(directory, entry.name);
      const isFolder = entry.isDirectory();
      if (isFolder && others.has(file)) continue;
      const withheld = withheldByName(entry.name, isFolder);
      if (isIgnored(path, isFolder, own)) yield leftOut(path, 'ignored', 'a rule of .gitignore');
      else if (!isInnerPath(path)) yield leftOut(isFolder ? `${path}/` : path, 'name-not-citable', nameNotCitable);
      else if (excluded?.(path) === true) yield leftOut(path, 'excluded', 'the setting that excludes files');
      else if (withheld !== null) yield leftOut(isFolder ? `${path}/` : path, withheld, withheldReasons[withheld]);
      else if (isFolder) {
        try {
          yield* walk(file, `${path}/`, own);
        } catch (error) {
          if (error instanceof LinchpinError) throw error;
          yield leftOut(`${path}/`, 'unreadable', reasonOf(error));
        }
      } else {
        const found = await look(file, path, entry.isSymbolicLink());
        if (found === null) continue;
        if (included?.(path) === false) yield leftOut(path, 'excluded', 'the setting that includes files');
        else yield found;
      }
    }
  }

  /** What is not a folder of its own; null for a link to a folder inside. */
  async function look(file: string, path: string, isLink: boolean): Promise<Discovered | null> {
    try {
      const target = isLink ? await realpath(file) : file;
      const info = await lstat(target);
      if (isLink && !isInside(target, root))
        return leftOut(info.isDirectory() ? `${path}/` : path, 'link-outside', 'a link that leaves the folder is not followed');
      if (info.isDirectory()) return null;
      if (isLink) {
        const why = await ofTarget(relative(root, target).split(sep).join('/'));
        if (why !== null)
          return leftOut(path, why, why === 'ignored' || why === 'excluded' ? 'a link to what is left out' : withheldReasons[why]);
      }
      if (readerNameOf(path) === '') return leftOut(path, 'kind-not-read', 'this kind of file is not read');
      if (!info.isFile()) return leftOut(path, 'unreadable', 'not a regular file');
      return { ok: true, path, file, bytes: info.size, modifiedMs: info.mtimeMs };
    } catch (error) {
      return readerNameOf(path) === ''
        ? leftOut(path, 'kind-not-read', 'this kind of file is not read')
        : leftOut(path, 'unreadable', reasonOf(error));
    }
  }

  /** Why what a link names is left out under its own name: a link to `.env` is that, whatever it is called. null where it is not. */
  async function ofTarget(path: string): Promise<'ignored' | 'excluded' | 'secret' | 'machine-made' | null> {
    const own: Rules[] = [];
    let [directory, prefix] = [root, ''];
    for (const name of path.split('/')) {
      const rules = await gitignore(directory);
      if (rules !== null) own.push({ base: prefix, rules });
      const inner = prefix + name;
      const isFolder = inner !== path;
      if (always.has(name)) return 'machine-made';
      if (isIgnored(inner, isFolder, own)) return 'ignored';
      const withheld = withheldByName(name, isFolder);
      if (withheld !== null) return withheld;
      [directory, prefix] = [join(directory, name), `${inner}/`];
    }
    return excluded?.(path) === true ? 'excluded' : null;
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

/** Whether a path is one of some, on the way to one, or within one. */
class Wanted {
  readonly #paths: ReadonlySet<string>;
  readonly #above: ReadonlySet<string>;

  constructor(paths: readonly string[]) {
    this.#paths = new Set(paths);
    this.#above = new Set(paths.flatMap((path) => foldersOf(path)));
  }

  has(path: string): boolean {
    return this.#above.has(path) || this.#paths.has(path) || foldersOf(path).some((folder) => this.#paths.has(folder));
  }
}

/** `a/b` and `a` of `a/b/c`. */
export function foldersOf(path: string): string[] {
  const parts = path.split('/');
  return parts.slice(1).map((_, at) => parts.slice(0, at + 1).join('/'));
}

interface Rules {
  /** Path of the .gitignore's folder, with `/` at its end; empty for the root. */
  readonly base: string;
  readonly rules: Ignore;
}

function leftOut(path: string, cause: LeftOutCause, reason: string): LeftOutFile {
  return { ok: false, path, cause, reason };
}

async function entries(directory: string): Promise<Dirent[]> {
  const found: Dirent[] = [];
  for await (const entry of await opendir(directory)) found.push(entry);
  return found.sort((a, b) => (a.name < b.name ? -1 : 1));
}

/** Longer ones are no lists of rules. Bytes. */
const mostRules = 1024 * 1024;

/** null where there is none, and where it is no file: a pipe would be waited for without end. */
async function gitignore(directory: string): Promise<Ignore | null> {
  const file = join(directory, '.gitignore');
  const info = await stat(file).catch(() => null);
  if (info?.isFile() !== true || info.size > mostRules) return null;
  const text = await readFile(file, 'utf8').catch(() => null);
  return text === null ? null : ignore().add(text);
}

/** The innermost file that has a rule for the path decides. */
function isIgnored(path: string, isDirectory: boolean, ignores: readonly Rules[]): boolean {
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
  return globMatcher(globs.flatMap((glob) => [glob, `${glob.replace(/\/$/, '')}/**`]));
}

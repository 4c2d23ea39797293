import { mkdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import picomatch from 'picomatch';
import { z } from 'zod';

import { LinchpinError } from '../base/error.ts';
import { type DocumentRole, documentRoles, documentRoleSchema } from '../contract/document-role.ts';
import type { Damaged } from '../contract/review.ts';
import { isMissing } from '../base/guarded.ts';

/** Relative to the folder. */
export const rolesFile = '.linchpin/roles.txt';

/** One line of the file: what the documents are that a path or a glob names. */
export interface RoleLine {
  readonly pattern: string;
  readonly role: DocumentRole;
}

/** A path or glob in one line, with `/`, that leads out of no folder. */
const patternSchema = z
  .string()
  .min(1)
  .max(1000)
  .refine((text) => text === text.trim() && !/[\n\r\0\\]|^[/#]|^[A-Za-z]:/.test(text) && !text.split('/').includes('..'));
const lineSchema = z.string().transform((text, context): RoleLine => {
  const [, name = '', rest = ''] = /^(\S+) (.+)$/.exec(text) ?? [];
  const role = documentRoleSchema.safeParse(name);
  const pattern = patternSchema.safeParse(rest);
  if (role.success && pattern.success) return { role: role.data, pattern: pattern.data };
  context.addIssue({ code: 'custom', message: 'no role and path' });
  return z.NEVER;
});

const head = '# What documents are to an audit, a line each: source, superseded, draft or not-evidence, then a path or a glob.';

export interface ParsedRoles {
  readonly lines: readonly RoleLine[];
  /** Lines that say nothing, or another thing than a line before them, with their numbers from 1: kept as they stand. */
  readonly odd: readonly { readonly number: number; readonly text: string }[];
}

/** Never throws: what is no line of ours is told and kept. Of two lines for one pattern the more careful counts. */
export function parseRoles(text: string): ParsedRoles {
  const lines = new Map<string, RoleLine>();
  const odd: { number: number; text: string }[] = [];
  for (const [at, raw] of text.split(/\r\n|\n|\r/).entries()) {
    const own = raw.trimEnd();
    if (own === '' || own === head || own.startsWith('#')) continue;
    const parsed = lineSchema.safeParse(own);
    if (!parsed.success) {
      odd.push({ number: at + 1, text: own });
      continue;
    }
    const known = lines.get(parsed.data.pattern);
    // A merge kept both.
    if (known !== undefined && known.role !== parsed.data.role) odd.push({ number: at + 1, text: own });
    if (known === undefined || careOf(parsed.data.role) > careOf(known.role)) lines.set(parsed.data.pattern, parsed.data);
  }
  return { lines: [...lines.values()].sort(byPattern), odd };
}

/** Sorted by pattern, so that two people's marks merge line by line; what is odd or a remark keeps its words, above. */
export function writtenRoles(lines: readonly RoleLine[], kept: readonly string[] = []): string {
  const own = [...lines].sort(byPattern).map(({ role, pattern }) => `${role} ${pattern}`);
  return [head, ...kept, ...own, ''].join('\n');
}

function byPattern(a: RoleLine, b: RoleLine): number {
  return a.pattern < b.pattern ? -1 : a.pattern > b.pattern ? 1 : 0;
}

function careOf(role: DocumentRole): number {
  return documentRoles.indexOf(role);
}

/** What a path is: its own line counts before globs, of globs the longest, and of two as long the more careful. */
export function roleLookup(lines: readonly RoleLine[]): (path: string) => DocumentRole | null {
  const own = new Map(lines.map(({ pattern, role }) => [pattern, role]));
  const globs = [...lines]
    .sort((a, b) => b.pattern.length - a.pattern.length || careOf(b.role) - careOf(a.role) || byPattern(a, b))
    .map(({ pattern, role }) => ({ role, matches: picomatch(pattern, { dot: true }) }));
  return (path) => own.get(path) ?? globs.find(({ matches }) => matches(path))?.role ?? null;
}

/** The roles of a folder's documents, in `.linchpin/roles.txt`; read again only when the file has changed. */
export class DocumentRolesFile {
  readonly #folder: string;
  #known: { readonly stamp: string; readonly roles: FolderRoles } | null = null;
  /** Writes go one after the other. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor(folder: string) {
    this.#folder = folder;
  }

  /** @throws LinchpinError `review-invalid` when it is there and cannot be read. */
  async read(): Promise<FolderRoles> {
    const file = this.#path();
    try {
      const found = await stat(file);
      const stamp = `${found.mtimeMs} ${found.size}`;
      if (this.#known?.stamp !== stamp) this.#known = { stamp, roles: rolesOf(await readFile(file, 'utf8')) };
      return this.#known.roles;
    } catch (error) {
      if (isMissing(error)) return none;
      throw new LinchpinError('review-invalid', `${rolesFile} cannot be read.`, 'Check the permissions of the .linchpin folder.', error);
    }
  }

  /**
   * Marks documents; null takes a mark away.
   * @param patterns paths or globs
   * @throws LinchpinError `usage` for what is no path in the folder, `review-invalid` when it cannot be written
   */
  async mark(patterns: readonly string[], role: DocumentRole | null): Promise<void> {
    for (const pattern of patterns)
      if (!patternSchema.safeParse(pattern).success)
        throw new LinchpinError(
          'usage',
          `"${pattern}" names no document of the folder.`,
          'Give a path or a glob relative to the folder, with / between names.',
        );
    const turn = this.#turn.then(async () => {
      const { text } = await this.read();
      const { lines, odd } = parseRoles(text);
      const named = new Set(patterns);
      const kept = text
        .split(/\r\n|\n|\r/)
        .filter((line, at) => (line.startsWith('#') && line.trimEnd() !== head) || odd.some(({ number }) => number === at + 1));
      const next = [
        ...lines.filter(({ pattern }) => !named.has(pattern)),
        ...(role === null ? [] : [...named].map((pattern) => ({ pattern, role }))),
      ];
      await this.#write(
        writtenRoles(
          next,
          kept.map((line) => line.trimEnd()).filter((line) => !isAbout(line, named)),
        ),
      );
    });
    this.#turn = turn.catch(() => undefined);
    await turn;
  }

  async #write(text: string): Promise<void> {
    const file = this.#path();
    const draft = `${file}.${process.pid}.tmp`;
    try {
      await mkdir(join(this.#folder, '.linchpin'), { recursive: true });
      await writeFile(draft, text, { flush: true });
      await rename(draft, file);
      this.#known = null;
    } catch (error) {
      await rm(draft, { force: true }).catch(() => undefined);
      throw new LinchpinError(
        'review-invalid',
        `${rolesFile} could not be written.`,
        'Check that the folder is writable and the disk is not full.',
        error,
      );
    }
  }

  #path(): string {
    return join(this.#folder, ...rolesFile.split('/'));
  }
}

export interface FolderRoles {
  readonly text: string;
  readonly lines: readonly RoleLine[];
  roleOf(path: string): DocumentRole | null;
  readonly damaged: readonly Damaged[];
}

const none: FolderRoles = { text: '', lines: [], roleOf: () => null, damaged: [] };

function rolesOf(text: string): FolderRoles {
  const { lines, odd } = parseRoles(text);
  return { text, lines, roleOf: roleLookup(lines), damaged: odd.map(({ number }) => ({ file: rolesFile, line: number })) };
}

/** A second line for what is marked anew is settled by that. */
function isAbout(line: string, patterns: ReadonlySet<string>): boolean {
  const parsed = lineSchema.safeParse(line);
  return parsed.success && patterns.has(parsed.data.pattern);
}

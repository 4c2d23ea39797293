import type { DocumentKinds } from '../src/contract/index-status.ts';

/** Folders in which there never are documents, as the engine's own walk has them. */
const never = /(?:^|\/)(?:\.git|\.hg|\.svn|node_modules|\.linchpin|\.vscode|__pycache__)(?:\/|$)/;

/**
 * Whether a change at this path may concern a document. A name without an extension may be a folder that came or went with all that is in it.
 * @param path relative to the folder, with `/`
 */
export function mayBeDocument(path: string, change: 'came' | 'changed' | 'went', { extensions, names }: DocumentKinds): boolean {
  if (never.test(path)) return false;
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  return dot > 0 ? extensions.includes(name.slice(dot)) : change !== 'changed' || names.includes(name);
}

/** Globs to watch: those of the documents to take up, and of what is in folders that they name; everything where there are none. */
export function watchGlobs(include: readonly string[]): string[] {
  return include.length === 0 ? ['**/*'] : include.flatMap((glob) => [glob, `${glob.replace(/\/$/, '')}/**`]);
}

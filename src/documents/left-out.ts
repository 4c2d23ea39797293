import type { LeftOut, LeftOutCause } from '../contract/left-out.ts';

/** Paths kept of one group: a folder of a million pictures is told by its number. */
const mostPaths = 1000;

/** Files that are not read, as `index` tells them: by cause and kind, in the order in which they come. */
export function groupLeftOut(entries: Iterable<{ readonly path: string; readonly cause: LeftOutCause }>): LeftOut[] {
  const groups = new Map<string, { cause: LeftOutCause; kind: string; files: number; paths: string[] }>();
  for (const { path, cause } of entries) {
    const isCounted = cause === 'ignored' || cause === 'excluded';
    const kind = isCounted ? '' : kindOf(path);
    const group = groups.get(`${cause} ${kind}`) ?? { cause, kind, files: 0, paths: [] };
    groups.set(`${cause} ${kind}`, group);
    group.files += 1;
    if (!isCounted && group.paths.length < mostPaths) group.paths.push(path);
  }
  return [...groups.values()];
}

/** `pdf` of `a/b.PDF`, `gitignore` of `.gitignore`, nothing of `Makefile` and of folders, whose paths end with `/`. */
function kindOf(path: string): string {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  return name.includes('.') ? name.slice(name.lastIndexOf('.') + 1) : '';
}

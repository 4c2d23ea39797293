import type { DamagedFile } from '../contract/panel.ts';
import type { Damaged } from '../contract/review.ts';

/** Files of `.linchpin` that cannot be read, or not whole: which, and what to do. One entry a file. */
export function damagedFiles(decisions: readonly Damaged[], reports: readonly Damaged[]): DamagedFile[] {
  const lines = new Map<string, number[]>();
  for (const { file, line } of decisions) lines.set(file, [...(lines.get(file) ?? []), ...(line === null ? [] : [line])]);
  return [
    ...[...lines].map(([file, numbers]) => ({
      path: file,
      line: numbers[0] ?? null,
      message: `${numbers.length === 1 ? 'One decision' : `${numbers.length} decisions`} in ${file} cannot be read (${numbers.length === 1 ? 'line' : 'lines'} ${numbers.join(', ')}) and ${numbers.length === 1 ? 'does' : 'do'} not count.`,
      next: 'Open the file and restore the lines, each a JSON object, for example from version control; a crash or a merge may have cut them.',
    })),
    ...reports.map(({ file }) => ({
      path: file,
      line: null,
      message: `The saved audit ${file} cannot be read and is missing from the list.`,
      next: 'Restore the file, for example from version control, or delete it and ask its question again.',
    })),
  ];
}

import { say } from '../base/language.ts';
import type { DamagedFile } from '../contract/panel.ts';
import type { Damaged } from '../contract/review.ts';

/** Files of `.linchpin` that cannot be read, or not whole: which, and what to do. One entry a file. */
export function damagedFiles(decisions: readonly Damaged[], reports: readonly Damaged[]): DamagedFile[] {
  const lines = new Map<string, number[]>();
  for (const { file, line } of decisions) if (line !== null) lines.set(file, [...(lines.get(file) ?? []), line]);
  const whole = [...decisions.filter(({ line }) => line === null), ...reports.filter(({ reason }) => reason !== undefined)];
  return [
    ...whole.map(({ file, reason }) => ({
      path: file,
      line: null,
      message: say`${file} is damaged: ${reason ?? ''}`,
      next: say`Restore it from a backup or from version control; it is left as it is.`,
    })),
    ...[...lines].map(([file, numbers]) => ({
      path: file,
      line: numbers[0] ?? null,
      message:
        numbers.length === 1
          ? say`One decision in ${file} cannot be read (line ${numbers.join(', ')}) and does not count.`
          : say`${numbers.length} decisions in ${file} cannot be read (lines ${numbers.join(', ')}) and do not count.`,
      next: say`Open the file and restore the lines, each a JSON object, for example from version control; a crash or a merge may have cut them.`,
    })),
    ...reports
      .flatMap(({ file, reason }) => (reason === undefined ? [file] : []))
      .map((file) => ({
        path: file,
        line: null,
        message: say`The saved audit ${file} cannot be read and is missing from the list.`,
        next: say`Restore the file, for example from version control, or delete it and ask its question again.`,
      })),
  ];
}

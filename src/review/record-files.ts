import { entriesOf, type Entries, OddEntry, type Place } from '../base/guarded.ts';
import type { Damaged } from '../contract/review.ts';

/** Larger ones are no records of ours. */
export const mostRecordBytes = 100 * 1024 * 1024;

/**
 * The files of a folder of records, and what has their ending and is none: a link, a folder, a pipe, a device, a file too large. It is named, and
 * blinds nothing else. @throws what the system says
 */
export async function damagedEntries(
  folder: Place,
  ending: string,
  mostBytes = mostRecordBytes,
): Promise<{ readonly files: Entries['files']; readonly damaged: readonly (Damaged & { readonly reason: string })[] }> {
  const path = folder.names.join('/');
  try {
    const { files, odd } = await entriesOf(folder, ending, mostBytes);
    return { files, damaged: odd.map(({ name, reason }) => ({ file: `${path}/${name}`, line: null, reason })) };
  } catch (error) {
    if (error instanceof OddEntry) return { files: [], damaged: [{ file: path, line: null, reason: error.message }] };
    throw error;
  }
}

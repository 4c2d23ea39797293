import { plural, t } from '../../base/language.ts';
import type { IndexStatus } from '../../contract/index-status.ts';
import { encodedWords } from '../../contract/words.ts';
import { exitCodes } from '../exit.ts';
import { lined, tell, tellJson } from '../terminal.ts';
import type { StatusFlags } from './flags.ts';
import { folderOptions, withEngine } from './host.ts';

/** Exit code 4 where there is no index, or it cannot be read. @throws LinchpinError `folder-missing`. */
export async function statusCommand(dir: string, flags: StatusFlags): Promise<void> {
  const options = await folderOptions(dir, flags);
  const status = await withEngine((engine) => engine.status(options));
  if (flags.json === true) {
    // What kinds of documents are read is the same for all folders.
    const { kinds: _, ...rest } = status;
    tellJson(rest);
  } else tell(`${lined(lines(status))}\n`);
  if (status.state !== 'ready') process.exitCode = exitCodes.index;
}

function lines({ state, documents, indexedAt, outdated, encoded }: IndexStatus): string[] {
  switch (state) {
    case 'missing':
      return [t('This folder has no index yet.')];
    case 'unreadable':
      return [t('The index cannot be read or written.')];
    case 'ready':
      return [
        `${plural(documents, '{0} document', '{0} documents')}, ${t('indexed {0}', indexedAt ?? '')}`,
        ...(outdated ? [t('Documents have changed, come or gone since they were indexed.')] : []),
        ...(encoded === null || encoded === undefined ? [] : [encodedWords(encoded)]),
      ];
  }
}

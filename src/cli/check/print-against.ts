import { t } from '../../base/language.ts';
import { searchedWords, withheldWords } from '../../contract/basis.ts';
import type { Against } from './outcome.ts';

/**
 * What the check took as evidence, a line each: which folder and how much of it, that nobody named it where nobody did, and what was left
 * out of it for which document.
 * @param shown a path of the folder as a person at this terminal names it
 */
export function againstLines({ shown: folder, isGiven, bases }: Against, shown: (path: string) => string): string[] {
  const [first] = bases.values();
  if (first === undefined) return [];
  const named = folder === '' ? t('the current folder') : folder;
  return [
    t('Evidence: {0} of {1}.', searchedWords(first), named),
    ...(isGiven ? [] : [t('No folder was named with --against, so everything in {0} counted, whatever it is about.', named)]),
    ...[...bases].flatMap(([document, basis]) =>
      withheldWords(basis, shown).map((words) =>
        bases.size === 1 ? t('Left out: {0}', words) : t('Left out for {0}: {1}', document, words),
      ),
    ),
  ];
}

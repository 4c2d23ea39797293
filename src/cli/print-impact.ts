import { plural, t, whole } from '../base/language.ts';
import type { Citation } from '../contract/citation.ts';
import type { Dependent, Impact } from '../contract/impact.ts';
import { placeName } from '../contract/locator.ts';
import { lined } from './terminal.ts';

/** Impact for a person at a terminal: how much falls and moves, then each with what it loses. @param isChange what is named is a commit */
export function printImpact({ of: named, dependents }: Impact, isChange: boolean): string {
  const of = isChange ? t('what has changed since {0}', named) : named;
  if (dependents.length === 0) return `${t('Nothing rests on {0}.', of)}\n`;
  const falls = dependents.filter(({ effect }) => effect === 'falls').length;
  const signed = dependents.filter(({ claim }) => claim !== null && claim.signedBy.length > 0).length;
  const counts = [
    plural(dependents.length, '{0} answer or claim rests on {1}', '{0} answers and claims rest on {1}', of),
    t('{0} fall without it', whole(falls)),
    t('{0} are signed', whole(signed)),
  ].join(', ');
  return `${counts}.\n\n${dependents.map(printed).join('\n')}\n`;
}

function printed({ text, kind, effect, claim, lost }: Dependent): string {
  const what = effect === 'falls' ? t('falls') : t('moves');
  const where = claim === null ? (kind === 'claim' ? t('a claim') : t('a question')) : `${claim.path}:${claim.line}`;
  const by = claim === null || claim.signedBy.length === 0 ? '' : `  ${t('signed by {0}', claim.signedBy.join(', '))}`;
  return lined([
    `${what.padEnd(6)} ${where}${by}`,
    `       ${oneLine(text)}`,
    ...lost.map(
      ({ citation, alone }) => `         ${placed(citation)}  "${oneLine(citation.quote)}"${alone ? `  ${t('rests on it alone')}` : ''}`,
    ),
    '',
  ]);
}

function placed({ path, line, locator }: Citation): string {
  return placeName({ path, line, ...(locator === undefined ? {} : { locator }) });
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

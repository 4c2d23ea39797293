import { atomWords, oneLine } from '../export/words.ts';
import { atomKindName } from '../contract/words.ts';
import { t } from '../base/language.ts';
import type { AuditReport } from '../contract/report.ts';

const marks = { said: '+', denied: '!', unsaid: '?' } as const;

/** A checked claim's parts, a line each: `+` said, `!` denied, `?` not said, with the words of the evidence. */
export function printAtoms({ claims, evidence }: Pick<AuditReport, 'claims' | 'evidence'>): string[] {
  const quotes = new Map(evidence.pool.map(({ spanId, citation }) => [spanId, citation.quote]));
  return claims.flatMap(({ atoms = [] }) =>
    atoms.map(({ kind, text, state, spanId, words }) => {
      const said = words
        .map(([start, end]) => `"${(quotes.get(spanId ?? '') ?? '').slice(start, end).replaceAll(/\s+/g, ' ')}"`)
        .join(', ');
      const source = state === 'unsaid' ? t('not said') : `${atomWords(state)}: ${said === '' ? t('above the sentence') : said}`;
      return `    ${marks[state]} ${atomKindName(kind).padEnd(16)} ${oneLine(text)}  ${source}`;
    }),
  );
}

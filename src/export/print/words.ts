import { rowWords } from '../../contract/row-words.ts';
import { seenLine } from '../../contract/seen-quote.ts';
import type { Citation } from '../../contract/citation.ts';
import type { NamedRow } from '../../contract/evidence.ts';
import type { AnswerStatus } from '../../contract/report.ts';
import { placeInDocument } from '../words.ts';
import type { Block, Run, Tone } from './blocks.ts';

const tones: Readonly<Record<AnswerStatus, Tone>> = {
  supported: 'good',
  refuted: 'bad',
  conflicting: 'doubt',
  uncertain: 'doubt',
  'not-enough-evidence': 'soft',
};

export function toneOf(status: AnswerStatus | null): Tone {
  return status === null ? 'soft' : tones[status];
}

/** A quote as its reader sees it, with its document and the page, line or section in it. @param headings of the section that it stands in; name what it is there for */
export function quoted(
  citation: Citation,
  { name = '', headings = '', row }: { readonly name?: string; readonly headings?: string; readonly row?: NamedRow | undefined } = {},
): Block {
  return {
    type: 'quote',
    runs: [
      ...(name === '' ? [] : [{ text: name.startsWith('[') ? `${name} ` : `${name}: `, strong: true }]),
      { text: `“${seenLine(citation)}”` },
      // Beside the words, not below them: what stands alone at the end of many pages is taken for a running foot.
      { text: ` — ${citation.path}, ${placeInDocument(citation)}${headings === '' ? '' : ` (${headings})`}`, tone: 'soft' },
      ...(row === undefined ? [] : [{ text: ` (${rowWords(row)})`, tone: 'soft' } satisfies Run]),
    ],
  };
}

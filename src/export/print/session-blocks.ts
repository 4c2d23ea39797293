import { t } from '../../base/language.ts';
import type { Session } from '../../contract/session.ts';
import { type OutlinedClaim, outlineOfSession } from '../session-outline.ts';
import { oneLine } from '../words.ts';
import { type Block, heading, paragraph, type Printed, type Run } from './blocks.ts';
import { quoted, toneOf } from './words.ts';

/** A review session as it is printed. @param draft the text of the document that was checked, as it is now; null where it is not at hand */
export function printedSession(session: Session, draft: string | null): Printed {
  const { title, summary, counts, warnings, claims, signatures } = outlineOfSession(session);
  return {
    title,
    at: session.createdAt,
    blocks: [
      paragraph({ text: t('Fact-check review session'), tone: 'soft' }),
      heading(1, title),
      ...summary.map((line) => paragraph(line)),
      ...warnings.map((warning) => paragraph({ text: `${t('Note:')} `, strong: true }, warning)),
      { type: 'list', items: counts.map(({ name, count }) => `${name}: ${count}`) },
      {
        type: 'table',
        head: ['#', t('Claim'), t('Found'), t('Decided')],
        rows: claims.map(({ claim, number, found, decided }) => [
          { text: String(number) },
          { text: oneLine(claim.text) },
          { text: found, tone: toneOf(claim.status) },
          { text: decided },
        ]),
      },
      heading(2, t('Signatures')),
      ...(signatures.length === 0 ? [paragraph(t('None.'))] : []),
      ...signatures.flatMap(({ line, statement, changes }) => [
        paragraph({ text: line, strong: true }),
        paragraph(oneLine(statement)),
        ...(changes.length === 0 ? [] : [{ type: 'list', items: changes.map((change) => t('Since then: {0}', change)) } satisfies Block]),
      ]),
      ...(draft === null ? [] : [heading(2, t('The document with its claims')), ...draftBlocks(draft, claims)]),
      heading(2, t('Claim by claim')),
      ...claims.flatMap(claimBlocks),
      { type: 'page-break' },
      heading(2, t('Appendix: how this was judged and made')),
      {
        type: 'list',
        items: [
          t('Session {0}', session.id),
          ...claims.flatMap(({ claim, number }) =>
            claim.auditId === null ? [] : [`${number}: ${t('audit {0}', claim.auditId)}, SHA-256 ${claim.place.contentHash}`],
          ),
        ],
      },
      paragraph({ text: t('Made with Linchpin. Each quote was cut from its document by its place there.'), tone: 'soft' }),
    ],
  };
}

/** The document's own paragraphs; each claim is set off, with its number and what was found. */
function draftBlocks(draft: string, claims: readonly OutlinedClaim[]): Block[] {
  const placed = claims
    .flatMap((outlined) => (outlined.claim.anchor.state === 'lost' ? [] : [{ outlined, ...outlined.claim.anchor }]))
    .sort((a, b) => a.start - b.start);
  const blocks: Block[] = [];
  for (const { index, 0: text } of draft.matchAll(/(?:(?!\r?\n[^\S\n]*\r?\n)[\s\S])+/gu)) {
    const runs: Run[] = [];
    let at = index;
    const end = index + text.length;
    const add = (to: number): void => {
      if (to > at) runs.push({ text: draft.slice(at, to) });
      at = Math.max(at, to);
    };
    for (const { outlined, start, end: stop } of placed) {
      if (start < at || stop > end) continue;
      add(start);
      runs.push({ text: draft.slice(start, stop), marked: true, tone: toneOf(outlined.claim.status) });
      runs.push({ text: ` [${outlined.number}: ${outlined.found}]`, strong: true, tone: toneOf(outlined.claim.status) });
      at = stop;
    }
    add(end);
    if (text.trim() !== '')
      blocks.push({ type: 'paragraph', runs: runs.map((run) => ({ ...run, text: run.text.replaceAll(/\s+/gu, ' ') })) });
  }
  return blocks;
}

function claimBlocks({ claim, number, place, found, decided, decidedBy, remarks, atoms, fix }: OutlinedClaim): Block[] {
  return [
    heading(3, `${number}. ${oneLine(claim.text)}`),
    paragraph(
      { text: place, tone: 'soft' },
      ' · ',
      t('found: {0}', ''),
      { text: found, strong: true, tone: toneOf(claim.status) },
      ' · ',
      t('decided: {0}', ''),
      { text: decided, strong: true },
    ),
    ...(decidedBy.length === 0 ? [] : [{ type: 'list', items: decidedBy } satisfies Block]),
    ...remarks.map((remark) => paragraph(oneLine(remark))),
    ...claim.evidence.map((citation) => quoted(citation, { name: t('Evidence'), row: citation.row })),
    ...claim.counterEvidence.map((citation) => quoted(citation, { name: t('The other side'), row: citation.row })),
    ...(atoms.length === 0
      ? []
      : [
          {
            type: 'table',
            head: [t('Part of the claim'), t('Words'), t('The documents')],
            rows: atoms.map(({ kind, text, words }) => [{ text: kind }, { text }, { text: words }]),
          } satisfies Block,
        ]),
    ...(fix === '' ? [] : [paragraph({ text: `${t('Suggested:')} `, strong: true }, fix)]),
  ];
}

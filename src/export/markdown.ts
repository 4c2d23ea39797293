import { roleName } from '../contract/words.ts';
import { decimal, shown, t } from '../base/language.ts';
import type { Citation } from '../contract/citation.ts';
import type { AuditReport } from '../contract/report.ts';
import { markdownText as text } from './escape.ts';
import { footnote } from './footnotes.ts';
import { asStatedWords, decidedWords, type ExportedReviews, type Outline, type OutlinedEvidence, outlineOf } from './outline.ts';
import { oneLine, placeInDocument } from './words.ts';
import { seenLine } from '../contract/seen-quote.ts';

/** The audit as a Markdown document that can be handed on: the answer, its evidence with places and quotes, who decided what, and how it was made. */
export function reportMarkdown(report: AuditReport, reviews: ExportedReviews = {}): string {
  const outline = outlineOf(report, reviews);
  const { evidence, counterEvidence } = outline;
  return [
    `# ${text(oneLine(report.question))}`,
    '',
    `**${outline.status}.** ${outline.remarks.map(text).join(' ')}`,
    '',
    ...outline.warnings.flatMap((warning) => [`**${t('Note:')}** ${text(warning)}`, '']),
    ...answerLines(report, outline),
    ...(outline.atoms.length === 0
      ? []
      : [
          `| ${t('part of the claim')} | ${t('words')} | ${t('the documents')} |`,
          '| --- | --- | --- |',
          ...outline.atoms.map((atom) => `| ${atom.kind} | ${text(atom.text)} | ${text(atom.words)} |`),
          '',
        ]),
    `## ${outline.evidenceTitle}`,
    '',
    ...evidence.flatMap((item) => evidenceLines(item)),
    ...(counterEvidence.length === 0
      ? []
      : [`## ${t('Evidence on the other side')}`, '', ...counterEvidence.flatMap((item) => evidenceLines(item))]),
    ...(outline.missing.length === 0
      ? []
      : [`## ${t('What is missing')}`, '', ...outline.missing.map((missing) => `- ${text(missing)}`), '']),
    ...causeLines(outline),
    ...conflictLines(report),
    `## ${t('Appendix: how this was judged and made')}`,
    '',
    ...outline.madeFrom.map(([name, value]) => `- ${name}: ${text(value)}`),
    '',
    asStatedWords(),
    '',
    ...(outline.parts.some((part) => part.marker !== null) || outline.statement !== ''
      ? [...evidence.map(({ marker, citation }) => `${footnote(report.id, marker)}: ${placeOf(citation)}`), '']
      : []),
  ].join('\n');
}

function answerLines({ id }: AuditReport, { lead, short, parts, statement, evidence }: Outline): string[] {
  const lines: string[] = [];
  if (lead !== '') lines.push(`*${text(lead)}*`, '');
  if (short !== '') lines.push(`**${text(short)}**`, '');
  for (const { pieces, marker } of parts) {
    // A line break of the source is layout; blanks at the edge of what is set off would undo it.
    const words = pieces.map((piece) => {
      const [, before = '', core = '', after = ''] = /^(\s*)([\s\S]*?)(\s*)$/u.exec(piece.text.replaceAll(/\s+/gu, ' ')) ?? [];
      return piece.marked && core !== '' ? `${before}**${text(core)}**${after}` : text(`${before}${core}${after}`);
    });
    lines.push(`> ${words.join('')}${marker === null ? '' : footnote(id, marker)}`, '');
  }
  if (statement !== '') lines.push(`> ${text(oneLine(statement))}${evidence.map((item) => footnote(id, item.marker)).join('')}`, '');
  return lines;
}

function evidenceLines({ marker, citation, headings, row, need, copies, review }: OutlinedEvidence): string[] {
  const needed = need === null ? '' : ` (${roleName(need.role)}, ${t('necessity {0}', decimal(need.necessity))})`;
  const decided = decidedWords(review);
  const lines = [`${marker}. ${placeOf(citation)}${needed}${decided === '' ? '' : ` – ${text(decided)}`}`, ''];
  if (headings !== '') lines.push(`   *${text(headings)}*`, '');
  lines.push(`   > ${text(seenLine(citation))}`, '');
  if (row !== '') lines.push(`   ${text(row)}`, '');
  for (const note of review?.notes ?? []) lines.push(`   ${t('Note by {0}: {1}', text(note.reviewer), text(oneLine(note.text)))}`, '');
  if (copies.length > 0) lines.push(`   ${t('The same words: {0}', copies.map((copy) => placeOf(copy)).join('; '))}`, '');
  return lines;
}

function causeLines({ causes }: Outline): string[] {
  if (causes.length === 0) return [];
  return [
    `## ${t('Causes that the documents state')}`,
    '',
    ...causes.flatMap(({ chain, steps }) => [
      `- ${text(chain)}`,
      '',
      ...steps.flatMap(({ citation, isHedged }) => [
        `  ${placeOf(citation)}${isHedged ? ` (${t('hedged')})` : ''}`,
        '',
        `  > ${text(seenLine(citation))}`,
        '',
      ]),
    ]),
  ];
}

function conflictLines({ conflicts }: AuditReport): string[] {
  if (conflicts.length === 0) return [];
  return [
    `## ${t('Conflicts')}`,
    '',
    ...conflicts.flatMap(({ a, b, explanation }) => [
      `- ${text(oneLine(shown(explanation)))}`,
      '',
      ...[a, b].flatMap((side) => [`  ${placeOf(side)}`, '', `  > ${text(seenLine(side))}`, '']),
    ]),
  ];
}

function placeOf(citation: Citation): string {
  return `${text(citation.path)}, ${text(placeInDocument(citation))}`;
}

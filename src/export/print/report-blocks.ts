import { decimal, shown, t } from '../../base/language.ts';
import { roleName } from '../../contract/words.ts';
import type { AuditReport } from '../../contract/report.ts';
import { decidedWords, type ExportedReviews, type OutlinedEvidence, type Outline, outlineOf } from '../outline.ts';
import { oneLine, placeInDocument } from '../words.ts';
import { type Block, heading, paragraph, type Printed } from './blocks.ts';
import { quoted, toneOf } from './words.ts';

/** An audit as it is printed: the answer and what it rests on; how it was judged and made is an appendix. */
export function printedReport(report: AuditReport, reviews: ExportedReviews): Printed {
  const outline = outlineOf(report, reviews);
  const { evidence, counterEvidence, missing, atoms, causes, warnings } = outline;
  return {
    title: oneLine(report.question),
    at: report.createdAt,
    blocks: [
      paragraph({ text: report.kind === 'claim' ? t('Check of a claim') : t('Answer with its evidence'), tone: 'soft' }),
      heading(1, oneLine(report.question)),
      paragraph({ text: `${outline.status}.`, strong: true, tone: toneOf(report.answer.status) }, ` ${outline.remarks.join(' ')}`),
      ...warnings.map((warning) => paragraph({ text: `${t('Note:')} `, strong: true }, warning)),
      ...answerBlocks(outline),
      ...(atoms.length === 0
        ? []
        : [
            {
              type: 'table',
              head: [t('Part of the claim'), t('Words'), t('The documents')],
              rows: atoms.map(({ kind, text, words }) => [{ text: kind }, { text }, { text: words }]),
            } satisfies Block,
          ]),
      heading(2, outline.evidenceTitle),
      ...evidence.flatMap(evidenceBlocks),
      ...(counterEvidence.length === 0 ? [] : [heading(2, t('Evidence on the other side')), ...counterEvidence.flatMap(evidenceBlocks)]),
      ...(missing.length === 0 ? [] : [heading(2, t('What is missing')), { type: 'list', items: missing } satisfies Block]),
      ...(causes.length === 0 ? [] : [heading(2, t('Causes that the documents state'))]),
      ...causes.flatMap(({ chain, steps }) => [
        paragraph(chain),
        ...steps.map(({ citation, isHedged }) => quoted(citation, { name: isHedged ? t('hedged') : '' })),
      ]),
      ...(report.conflicts.length === 0 ? [] : [heading(2, t('Conflicts'))]),
      ...report.conflicts.flatMap(({ a, b, explanation }) => [paragraph(oneLine(shown(explanation))), quoted(a), quoted(b)]),
      { type: 'page-break' },
      ...appendix(report, outline),
    ],
  };
}

function answerBlocks({ lead, short, parts, statement, evidence }: Outline): Block[] {
  return [
    ...(lead === '' ? [] : [paragraph({ text: lead, italic: true })]),
    ...(short === '' ? [] : [paragraph({ text: oneLine(short), strong: true })]),
    ...parts.map(({ pieces, marker }) =>
      paragraph(
        ...pieces.map(({ text, marked }) => ({ text: text.replaceAll(/\s+/gu, ' '), ...(marked ? { marked: true } : {}) })),
        ...(marker === null ? [] : [` [${marker}]`]),
      ),
    ),
    ...(statement === '' ? [] : [paragraph(`${oneLine(statement)} ${evidence.map(({ marker }) => `[${marker}]`).join('')}`)]),
  ];
}

function evidenceBlocks({ marker, citation, headings, row, copies, review }: OutlinedEvidence): Block[] {
  const decided = decidedWords(review);
  return [
    quoted(citation, { name: `[${marker}]`, headings }),
    ...(row === '' ? [] : [paragraph({ text: row, tone: 'soft' })]),
    ...(decided === '' ? [] : [paragraph({ text: decided, strong: true })]),
    ...(review?.notes ?? []).map(({ reviewer, text }) => paragraph({ text: t('Note by {0}: {1}', reviewer, oneLine(text)), italic: true })),
    ...(copies.length === 0
      ? []
      : [
          paragraph({
            text: t('The same words: {0}', copies.map((copy) => `${copy.path}, ${placeInDocument(copy)}`).join('; ')),
            tone: 'soft',
          }),
        ]),
  ];
}

/** For who wants to check the check: numbers, neighbouring questions, the heat map, what it was made with. */
function appendix(report: AuditReport, { evidence, madeFrom }: Outline): Block[] {
  const { heatMap, probes, evidence: found } = report;
  const needs = evidence.flatMap(({ marker, need }) => (need === null ? [] : [{ marker, ...need }]));
  const queries = heatMap?.queries ?? [];
  const selected = probes.filter((probe) => probe.selected);
  return [
    heading(2, t('Appendix: how this was judged and made')),
    paragraph(t('Quality {0}, {1} needed.', decimal(found.quality), decimal(found.threshold))),
    ...(needs.length === 0
      ? []
      : [
          paragraph(t("Necessity: each piece's share of what the answer would lose without it.")),
          {
            type: 'list',
            items: needs.map(({ marker, role, necessity }) => `[${marker}] ${roleName(role)}, ${t('necessity {0}', decimal(necessity))}`),
          } satisfies Block,
        ]),
    ...(selected.length === 0
      ? []
      : [
          heading(3, t('Neighbouring questions')),
          {
            type: 'table',
            head: [t('Question'), t('Answer')],
            rows: selected.map(({ query, answer }) => [{ text: query }, { text: answer ?? t('none') }]),
          } satisfies Block,
        ]),
    ...(heatMap === null || heatMap.passages.length === 0 || queries.length < 2
      ? []
      : [
          paragraph(t('How relevant each passage is to the question (Q) and to its neighbours; 1 is most.')),
          {
            type: 'table',
            head: [t('Passage'), ...queries.map((_, column) => (column === 0 ? 'Q' : `R${column}`))],
            rows: heatMap.passages.map((passage, index) => [
              { text: passage },
              ...(heatMap.relevance[index] ?? []).map((value) => ({ text: decimal(value) })),
            ]),
          } satisfies Block,
        ]),
    { type: 'list', items: madeFrom.map(([name, value]) => `${name}: ${value}`) },
  ];
}

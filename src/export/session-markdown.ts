import { t } from '../base/language.ts';
import { citedFromWords } from '../contract/document-role.ts';
import { rowWords } from '../contract/row-words.ts';
import type { CitedEvidence, Session } from '../contract/session.ts';
import { markdownText as text } from './escape.ts';
import { type OutlinedClaim, outlineOfSession } from './session-outline.ts';
import { oneLine, placeInDocument } from './words.ts';
import { seenLine } from '../contract/seen-quote.ts';

/** A review session as a Markdown document: every claim with what the documents make of it, the evidence, who decided what, and the signatures. */
export function sessionMarkdown(session: Session): string {
  const { title, summary, counts, warnings, claims, signatures } = outlineOfSession(session);
  return [
    `# ${text(title)}`,
    '',
    ...summary.flatMap((line) => [text(line), '']),
    ...counts.map(({ name, count }) => `- ${name}: ${count}`),
    '',
    ...warnings.flatMap((warning) => [`> **${t('Note:')}** ${text(warning)}`, '']),
    `## ${t('Claims')}`,
    '',
    ...claims.flatMap((claim) => claimLines(claim)),
    `## ${t('Signatures')}`,
    '',
    ...(signatures.length === 0 ? [t('None.'), ''] : []),
    ...signatures.flatMap(({ line, key, statement, changes }) => [
      `- ${text(line)}: ${text(oneLine(statement))} (${text(key)})`,
      ...changes.map((change) => `  - ${t('since then: {0}', text(change))}`),
      '',
    ]),
    '---',
    '',
    t('Session {0}. Each quote was cut from its document by its place there.', text(session.id)),
    '',
  ].join('\n');
}

function claimLines({ claim, number, place, found, decided, decidedBy, remarks, fix }: OutlinedClaim): string[] {
  return [
    `### ${number}. ${text(oneLine(claim.text))}`,
    '',
    `${text(place)} · ${t('found: {0}', `**${found}**`)} · ${t('decided: {0}', `**${decided}**`)}`,
    '',
    ...decidedBy.map((line) => `- ${text(line)}`),
    ...(decidedBy.length === 0 ? [] : ['']),
    ...remarks.flatMap((remark) => [text(oneLine(remark)), '']),
    ...claim.evidence.flatMap((citation) => citationLines(t('Evidence'), citation)),
    ...claim.counterEvidence.flatMap((citation) => citationLines(t('The other side'), citation)),
    ...(fix === '' ? [] : [t('Suggested: {0}', text(fix)), '']),
  ];
}

function citationLines(name: string, citation: CitedEvidence): string[] {
  return [
    `- ${name}: ${text(citation.path)}, ${text(placeInDocument(citation))}${citation.documentRole === undefined ? '' : ` (${citedFromWords(citation.documentRole)})`}`,
    '',
    `  > ${text(seenLine(citation))}`,
    '',
    ...(citation.row === undefined ? [] : [`  ${text(rowWords(citation.row))}`, '']),
  ];
}

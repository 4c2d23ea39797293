import type { Citation } from '../contract/citation.ts';
import type { Session } from '../contract/session.ts';
import { markdownText as text } from './escape.ts';
import { type OutlinedClaim, outlineOfSession } from './session-outline.ts';
import { oneLine, placeInDocument } from './words.ts';

/** A review session as a Markdown document: every claim with what the documents make of it, the evidence, who decided what, and the signatures. */
export function sessionMarkdown(session: Session): string {
  const { title, summary, counts, warnings, claims, signatures } = outlineOfSession(session);
  return [
    `# ${text(title)}`,
    '',
    ...summary.flatMap((line) => [text(line), '']),
    ...counts.map(({ name, count }) => `- ${name}: ${count}`),
    '',
    ...warnings.flatMap((warning) => [`> **Note:** ${text(warning)}`, '']),
    '## Claims',
    '',
    ...claims.flatMap((claim) => claimLines(claim)),
    '## Signatures',
    '',
    ...(signatures.length === 0 ? ['None.', ''] : []),
    ...signatures.flatMap(({ line, statement, changes }) => [
      `- ${text(line)}: ${text(oneLine(statement))}`,
      ...changes.map((change) => `  - since then: ${text(change)}`),
      '',
    ]),
    '---',
    '',
    `Session ${text(session.id)}. Each quote was cut from its document by its place there.`,
    '',
  ].join('\n');
}

function claimLines({ claim, number, place, found, decided, decidedBy, remarks, fix }: OutlinedClaim): string[] {
  return [
    `### ${number}. ${text(oneLine(claim.text))}`,
    '',
    `${text(place)} · found: **${found}** · decided: **${decided}**`,
    '',
    ...decidedBy.map((line) => `- ${text(line)}`),
    ...(decidedBy.length === 0 ? [] : ['']),
    ...remarks.flatMap((remark) => [text(oneLine(remark)), '']),
    ...claim.evidence.flatMap((citation) => citationLines('Evidence', citation)),
    ...claim.counterEvidence.flatMap((citation) => citationLines('The other side', citation)),
    ...(fix === '' ? [] : [`Suggested: ${text(fix)}`, '']),
  ];
}

function citationLines(name: string, citation: Citation): string[] {
  return [`- ${name}: ${text(citation.path)}, ${text(placeInDocument(citation))}`, '', `  > ${text(oneLine(citation.quote))}`, ''];
}

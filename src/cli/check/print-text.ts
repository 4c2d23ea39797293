import { failureWords } from '../../base/language.ts';
import { findingKinds, type Finding, type FindingKind } from '../../export/finding.ts';
import { oneLine, placeInDocument, plural } from '../../export/words.ts';
import type { Paint } from '../print-answer.ts';
import { columnOf, failing, type Outcome } from './outcome.ts';

const styles: Record<FindingKind, Parameters<Paint>[0]> = {
  refuted: 'red',
  conflicting: 'yellow',
  stale: 'yellow',
  unsupported: 'yellow',
  uncertain: 'yellow',
  supported: 'green',
};

/** For a person at a terminal: a finding a paragraph, supported claims only where all are asked for, then the counts. */
export function printText(outcome: Outcome, { all, paint }: { readonly all: boolean; readonly paint: Paint }): string {
  const { findings, known, claims, suppressed, failed } = outcome;
  const shown = findings.filter((finding) => all || (finding.kind !== 'supported' && !known.has(finding)));
  const lines = shown.flatMap((finding) => findingLines(finding, paint));
  for (const { claim, error } of failed)
    lines.push(
      `${claim.place.path}:${claim.place.line}  ${paint('red', 'not checked')}  ${oneLine(claim.text)}`,
      `    ${failureWords(error)}`,
      '',
    );
  const counts = findingKinds.flatMap((kind) => {
    const count = findings.filter((finding) => finding.kind === kind).length;
    return count === 0 ? [] : [`${count} ${kind}`];
  });
  const beside = [
    ...counts,
    ...(failed.length === 0 ? [] : [`${failed.length} not checked`]),
    ...(known.size === 0 ? [] : [`${known.size} known from the baseline`]),
    ...(suppressed === 0 ? [] : [`${suppressed} taken out by comments`]),
  ];
  const fails = failing(outcome).length;
  const verdict =
    fails > 0
      ? paint('red', `${plural(fails, 'finding')} ${fails === 1 ? 'fails' : 'fail'} the check.`)
      : failed.length > 0
        ? paint('red', 'Not everything could be checked.')
        : paint('green', 'Nothing fails the check.');
  return `${lines.join('\n')}${lines.length > 0 ? '\n' : ''}${plural(claims, 'claim')}${beside.length === 0 ? '' : `: ${beside.join(', ')}`}. ${verdict}\n`;
}

function findingLines(finding: Finding, paint: Paint): string[] {
  const { kind, text, place, reason, evidence, counterEvidence, fix } = finding;
  const column = columnOf(finding);
  const where = place === null ? '' : `${place.path}:${place.line}${column === null ? '' : `:${column}`}  `;
  return [
    `${where}${paint(styles[kind], kind)}  ${oneLine(text)}`,
    ...(reason === '' ? [] : [`    ${reason}`]),
    ...[...evidence, ...counterEvidence].flatMap((citation) => [
      `    ${paint('cyan', citation.locator === undefined ? `${citation.path}:${citation.line}` : `${citation.path}, ${placeInDocument(citation)}`)}  “${oneLine(citation.quote)}”`,
    ]),
    ...(fix === null ? [] : [`    “${oneLine(fix.before)}” could be “${oneLine(fix.after)}”`]),
    '',
  ];
}

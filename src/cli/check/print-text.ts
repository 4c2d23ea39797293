import { findingWord } from '../words.ts';
import { failureWords, plural, shown, t } from '../../base/language.ts';
import { placeName } from '../../contract/locator.ts';
import { columnOf } from '../../export/columns.ts';
import { findingKinds, type Finding, type FindingKind } from '../../export/finding.ts';
import { oneLine } from '../../export/words.ts';
import type { Paint } from '../print-answer.ts';
import { againstLines } from './print-against.ts';
import { lined } from '../terminal.ts';
import { failing, type Outcome } from './outcome.ts';
import { seenLine } from '../../contract/seen-quote.ts';

const styles: Record<FindingKind, Parameters<Paint>[0]> = {
  refuted: 'red',
  conflicting: 'yellow',
  stale: 'yellow',
  part: 'yellow',
  undecided: 'yellow',
  nothing: 'yellow',
  unsupported: 'yellow',
  uncertain: 'yellow',
  supported: 'green',
};

/** For a person at a terminal: a finding a paragraph, supported claims only where all are asked for, then the counts. */
export function printText(
  outcome: Outcome,
  {
    all,
    paint,
    shownPath = (path) => path,
  }: { readonly all: boolean; readonly paint: Paint; readonly shownPath?: (path: string) => string },
): string {
  const { findings, known, claims, suppressed, unheeded, failed } = outcome;
  const listed = findings.filter((finding) => all || (finding.kind !== 'supported' && !known.has(finding)));
  const lines = listed.flatMap((finding) => findingLines(finding, paint));
  for (const { claim, error } of failed)
    lines.push(
      `${placeName(claim.place, columnOf(claim.place))}  ${paint('red', t('not checked'))}  ${oneLine(claim.text)}`,
      `    ${failureWords(error)}`,
      '',
    );
  for (const { text, place } of suppressed)
    lines.push(`${place.path}:${place.line}  ${paint('dim', t('taken out by a comment'))}  ${oneLine(text)}`);
  if (suppressed.length > 0) lines.push('');
  for (const path of unheeded)
    lines.push(t('{0} asks not to be checked (linchpin-disable-file). It was: --allow-disable-file heeds that.', path), '');
  const counts = findingKinds.flatMap((kind) => {
    const count = findings.filter((finding) => finding.kind === kind).length;
    return count === 0 ? [] : [`${count} ${findingWord(kind)}`];
  });
  const beside = [
    ...counts,
    ...(failed.length === 0 ? [] : [t('{0} not checked', failed.length)]),
    ...(known.size === 0 ? [] : [t('{0} known from the baseline', known.size)]),
    ...(suppressed.length === 0 ? [] : [t('{0} taken out by comments', suppressed.length)]),
  ];
  const fails = failing(outcome).length;
  const verdict =
    fails > 0
      ? paint('red', plural(fails, '{0} finding fails the check.', '{0} findings fail the check.'))
      : failed.length > 0
        ? paint('red', t('Not everything could be checked.'))
        : paint('green', t('Nothing fails the check.'));
  const evidence = againstLines(outcome.against, shownPath).map((line) => `${lined([paint('dim', line)])}\n`);
  return `${lined(lines)}${lines.length > 0 ? '\n' : ''}${plural(claims, '{0} claim', '{0} claims')}${beside.length === 0 ? '' : `: ${beside.join(', ')}`}. ${verdict}\n${evidence.join('')}`;
}

function findingLines(finding: Finding, paint: Paint): string[] {
  const { kind, text, place, reason, evidence, counterEvidence, fix } = finding;
  const where = place === null ? '' : `${placeName(place, columnOf(place))}  `;
  return [
    `${where}${paint(styles[kind], findingWord(kind))}  ${oneLine(text)}`,
    ...(reason === '' ? [] : [`    ${shown(reason)}`]),
    ...[...evidence, ...counterEvidence].flatMap((citation) => [
      `    ${paint('cyan', placeName(citation, columnOf(citation)))}  “${seenLine(citation)}”`,
    ]),
    ...(fix === null ? [] : [`    ${t('“{0}” could be “{1}”', oneLine(fix.before), oneLine(fix.after))}`]),
    '',
  ];
}

import { findingWord } from '../words.ts';
import { failureWords, shown, t } from '../../base/language.ts';
import { describeLocator, placeName } from '../../contract/locator.ts';
import { columnOf, type Placed } from '../../export/columns.ts';
import type { Finding } from '../../export/finding.ts';
import { oneLine } from '../../export/words.ts';
import type { Outcome } from './outcome.ts';

/**
 * Workflow commands of GitHub Actions, a line each: `::error file=…,line=…::message`. What fails is an error, what disagrees or is stale a
 * warning, the rest that is not supported a notice.
 * @see https://docs.github.com/actions/reference/workflow-commands-for-github-actions
 */
export function printGithub({ findings, known, failOn, failed, suppressed, unheeded }: Outcome): string {
  const lines = findings.flatMap((finding) =>
    known.has(finding) || finding.kind === 'supported' ? [] : [annotation(finding, failOn.has(finding.kind))],
  );
  const broken = failed.map(({ claim, error }) =>
    command(
      'error',
      { ...regionOf(claim.place), title: `Linchpin: ${t('not checked')}` },
      `${claimWords(claim.text, claim.place)}\n${failureWords(error)}`,
    ),
  );
  const out = suppressed.map(({ text, place }) =>
    command('notice', { file: place.path, line: place.line, title: `Linchpin: ${t('taken out by a comment')}` }, oneLine(text)),
  );
  const asking = unheeded.map((path) =>
    command(
      'warning',
      { file: path, title: 'Linchpin: linchpin-disable-file' },
      t('{0} asks not to be checked (linchpin-disable-file). It was: --allow-disable-file heeds that.', path),
    ),
  );
  return [...lines, ...broken, ...out, ...asking].map((line) => `${line}\n`).join('');
}

function annotation(finding: Finding, fails: boolean): string {
  const { kind, text, place, reason, evidence, counterEvidence } = finding;
  const level = fails ? 'error' : kind === 'refuted' || kind === 'conflicting' || kind === 'stale' ? 'warning' : 'notice';
  const sources = [...evidence, ...counterEvidence].map(
    (citation) => `${placeName(citation, columnOf(citation))} “${oneLine(citation.quote)}”`,
  );
  return command(
    level,
    { ...(place === null ? {} : regionOf(place)), title: `Linchpin: ${findingWord(kind)}` },
    [claimWords(text, place), shown(reason), ...sources].filter((line) => line !== '').join('\n'),
  );
}

/** Of what is no text only the file: its lines are those of an extract, which nobody finds. */
function regionOf(place: Placed): Readonly<Record<string, string | number>> {
  if (place.locator !== undefined) return { file: place.path };
  const lines = place.quote.split(/\r\n|\r|\n/);
  const column = columnOf(place);
  return {
    file: place.path,
    line: place.line,
    endLine: place.line + lines.length - 1,
    // Columns are for one line only.
    ...(column === null || lines.length !== 1 ? {} : { col: column, endColumn: column + (lines[0]?.length ?? 0) }),
  };
}

function claimWords(text: string, place: Placed | null): string {
  return place?.locator === undefined ? oneLine(text) : `${describeLocator(place.locator)}: ${oneLine(text)}`;
}

function command(name: string, properties: Readonly<Record<string, string | number>>, message: string): string {
  const written = Object.entries(properties).map(([key, value]) => `${key}=${escapeProperty(String(value))}`);
  return `::${name} ${written.join(',')}::${escapeData(message)}`;
}

/** As the runner takes them apart again. */
function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}

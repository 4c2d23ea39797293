import { plural, shown, t } from '../base/language.ts';
import { visibleLine } from '../base/visible.ts';
import { describeLeftOut, type LeftOut, type LeftOutCause } from '../contract/left-out.ts';

/** Names listed of one cause: `--json` has them all. */
const mostNames = 20;

interface Summary {
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly hidden?: readonly { readonly path: string; readonly reason: string }[] | undefined;
  readonly leftOut: readonly LeftOut[];
  readonly unseen: readonly string[];
}

/** What is not in the index, for a person at a terminal: a line for each cause, and the files under it. */
export function printLeftOut({ failed, skipped, hidden = [], leftOut, unseen }: Summary): string {
  const reasons = new Map([...failed, ...skipped, ...hidden].map(({ path, reason }) => [path, reason]));
  const groups = describeLeftOut(leftOut).map(
    ({ cause, text }) => `${cause === 'hidden-text' ? text : t('not read: {0}', text)}\n${names(cause, leftOut, reasons)}`,
  );
  return [...groups, unseen.length === 0 ? '' : stay(unseen, reasons)].join('');
}

function stay(unseen: readonly string[], reasons: ReadonlyMap<string, string>): string {
  const text = t(
    '{0} of the index could not be looked at now and stay in it as they were:',
    plural(unseen.length, '{0} document', '{0} documents'),
  );
  return `${text}\n${list(unseen, unseen.length, reasons)}`;
}

function names(cause: LeftOutCause, leftOut: readonly LeftOut[], reasons: ReadonlyMap<string, string>): string {
  const own = leftOut.filter((group) => group.cause === cause);
  const paths = own.flatMap((group) => group.paths).sort();
  const files = own.reduce((sum, group) => sum + group.files, 0);
  return paths.length === 0 ? '' : list(paths, files, reasons);
}

function list(paths: readonly string[], files: number, reasons: ReadonlyMap<string, string>): string {
  const listed = paths
    .slice(0, mostNames)
    .map((path) => `  ${visibleLine(`${path}${reasons.has(path) ? `: ${shown(reasons.get(path) ?? '')}` : ''}`)}\n`);
  const more = files - listed.length;
  return `${listed.join('')}${more > 0 ? `  ${t('and {0} more (all are in "linchpin index --json")', more)}\n` : ''}`;
}

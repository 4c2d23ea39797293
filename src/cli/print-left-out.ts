import { shown, t } from '../base/language.ts';
import { describeLeftOut, type LeftOut, type LeftOutCause } from '../contract/left-out.ts';

/** Names listed of one cause: `--json` has them all. */
const mostNames = 20;

interface Summary {
  readonly failed: readonly { readonly path: string; readonly reason: string }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
  readonly leftOut: readonly LeftOut[];
}

/** What is not in the index, for a person at a terminal: a line for each cause, and the files under it. */
export function printLeftOut({ failed, skipped, leftOut }: Summary): string {
  const reasons = new Map([...failed, ...skipped].map(({ path, reason }) => [path, reason]));
  return describeLeftOut(leftOut)
    .map(({ cause, text }) => `${t('not read: {0}', text)}\n${names(cause, leftOut, reasons)}`)
    .join('');
}

function names(cause: LeftOutCause, leftOut: readonly LeftOut[], reasons: ReadonlyMap<string, string>): string {
  const own = leftOut.filter((group) => group.cause === cause);
  const paths = own.flatMap((group) => group.paths).sort();
  if (paths.length === 0) return '';
  const listed = paths.slice(0, mostNames).map((path) => `  ${path}${reasons.has(path) ? `: ${shown(reasons.get(path) ?? '')}` : ''}\n`);
  const more = own.reduce((sum, group) => sum + group.files, 0) - listed.length;
  return `${listed.join('')}${more > 0 ? `  ${t('and {0} more (all are in "linchpin index --json")', more)}\n` : ''}`;
}

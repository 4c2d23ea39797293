import { roleName } from '../contract/words.ts';
import { decimal, shown, t } from '../base/language.ts';
import { visibleLine } from '../base/visible.ts';
import type { ComparedConflict, ComparedEvidence, Comparison } from './compare.ts';
import { oneLine, placeInDocument, statusWords } from './words.ts';
import { seenLine } from '../contract/seen-quote.ts';

const signs = { kept: ' ', added: '+', removed: '-' } as const;

/** A comparison as lines: `-` only before, `+` only after. In one language nothing in it depends on when or where it is printed. */
export function comparisonText({
  ids,
  kind,
  question,
  status,
  answer,
  chance,
  quality,
  evidence,
  counterEvidence,
  conflicts,
  madeWith,
  same,
}: Comparison): string {
  const lines = [t('audit {0} → {1}', ids[0], ids[1])];
  if (question.changed) lines.push(t('These are two questions:'), `- ${oneLine(question.before)}`, `+ ${oneLine(question.after)}`);
  else lines.push(oneLine(question.after));
  lines.push('', same ? t('Answer, status, evidence and conflicts are the same.') : t('What changed:'));
  if (status.changed)
    lines.push(`- ${t('status: {0}', statusWords(status.before, kind))}`, `+ ${t('status: {0}', statusWords(status.after, kind))}`);
  if (answer.changed)
    lines.push(
      `- ${t('answer: {0}', answer.before === '' ? t('none') : oneLine(answer.before))}`,
      `+ ${t('answer: {0}', answer.after === '' ? t('none') : oneLine(answer.after))}`,
    );
  if (chance.changed) lines.push(`  ${t('chance of being right: {0} → {1}', number(chance.before), number(chance.after))}`);
  if (quality.changed) lines.push(`  ${t('quality: {0} → {1}', number(quality.before), number(quality.after))}`);
  lines.push(
    ...section(t('evidence'), evidence),
    ...section(t('evidence on the other side'), counterEvidence),
    ...conflictLines(conflicts),
  );
  if (madeWith.length > 0) lines.push('', t('made with:'), ...madeWith.map(({ what, before, after }) => `  ${what}: ${before} → ${after}`));
  return `${lines.map(visibleLine).join('\n')}\n`;
}

function section(title: string, evidence: readonly ComparedEvidence[]): string[] {
  if (evidence.length === 0) return [];
  return [
    '',
    `${title}:`,
    ...evidence.flatMap(({ change, citation, moved, necessity, role }) => {
      const notes = [
        ...(moved ? [t('moved')] : []),
        ...(change === 'kept' && role.before !== role.after
          ? [`${role.before === null ? t('none') : roleName(role.before)} → ${role.after === null ? t('none') : roleName(role.after)}`]
          : []),
        ...(change === 'kept' && number(necessity.before) !== number(necessity.after)
          ? [t('necessity {0} → {1}', number(necessity.before), number(necessity.after))]
          : []),
      ];
      return [
        `${signs[change]} ${citation.path}, ${placeInDocument(citation)}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`,
        `${signs[change]}   “${seenLine(citation)}”`,
      ];
    }),
  ];
}

function conflictLines(conflicts: readonly ComparedConflict[]): string[] {
  if (conflicts.length === 0) return [];
  return [
    '',
    t('conflicts:'),
    ...conflicts.map(
      ({ change, explanation, a, b }) =>
        `${signs[change]} ${oneLine(shown(explanation))}: ${t('{0} against {1}', `${a.path}, ${placeInDocument(a)}`, `${b.path}, ${placeInDocument(b)}`)}`,
    ),
  ];
}

function number(value: number | null): string {
  return value === null ? t('none') : decimal(value);
}

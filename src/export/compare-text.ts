import type { ComparedConflict, ComparedEvidence, Comparison } from './compare.ts';
import { oneLine, placeInDocument, statusWords } from './words.ts';

const signs = { kept: ' ', added: '+', removed: '-' } as const;

/** A comparison as lines: `-` only before, `+` only after. Nothing in it depends on when or where it is printed. */
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
  const lines = [`audit ${ids[0]} → ${ids[1]}`];
  if (question.changed) lines.push('These are two questions:', `- ${question.before}`, `+ ${question.after}`);
  else lines.push(question.after);
  lines.push('', same ? 'Answer, status, evidence and conflicts are the same.' : 'What changed:');
  if (status.changed) lines.push(`- status: ${statusWords(status.before, kind)}`, `+ status: ${statusWords(status.after, kind)}`);
  if (answer.changed)
    lines.push(`- answer: ${answer.before === '' ? 'none' : answer.before}`, `+ answer: ${answer.after === '' ? 'none' : answer.after}`);
  if (chance.changed) lines.push(`  chance of being right: ${decimal(chance.before)} → ${decimal(chance.after)}`);
  if (quality.changed) lines.push(`  quality: ${decimal(quality.before)} → ${decimal(quality.after)}`);
  lines.push(...section('evidence', evidence), ...section('evidence on the other side', counterEvidence), ...conflictLines(conflicts));
  if (madeWith.length > 0) lines.push('', 'made with:', ...madeWith.map(({ what, before, after }) => `  ${what}: ${before} → ${after}`));
  return `${lines.join('\n')}\n`;
}

function section(title: string, evidence: readonly ComparedEvidence[]): string[] {
  if (evidence.length === 0) return [];
  return [
    '',
    `${title}:`,
    ...evidence.flatMap(({ change, citation, moved, necessity, role }) => {
      const notes = [
        ...(moved ? ['moved'] : []),
        ...(change === 'kept' && role.before !== role.after ? [`${role.before ?? 'none'} → ${role.after ?? 'none'}`] : []),
        ...(change === 'kept' && decimal(necessity.before) !== decimal(necessity.after)
          ? [`necessity ${decimal(necessity.before)} → ${decimal(necessity.after)}`]
          : []),
      ];
      return [
        `${signs[change]} ${citation.path}, ${placeInDocument(citation)}${notes.length === 0 ? '' : ` (${notes.join('; ')})`}`,
        `${signs[change]}   “${oneLine(citation.quote)}”`,
      ];
    }),
  ];
}

function conflictLines(conflicts: readonly ComparedConflict[]): string[] {
  if (conflicts.length === 0) return [];
  return [
    '',
    'conflicts:',
    ...conflicts.map(
      ({ change, explanation, a, b }) =>
        `${signs[change]} ${oneLine(explanation)}: ${a.path}, ${placeInDocument(a)} against ${b.path}, ${placeInDocument(b)}`,
    ),
  ];
}

function decimal(value: number | null): string {
  return value === null ? 'none' : value.toFixed(2);
}

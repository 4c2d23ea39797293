import { readFile } from 'node:fs/promises';

import { z } from 'zod';

import { LinchpinError } from '../src/base/error.ts';
import { type Loss, losses, type Readable, readableSchema } from './trace.ts';

const errorRecordSchema = z.object({
  id: z.string(),
  arm: z.string(),
  question: z.string(),
  answers: z.array(z.string()),
  answer: z.string(),
  status: z.string(),
  group: z.string(),
  read: readableSchema.optional(),
});
export type ErrorRecord = z.infer<typeof errorRecordSchema>;
type Traced = ErrorRecord & { readonly read: Readable };

/**
 * The worst items of a run with their whole trace, and where items are lost by stage and group: for a person to read.
 * @param file per-item records, as `--records` writes them
 * @throws LinchpinError `document-unreadable` where the file is not there or holds no traced item
 */
export async function readErrors(file: string, count: number): Promise<string> {
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new LinchpinError('document-unreadable', `The records ${file} cannot be read.`, 'Write them with --records FILE first.', error);
  });
  const records = text.split('\n').flatMap((line): Traced[] => {
    const parsed = errorRecordSchema.safeParse(parseLine(line));
    return parsed.success && parsed.data.read !== undefined ? [{ ...parsed.data, read: parsed.data.read }] : [];
  });
  if (records.length === 0)
    throw new LinchpinError(
      'document-unreadable',
      `${file} holds no item with a trace.`,
      'Run an arm that audits, for example linchpin, with --records.',
    );
  const arms = [...new Set(records.map((record) => record.arm))];
  return arms
    .map((arm) =>
      readArm(
        arm,
        records.filter((record) => record.arm === arm),
        count,
      ),
    )
    .join('\n\n');
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

function readArm(arm: string, records: readonly Traced[], count: number): string {
  const groups = [...new Set(records.map((record) => record.group))].sort();
  const share = (part: readonly Traced[], loss: Loss): string =>
    part.length === 0 ? '' : `${part.filter((record) => record.read.loss === loss).length}`;
  const table = [
    `| lost at | all | ${groups.join(' | ')} |`,
    `|---|---|${groups.map(() => '---').join('|')}|`,
    ...losses.map(
      (loss) =>
        `| ${loss} | ${share(records, loss)} | ${groups
          .map((group) =>
            share(
              records.filter((record) => record.group === group),
              loss,
            ),
          )
          .join(' | ')} |`,
    ),
  ];
  // The worst first; of equally bad ones those that went wrong with most confidence.
  const worst = [...records]
    .sort((a, b) => a.read.score - b.read.score || b.read.trace.quality - a.read.trace.quality || (a.id < b.id ? -1 : 1))
    .slice(0, count);
  return [`# ${arm} (n = ${records.length})`, '', ...table, '', ...worst.map(readItem)].join('\n');
}

function readItem({ id, question, answers, answer, status, group, read: { score, loss, gold, trace } }: Traced): string {
  const isGold = (entry: { path: string; start: number; end: number }): boolean =>
    gold.some((place) => place.path === entry.path && place.start < entry.end && entry.start < place.end);
  const lines = [
    `## ${question}`,
    `${id} (${group}); score ${score.toFixed(2)}, lost at: ${loss}`,
    `wanted: ${answers.join(' | ') || '(no answer)'}`,
    `said:   ${answer || '(nothing)'} [${status}, quality ${trace.quality.toFixed(2)}] ${trace.reason}`,
    `statement: ${trace.statement}`,
    ...gold.map(
      (place) =>
        `gold: ${place.path}: ${place.text}${trace.passages.some((passage) => passage.path === place.path && passage.start < place.end && place.start < passage.end) ? '' : '   <- not retrieved'}`,
    ),
    ...trace.pool
      .slice(0, 8)
      .map(
        (entry) =>
          `  ${entry.role.padEnd(11)} relevance ${entry.relevance.toFixed(2)} entail ${entry.entail.toFixed(2)} ${isGold(entry) ? '* ' : '  '}${entry.path}: ${entry.text.replaceAll(/\s+/g, ' ')}`,
      ),
    ...trace.drafts.map((draft) => `  draft ${draft.total.toFixed(2)}${draft.selected ? ' selected' : ''}: ${draft.text}`),
    ...trace.probes
      .filter((probe) => probe.state === 'selected')
      .map((probe) => `  probe ${probe.kind}: ${probe.query} -> ${probe.answer ?? '(nothing)'}`),
    ...trace.notes.map((note) => `  note ${note}`),
  ];
  return `${lines.join('\n')}\n`;
}

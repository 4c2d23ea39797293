import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { sha256 } from '../../src/base/hash.ts';
import type { AuditItem, EvaluationDocument, EvaluationSet } from '../item.ts';
import { pathOf, readRecords } from './files.ts';

const record = z.object({
  set: z.string(),
  title: z.string(),
  context: z.string(),
  question: z.string(),
  answers: z.array(z.object({ text: z.string(), start: z.int() })),
});
type Asked = z.infer<typeof record>;

/** Articles that the reader was not trained on: `measured` are those on which nothing is fitted. */
function keptAside(part: 'measured' | 'fitted'): Set<string> {
  const lines = readFileSync(join(import.meta.dirname, 'squadshifts-kept.txt'), 'utf8').split('\n');
  return new Set(lines.flatMap((line) => (line.startsWith(`${part} `) ? [line.slice(part.length + 1)] : [])));
}

/** An article with its paragraphs as they come up, and where each begins. */
function articleOf(
  title: string,
  asked: readonly Asked[],
  place: number,
): { document: EvaluationDocument; starts: ReadonlyMap<string, number> } {
  const starts = new Map<string, number>();
  let text = `# ${title}\n\n`;
  for (const { context } of asked) {
    if (starts.has(context)) continue;
    starts.set(context, text.length);
    text += `${context.trimEnd()}\n\n`;
  }
  return { document: { path: pathOf(place, title), title, text, sentences: [] }, starts };
}

/** Each question over all articles of its part, in an order that spreads them, so that a limit takes some of each. */
export async function readSquadShifts(file: string, part: 'measured' | 'fitted'): Promise<AuditItem[]> {
  const kept = keptAside(part);
  const asked = (await readRecords(file, record)).filter(({ set, title }) => set === 'new_wiki' && kept.has(title));
  const articles = [...kept].map((title, place) =>
    articleOf(
      title,
      asked.filter((one) => one.title === title),
      place,
    ),
  );
  const documents = articles.map(({ document }) => document);
  const items = asked.flatMap(({ title, context, question, answers }, index): AuditItem[] => {
    const article = articles.find(({ document }) => document.title === title);
    const start = article?.starts.get(context);
    if (article === undefined || start === undefined) return [];
    return [
      {
        task: 'audit',
        id: `squadshifts-${String(index)}`,
        kind: 'question',
        question,
        documents,
        corpus: `${file} ${part}`,
        answers: [...new Set(answers.map(({ text }) => text))],
        answerable: true,
        goldSets: [],
        goldSpans: answers.map((answer) => ({
          path: article.document.path,
          start: start + answer.start,
          end: start + answer.start + answer.text.length,
        })),
        label: null,
        group: title,
      },
    ];
  });
  return items
    .map((item) => ({ item, key: sha256(item.question) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ item }) => item);
}

/** SQuADShifts, new Wikipedia: questions on a workspace of the articles that no weights were fitted on. Many speak of their paragraph only ("is there a delegate?"). */
export const squadShifts: EvaluationSet = {
  name: 'squadshifts',
  defaultFile: 'reading/squadshifts.jsonl.gz',
  licence: 'CC BY 4.0',
  read: (file) => readSquadShifts(file, 'measured'),
};

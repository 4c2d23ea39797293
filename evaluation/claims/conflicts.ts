// Lists the conflicts that audits of the four ASVS versions show, for somebody to read and judge one by one.
// node --import tsx evaluation/claims/conflicts.ts OUT [DATA]
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { z } from 'zod';

import type { AuditReport } from '../../src/contract/report.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { inProcess } from '../audit/askers.ts';
import { workspaceFolder } from '../beds/workspaces.ts';

const pairSchema = z.array(
  z.object({ question: z.string(), current: z.object({ claim: z.string() }), outdated: z.object({ claim: z.string() }) }),
);

const [out = 'conflicts.jsonl', data = '../shared/data'] = process.argv.slice(2);
const scratch = resolve('.cache/beds');
const folder = await workspaceFolder('asvs', 'tuning', resolve(data), join(scratch, 'workspaces'));
if (folder === null) throw new Error(`${data} has no ASVS.`);
const pairs = pairSchema.parse(JSON.parse(await readFile(join(import.meta.dirname, '../../test/fixtures/asvs-questions.json'), 'utf8')));
const more = await readFile(join(import.meta.dirname, '../beds/conflicts/asvs-questions.txt'), 'utf8');
const asks: [AuditReport['kind'], string][] = [
  ...pairs.flatMap(({ question, current, outdated }): [AuditReport['kind'], string][] => [
    ['question', question],
    ['claim', current.claim],
    ['claim', outdated.claim],
  ]),
  ...more
    .trim()
    .split('\n')
    .map((line): [AuditReport['kind'], string] => ['question', line]),
];
const seen = new Set<string>();
const lines: string[] = [];
let audits = 0;
for (const kind of ['question', 'claim'] as const) {
  const asker = await inProcess(bundledModels(), kind)(folder, join(scratch, 'indexes', 'asvs'));
  for (const [, text] of asks.filter(([wanted]) => wanted === kind)) {
    const { answer, conflicts } = await asker.ask(text);
    audits += 1;
    for (const { a, b, kind: about, older, superseded, explanation } of conflicts) {
      // The same two sentences may be shown by several audits.
      const key = [a, b]
        .map(({ path, start }) => `${path}:${start}`)
        .sort()
        .join(' ');
      if (seen.has(key)) continue;
      seen.add(key);
      const side = ({ path, quote }: typeof a): { path: string; quote: string } => ({ path, quote: quote.replaceAll(/\s+/g, ' ') });
      lines.push(JSON.stringify({ asked: text, status: answer.status, a: side(a), b: side(b), about, older, superseded, explanation }));
    }
  }
  await asker.close();
}
await writeFile(out, lines.map((line) => `${line}\n`).join(''));
process.stdout.write(`${audits} audits, ${lines.length} different conflicts shown\n`);

// Audits the four ASVS versions and lists the conflicts that are shown, each with the judgement of somebody who read it, where there is one.
// npm run evaluate:conflicts -- OUT [DATA]     (OUT: what is shown, for reading)
import { readFile, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { z } from 'zod';

import type { AuditReport } from '../../src/contract/report.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { inProcess } from '../audit/askers.ts';
import { workspaceFolder } from '../beds/workspaces.ts';
import { exactInterval } from '../claims/binomial.ts';

const pairSchema = z.array(
  z.object({ question: z.string(), current: z.object({ claim: z.string() }), outdated: z.object({ claim: z.string() }) }),
);
/** `sides`: the beginnings of both sentences, in any order, as a reader sees them. */
const judgedSchema = z.object({ sides: z.tuple([z.string(), z.string()]), real: z.boolean(), why: z.string() });

const [out = 'conflicts.jsonl', data = '../shared/data'] = process.argv.slice(2);
const scratch = resolve('.cache/beds');
const bed = join(import.meta.dirname, '../beds/conflicts');
const folder = await workspaceFolder('asvs', 'tuning', resolve(data), join(scratch, 'workspaces'));
if (folder === null) throw new Error(`${data} has no ASVS.`);
const pairs = pairSchema.parse(JSON.parse(await readFile(join(import.meta.dirname, '../../test/fixtures/asvs-questions.json'), 'utf8')));
const more = await readFile(join(bed, 'asvs-questions.txt'), 'utf8');
const judged = (await readFile(join(bed, 'asvs-judged.jsonl'), 'utf8'))
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => judgedSchema.parse(JSON.parse(line)));
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
const most = 60;

/** What of a quote tells two sentences apart: its letters and digits, whatever marks the file has between them. */
function plainOf(quote: string): string {
  return quote.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ');
}

function judgementOf(a: string, b: string): z.infer<typeof judgedSchema> | undefined {
  const [one, other] = [plainOf(a), plainOf(b)];
  return judged.find(({ sides }) => {
    const [first, second] = [plainOf(sides[0]).trim(), plainOf(sides[1]).trim()];
    return (one.includes(first) && other.includes(second)) || (one.includes(second) && other.includes(first));
  });
}

const seen = new Set<string>();
const lines: string[] = [];
const rows: string[] = [];
const count = { audits: 0, real: 0, none: 0, unread: 0, dated: 0 };
for (const kind of ['question', 'claim'] as const) {
  const asker = await inProcess(bundledModels(), kind)(folder, join(scratch, 'indexes', 'asvs'));
  for (const [, text] of asks.slice(0, most).filter(([wanted]) => wanted === kind)) {
    const { answer, conflicts } = await asker.ask(text);
    count.audits += 1;
    for (const { a, b, kind: about, older, superseded, explanation } of conflicts) {
      // The same two sentences may be shown by several audits, and one version stands as DOCX and as PDF.
      const key = [plainOf(a.quote), plainOf(b.quote)].sort().join(' | ');
      if (seen.has(key)) continue;
      seen.add(key);
      const judgement = judgementOf(a.quote, b.quote);
      count[judgement === undefined ? 'unread' : judgement.real ? 'real' : 'none'] += 1;
      if (older !== undefined || superseded !== undefined) count.dated += 1;
      const side = ({ path, quote }: typeof a): { path: string; quote: string } => ({ path, quote: quote.replaceAll(/\s+/g, ' ') });
      lines.push(
        JSON.stringify({ asked: text, status: answer.status, a: side(a), b: side(b), about, older, superseded, explanation, judgement }),
      );
      const cell = (quote: string): string => quote.replaceAll(/\s+/g, ' ').replaceAll('|', '/').slice(0, 140);
      rows.push(
        `| ${cell(a.quote)} | ${cell(b.quote)} | ${judgement === undefined ? 'not read' : `${judgement.real ? 'a conflict' : 'none'}: ${judgement.why}`} |`,
      );
    }
  }
  await asker.close();
}
await writeFile(out, lines.map((line) => `${line}\n`).join(''));
const read = count.real + count.none;
const { low, high } = exactInterval(count.real, read);
const page = [
  `${String(count.audits)} audits of the four ASVS versions (\`evaluation/beds/conflicts\`, each shown conflict read by the maintainers) show ${String(lines.length)} different conflicts: ${String(count.real)} of ${String(read)} that were read are conflicts = ${read === 0 ? 'none' : (count.real / read).toFixed(2)} (${low.toFixed(2)}-${high.toFixed(2)}); ${String(count.unread)} were not read; of ${String(count.dated)} the older side is named.`,
  '',
  '| one side | the other | read as |',
  '| --- | --- | --- |',
  ...rows,
].join('\n');
process.stdout.write(`${page}\n`);

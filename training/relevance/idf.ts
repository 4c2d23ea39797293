// How many passages of the shippable sets hold each stem: node --import tsx training/relevance/idf.ts [data] [out]
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { feverous } from '../../evaluation/sets/claims.ts';
import { hotpotqa, hotpotqaOpen } from '../../evaluation/sets/hotpotqa.ts';
import { naturalQuestions } from '../../evaluation/sets/questions.ts';
import { stem } from '../../src/text/stem.ts';
import { tokenize } from '../../src/text/tokens.ts';

const [data = '../shared/data', out = 'models/relevance/document-frequency.txt.gz'] = process.argv.slice(2);
const texts = new Set<string>();
for (const [set, file] of [
  [hotpotqa, 'qa/hotpotqa/train.jsonl'],
  [hotpotqaOpen, hotpotqaOpen.defaultFile],
  [naturalQuestions, naturalQuestions.defaultFile],
  [feverous, feverous.defaultFile],
] as const) {
  for (const item of await set.read(join(data, file)))
    if (item.task === 'audit') for (const document of item.documents) texts.add(document.text);
}
const frequency = new Map<string, number>();
for (const text of texts)
  for (const root of new Set(tokenize(text).map((token) => stem(token.lower)))) frequency.set(root, (frequency.get(root) ?? 0) + 1);
// A stem that stands in one passage alone is as rare as one that was never seen.
const kept = [...frequency].filter(([, count]) => count > 1).sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1));
writeFileSync(out, gzipSync(`${texts.size}\n${kept.map(([root, count]) => `${root} ${count}`).join('\n')}\n`, { level: 9 }));
console.log(texts.size, 'passages,', kept.length, 'stems');

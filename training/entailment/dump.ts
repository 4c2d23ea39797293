/**
 * Reads labelled pairs and writes what the fit needs, by the product's own extractor: one feature row a pair, tokens,
 * word relations and the vectors of all words met.
 *
 *     node --import tsx training/entailment/dump.ts PAIRS.jsonl OUT_FOLDER
 */
import { createWriteStream, mkdirSync, readFileSync, writeFileSync } from 'node:fs';

import { readSide } from '../../src/models/bundled/entailment-alignment.ts';
import { featureNames, hypothesisLimit, premiseLimit, readPair } from '../../src/models/bundled/entailment-features.ts';
import { openWordBook } from '../../src/models/bundled/entailment.ts';
import { relationSize } from '../../src/models/bundled/entailment-words.ts';

interface Row { premise: string; hypothesis: string; context?: string }

const [source, out] = process.argv.slice(2);
if (source === undefined || out === undefined) throw new Error('usage: dump.ts PAIRS.jsonl OUT');
const rows = readFileSync(source, 'utf8').trimEnd().split('\n').map((line) => JSON.parse(line) as Row);
mkdirSync(out, { recursive: true });
const book = openWordBook('models');
const names = featureNames(book);
const features = new Float32Array(rows.length * names.length);
const flags = createWriteStream(`${out}/pairs.jsonl`);
const started = performance.now();
rows.forEach((row, at) => {
  const premise = readSide(book, row.premise, row.context, premiseLimit);
  const hypothesis = readSide(book, row.hypothesis, undefined, hypothesisLimit);
  const reading = readPair(book, premise, hypothesis);
  features.set(reading.features, at * names.length);
  flags.write(`${JSON.stringify({ p: premise.ids, h: hypothesis.ids, pf: premise.tokens.map(tokenFlags), hf: hypothesis.tokens.map(tokenFlags) })}\n`);
});
function tokenFlags(token: { stop: boolean; name: boolean; value: number | null; negated: boolean; sentence: number; kind: string }): number {
  return (token.stop ? 1 : 0) | (token.name ? 2 : 0) | (token.value !== null ? 4 : 0) | (token.negated ? 8 : 0) | (token.sentence < 0 ? 16 : 0) | (token.kind === 'mark' ? 32 : 0);
}
console.log(`${rows.length} pairs, ${names.length} features, ${Math.round((rows.length / (performance.now() - started)) * 1000)} pairs a second, ${book.size} words`);
flags.end();
writeFileSync(`${out}/features.f32`, Buffer.from(features.buffer));
writeFileSync(`${out}/names.json`, JSON.stringify({ features: names, relations: relationSize }));

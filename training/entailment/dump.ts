/**
 * Reads labelled pairs and writes what the fit needs, by the product's own extractor: a feature row a pair, the tokens
 * that the network reads, word relations, and the vectors of all words met.
 *
 *     node --import tsx training/entailment/dump.ts FOLDER NAME...
 */
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';

import { readSide } from '../../src/models/bundled/entailment/alignment.ts';
import { featureNames, hypothesisLimit, premiseLimit, readPair } from '../../src/models/bundled/entailment/features.ts';
import { tokenFlags } from '../../src/models/bundled/entailment/network.ts';
import { StaticEncoder } from '../../src/models/bundled/encoder.ts';
import { openWordBook } from '../../src/models/bundled/entailment/entailment.ts';
import { relationSize } from '../../src/models/bundled/entailment/words.ts';

interface Row {
  premise: string;
  hypothesis: string;
  context?: string;
}

const [folder, ...sets] = process.argv.slice(2);
if (folder === undefined || sets.length === 0) throw new Error('usage: dump.ts FOLDER NAME...');
const book = openWordBook('models', new StaticEncoder('models/static-embedder'));
const names = featureNames(book);
const relationRow = new Map<number, number>();
const relationBytes: number[] = new Array<number>(relationSize).fill(0);

function rowOf(premise: number, hypothesis: number): number {
  const key = premise * 1e6 + hypothesis;
  let row = relationRow.get(key);
  if (row === undefined) {
    const quantised = [...book.relation(premise, hypothesis).subarray(0, relationSize)].map((value) => Math.round(value * 127));
    row = quantised.every((value) => value === 0) ? 0 : relationBytes.length / relationSize;
    if (row > 0) for (const value of quantised) relationBytes.push(value);
    relationRow.set(key, row);
  }
  return row;
}

for (const name of sets) {
  const rows = readFileSync(`${folder}/${name}.jsonl`, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);
  const out = `${folder}/${name}`;
  mkdirSync(out, { recursive: true });
  const features = new Float32Array(rows.length * names.length);
  const lengths = new Int32Array(rows.length * 2);
  const [ids, flags, relations] = ['ids.i32', 'flags.u8', 'relations.i32'].map((file) => openSync(`${out}/${file}`, 'w')) as [
    number,
    number,
    number,
  ];
  const started = performance.now();
  rows.forEach((row, at) => {
    const premise = readSide(book, row.premise, row.context, premiseLimit);
    const hypothesis = readSide(book, row.hypothesis, undefined, hypothesisLimit);
    const reading = readPair(book, premise, hypothesis);
    features.set(reading.features, at * names.length);
    const p = reading.focus;
    const h = hypothesis.tokens.flatMap((token, j) => (token.kind === 'mark' ? [] : [j]));
    lengths.set([p.length, h.length], at * 2);
    const pi = p.map((i) => premise.ids[i] ?? 0);
    const hi = h.map((j) => hypothesis.ids[j] ?? 0);
    writeSync(ids, Buffer.from(Int32Array.from([...pi, ...hi]).buffer));
    writeSync(flags, Buffer.from([...p.map((i) => tokenFlags(premise, i)), ...h.map((j) => tokenFlags(hypothesis, j))]));
    writeSync(relations, Buffer.from(Int32Array.from(pi.flatMap((a) => hi.map((b) => rowOf(a, b)))).buffer));
  });
  for (const file of [ids, flags, relations]) closeSync(file);
  console.log(
    `${name}: ${rows.length} pairs, ${names.length} features, ${Math.round((rows.length / (performance.now() - started)) * 1000)} pairs a second`,
  );
  writeFileSync(`${out}/features.f32`, Buffer.from(features.buffer));
  writeFileSync(`${out}/lengths.i32`, Buffer.from(lengths.buffer));
  writeFileSync(`${out}/names.json`, JSON.stringify({ features: names }));
}
const vectors = new Float32Array(book.size * 257);
for (let id = 0; id < book.size; id += 1) {
  const word = book.word(id);
  if (word.vector !== null) vectors.set(word.vector, id * 257);
  vectors[id * 257 + 256] = word.weight;
}
writeFileSync(`${folder}/vectors.f32`, Buffer.from(vectors.buffer));
writeFileSync(
  `${folder}/categories.json`,
  JSON.stringify(Array.from({ length: book.size }, (_, id) => book.lexicon.categories(book.word(id).text))),
);
writeFileSync(`${folder}/words.json`, JSON.stringify(Array.from({ length: book.size }, (_, id) => book.word(id).text)));
writeFileSync(`${folder}/relations.i8`, Buffer.from(Int8Array.from(relationBytes).buffer));
console.log(`${book.size} words, ${relationBytes.length / relationSize} word relations`);

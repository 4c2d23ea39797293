// What the network is given, read by the product's own code: node --import tsx training/neural-entailment/dump.ts FOLDER NAME...
// PHRASES=same: phrases that say one another are synonyms too, as the network of claims is given them; PHRASES=all: as that of questions is, with what only comes up with them.
// NAME.jsonl (premise, hypothesis, context) becomes arrays in NAME/; TAG names the files of all words met (the first NAME where it is not set).
import { closeSync, mkdirSync, openSync, readFileSync, writeFileSync, writeSync } from 'node:fs';

import { z } from 'zod';

import { modelsFolder } from '../../src/models/bundled/assets.ts';
import { openWordBook } from '../../src/models/bundled/entailment/entailment.ts';
import { featureNames } from '../../src/models/bundled/entailment/features.ts';
import { bundledEncoder, bundledWordLore } from '../../src/models/bundled/models.ts';
import { PairReader } from '../../src/models/bundled/neural-entailment/pair.ts';
import { readPhrases } from '../../src/models/bundled/phrases.ts';
import type { NetworkWord } from '../../src/models/bundled/neural-entailment/words.ts';

const pairSchema = z.object({ premise: z.string(), hypothesis: z.string(), context: z.string().default('') });
const vectorSize = 256;

const [folder, ...names] = process.argv.slice(2);
if (folder === undefined || names.length === 0) throw new Error('usage: dump.ts FOLDER NAME...');
const encoder = bundledEncoder();
const book = openWordBook(modelsFolder(), encoder);
const features = featureNames(book);
const { lexicon, phrases: all } = bundledWordLore();
const chosen = process.env['PHRASES'];
const phrases = chosen === 'same' ? readPhrases((word) => lexicon.lemmas(word), chosen) : chosen === undefined ? undefined : all;

const coded = (word: NetworkWord): [number, number] => [
  book.id(word.text),
  word.flags | (word.kind << 8) | (word.list << 12) | (word.modality << 17) | (word.bound << 21),
];

for (const name of names) {
  const lines = readFileSync(`${folder}/${name}.jsonl`, 'utf8').trimEnd().split('\n');
  const out = `${folder}/${name}`;
  mkdirSync(out, { recursive: true });
  const featureRows = new Float32Array(lines.length * features.length);
  const lengths = new Int32Array(lines.length * 2);
  const words = openSync(`${out}/words.i32`, 'w');
  const relations = openSync(`${out}/relations.u16`, 'w');
  for (const [at, line] of lines.entries()) {
    const pair = new PairReader(book, phrases).encode(pairSchema.parse(JSON.parse(line)));
    if (pair === null) continue;
    featureRows.set(pair.features, at * features.length);
    lengths.set([pair.premise.length, pair.claim.length], at * 2);
    writeSync(words, Buffer.from(Int32Array.from([...pair.premise, ...pair.claim].flatMap(coded)).buffer));
    writeSync(relations, Buffer.from(Uint16Array.from(pair.relations).buffer));
  }
  closeSync(words);
  closeSync(relations);
  writeFileSync(`${out}/features.f32`, Buffer.from(featureRows.buffer));
  writeFileSync(`${out}/lengths.i32`, Buffer.from(lengths.buffer));
  console.log(name, lines.length, 'pairs,', features.length, 'features');
}

const vectors = new Float32Array(book.size * (vectorSize + 1));
const known = Array.from({ length: book.size }, (_, id) => book.word(id));
for (const [id, { vector, weight }] of known.entries()) {
  if (vector !== null) vectors.set(vector, id * (vectorSize + 1));
  vectors[id * (vectorSize + 1) + vectorSize] = weight;
}
const tag = process.env['TAG'] ?? names[0] ?? '';
const texts = known.map(({ text }) => text);
writeFileSync(`${folder}/vectors.${tag}.f32`, Buffer.from(vectors.buffer));
writeFileSync(`${folder}/words.${tag}.json`, JSON.stringify({ words: texts, pieces: texts.map((text) => encoder.tokens(text)), features }));
console.log(book.size, 'words');

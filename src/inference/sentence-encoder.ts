import { join } from 'node:path';

import { LRUCache } from 'lru-cache';

import { throwIfCancelled } from '../base/error.ts';
import { OnnxModel } from './onnx-model.ts';
import type { PassageEncoder } from './types.ts';
import { weightsVersion } from './weights.ts';
import { WordPiece } from './wordpiece.ts';

const dimensions = 384;
/** What the model was fitted with; what a text says after that is not in its vector. */
const mostTokens = 256;
/** No text of so many characters has fewer tokens but noise, and cutting it into tokens would take time. */
const mostCharacters = 8000;
const keptQueries = 500;
/** Of one run of the model, padding counted: what is asked meanwhile waits for no more than that. */
const mostTokensTogether = 1024;
const mostTextsTogether = 16;

export function sentenceEncoderFiles(folder: string): string[] {
  return ['encoder.onnx', 'vocab.txt'].map((file) => join(folder, 'sentence-encoder', file));
}

/**
 * The bundled sentence encoder (models/sentence-encoder): the dense half of search. Its cosine is the papers' own scale. Questions have a
 * thread of their own, so that none waits for passages that are encoded in the background.
 */
export function openSentenceEncoder(folder: string): PassageEncoder {
  const file = join(folder, 'sentence-encoder', 'encoder.onnx');
  const models = { query: new OnnxModel('sentence encoder', file, 2), passage: new OnnxModel('sentence encoder', file) };
  const queries = new LRUCache<string, Float32Array>({ max: keptQueries });
  let tokens: WordPiece | undefined;
  const idsOf = (text: string): Int32Array => {
    tokens ??= WordPiece.read(join(folder, 'sentence-encoder', 'vocab.txt'));
    const pieces = tokens.encode(text.slice(0, mostCharacters)).ids.slice(0, mostTokens - 2);
    return pieces.length === 0 ? new Int32Array(0) : Int32Array.from([tokens.cls, ...pieces, tokens.sep]);
  };
  const run = async (rows: readonly Int32Array[], role: 'query' | 'passage', signal: AbortSignal | undefined): Promise<Float32Array[]> => {
    const width = rows.reduce((most, { length }) => Math.max(most, length), 0);
    const shape = [rows.length, width];
    const [ids, mask] = [new Int32Array(rows.length * width), new Int32Array(rows.length * width)];
    for (const [at, row] of rows.entries()) {
      ids.set(row, at * width);
      mask.fill(1, at * width, at * width + row.length);
    }
    const output = await models[role].run({ ids: { values: ids, shape }, mask: { values: mask, shape } }, signal);
    const vectors = output('vector');
    return rows.map((_, at) => vectors.slice(at * dimensions, (at + 1) * dimensions));
  };
  return {
    get identity() {
      const version = weightsVersion('sentence encoder', sentenceEncoderFiles(folder));
      return { id: 'linchpin/sentences-384', provider: 'bundled' as const, version, local: true };
    },
    get profileId() {
      return `sentences384-${weightsVersion('sentence encoder', sentenceEncoderFiles(folder))}`;
    },
    dimensions,
    similarity: { toReference: (cosine) => cosine },
    async embed(texts, role, { signal }) {
      const vectors = new Array<Float32Array | undefined>(texts.length);
      const left: { readonly at: number; readonly ids: Int32Array }[] = [];
      for (const [at, text] of texts.entries()) {
        const known = role === 'query' ? queries.get(text) : undefined;
        if (known === undefined) left.push({ at, ids: idsOf(text) });
        else vectors[at] = known;
      }
      for (const rows of byLength(left)) {
        throwIfCancelled(signal);
        const encoded = await run(
          rows.map(({ ids }) => ids),
          role,
          signal,
        );
        for (const [place, { at }] of rows.entries()) {
          vectors[at] = encoded[place];
          const text = texts[at];
          if (role === 'query' && text !== undefined && vectors[at] !== undefined) queries.set(text, vectors[at]);
        }
      }
      return texts.map((_, at) => vectors[at] ?? new Float32Array(dimensions));
    },
  };
}

/** Texts of like length together, so that little is padded: the model treats each row by itself. Texts without a token are left out. */
function* byLength<T extends { readonly ids: Int32Array }>(texts: readonly T[]): Generator<T[]> {
  let batch: T[] = [];
  for (const text of [...texts].filter(({ ids }) => ids.length > 0).sort((a, b) => a.ids.length - b.ids.length)) {
    if (batch.length === mostTextsTogether || (batch.length + 1) * text.ids.length > mostTokensTogether) {
      if (batch.length > 0) yield batch;
      batch = [];
    }
    batch.push(text);
  }
  if (batch.length > 0) yield batch;
}

import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { unreadableModel } from '../assets.ts';
import type { StaticEncoder } from '../encoder.ts';
import type { KnownWord } from '../entailment/words.ts';

/** Of a word: the embedder's, of word order, and its weight. */
const meaningSize = 256;
const orderSize = 64;
export const vectorSize = meaningSize + orderSize + 1;
export const featureCount = 122;

const settingsSchema = z.object({
  version: z.literal(1),
  /** Words that have a vector of their own in the network; a word's number is its place, from 1. */
  own: z.array(z.string()),
  feature_names: z.array(z.string()).length(featureCount),
  mean: z.array(z.number()).length(featureCount),
  std: z.array(z.number().positive()).length(featureCount),
  temperature: z.number().positive(),
  /** With the bundled scorer: the network's weight, and the average's temperature. */
  average: z.object({ weight: z.number().min(0).max(1), temperature: z.number().positive() }),
});
type Settings = z.infer<typeof settingsSchema>;

/** What stands beside the graph: how words and features are given to it, and how its output is read. */
export class EntailmentWeights {
  readonly settings: Settings;
  readonly #own: ReadonlyMap<string, number>;
  readonly #order: Int8Array;
  readonly #scales: Float32Array;
  readonly #encoder: StaticEncoder;

  /** @param tables the folder with the vectors of word order @throws LinchpinError `model-unavailable`. */
  constructor(folder: string, encoder: StaticEncoder, tables: string = folder) {
    this.#encoder = encoder;
    try {
      this.settings = settingsSchema.parse(JSON.parse(readFileSync(join(folder, 'settings.json'), 'utf8')));
      this.#own = new Map(this.settings.own.map((word, at) => [word, at + 1]));
      const order = readFileSync(join(tables, 'positions.int8.bin'));
      const scales = readFileSync(join(tables, 'positions.scales.f32.bin'));
      this.#order = new Int8Array(order.buffer, order.byteOffset, order.byteLength);
      this.#scales = new Float32Array(scales.buffer.slice(scales.byteOffset, scales.byteOffset + scales.byteLength));
      if (this.#order.length !== this.#scales.length * orderSize) throw new RangeError('tables of different lengths');
    } catch (error) {
      throw unreadableModel('neural entailment', error);
    }
  }

  /** Number of the word's own vector, or 0. */
  own(text: string): number {
    return this.#own.get(text) ?? 0;
  }

  /** `vectorSize` numbers. */
  vector({ text, vector: meaning, weight }: KnownWord): Float32Array {
    const out = new Float32Array(vectorSize);
    if (meaning !== null) for (const [at, value] of meaning.entries()) out[at] = value * 4;
    const pieces = this.#encoder.tokens(text);
    for (const piece of pieces) {
      const scale = (this.#scales[piece] ?? 0) / pieces.length;
      for (let at = 0; at < orderSize; at += 1)
        out[meaningSize + at] = (out[meaningSize + at] ?? 0) + (this.#order[piece * orderSize + at] ?? 0) * scale;
    }
    out[vectorSize - 1] = weight / 4;
    return out;
  }

  /** The pair features in the network's scale. */
  scaled(features: Float32Array): Float32Array {
    const { mean, std } = this.settings;
    return features.map((value, at) => Math.min(4, Math.max(-4, (value - (mean[at] ?? 0)) / (std[at] ?? 1))));
  }
}

import { z } from 'zod';

/** As `training/entailment/trees.py` writes them: little-endian arrays in base64. */
export const treesSchema = z.object({
  baseline: z.array(z.number()).length(3),
  roots: z.string(),
  features: z.string(),
  thresholds: z.string(),
  lefts: z.string(),
  rights: z.string(),
});
export type PackedTrees = z.infer<typeof treesSchema>;

/** The bytes of a base64 text in a buffer of their own, so that any typed array may view them. */
export function unpackBytes(text: string): ArrayBuffer {
  return Uint8Array.from(Buffer.from(text, 'base64')).buffer;
}

/** Gradient-boosted trees; tree t adds to the logit of class t % 3. */
export class Trees {
  readonly #baseline: readonly number[];
  readonly #roots: Uint32Array;
  readonly #features: Int16Array;
  readonly #thresholds: Float32Array;
  readonly #lefts: Uint32Array;
  readonly #rights: Uint32Array;

  constructor(packed: PackedTrees) {
    this.#baseline = packed.baseline;
    this.#roots = new Uint32Array(unpackBytes(packed.roots));
    this.#features = new Int16Array(unpackBytes(packed.features));
    this.#thresholds = new Float32Array(unpackBytes(packed.thresholds));
    this.#lefts = new Uint32Array(unpackBytes(packed.lefts));
    this.#rights = new Uint32Array(unpackBytes(packed.rights));
  }

  /** Logits of entail, neutral, contradict. */
  logits(features: Float32Array): number[] {
    const sum = [...this.#baseline];
    this.#roots.forEach((root, tree) => {
      let node = root;
      for (let feature = this.#features[node] ?? -1; feature >= 0; feature = this.#features[node] ?? -1) {
        node = ((features[feature] ?? 0) <= (this.#thresholds[node] ?? 0) ? this.#lefts[node] : this.#rights[node]) ?? 0;
      }
      const at = tree % 3;
      sum[at] = (sum[at] ?? 0) + (this.#thresholds[node] ?? 0);
    });
    return sum;
  }
}

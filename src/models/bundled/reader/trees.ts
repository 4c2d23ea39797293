import { z } from 'zod';

// Looked at as a whole: tens of thousands of numbers one by one are most of what opening the reader takes.
const numbers = z.custom<readonly number[]>((value) => Array.isArray(value) && value.every((each) => typeof each === 'number'));
const places = z.custom<readonly number[]>((value) => Array.isArray(value) && value.every((each) => Number.isInteger(each)));

export const treesSchema = z.object({
  baseline: z.number(),
  trees: z.array(z.object({ feature: places, threshold: numbers, left: places, right: places })),
});
export type Trees = z.infer<typeof treesSchema>;

/** Gradient-boosted trees as a probability, [0, 1]. */
export function probabilityOf(trees: Trees, features: Float32Array): number {
  return 1 / (1 + Math.exp(-logitOf(trees, features)));
}

/** Gradient-boosted trees as a logit. A leaf has the feature -1 and its value for a threshold. */
export function logitOf({ baseline, trees }: Trees, features: Float32Array): number {
  let sum = baseline;
  for (const tree of trees) {
    let node = 0;
    for (let feature = tree.feature[0] ?? -1; feature >= 0; feature = tree.feature[node] ?? -1) {
      node = ((features[feature] ?? 0) <= (tree.threshold[node] ?? 0) ? tree.left[node] : tree.right[node]) ?? 0;
    }
    sum += tree.threshold[node] ?? 0;
  }
  return sum;
}

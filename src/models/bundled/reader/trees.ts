import { z } from 'zod';

export const treesSchema = z.object({
  baseline: z.number(),
  trees: z.array(z.object({ feature: z.array(z.int()), threshold: z.array(z.number()), left: z.array(z.int()), right: z.array(z.int()) })),
});
export type Trees = z.infer<typeof treesSchema>;

/** Gradient-boosted trees as a probability, [0, 1]. A leaf has the feature -1 and its value for a threshold. */
export function probabilityOf({ baseline, trees }: Trees, features: Float32Array): number {
  let sum = baseline;
  for (const tree of trees) {
    let node = 0;
    for (let feature = tree.feature[0] ?? -1; feature >= 0; feature = tree.feature[node] ?? -1) {
      node = ((features[feature] ?? 0) <= (tree.threshold[node] ?? 0) ? tree.left[node] : tree.right[node]) ?? 0;
    }
    sum += tree.threshold[node] ?? 0;
  }
  return 1 / (1 + Math.exp(-sum));
}

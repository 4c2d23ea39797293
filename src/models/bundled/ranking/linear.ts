import { z } from 'zod';

export const linearSchema = z.object({
  mean: z.array(z.number()),
  scale: z.array(z.number().positive()),
  weights: z.array(z.number()),
  bias: z.number(),
});
export type Linear = z.infer<typeof linearSchema>;

/** Logistic regression over standardised features: a probability for each row, [0, 1]. */
export function probabilities({ mean, scale, weights, bias }: Linear, rows: readonly Float32Array[]): number[] {
  return rows.map((row) => {
    let sum = bias;
    for (let column = 0; column < weights.length; column += 1)
      sum += (((row[column] ?? 0) - (mean[column] ?? 0)) / (scale[column] ?? 1)) * (weights[column] ?? 0);
    return 1 / (1 + Math.exp(-sum));
  });
}

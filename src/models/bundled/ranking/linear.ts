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

/** Each row with, for each of its columns, 1 / (1 + its place among all rows by that column, the largest first): what a sentence is beside the others. */
export function withPlaces(rows: readonly Float32Array[]): Float32Array[] {
  const columns = rows[0]?.length ?? 0;
  const wide = rows.map((row) => {
    const both = new Float32Array(2 * columns);
    both.set(row);
    return both;
  });
  const order = Array.from(rows, (_, index) => index);
  for (let column = 0; column < columns; column += 1) {
    order.sort((a, b) => (rows[b]?.[column] ?? 0) - (rows[a]?.[column] ?? 0) || a - b);
    order.forEach((row, place) => {
      const own = wide[row];
      if (own !== undefined) own[columns + column] = 1 / (1 + place);
    });
  }
  return wide;
}

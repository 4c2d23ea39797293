import { z } from 'zod';

import weightsFile from '../../models/comparisons/weights.json' with { type: 'json' };
import { onLine } from './line.ts';

/** What tells whether a sentence, or two together, compare what a question holds against each other (`src/audit/answer/comparison-units.ts`). */
export const comparisonSignNames = [
  'isPair',
  'chance',
  'chanceLeast',
  'lead',
  'sideLeast',
  'sideEach',
  'sideMean',
  'sideOwnLeast',
  'apart',
  'sidesKnown',
  'times',
  'before',
  'rows',
  'items',
  'next',
  'sameScope',
  'near',
  'version',
  'alike',
  'sameDimension',
  'askedDimension',
  'noAmount',
  'holds',
  'holdsAlone',
  'defines',
  'words',
] as const;

const weightsSchema = z.object({
  features: z.array(z.string()),
  mean: z.array(z.number()),
  scale: z.array(z.number().positive()),
  weights: z.array(z.number()),
  /** The score of "none of these". */
  none: z.number(),
  /** From the logit of the probability that one of those with the same sentences compares to the logit of the chance. */
  line: z.object({ slope: z.number(), offset: z.number() }),
});

let opened: z.infer<typeof weightsSchema> | undefined;

/** models/comparisons has the card, training/comparisons the recipe. */
function weights(): z.infer<typeof weightsSchema> {
  if (opened === undefined) {
    opened = weightsSchema.parse(weightsFile);
    if (opened.features.join() !== comparisonSignNames.join())
      throw new RangeError('The weights of models/comparisons were fitted to other signs.');
  }
  return opened;
}

/**
 * The calibrated chance of each sentence or pair that it compares, [0, 1], in their order: a conditional logit with an outside option over all, and a line over the
 * probability of all that share a sentence with one. Of these the likeliest has that chance, the others their share of it.
 * @param units sentences by their ids, and `comparisonSignNames`' values
 */
export function chancesOfComparisons(units: readonly { readonly ids: readonly string[]; readonly signs: Float32Array }[]): number[] {
  const { mean, scale, weights: factors, none, line } = weights();
  const scores = units.map(({ signs }) =>
    signs.reduce((sum, value, place) => sum + ((value - (mean[place] ?? 0)) / (scale[place] ?? 1)) * (factors[place] ?? 0), 0),
  );
  const top = Math.max(none, ...scores);
  const parts = scores.map((score) => Math.exp(score - top));
  const total = parts.reduce((sum, part) => sum + part, Math.exp(none - top));
  const bySentence = new Map<string, number[]>();
  units.forEach(({ ids }, place) => {
    for (const id of ids) bySentence.set(id, [...(bySentence.get(id) ?? []), place]);
  });
  return units.map(({ ids }, place) => {
    const sharing = [...new Set(ids.flatMap((id) => bySentence.get(id) ?? []))].map((other) => parts[other] ?? 0);
    const sum = sharing.reduce((all, part) => all + part, 0) / total;
    const chance = onLine(line, sum);
    return (chance * (parts[place] ?? 0)) / Math.max(...sharing);
  });
}

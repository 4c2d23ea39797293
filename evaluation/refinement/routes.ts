import { fileURLToPath } from 'node:url';

import { z } from 'zod';

import { route } from '../../src/audit/route.ts';
import type { Embedder } from '../../src/models/ports.ts';
import { readRecords } from '../sets/files.ts';
import { type Estimate, estimate } from '../statistics.ts';

const routes = ['factual', 'relational', 'causal', 'claim'] as const;
const rowSchema = z.object({ text: z.string(), route: z.enum(routes), half: z.enum(['tuning', 'held-out']) });
type Row = z.infer<typeof rowSchema>;

export interface RouteResult {
  readonly name: string;
  readonly half: Row['half'];
  readonly accuracy: Estimate;
  /** Rows: what it is; columns: what was said; in the order of `routeNames`. */
  readonly confusion: readonly (readonly number[])[];
}

export const routeNames: readonly string[] = routes;

/** Questions and statements that were written for this, with the route that each should take. */
export async function measureRoutes(embedder: Embedder): Promise<RouteResult[]> {
  const rows = await readRecords(fileURLToPath(new URL('routes.jsonl', import.meta.url)), rowSchema);
  const embedded = await embedder.embed(
    rows.map(({ text }) => text),
    'query',
    { seed: 1 },
  );
  const known = [...new Set(rows.filter(({ half }) => half === 'tuning').flatMap(({ text }) => wordsOf(text)))];
  const vectors = rows.map(({ text }, place) => {
    const own = new Set(wordsOf(text));
    return Float32Array.from([...(embedded[place] ?? []), ...known.map((word) => (own.has(word) ? 0.5 : 0))]);
  });
  const tuning = rows.flatMap((row, place) => (row.half === 'tuning' ? [place] : []));
  const classify = fitSoftmax(
    tuning.map((place) => vectors[place] ?? new Float32Array()),
    tuning.map((place) => routes.indexOf(rows[place]?.route ?? 'factual')),
  );
  const arms: readonly (readonly [string, (place: number) => number])[] = [
    ['always factual', () => 0],
    [
      'softmax over words, pairs of words and the embedding, fitted on the tuning half',
      (place) => classify(vectors[place] ?? new Float32Array()),
    ],
    ['rules (shipped)', (place) => routes.indexOf(route(rows[place]?.text ?? '', 'question'))],
  ];
  return (['tuning', 'held-out'] as const).flatMap((half) =>
    arms.map(([name, say]): RouteResult => {
      const confusion = routes.map(() => routes.map(() => 0));
      const right = rows.flatMap((row, place) => {
        if (row.half !== half) return [];
        const said = say(place);
        const counts = confusion[routes.indexOf(row.route)];
        if (counts !== undefined) counts[said] = (counts[said] ?? 0) + 1;
        return [routes[said] === row.route ? 1 : 0];
      });
      return { name, half, accuracy: estimate(right), confusion };
    }),
  );
}

/** Words and neighbouring pairs of words, and whether a question mark ends it. */
function wordsOf(text: string): string[] {
  const words = ['^', ...(text.toLowerCase().match(/[\p{L}\d']+|\?/gu) ?? [])];
  return [...words, ...words.slice(1).map((word, place) => `${words[place] ?? ''} ${word}`)];
}

/** Multinomial logistic regression by gradient descent, with a little weight decay. */
function fitSoftmax(inputs: readonly Float32Array[], labels: readonly number[]): (input: Float32Array) => number {
  const size = (inputs[0]?.length ?? 0) + 1;
  const weights = routes.map(() => new Float64Array(size));
  const scores = (input: Float32Array): number[] =>
    weights.map((row) => input.reduce((sum, value, place) => sum + value * (row[place] ?? 0), row[size - 1] ?? 0));
  for (let step = 0; step < 400; step += 1) {
    inputs.forEach((input, at) => {
      const raw = scores(input);
      const top = Math.max(...raw);
      const parts = raw.map((value) => Math.exp(value - top));
      const total = parts.reduce((sum, value) => sum + value, 0);
      weights.forEach((row, own) => {
        const error = (labels[at] === own ? 1 : 0) - (parts[own] ?? 0) / total;
        for (let place = 0; place < size; place += 1)
          row[place] = (row[place] ?? 0) * 0.9999 + 0.1 * error * (place === size - 1 ? 1 : (input[place] ?? 0));
      });
    });
  }
  return (input) => {
    const raw = scores(input);
    return raw.indexOf(Math.max(...raw));
  };
}

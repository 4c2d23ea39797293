import { indices } from '../../src/minimise/mask.ts';
import type { Generator } from '../../src/models/ports.ts';
import { exactMatch, overAnswers, tokenF1 } from '../answer-metrics.ts';
import { estimate } from '../statistics.ts';
import type { GoldPool } from './pools.ts';
import { type Selector } from './selectors.ts';
import { against, shown, table } from './tables.ts';

/** The paper's table 1, the side of the answer: what is read from each shown set alone, from the whole pool, and from the gold sentences. */
export async function readingTable(
  pools: readonly GoldPool[],
  selectors: Readonly<Record<string, Selector>>,
  reference: string,
  generator: Generator,
): Promise<string> {
  const ways: Readonly<Record<string, Selector>> = {
    ...selectors,
    'the whole pool': ({ scored }) => ({ set: scored.pool.reduce((all, _, index) => all | (1 << index), 0), evaluations: 0 }),
    'the gold sentences': ({ goldParts }) => ({ set: goldParts[0] ?? 0, evaluations: 0 }),
  };
  const results: { name: string; em: number[]; f1: number[] }[] = [];
  for (const [name, select] of Object.entries(ways)) {
    const answers = await generator.answer(
      pools.map((pool) => {
        const members = indices(select(pool).set);
        return {
          question: pool.item.question,
          evidence: members.flatMap((index) => {
            const candidate = pool.scored.chosen[index];
            return candidate === undefined
              ? []
              : [
                  {
                    spanId: candidate.spanId,
                    path: candidate.citation.path,
                    heading: candidate.heading,
                    text: candidate.text,
                    relevance: candidate.relevance,
                  },
                ];
          }),
        };
      }),
      { seed: 1 },
    );
    const texts = answers.map((answer) => (answer.abstained ? '' : answer.text));
    const per = (metric: (said: string, gold: string) => number): number[] =>
      pools.map(({ item }, index) => overAnswers(metric, texts[index] ?? '', item.answers));
    results.push({ name, em: per(exactMatch), f1: per(tokenF1) });
  }
  const base = results.find(({ name }) => name === reference)?.f1 ?? [];
  return table(
    ['read from', 'EM', 'F1', `F1 less that of ${reference}`],
    results.map(({ name, em, f1 }) => [name, shown(estimate(em)), shown(estimate(f1)), name === reference ? '' : against(base, f1)]),
  );
}

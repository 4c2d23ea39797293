import { fullMask } from '../../src/minimise/mask.ts';
import { scorePool } from '../../src/minimise/pool.ts';
import { qualityOf } from '../../src/minimise/quality.ts';
import type { EvidenceCandidate } from '../../src/minimise/types.ts';
import type { Models } from '../../src/models/ports.ts';
import { spanId } from '../../src/contract/citation.ts';
import { areaUnderCurve } from '../classification-metrics.ts';
import type { SufficiencyItem } from '../item.ts';
import { estimate, estimateOf } from '../statistics.ts';
import { threshold } from './selectors.ts';
import { shown, table } from './tables.ts';

const call = { seed: 1 };

/** Evidence with one constituent removed: is the rest still enough, by F of all that is left and by what F is made of? */
export async function stillEnoughTable(
  items: readonly SufficiencyItem[],
  models: Pick<Models, 'embedder' | 'relevance' | 'entailment'>,
): Promise<string> {
  const rows = await Promise.all(items.map((item) => scoresOf(item, models)));
  const gold = items.map((item) => item.sufficient);
  const columns: readonly (readonly [string, readonly number[], number])[] = [
    ['F of the rest, either side', rows.map((scores) => scores.quality), threshold],
    ['entailment or contradiction by the rest', rows.map((scores) => scores.decided), 0.5],
    ['coverage of the claim by the rest', rows.map((scores) => scores.coverage), 0.75],
    ['relevance of the rest to the claim', rows.map((scores) => scores.relevance), 0.5],
  ];
  const majority = gold.filter(Boolean).length * 2 >= gold.length;
  return table(
    ['by', 'accuracy', 'AUC'],
    [
      ...columns.map(([name, values, level]) => [
        `${name}, at ${level}`,
        shown(estimate(values.map((value, index) => Number(value >= level === gold[index])))),
        shown(
          estimateOf(
            values.length,
            (places) =>
              areaUnderCurve(
                places.map((place) => values[place] ?? 0),
                places.map((place) => gold[place] === true),
              ) ?? 0.5,
          ),
        ),
      ]),
      [`always "${majority ? 'enough' : 'not enough'}"`, shown(estimate(gold.map((value) => Number(value === majority)))), '0.500'],
    ],
  );
}

async function scoresOf(
  item: SufficiencyItem,
  models: Pick<Models, 'embedder' | 'relevance' | 'entailment'>,
): Promise<{ quality: number; decided: number; coverage: number; relevance: number }> {
  const relevance = await models.relevance.score(
    item.claim,
    item.evidence.map(({ text, title }) => ({ text, heading: title })),
    call,
  );
  const candidates = item.evidence.map(({ title, text }, index): EvidenceCandidate => {
    const path = `${index}.md`;
    return {
      spanId: spanId(path, 0, text.length),
      text,
      heading: title,
      headingPath: [title],
      relevance: relevance[index] ?? 0,
      copies: [],
      citation: { path, start: 0, end: text.length, line: 1, quote: text, prefix: '', suffix: '', contentHash: '' },
    };
  });
  const sides = await Promise.all(
    (['support', 'refute'] as const).map(async (stance) => {
      const { pool, stored } = await scorePool(
        { question: item.claim, statement: item.claim, candidates, stance },
        models,
        { candidates: 25 },
        call,
      );
      return qualityOf(pool, stored).terms(fullMask(pool.length));
    }),
  );
  return {
    quality: Math.max(...sides.map((terms) => terms.calibrated)),
    decided: Math.max(...sides.map((terms) => terms.entail)),
    coverage: Math.max(...sides.map((terms) => terms.coverage)),
    relevance: Math.max(0, ...relevance),
  };
}

import { join } from 'node:path';

import { causalChance, causalRelations, joinedPairs } from '../../src/causal/extract/extract.ts';
import { extractorWeights } from '../../src/causal/extract/weights.ts';
import { causalNews } from '../sets/causal-news.ts';
import { type AnnotatedSentence, type GoldRelation, readCausalNewsSpans } from '../sets/causal-news-spans.ts';
import { type Estimate, estimateOf } from '../statistics.ts';
import { causalConnectives } from './connectives.ts';
import { pairOverlap } from './spans.ts';

/** Chosen on Causal News train by the F1 of its sentences. */
const leastSentence = 0.4;
const leastPair = 0.3;

export interface Figures {
  readonly name: string;
  readonly precision: Estimate;
  readonly recall: Estimate;
  readonly f1: Estimate;
  readonly n: number;
}

interface Counts {
  readonly right: number;
  readonly found: number;
  readonly covered: number;
  readonly wanted: number;
}

/** Precision, recall and F1 over sentences drawn with replacement. */
function figures(name: string, counts: readonly Counts[]): Figures {
  const of = (indices: readonly number[], value: (sum: Counts) => number): number => {
    const sum = { right: 0, found: 0, covered: 0, wanted: 0 };
    for (const index of indices) {
      const own = counts[index];
      if (own === undefined) continue;
      sum.right += own.right;
      sum.found += own.found;
      sum.covered += own.covered;
      sum.wanted += own.wanted;
    }
    return value(sum);
  };
  const precision = ({ right, found }: Counts): number => (found === 0 ? 0 : right / found);
  const recall = ({ covered, wanted }: Counts): number => (wanted === 0 ? 0 : covered / wanted);
  const f1 = (sum: Counts): number =>
    precision(sum) + recall(sum) === 0 ? 0 : (2 * precision(sum) * recall(sum)) / (precision(sum) + recall(sum));
  return {
    name,
    precision: estimateOf(counts.length, (indices) => of(indices, precision)),
    recall: estimateOf(counts.length, (indices) => of(indices, recall)),
    f1: estimateOf(counts.length, (indices) => of(indices, f1)),
    n: counts.length,
  };
}

/** Is the sentence causal? The fitted extractor beside connectives alone. */
export async function sentenceFigures(
  data: string,
): Promise<{ readonly figures: Figures[]; readonly accuracy: { name: string; estimate: Estimate }[] }> {
  const items = (await causalNews.read(join(data, causalNews.defaultFile))).flatMap((item) => (item.task === 'sentence' ? [item] : []));
  const arms: readonly (readonly [string, (text: string) => boolean])[] = [
    ['connectives alone', (text) => causalConnectives(text).length > 0],
    ['extractor', (text) => causalChance(text) >= leastSentence],
  ];
  const told = arms.map(([name, tell]) => ({ name, right: items.map(({ text, positive }) => ({ said: tell(text), positive })) }));
  return {
    figures: told.map(({ name, right }) =>
      figures(
        name,
        right.map(({ said, positive }) => ({
          right: Number(said && positive),
          found: Number(said),
          covered: Number(said && positive),
          wanted: Number(positive),
        })),
      ),
    ),
    accuracy: told.map(({ name, right }) => ({
      name,
      estimate: estimateOf(
        right.length,
        (indices) => indices.filter((index) => right[index]?.said === right[index]?.positive).length / Math.max(1, indices.length),
      ),
    })),
  };
}

/** Cause on one side of the connective, effect on the other, to the sentence's ends. */
function connectivePairs(text: string): GoldRelation[] {
  return causalConnectives(text).flatMap(({ start, end, cause }) => {
    const before = [0, start] as const;
    const after = [end, text.length] as const;
    if (start === 0 || end === text.length) return [];
    return [cause === 'before' ? { cause: before, effect: after } : { cause: after, effect: before }];
  });
}

/** Annotators count the words of some signals as part of the span behind them: the same is done before spans are compared. */
function byConvention(pair: ReturnType<typeof joinedPairs>[number]): GoldRelation {
  const { signal, cause, effect } = pair;
  if (!extractorWeights().within.has(signal.rule.id)) return { cause, effect };
  const widened = (span: readonly [number, number]): readonly [number, number] =>
    span[0] >= signal.end && span[0] - signal.end <= 2 ? [signal.start, span[1]] : span;
  return { cause: widened(cause), effect: widened(effect) };
}

/** Pairs of cause and effect, by half of their tokens at least and word for word. */
export async function pairFigures(
  data: string,
): Promise<{ readonly overlap: Figures[]; readonly exact: Figures[]; readonly relations: number }> {
  const sentences = await readCausalNewsSpans(join(data, 'causal/causal-news/dev_subtask2_grouped.csv'));
  const arms: readonly (readonly [string, (text: string) => GoldRelation[]])[] = [
    ['connectives alone', connectivePairs],
    [
      'extractor, all signals',
      (text) =>
        joinedPairs(text)
          .filter(({ confidence }) => confidence >= leastPair)
          .map(byConvention),
    ],
    ['extractor, what enters a graph', (text) => causalRelations(text).filter(({ denied, pointsBack }) => !denied && !pointsBack)],
  ];
  const count = ({ text, relations }: AnnotatedSentence, found: readonly GoldRelation[], least: number): Counts => ({
    right: found.filter((pair) => relations.some((gold) => pairOverlap(text, gold, pair) >= least)).length,
    found: found.length,
    covered: relations.filter((gold) => found.some((pair) => pairOverlap(text, gold, pair) >= least)).length,
    wanted: relations.length,
  });
  const measured = arms.map(([name, extract]) => ({
    name,
    found: sentences.map((sentence) => ({ sentence, pairs: extract(sentence.text) })),
  }));
  const at = (least: number): Figures[] =>
    measured.map(({ name, found }) =>
      figures(
        name,
        found.map(({ sentence, pairs }) => count(sentence, pairs, least)),
      ),
    );
  return { overlap: at(0.5), exact: at(0.999), relations: sentences.reduce((sum, { relations }) => sum + relations.length, 0) };
}

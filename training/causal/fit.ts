// Fits the causal extractor to Causal News train (CC0): node --import tsx training/causal/fit.ts [DATA] [OUT]. A minute on one core; seeds are fixed.
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { pairOverlap } from '../../evaluation/causal/spans.ts';
import { type AnnotatedSentence, type GoldRelation, readCausalNewsSpans } from '../../evaluation/sets/causal-news-spans.ts';
import { causalNews } from '../../evaluation/sets/causal-news.ts';
import { type SentenceView, viewOf } from '../../src/causal/extract/cuts.ts';
import { sentenceFeatures } from '../../src/causal/extract/features.ts';
import type { NamedWeights } from '../../src/causal/extract/linear.ts';
import { score, sigmoid } from '../../src/causal/extract/linear.ts';
import { type Frame, framesOf, joinFrame, sideFeatures } from '../../src/causal/extract/relations.ts';
import { signalsIn } from '../../src/causal/extract/signals.ts';
import { type Choice, type Example, fitChoices, fitLogistic } from './logistic.ts';

const [data = '../shared/data', out = 'models/causal-extractor/weights.json'] = process.argv.slice(2);
const folder = join(data, 'causal/causal-news');
const view = (text: string): SentenceView => viewOf(text, signalsIn(text));

/** The annotated pair that a frame is about, if any, with the alternative of each side that is nearest to it. */
function target(frame: Frame, { relations }: AnnotatedSentence): { left: number; right: number; gold: GoldRelation } | null {
  const causeLeft = frame.initial || frame.signal.rule.cause === 'before';
  let best: { left: number; right: number; gold: GoldRelation; distance: number } | null = null;
  for (const gold of relations) {
    const [first, second] = causeLeft ? [gold.cause, gold.effect] : [gold.effect, gold.cause];
    if (first[0] >= second[0]) continue;
    const left = nearest(
      frame.left.map(({ span }) => (frame.initial ? span[1] : span[0])),
      frame.initial ? first[1] : first[0],
    );
    const right = nearest(
      frame.right.map(({ span }) => span[1]),
      second[1],
    );
    // The signal stands between the two, or opens one of them.
    const inner = frame.initial
      ? 0
      : Math.abs((frame.left[0]?.span[1] ?? 0) - first[1]) +
        Math.min(Math.abs((frame.right[0]?.span[0] ?? 0) - second[0]), Math.abs(frame.signal.start - second[0]));
    const distance = left.distance + right.distance + inner;
    if (inner <= 30 && (best === null || distance < best.distance)) best = { left: left.at, right: right.at, gold, distance };
  }
  return best;
}

function nearest(places: readonly number[], wanted: number): { at: number; distance: number } {
  let at = 0;
  places.forEach((place, index) => {
    if (Math.abs(place - wanted) < Math.abs((places[at] ?? 0) - wanted)) at = index;
  });
  return { at, distance: Math.abs((places[at] ?? 0) - wanted) };
}

const spans = await readCausalNewsSpans(join(folder, 'train_subtask2_grouped.csv'));
const choices: Choice[] = [];
const framed = spans
  .map((sentence) => ({ sentence, view: view(sentence.text) }))
  .map((entry) => ({ ...entry, frames: framesOf(entry.view) }));
for (const { sentence, view: own, frames } of framed)
  for (const frame of frames) {
    const right = target(frame, sentence);
    if (right === null) continue;
    choices.push({ alternatives: sideFeatures(own, frame, 'left'), right: right.left });
    if (!frame.initial) choices.push({ alternatives: sideFeatures(own, frame, 'right'), right: right.right });
  }
const cuts = fitChoices(choices, { epochs: 12, rate: 0.15, decay: 0.002, least: 3 });
const empty: NamedWeights = { bias: 0, weights: new Map() };
const relations = framed.flatMap(({ sentence, view: own, frames }) =>
  frames.map((frame): Example => {
    const joined = joinFrame(own, frame, { cuts, relation: empty });
    return { features: joined.features, positive: sentence.relations.some((gold) => pairOverlap(sentence.text, gold, joined) >= 0.5) };
  }),
);
const relation = fitLogistic(relations, { penalty: 8, least: 3 });
const items = (await causalNews.read(join(folder, 'train_subtask1.csv'))).flatMap((item) => (item.task === 'sentence' ? [item] : []));
const examples = items.map(({ text, positive }): Example => ({ features: sentenceFeatures(view(text)), positive }));
const sentence = fitLogistic(examples, { penalty: 12, least: 3 });

const rounded = ({ bias, weights }: NamedWeights): { bias: number; weights: Record<string, number> } => ({
  bias: Number(bias.toFixed(3)),
  weights: Object.fromEntries(
    [...weights]
      .filter(([, value]) => Math.abs(value) >= 0.04)
      .map(([name, value]): [string, number] => [name, Number(value.toFixed(3))])
      .sort(([a], [b]) => (a < b ? -1 : 1)),
  ),
});
mkdirSync(dirname(out), { recursive: true });
// Whether annotators count the words of a signal as part of the span behind it: a convention of theirs, used to compare with them and nowhere else.
const counted = new Map<string, { within: number; all: number }>();
for (const { sentence: entry, frames } of framed)
  for (const frame of frames) {
    const right = target(frame, entry);
    if (right === null || frame.initial) continue;
    const second = frame.signal.rule.cause === 'before' ? right.gold.effect : right.gold.cause;
    const count = counted.get(frame.signal.rule.id) ?? { within: 0, all: 0 };
    counted.set(frame.signal.rule.id, { within: count.within + Number(second[0] <= frame.signal.start), all: count.all + 1 });
  }
const within = [...counted]
  .filter(([, count]) => count.within * 2 > count.all)
  .map(([id]) => id)
  .sort();
writeFileSync(out, JSON.stringify({ within, sentence: rounded(sentence), cuts: rounded(cuts), relation: rounded(relation) }));

// Development figures of this fit; docs/CAUSAL.md has those of the product.
const dev = (await causalNews.read(join(folder, 'dev_subtask1.csv'))).flatMap((item) => (item.task === 'sentence' ? [item] : []));
const told = dev.map(({ text, positive }) => ({ p: sigmoid(score(sentence, sentenceFeatures(view(text)))), positive }));
for (const cut of [0.4, 0.5, 0.6]) {
  const tp = told.filter(({ p, positive }) => p >= cut && positive).length;
  const fp = told.filter(({ p, positive }) => p >= cut && !positive).length;
  const fn = told.filter(({ p, positive }) => p < cut && positive).length;
  const acc = told.filter(({ p, positive }) => p >= cut === positive).length / told.length;
  process.stdout.write(
    `sentence >= ${String(cut)}: accuracy ${acc.toFixed(3)} P ${(tp / (tp + fp)).toFixed(3)} R ${(tp / (tp + fn)).toFixed(3)} F1 ${((2 * tp) / (2 * tp + fp + fn)).toFixed(3)}\n`,
  );
}
const devSpans = await readCausalNewsSpans(join(folder, 'dev_subtask2_grouped.csv'));
const joined = devSpans.map((entry) => {
  const own = view(entry.text);
  return { entry, found: framesOf(own).map((frame) => joinFrame(own, frame, { cuts, relation })) };
});
const golds = devSpans.reduce((sum, { relations: list }) => sum + list.length, 0);
process.stdout.write(
  `choices ${String(choices.length)}, frames ${String(relations.length)}, of them right ${String(relations.filter(({ positive }) => positive).length)}, gold in dev ${String(golds)}\n`,
);
for (const explicit of [false, true])
  for (const cut of [0.2, 0.3, 0.4, 0.5]) {
    let right = 0;
    let exact = 0;
    let total = 0;
    let covered = 0;
    for (const { entry, found } of joined) {
      const kept = found.filter(({ confidence, signal }) => confidence >= cut && (!explicit || signal.rule.kind === 'explicit'));
      total += kept.length;
      right += kept.filter((one) => entry.relations.some((gold) => pairOverlap(entry.text, gold, one) >= 0.5)).length;
      exact += kept.filter((one) => entry.relations.some((gold) => pairOverlap(entry.text, gold, one) >= 0.999)).length;
      covered += entry.relations.filter((gold) => kept.some((one) => pairOverlap(entry.text, gold, one) >= 0.5)).length;
    }
    process.stdout.write(
      `${explicit ? 'explicit' : 'all'} >= ${String(cut)}: n ${String(total)} P ${(right / total).toFixed(3)} R ${(covered / golds).toFixed(3)} exact P ${(exact / total).toFixed(3)}\n`,
    );
  }

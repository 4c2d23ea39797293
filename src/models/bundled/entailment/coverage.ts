import { aligned, loose, strengthAt, weightAt, type Reading } from './reading.ts';
import type { WordBook } from './words.ts';
import type { Side } from './alignment.ts';

type Features = Record<string, number>;

const vectorSize = 256;
const farApart = 12;

/** How much of the hypothesis the premise says, over all, by word class and by part of the sentence. */
export function coverageFeatures(reading: Reading): Features {
  const { book, premise, hypothesis, content, classes, bestSentence, perSentence } = reading;
  const strength = (at: number): number => strengthAt(reading, at);
  const weight = (at: number): number => weightAt(book, hypothesis, at);
  const total = content.reduce((sum, at) => sum + weight(at), 0) || 1;
  const share = (accept: (at: number) => boolean): number => content.reduce((sum, at) => sum + (accept(at) ? weight(at) : 0), 0) / total;
  const sorted = content.map(strength).sort((a, b) => a - b);
  const out: Features = {
    coverExact: share((at) => strength(at) >= 0.95),
    coverAligned: share((at) => strength(at) >= aligned),
    coverLoose: share((at) => strength(at) >= loose),
    coverSoft: content.reduce((sum, at) => sum + weight(at) * strength(at), 0) / total,
    openWeight: content.reduce((sum, at) => sum + weight(at) * (1 - strength(at)), 0) / 10,
    weakest: Math.min(1, sorted[0] ?? 1),
    secondWeakest: sorted[1] ?? 1,
  };
  for (const kind of ['name', 'number', 'noun', 'verb', 'modifier'] as const) {
    const of = content.filter((at) => classes[at] === kind);
    out[`${kind}Count`] = of.length;
    out[`${kind}Open`] = of.filter((at) => strength(at) < loose).length;
    out[`${kind}Loose`] = of.filter((at) => strength(at) >= loose && strength(at) < aligned).length;
    out[`${kind}Weakest`] = of.reduce((low, at) => Math.min(low, strength(at)), 1);
  }
  const verbAt = content.find((at) => classes[at] === 'verb') ?? -1;
  const subject = content.filter((at) => (verbAt < 0 ? at === content[0] : at < verbAt));
  out['subjectStrength'] = subject.length === 0 ? 1 : subject.reduce((sum, at) => sum + strength(at), 0) / subject.length;
  out['verbStrength'] = verbAt < 0 ? 1 : strength(verbAt);
  out['lastStrength'] = content.length === 0 ? 1 : strength(content.at(-1) ?? 0);
  const inOne = (perSentence[bestSentence] ?? 0) / total;
  out['bestSentenceCover'] = inOne;
  out['spread'] = share((at) => strength(at) >= 0.95) - inOne;
  out['sentences'] = Math.log(Math.max(1, premise.sentences));
  out['touched'] = reading.touched.size;
  const bestWeight = reading.inBest.reduce((sum, at) => sum + weightAt(book, premise, at), 0) || 1;
  out['premiseUsed'] = reading.inBest.reduce((sum, at) => sum + (reading.used.has(at) ? weightAt(book, premise, at) : 0), 0) / bestWeight;
  out['premiseOpenCount'] = Math.log1p(reading.inBest.filter((at) => !reading.used.has(at)).length);
  return out;
}

/** Is what is said in the same order, close together, in the same small words? */
export function orderFeatures(reading: Reading): Features {
  const { alignment, classes, content } = reading;
  let pairs = 0,
    inverted = 0,
    close = 0,
    namesInverted = 0;
  for (let k = 1; k < content.length; k += 1) {
    const left = content[k - 1] ?? 0;
    const right = content[k] ?? 0;
    const a = alignment[left];
    const b = alignment[right];
    if (a === undefined || b === undefined || a.strength < aligned || b.strength < aligned) continue;
    pairs += 1;
    if (b.at < a.at) inverted += 1;
    if (b.at < a.at && a.at - b.at <= farApart && classes[left] === 'name' && classes[right] === 'name') namesInverted += 1;
    if (b.at > a.at && b.at - a.at <= right - left + 2) close += 1;
  }
  const functions = classes.flatMap((kind, at) => (kind === 'function' ? [at] : []));
  return {
    inverted: pairs > 0 ? inverted / pairs : 0,
    namesInverted,
    closePairs: pairs > 0 ? close / pairs : 0,
    functionCover: functions.length === 0 ? 1 : functions.filter((at) => strengthAt(reading, at) >= 1).length / functions.length,
  };
}

const sceneOpening = /^(?:a|an|the|some|two|three|people|there|nobody|no|man|woman)$/;

/** Lengths, use of the context, topical closeness. */
export function sizeFeatures(reading: Reading): Features {
  const { book, premise, hypothesis, alignment, content, premiseContent, inBest, near, classes, premiseClasses } = reading;
  const total = content.reduce((sum, at) => sum + weightAt(book, hypothesis, at), 0) || 1;
  const fromContext = content.filter(
    (at) => strengthAt(reading, at) >= aligned && (premise.tokens[alignment[at]?.at ?? -1]?.sentence ?? 0) < 0,
  );
  return {
    hypothesisLength: Math.log1p(content.length),
    premiseLength: Math.log1p(premiseContent.length),
    bestLength: Math.log1p(inBest.length),
    lengthDifference: Math.log1p(inBest.length) - Math.log1p(content.length),
    namesPremise: Math.log1p(near.filter((at) => premiseClasses[at] === 'name').length),
    contextUsed: fromContext.reduce((sum, at) => sum + weightAt(book, hypothesis, at), 0) / total,
    cosineAll: topicCosine(book, premise, premiseContent, hypothesis, content),
    cosineBest: topicCosine(book, premise, inBest, hypothesis, content),
    bareHypothesis: sceneOpening.test(hypothesis.tokens[0]?.text ?? '') && !classes.includes('name') ? 1 : 0,
  };
}

function topicCosine(
  book: WordBook,
  premise: Side,
  premiseAt: readonly number[],
  hypothesis: Side,
  hypothesisAt: readonly number[],
): number {
  const a = topicOf(book, premise, premiseAt);
  const b = topicOf(book, hypothesis, hypothesisAt);
  let dot = 0,
    left = 0,
    right = 0;
  for (let at = 0; at < vectorSize; at += 1) {
    const x = a[at] ?? 0;
    const y = b[at] ?? 0;
    dot += x * y;
    left += x * x;
    right += y * y;
  }
  return left > 0 && right > 0 ? dot / Math.sqrt(left * right) : 0;
}

/** Sum of the distinct words' vectors. */
function topicOf(book: WordBook, side: Side, positions: readonly number[]): Float64Array {
  const out = new Float64Array(vectorSize);
  for (const id of new Set(positions.map((at) => side.ids[at]))) {
    if (id === undefined) continue;
    const word = book.word(id);
    if (word.vector === null) continue;
    for (let at = 0; at < vectorSize; at += 1) out[at] = (out[at] ?? 0) + (word.vector[at] ?? 0) * word.weight;
  }
  return out;
}

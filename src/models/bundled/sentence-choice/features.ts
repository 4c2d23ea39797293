import type { ContextSentence } from '../neural-reader/context.ts';
import { contentStems, type ReaderWord } from '../neural-reader/words.ts';

/** Numbers of `sentenceFeatures` for each sentence. */
export const featuresPerSentence = 8;
/** Of BM25. */
const saturation = 1.2;
const lengthShare = 0.75;

/**
 * What a sentence is among those of its passage: BM25 as a part of the best (its own, how few have more, of the one before and after),
 * length, number of sentences, share of the question's weight that it covers, whether it asks. Row by row.
 */
export function sentenceFeatures(question: readonly ReaderWord[], sentences: readonly ContextSentence[]): Float32Array {
  const asked = [...contentStems(question)].sort();
  const stems = sentences.map(({ words }) => words.flatMap(({ content, stem }) => (content ? [stem] : [])));
  const counts = stems.map(countEach);
  const weights = asked.map((stem): [string, number] => {
    const holding = counts.filter((each) => each.has(stem)).length;
    return [stem, Math.log(1 + (sentences.length - holding + 0.5) / (holding + 0.5))];
  });
  const meanLength = stems.reduce((sum, list) => sum + list.length, 0) / sentences.length || 1;
  const allWeight = weights.reduce((sum, [, weight]) => sum + weight, 0) || 1;
  const matches = counts.map((each, at) => {
    const scale = saturation * (1 - lengthShare + (lengthShare * (stems[at]?.length ?? 0)) / meanLength);
    let score = 0;
    let covered = 0;
    for (const [stem, weight] of weights) {
      const count = each.get(stem) ?? 0;
      if (count === 0) continue;
      score += (weight * count * (saturation + 1)) / (count + scale);
      covered += weight;
    }
    return { score, covered: covered / allWeight };
  });
  const best = Math.max(0, ...matches.map(({ score }) => score));
  const part = (at: number): number => (best > 0 ? (matches[at]?.score ?? 0) / best : 0);
  return Float32Array.from(
    sentences.flatMap(({ words }, at) => {
      const { score = 0, covered = 0 } = matches[at] ?? {};
      return [
        part(at),
        best > 0 ? 1 / (1 + matches.filter((other) => other.score > score + 1e-9).length) : 0,
        part(at - 1),
        part(at + 1),
        Math.min(words.length, 80) / 80,
        Math.min(sentences.length, 40) / 40,
        covered,
        Number(words.at(-1)?.text === '?'),
      ];
    }),
  );
}

function countEach(stems: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const stem of stems) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
}

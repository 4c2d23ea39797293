import type { ModelCall, Models, RankingPassage } from '../../ports.ts';

/** What the neural networks say of a sentence in its passage. */
export const networkFeatureNames = [
  'choiceScore',
  'choiceProbability',
  'choiceShare',
  'choiceNone',
  'span',
  'answerable',
  'spanLog',
] as const;

/** Zeros for a passage that is null: it was not worth a network's time. */
export async function networkFeatures(
  question: string,
  passages: readonly (RankingPassage | null)[],
  { sentenceChoice, spanReader }: Pick<Models, 'sentenceChoice' | 'spanReader'>,
  call: Pick<ModelCall, 'signal'>,
): Promise<Float32Array[][]> {
  const worth = passages.filter((passage) => passage !== null);
  const [choices, readings] = await Promise.all([
    sentenceChoice?.score(
      question,
      worth.map((passage) => ({ title: titleOf(passage), sentences: passage.sentences.map((sentence) => sentence.text) })),
      call,
    ),
    spanReader?.readAll(
      worth.map((passage) => ({
        question,
        sentences: passage.sentences.map((sentence) => ({ title: titleOf(passage), text: sentence.text })),
      })),
      call,
    ),
  ]);
  const byPassage = new Map(worth.map((passage, place) => [passage, place]));
  return passages.map((passage) => {
    if (passage === null) return [];
    const place = byPassage.get(passage) ?? -1;
    const reading = readings?.[place];
    return passage.sentences.map((_sentence, index) =>
      Float32Array.of(
        choices?.scores[place]?.[index] ?? 0,
        choices?.probabilities[place]?.[index] ?? 0,
        choices?.shares[place]?.[index] ?? 0,
        choices?.none[place] ?? 0,
        Math.max(0, ...(reading?.spans ?? []).filter((span) => span.sentence === index).map((span) => span.probability)),
        reading?.answerable ?? 0,
        Math.max(0, 1 + Math.log10(Math.max(1e-6, reading?.best?.[index] ?? 0)) / 6),
      ),
    );
  });
}

/** A document's title with the innermost heading: what a passage is about. */
export function titleOf({ title, sentences }: RankingPassage): string {
  const heading = sentences[0]?.scope.split(' > ').at(-1) ?? '';
  return heading === '' || heading === title ? title : `${title}: ${heading}`;
}

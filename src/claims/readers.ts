import type { PairEncoder } from '../inference/types.ts';
import type { Entailment } from '../models/ports.ts';
import type { ClaimReader, Stances } from './types.ts';

/** The judge reads a passage at once. */
export function judgeAsClaimReader(judge: PairEncoder): ClaimReader {
  return {
    async read(claim, texts, call) {
      const scores = await judge.scorePairs(
        texts.map(({ heading, sentences }) => ({ query: claim, heading, sentences })),
        call,
      );
      return scores.map(({ entails, evidence }) => ({ stances: entails, needed: evidence }));
    },
  };
}

/** A model of entailment reads sentences one by one: a passage says what its surest sentence says. */
export function entailmentAsClaimReader(entailment: Entailment): ClaimReader {
  return {
    async read(claim, texts, call) {
      const scores = await entailment.classify(
        texts.flatMap(({ heading, sentences }) => sentences.map((premise) => ({ premise, hypothesis: claim, context: heading }))),
        call,
      );
      let from = 0;
      return texts.map(({ sentences }) => {
        const own = scores.slice(from, from + sentences.length);
        from += sentences.length;
        const needed = own.map(({ neutral }) => 1 - neutral);
        const surest = own.reduce<Stances>(
          (best, { entail, neutral, contradict }) => (neutral < best.neutral ? { supports: entail, neutral, refutes: contradict } : best),
          { supports: 0, neutral: 1, refutes: 0 },
        );
        return { stances: surest, needed };
      });
    },
  };
}

import type { PairEncoder } from '../../inference/types.ts';
import type { Entailment } from '../ports.ts';

/** The judge as a judge of entailment: the premise is what it reads, the hypothesis the claim. */
export function createBundledEntailment(judge: PairEncoder): Entailment {
  return {
    get identity() {
      return judge.identity;
    },
    async classify(pairs, call) {
      const scores = await judge.scorePairs(
        pairs.map(({ premise, hypothesis, context = '' }) => ({ query: hypothesis, heading: context, sentences: [premise] })),
        call,
      );
      return scores.map(({ entails: { supports, neutral, refutes } }) => ({ entail: supports, neutral, contradict: refutes }));
    },
  };
}

import type { EntailmentScores } from '../../../contract/evidence.ts';

/** Log-probabilities that the evidence supports the claim, says nothing of it, refutes it. */
export type LogProbabilities = readonly [number, number, number];

const leastProbability = 1e-9;

/** The softmax of the logits divided by the temperature. */
export function scoresOf(logits: LogProbabilities, temperature: number): EntailmentScores {
  const top = Math.max(...logits);
  const [entail, neutral, contradict] = [powerOf(logits[0]), powerOf(logits[1]), powerOf(logits[2])];
  const sum = entail + neutral + contradict;
  return { entail: entail / sum, neutral: neutral / sum, contradict: contradict / sum };

  function powerOf(logit: number): number {
    return Math.exp((logit - top) / temperature);
  }
}

export function logOf({ entail, neutral, contradict }: EntailmentScores): LogProbabilities {
  const log = (probability: number): number => Math.log(Math.max(leastProbability, probability));
  return [log(entail), log(neutral), log(contradict)];
}

/** Each log-probability of the first times the weight, and of the second times the rest of it. */
export function weighted(first: LogProbabilities, second: LogProbabilities, weight: number): LogProbabilities {
  const mean = (a: number, b: number): number => weight * a + (1 - weight) * b;
  return [mean(first[0], second[0]), mean(first[1], second[1]), mean(first[2], second[2])];
}

import type { Random } from '../../src/base/random.ts';
import { Network } from './network.ts';

/** A question's state, and the reward of each action; null where the action is not possible. */
export interface Situation {
  readonly features: readonly number[];
  readonly rewards: readonly (number | null)[];
}

export interface PpoOptions {
  readonly iterations: number;
  readonly hidden: number;
  readonly clip: number;
  readonly rate: number;
  readonly entropy: number;
  readonly batch: number;
  /** Passes over what one iteration has drawn. */
  readonly passes: number;
}

/** Chances of the possible actions; 0 for the others. */
export function chancesOf(logits: readonly number[], rewards: readonly (number | null)[]): number[] {
  const open = logits.map((logit, place) => ((rewards[place] ?? null) === null ? -Infinity : logit));
  const top = Math.max(...open);
  const parts = open.map((logit) => Math.exp(logit - top));
  const total = parts.reduce((sum, value) => sum + value, 0);
  return parts.map((value) => value / total);
}

/**
 * Proximal policy optimisation (Schulman et al. 2017, eq. 7) over a table of rewards: an episode is one action, so that the advantage is the
 * reward less the value network's estimate.
 * @param watch is called after each iteration
 */
export function trainPpo(
  situations: readonly Situation[],
  actions: number,
  options: PpoOptions,
  random: Random,
  watch: (iteration: number, policy: Network) => void,
): Network {
  const inputs = situations[0]?.features.length ?? 0;
  const policy = new Network([inputs, options.hidden, options.hidden, actions], random.fork('policy'));
  const value = new Network([inputs, options.hidden, options.hidden, 1], random.fork('value'));
  const draws = random.fork('draws');
  for (let iteration = 1; iteration <= options.iterations; iteration += 1) {
    const drawn = situations.map((situation) => {
      const chances = chancesOf(policy.output(situation.features), situation.rewards);
      let left = draws.next();
      let action = chances.findIndex((chance) => (left -= chance) < 0);
      if (action < 0) action = chances.findIndex((chance) => chance > 0);
      const reward = situation.rewards[action] ?? 0;
      return { situation, action, old: chances[action] ?? 1, reward, advantage: reward - (value.output(situation.features)[0] ?? 0) };
    });
    const mean = drawn.reduce((sum, { advantage }) => sum + advantage, 0) / drawn.length;
    const spread = Math.sqrt(drawn.reduce((sum, { advantage }) => sum + (advantage - mean) ** 2, 0) / drawn.length) + 1e-6;
    for (let pass = 0; pass < options.passes; pass += 1) {
      const order = shuffled(drawn, draws);
      for (let from = 0; from < order.length; from += options.batch) {
        const batch = order.slice(from, from + options.batch);
        const policyGradients = policy.zeros();
        const valueGradients = value.zeros();
        for (const { situation, action, old, reward, advantage } of batch) {
          const outputs = policy.forward(situation.features);
          const chances = chancesOf(outputs.at(-1) ?? [], situation.rewards);
          const scaled = (advantage - mean) / spread;
          const ratio = (chances[action] ?? 0) / old;
          const isClipped = scaled > 0 ? ratio > 1 + options.clip : ratio < 1 - options.clip;
          const entropy = -chances.reduce((sum, chance) => sum + (chance > 0 ? chance * Math.log(chance) : 0), 0);
          const derivative = chances.map((chance, own) => {
            if (chance === 0) return 0;
            const towards = isClipped ? 0 : -scaled * ratio * ((own === action ? 1 : 0) - chance);
            const spreadOut = options.entropy * chance * (Math.log(chance) + entropy);
            return (towards + spreadOut) / batch.length;
          });
          policy.backward(outputs, derivative, policyGradients);
          const estimates = value.forward(situation.features);
          value.backward(estimates, [(((estimates.at(-1)?.[0] ?? 0) - reward) * 2) / batch.length], valueGradients);
        }
        policy.step(policyGradients, options.rate);
        value.step(valueGradients, options.rate);
      }
    }
    watch(iteration, policy);
  }
  return policy;
}

function shuffled<T>(list: readonly T[], random: Random): T[] {
  const copy = [...list];
  for (let at = copy.length - 1; at > 0; at -= 1) {
    const other = random.integer(at + 1);
    const [a, b] = [copy[at], copy[other]];
    if (a !== undefined && b !== undefined) [copy[at], copy[other]] = [b, a];
  }
  return copy;
}

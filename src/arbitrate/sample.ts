import type { Random } from '../base/random.ts';

/**
 * Sample sizes of one draft (CF-RAG eq. 6, 7): `n = max(1, floor(size * rate * w))`, w the softmax of `(log U + bias) / temperature` over
 * the clusters. As printed the weights sum to 1, so that nearly every n is 1; they are multiplied by the number of clusters here, so
 * that their mean is 1 and `rate` means what it says. Never more than a cluster holds.
 * @param sizes members of each cluster, positive
 * @param biases the cluster's mean relevance, say; 0 for none
 */
export function sampleSizes(sizes: readonly number[], biases: readonly number[], rate: number, random: Random, temperature = 1): number[] {
  const logits = sizes.map(
    (_size, cluster) => (Math.log(Math.max(random.next(), Number.MIN_VALUE)) + (biases[cluster] ?? 0)) / temperature,
  );
  const largest = Math.max(...logits);
  const weights = logits.map((logit) => Math.exp(logit - largest));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return sizes.map((size, cluster) =>
    Math.min(size, Math.max(1, Math.floor((size * rate * (weights[cluster] ?? 0) * sizes.length) / total))),
  );
}

interface Weighted {
  readonly id: string;
  readonly relevance: number;
  /** What it says: which of several copies stands for them, and under what name, must not matter to what is drawn. */
  readonly text: string;
}

function byContent(a: Weighted, b: Weighted): number {
  if (a.text !== b.text) return a.text < b.text ? -1 : 1;
  return a.id < b.id ? -1 : 1;
}

/** `count` members without replacement, each draw in proportion to relevance (Efraimidis and Spirakis' keys). Order of `members` does not matter. */
export function weightedSample<T extends Weighted>(members: readonly T[], count: number, random: Random): T[] {
  const floor = 1e-6;
  return [...members]
    .sort(byContent)
    .map((member) => ({ member, key: Math.log(Math.max(random.next(), Number.MIN_VALUE)) / Math.max(member.relevance, floor) }))
    .sort((a, b) => b.key - a.key)
    .slice(0, count)
    .map(({ member }) => member);
}

/** One stratified sample for each draft (sec. 4.2.1): every cluster is heard in every draft. Members come most relevant first. */
export function stratifiedSamples<T extends Weighted>(
  members: readonly T[],
  clusters: readonly number[],
  drafts: number,
  rate: number,
  random: Random,
): T[][] {
  const groups = new Map<number, T[]>();
  members.forEach((member, index) => {
    const cluster = clusters[index] ?? 0;
    groups.set(cluster, [...(groups.get(cluster) ?? []), member]);
  });
  const strata = [...groups.entries()].sort((a, b) => a[0] - b[0]).map(([, group]) => group);
  const biases = strata.map((group) => group.reduce((sum, member) => sum + member.relevance, 0) / group.length);
  return Array.from({ length: drafts }, (_, draft) => {
    const own = random.fork(`draft ${draft}`);
    const sizes = sampleSizes(
      strata.map((group) => group.length),
      biases,
      rate,
      own,
    );
    const chosen = strata.flatMap((group, cluster) => weightedSample(group, sizes[cluster] ?? 1, own.fork(`cluster ${cluster}`)));
    return chosen.sort((a, b) => b.relevance - a.relevance || byContent(a, b));
  });
}

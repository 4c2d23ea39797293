// Writes what the reranker is trained on: .cache/reranker/*.json. node --import tsx training/reranker/dump.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { indices, type Mask } from '../../src/minimise/mask.ts';
import { centralities, entityOverlap, entityThreshold, evidenceGraph, graphNode } from '../../src/minimise/reranker/graph.ts';
import { readPool } from '../../src/minimise/reranker/features.ts';
import { call, entailment, type GoldPool, poolsOf, rerankerPoolOf } from '../quality/pools.ts';

const folder = join(import.meta.dirname, '..', '..', '.cache', 'reranker');
mkdirSync(folder, { recursive: true });

/** Contexts of a pool: nothing chosen, each gold span, all but one, and the most relevant spans that are not gold. */
function contextsOf(pool: GoldPool): Mask[] {
  const gold = indices(pool.goldParts.reduce((all, part) => all | part, 0));
  const others = pool.scored.pool.flatMap((_, index) => (gold.includes(index) ? [] : [index])).slice(0, 2);
  const all = gold.reduce((mask, index) => mask | (1 << index), 0);
  return [...new Set([0, ...gold.map((index) => 1 << index), ...gold.map((index) => all & ~(1 << index)), ...others.map((index) => 1 << index), all])];
}

for (const [name, limit, file] of [['hotpotqa/train', 300, 'train'], ['feverous/train', 200, 'claims'], ['hotpotqa/dev', 300, 'dev'], ['wice/dev', 400, 'wice']] as const) {
  const rows: unknown[] = [];
  for (const pool of await poolsOf(name, limit)) {
    const reading = readPool(await rerankerPoolOf(pool));
    const nodes = pool.scored.chosen.map((candidate) => graphNode(candidate.text, candidate.heading, candidate.citation.path));
    const near = nodes.flatMap((left, a) => nodes.slice(a + 1).flatMap((right, offset) => (left.source !== right.source && entityOverlap(left, right) > entityThreshold / 2 ? [[a, a + 1 + offset] as const] : []))).slice(0, 40);
    const scores = await entailment.classify(near.flatMap(([a, b]) => [[a, b], [b, a]] as const).map(([a = 0, b = 0]) => ({ premise: pool.scored.chosen[a]?.text ?? '', hypothesis: pool.scored.chosen[b]?.text ?? '' })), call);
    const contradiction = new Map(near.map(([a, b], index) => [`${a} ${b}`, Math.max(scores[2 * index]?.contradict ?? 0, scores[2 * index + 1]?.contradict ?? 0)]));
    const edges = evidenceGraph(nodes, (a, b) => contradiction.get(`${a} ${b}`) ?? 0);
    const { pageRank, betweenness } = centralities(nodes.length, edges);
    rows.push({
      nodes: reading.nodes.map((node) => [...node]),
      gold: pool.goldParts.map((part) => indices(part)),
      goldSizes: pool.goldSizes,
      contexts: contextsOf(pool).map((chosen) => ({ chosen: indices(chosen), features: reading.nodes.map((_, index) => [...reading.context(index, chosen & ~(1 << index))]) })),
      edges: edges.map(({ a, b, weights }) => [a, b, weights.entity, weights.time, weights.source, weights.contradiction]),
      centrality: pageRank.map((rank, index) => [rank, betweenness[index] ?? 0]),
    });
  }
  entailment.save();
  writeFileSync(join(folder, `${file}.json`), JSON.stringify(rows));
  console.log(name, rows.length);
}

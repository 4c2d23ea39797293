// Writes what the reranker is trained on: .cache/reranker/*.json. node --import tsx training/reranker/dump.ts
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { centralities, entityOverlap, entityThreshold, evidenceGraph, graphNode } from '../../evaluation/graph-reranker/graph.ts';
import { contextFeatures, nodeFeatures, readPool } from '../../src/minimise/reranker/features.ts';
import { call, itemsOf, models, save, widePoolOf } from '../quality/pools.ts';

const folder = join(import.meta.dirname, '..', '..', '.cache', 'reranker');
mkdirSync(folder, { recursive: true });
writeFileSync(join(folder, 'names.json'), JSON.stringify({ features: nodeFeatures, context: contextFeatures }));

/** Contexts of a pool: nothing chosen, each gold span, all but one, and the most relevant spans that are not gold. */
function contextsOf(gold: readonly number[], size: number): number[][] {
  const others = Array.from({ length: size }, (_, index) => index)
    .filter((index) => !gold.includes(index))
    .slice(0, 2);
  const contexts = [
    [],
    ...gold.map((index) => [index]),
    ...gold.map((left) => gold.filter((index) => index !== left)),
    ...others.map((index) => [index]),
    [...gold],
  ];
  return [...new Map(contexts.map((context) => [context.join(), context])).values()];
}

const sets = [
  ['hotpotqa/train', 300, 'train'],
  ['feverous/train', 200, 'claims'],
  ['hotpotqa/dev', 300, 'dev'],
  ['wice/dev', 400, 'wice'],
] as const;
const only = process.argv.slice(2);
for (const [name, limit, file] of sets.filter(([, , file]) => only.length === 0 || only.includes(file))) {
  const rows: unknown[] = [];
  for (const item of await itemsOf(name, limit)) {
    const { pool, chosen, gold } = await widePoolOf(item);
    const reading = readPool(pool);
    const nodes = chosen.map((candidate) => graphNode(candidate.text, candidate.heading, candidate.citation.path));
    const near = nodes
      .flatMap((left, a) =>
        nodes
          .slice(a + 1)
          .flatMap((right, offset) =>
            left.source !== right.source && entityOverlap(left, right) > entityThreshold / 2 ? [[a, a + 1 + offset] as const] : [],
          ),
      )
      .slice(0, 8);
    const scores = await models.entailment.classify(
      near
        .flatMap(
          ([a, b]) =>
            [
              [a, b],
              [b, a],
            ] as const,
        )
        .map(([a, b]) => ({ premise: chosen[a]?.text ?? '', hypothesis: chosen[b]?.text ?? '' })),
      call,
    );
    const contradiction = new Map(
      near.map(([a, b], index) => [`${a} ${b}`, Math.max(scores[2 * index]?.contradict ?? 0, scores[2 * index + 1]?.contradict ?? 0)]),
    );
    const edges = evidenceGraph(nodes, (a, b) => contradiction.get(`${a} ${b}`) ?? 0);
    const { pageRank, betweenness } = centralities(nodes.length, edges);
    rows.push({
      nodes: reading.nodes.map((node) => [...node]),
      gold: gold.map((set) => set.filter((index) => index >= 0)),
      goldSizes: gold.map((set) => set.length),
      contexts: contextsOf([...new Set(gold.flat().filter((index) => index >= 0))], chosen.length).map((members) => ({
        chosen: members,
        features: reading.nodes.map((_, index) => [
          ...reading.context(
            index,
            members.filter((member) => member !== index),
          ),
        ]),
      })),
      edges: edges.map(({ a, b, weights }) => [a, b, weights.entity, weights.time, weights.source, weights.contradiction]),
      centrality: pageRank.map((rank, index) => [rank, betweenness[index] ?? 0]),
    });
  }
  save();
  writeFileSync(join(folder, `${file}.json`), JSON.stringify(rows));
  console.log(name, rows.length);
}

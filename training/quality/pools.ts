// Scored pools of real items with their gold sets: what the quality function is fitted to and measured on.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { sha256 } from '../../src/base/hash.ts';
import { createRandom } from '../../src/base/random.ts';
import type { AuditItem, EvaluationItem } from '../../src/evaluate/item.ts';
import { sentenceRef } from '../../src/evaluate/item.ts';
import { feverous, wice } from '../../src/evaluate/sets/claims.ts';
import { hotpotqa } from '../../src/evaluate/sets/hotpotqa.ts';
import { toMask, type Mask } from '../../src/minimise/mask.ts';
import { scorePool, type ScoredPool, widePool } from '../../src/minimise/pool.ts';
import type { RerankerPool } from '../../src/minimise/reranker/features.ts';
import type { EvidenceCandidate } from '../../src/minimise/types.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import type { Entailment } from '../../src/models/ports.ts';
import type { EntailmentScores } from '../../src/report/evidence.ts';
import { spanId } from '../../src/report/citation.ts';
import { contentStems } from '../../src/text/tokens.ts';

export const dataFolder = process.env['LINCHPIN_DATA'] ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

export interface GoldPool {
  readonly id: string;
  readonly group: string;
  readonly statement: string;
  readonly scored: ScoredPool;
  /** Alternative gold sets by pool index; a gold set of which a sentence is not in the pool is left out. */
  readonly gold: readonly Mask[];
  /** Sizes of all gold sets, in or out of the pool. */
  readonly goldSizes: readonly number[];
  /** For each gold set, how many of its sentences the pool holds. */
  readonly goldParts: readonly Mask[];
}

const { embedder, relevance, entailment: bundled } = bundledModels();
const entailment = cached(bundled);
export const call = { seed: 1 };
export { entailment };

/** Scores kept on disk between runs: fitting again asks for the same pairs. Named by the weights, so that new weights score anew. */
function cached(inner: Entailment): Entailment & { save(): void } {
  const folder = join(import.meta.dirname, '..', '..', '.cache');
  const prefix = `entailment-${inner.identity.version}`;
  const file = join(folder, `${prefix}-${process.pid}.json`);
  const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(prefix)) : [];
  const known = new Map<string, EntailmentScores>(files.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as [string, EntailmentScores][]));
  const before = new Set(known.keys());
  return {
    identity: inner.identity,
    async classify(pairs, { seed }) {
      const keys = pairs.map((pair) => sha256([pair.premise, pair.hypothesis, pair.context ?? ''].join('\u0000')).slice(0, 16));
      const missing = pairs.filter((_, index) => !known.has(keys[index] ?? ''));
      const scores = await inner.classify(missing, { seed });
      let at = 0;
      pairs.forEach((pair, index) => {
        if (missing[at] !== pair) return;
        const found = scores[at++];
        if (found !== undefined) known.set(keys[index] ?? '', found);
      });
      return keys.map((key) => known.get(key) ?? { entail: 0, neutral: 1, contradict: 0 });
    },
    save() {
      mkdirSync(folder, { recursive: true });
      writeFileSync(file, JSON.stringify([...known].filter(([key]) => !before.has(key))));
    },
  };
}

export function statementOf(item: AuditItem): string {
  const [answer] = item.answers;
  return item.kind === 'claim' || answer === undefined ? item.question : `${item.question.replace(/\s*\?\s*$/, '')} ${answer}.`;
}

export async function candidatesOf(item: AuditItem): Promise<{ candidates: EvidenceCandidate[]; refs: Map<string, string> }> {
  const refs = new Map<string, string>();
  const spans = item.documents.flatMap((document) =>
    document.sentences.map((sentence, index) => {
      const id = spanId(document.path, sentence.start, sentence.end);
      const text = document.text.slice(sentence.start, sentence.end).trim();
      refs.set(sentenceRef(document.path, index), id);
      return { id, text, title: document.title, path: document.path, ...sentence };
    }),
  ).filter((span) => span.text !== '');
  const scores = await relevance.score(item.question, spans.map(({ text, title }) => ({ text, heading: title })), call);
  const seen = new Set<string>();
  const candidates = spans.flatMap((span, index): EvidenceCandidate[] => {
    if (seen.has(span.text.toLowerCase())) return [];
    seen.add(span.text.toLowerCase());
    return [{
      spanId: span.id, text: span.text, heading: span.title, headingPath: [span.title], relevance: scores[index] ?? 0, copies: [],
      citation: { path: span.path, start: span.start, end: span.end, line: 1, quote: span.text, prefix: '', suffix: '', contentHash: '' },
    }];
  });
  return { candidates, refs };
}

export async function poolOf(item: AuditItem): Promise<GoldPool> {
  const { candidates, refs } = await candidatesOf(item);
  const scored = await scorePool({ question: item.question, statement: statementOf(item), candidates, stance: item.label === 'refuted' ? 'refute' : 'support' }, { embedder, entailment }, { candidates: 25 }, call);
  const place = new Map(scored.pool.map((candidate, index) => [candidate.spanId, index]));
  const parts = item.goldSets.map((set) => set.map((ref) => place.get(refs.get(ref) ?? '')));
  return {
    id: item.id,
    group: item.group,
    statement: statementOf(item),
    scored,
    gold: parts.filter((set) => set.every((index) => index !== undefined)).map((set) => toMask(set.filter((index) => index !== undefined))),
    goldSizes: item.goldSets.map((set) => set.length),
    goldParts: parts.map((set) => toMask(set.filter((index) => index !== undefined))),
  };
}

function audits(items: readonly EvaluationItem[]): AuditItem[] {
  return items.filter((item): item is AuditItem => item.task === 'audit' && item.goldSets.length > 0);
}

/** FEVEROUS gives gold evidence only: sentences of other claims that share most words with the claim stand beside it. */
function withDistractors(items: readonly AuditItem[], wanted: number, seed: number): AuditItem[] {
  const random = createRandom(seed);
  const stems = items.map((item) => new Set(contentStems(item.question)));
  const evidence = items.map((item) => new Set(item.documents.flatMap((document) => contentStems(document.text))));
  const picked = items.map((_, index) => ({ index, key: random.next() })).sort((a, b) => a.key - b.key).slice(0, wanted);
  return picked.flatMap(({ index }) => {
    const item = items[index];
    const words = stems[index];
    if (item === undefined || words === undefined) return [];
    const titles = new Set(item.documents.map((document) => document.title));
    const near = items
      .map((other, at) => ({ other, at, shared: [...words].filter((word) => evidence[at]?.has(word)).length }))
      .filter(({ other, at }) => at !== index && !other.documents.some((document) => titles.has(document.title)))
      .sort((a, b) => b.shared - a.shared || a.at - b.at)
      .slice(0, 12);
    return [{ ...item, documents: [...item.documents, ...near.flatMap(({ other, at }) => other.documents.map((document) => ({ ...document, path: `${at}-${document.path}` })))] }];
  });
}

export async function itemsOf(name: string, limit: number): Promise<AuditItem[]> {
  const [set = '', split = ''] = name.split('/');
  if (set === 'hotpotqa') return audits(await hotpotqa.read(join(dataFolder, 'qa', 'hotpotqa', `${split}.jsonl`))).slice(0, limit);
  if (set === 'wice') return audits(await wice.read(join(dataFolder, wice.defaultFile))).slice(0, limit);
  return withDistractors(audits(await feverous.read(join(dataFolder, feverous.defaultFile))), limit, 7);
}

export async function poolsOf(name: string, limit: number): Promise<GoldPool[]> {
  const pools: GoldPool[] = [];
  for (const item of await itemsOf(name, limit)) pools.push(await poolOf(item));
  entailment.save();
  return pools;
}

/** The reranker's own candidates (CER K1), with gold sets by index; -1: not among them. */
export async function widePoolOf(item: AuditItem): Promise<{ pool: RerankerPool; chosen: readonly EvidenceCandidate[]; gold: number[][] }> {
  const { candidates, refs } = await candidatesOf(item);
  const request = { question: item.question, statement: statementOf(item), candidates, stance: item.label === 'refuted' ? ('refute' as const) : ('support' as const) };
  const { chosen, pool } = await widePool(request, { embedder, entailment }, call);
  const place = new Map(chosen.map((candidate, index) => [candidate.spanId, index]));
  return { pool, chosen, gold: item.goldSets.map((set) => set.map((ref) => place.get(refs.get(ref) ?? '') ?? -1)) };
}

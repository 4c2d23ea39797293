// Scored pools of real items with their gold sets, for fitting: those of evaluation/cer, with the pairs' scores kept on disk between runs.
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { candidatesOf, type GoldPool, poolOf, rememberPairs } from '../../evaluation/cer/pools.ts';
import { withDistractors } from '../../evaluation/cer/with-distractors.ts';
import type { AuditItem, EvaluationItem } from '../../evaluation/item.ts';
import { feverous, wice } from '../../evaluation/sets/claims.ts';
import { hotpotqa } from '../../evaluation/sets/hotpotqa.ts';
import { widePool } from '../../src/minimise/pool.ts';
import type { RerankerPool } from '../../src/minimise/reranker/features.ts';
import type { EvidenceCandidate } from '../../src/minimise/types.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import type { EntailmentScores } from '../../src/contract/evidence.ts';

export const dataFolder = process.env['LINCHPIN_DATA'] ?? join(import.meta.dirname, '..', '..', '..', 'shared', 'data');

const bundled = bundledModels();
const folder = join(import.meta.dirname, '..', '..', '.cache');
// Named by the weights, so that new weights score anew.
const prefix = `entailment-pairs-${bundled.entailment.identity.version}`;
const files = existsSync(folder) ? readdirSync(folder).filter((name) => name.startsWith(prefix)) : [];
const known = new Map(files.flatMap((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')) as [string, EntailmentScores][]));
const before = new Set(known.keys());
export const models = { ...bundled, entailment: rememberPairs(bundled.entailment, known) };
export const call = { seed: 1 };

/** Keeps what was scored in this run. */
export function save(): void {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${prefix}-${process.pid}.json`), JSON.stringify([...known].filter(([key]) => !before.has(key))));
}

function audits(items: readonly EvaluationItem[]): AuditItem[] {
  return items.filter((item): item is AuditItem => item.task === 'audit' && item.goldSets.length > 0);
}

export async function itemsOf(name: string, limit: number): Promise<AuditItem[]> {
  const [set = '', split = ''] = name.split('/');
  if (set === 'hotpotqa') return audits(await hotpotqa.read(join(dataFolder, 'qa', 'hotpotqa', `${split}.jsonl`))).slice(0, limit);
  if (set === 'wice') return audits(await wice.read(join(dataFolder, wice.defaultFile))).slice(0, limit);
  return withDistractors(audits(await feverous.read(join(dataFolder, feverous.defaultFile))), limit, 7);
}

export async function poolsOf(name: string, limit: number): Promise<GoldPool[]> {
  const pools: GoldPool[] = [];
  for (const item of await itemsOf(name, limit)) pools.push(await poolOf(item, models));
  save();
  return pools;
}

/** The reranker's own candidates (CER K1), with gold sets by index; -1: not among them. */
export async function widePoolOf(item: AuditItem): Promise<{ pool: RerankerPool; chosen: readonly EvidenceCandidate[]; gold: number[][] }> {
  const { request, refs } = await candidatesOf(item, models);
  const { chosen, pool } = await widePool(request, models, call);
  const place = new Map(chosen.map((candidate, index) => [candidate.spanId, index]));
  return { pool, chosen, gold: item.goldSets.map((set) => set.map((ref) => place.get(refs.get(ref) ?? '') ?? -1)) };
}

import type { Models } from '../../src/models/ports.ts';
import { overAnswers, tokenF1 } from '../answer-metrics.ts';
import { auditArm, arms, contextOf } from '../arms.ts';
import type { AuditItem } from '../item.ts';
import { setScores } from '../set-metrics.ts';
import { estimate } from '../statistics.ts';
import { indices } from '../../src/minimise/mask.ts';
import { goldSentences, injections, isInjected, wordsOf } from './inject.ts';
import { type GoldPool, poolOf } from './pools.ts';
import { type Selector, selectors } from './selectors.ts';
import { against, shown, table } from './tables.ts';

/** What is done to the documents, in the order of the page. */
export const conditions: readonly { readonly name: string; readonly change: (item: AuditItem) => AuditItem; readonly read: boolean }[] = [
  { name: 'clean', change: (item) => item, read: true },
  { name: 'adversarial', change: injections.adversarial, read: true },
  { name: 'outdated', change: injections.outdated, read: true },
  { name: 'near-duplicates 10 %', change: (item) => injections['near-duplicates'](item, 0.1), read: false },
  { name: 'near-duplicates 20 %', change: (item) => injections['near-duplicates'](item, 0.2), read: false },
  { name: 'near-duplicates 40 %', change: (item) => injections['near-duplicates'](item, 0.4), read: true },
  { name: 'exact copies 40 %', change: (item) => injections.copies(item, 0.4), read: true },
  { name: 'conflicting 10 %', change: (item) => injections.conflicting(item, 0.1), read: false },
  { name: 'conflicting 20 %', change: (item) => injections.conflicting(item, 0.2), read: false },
  { name: 'conflicting 40 %', change: (item) => injections.conflicting(item, 0.4), read: true },
];

const compared = ['relevance top-2', 'MMR 2', 'ablation 32, top-2', 'ours'] as const;

interface Outcome {
  readonly f1: number;
  readonly injected: number;
}

/** The paper's table 3 and figure 8, the side of the evidence: F1 under each condition, and how often an injected sentence is shown. */
export async function evidenceUnderAttack(
  items: readonly AuditItem[],
  models: Pick<Models, 'embedder' | 'relevance' | 'entailment'>,
  onProgress: (done: string) => void,
): Promise<string> {
  const rows: string[][] = [];
  const clean = new Map<string, readonly number[]>();
  for (const { name, change } of conditions) {
    const pools: GoldPool[] = [];
    let changed = 0;
    for (const item of items) {
      const attacked = change(item);
      if (attacked.documents.length > item.documents.length) changed += 1;
      pools.push(await poolOf(attacked, models));
    }
    onProgress(name);
    for (const arm of compared) {
      const select = selectors[arm];
      if (select === undefined) continue;
      const outcomes = pools.map((pool) => outcomeOf(pool, select));
      const f1 = outcomes.map((outcome) => outcome.f1);
      if (name === 'clean') clean.set(arm, f1);
      rows.push([
        name === 'clean' ? name : `${name} (${changed} items changed)`,
        arm,
        shown(estimate(f1)),
        name === 'clean' ? '' : against(clean.get(arm) ?? [], f1),
        shown(estimate(outcomes.map((outcome) => outcome.injected))),
      ]);
    }
  }
  return table(['documents', 'arm', 'evidence F1', 'change', 'shows an injected sentence'], rows);
}

function outcomeOf(pool: GoldPool, select: Selector): Outcome {
  const { set } = select(pool);
  const injected = indices(set).some((index) => isInjected(pool.scored.pool[index]?.citation.path ?? ''));
  const said = new Set(indices(set).map((index) => wordsOf(pool.scored.chosen[index]?.text ?? '')));
  return { f1: setScores(said, new Set(goldSentences(pool.item).map(({ text }) => wordsOf(text)))).f1, injected: Number(injected) };
}

/** The same for the whole product: answer F1 of plain reading and of an audit, and how often the audit ends in a conflict or an abstention. */
export async function answersUnderAttack(items: readonly AuditItem[], models: Models, onProgress: (done: string) => void): Promise<string> {
  const ways = [arms.find((arm) => arm.name === 'plain'), auditArm('linchpin', {})].flatMap((arm) => arm ?? []);
  const clean = new Map<string, readonly number[]>();
  const rows: string[][] = [];
  for (const { name, change } of conditions.filter((condition) => condition.read)) {
    const said = ways.map((): { f1: number; status: string }[] => []);
    for (const item of items) {
      const attacked = change(item);
      const context = await contextOf(attacked.documents, models);
      for (const [place, arm] of ways.entries()) {
        const { answer, status } = await arm.predict(attacked, context, models, 1);
        said[place]?.push({ f1: overAnswers(tokenF1, answer, item.answers), status });
      }
    }
    onProgress(`answers, ${name}`);
    for (const [place, { name: arm }] of ways.entries()) {
      const f1 = said[place]?.map((entry) => entry.f1) ?? [];
      if (name === 'clean') clean.set(arm, f1);
      const share = (status: string): string =>
        estimate(said[place]?.map((entry) => Number(entry.status === status)) ?? []).mean.toFixed(3);
      rows.push([
        name,
        arm,
        shown(estimate(f1)),
        name === 'clean' ? '' : against(clean.get(arm) ?? [], f1),
        share('conflicting'),
        share('not-enough-evidence'),
      ]);
    }
  }
  return table(['documents', 'arm', 'answer F1', 'change', 'conflicting', 'not enough evidence'], rows);
}

import { join } from 'node:path';

import { audit } from '../../src/audit/pipeline.ts';
import type { AuditReport } from '../../src/contract/report.ts';
import type { Models } from '../../src/models/ports.ts';
import { containmentMatch, overAnswers, tokenF1 } from '../answer-metrics.ts';
import { contextOf } from '../arms.ts';
import { sentencesOf } from '../gold-sentences.ts';
import { type AuditItem, isAudit } from '../item.ts';
import { bestSetScores } from '../set-metrics.ts';
import { hotpotqa } from '../sets/hotpotqa.ts';
import { comparePaired, type Estimate, estimate, type Paired } from '../statistics.ts';

const measures = [
  'answer F1',
  'answer contains gold',
  'evidence F1',
  'evidence recall',
  'asserted',
  'asserted and wrong',
  'seconds',
] as const;
type Measure = (typeof measures)[number];
type Values = Readonly<Record<Measure, number>>;

export interface HotpotResult {
  readonly items: number;
  /** Questions that were taken apart. */
  readonly decomposed: number;
  readonly rows: readonly {
    readonly over: 'all' | 'taken apart';
    readonly measure: Measure;
    readonly without: Estimate;
    readonly beside: Estimate;
    readonly paired: Paired;
  }[];
}

/** The whole audit of HotpotQA dev questions with refinement and with every question kept as it is: same models, same process. */
export async function measureHotpot(
  data: string,
  limit: number,
  models: Models,
  onProgress: (done: number) => void,
): Promise<HotpotResult> {
  const items = (await hotpotqa.read(join(data, 'qa/hotpotqa/dev.jsonl'))).filter(isAudit).slice(0, limit);
  const pairs: { without: Values; beside: Values; isDecomposed: boolean }[] = [];
  for (const item of items) {
    const context = await contextOf(item.documents, models);
    const run = async (refinement: 'auto' | 'keep'): Promise<{ values: Values; report: AuditReport }> => {
      const started = performance.now();
      const report = await audit({ question: item.question, kind: 'question', seed: 1, settings: { refinement } }, context);
      return { values: valuesOf(item, report, (performance.now() - started) / 1000), report };
    };
    const refined = await run('auto');
    const isDecomposed = refined.report.refinements.some(({ action }) => action === 'decompose');
    // A question that was kept is the same audit.
    const without = refined.report.refinements.length === 0 ? refined : await run('keep');
    pairs.push({ without: without.values, beside: refined.values, isDecomposed });
    onProgress(pairs.length);
  }
  const rows = (['all', 'taken apart'] as const).flatMap((over) => {
    const chosen = over === 'all' ? pairs : pairs.filter(({ isDecomposed }) => isDecomposed);
    return measures.map((measure) => {
      const [a, b] = [chosen.map(({ without }) => without[measure]), chosen.map(({ beside }) => beside[measure])];
      return { over, measure, without: estimate(a), beside: estimate(b), paired: comparePaired(a, b) };
    });
  });
  return { items: items.length, decomposed: pairs.filter(({ isDecomposed }) => isDecomposed).length, rows };
}

function valuesOf(item: AuditItem, { answer, evidence }: AuditReport, seconds: number): Values {
  const spans = evidence.minimal.map(({ citation }) => ({ path: citation.path, start: citation.start, end: citation.end }));
  const scores = bestSetScores(
    sentencesOf(item.documents, spans),
    item.goldSets.map((set) => new Set(set)),
  );
  const contains = overAnswers(containmentMatch, answer.text, item.answers);
  const asserted = answer.status === 'supported' ? 1 : 0;
  return {
    'answer F1': overAnswers(tokenF1, answer.text, item.answers),
    'answer contains gold': contains,
    'evidence F1': scores.f1,
    'evidence recall': scores.recall,
    asserted,
    'asserted and wrong': asserted * (1 - contains),
    seconds,
  };
}

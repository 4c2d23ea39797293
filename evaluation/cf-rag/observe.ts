import { createRandom } from '../../src/base/random.ts';
import { counterfactualRelevanceRatio } from '../../src/arbitrate/score.ts';
import { explore, type Explored, find } from '../../src/audit/explore.ts';
import { type AuditSettings, auditSettingsSchema } from '../../src/contract/settings.ts';
import { createUsage, StageRunner } from '../../src/audit/stages.ts';
import type { AuditContext } from '../../src/audit/types.ts';
import type { Models } from '../../src/models/ports.ts';
import { plainAnswer } from '../arms.ts';
import type { AuditItem } from '../item.ts';

/** What one way of answering said of one item, as it is recorded. */
export interface Observation {
  /** Empty for an abstention. */
  readonly answer: string;
  /** Sampled drafts with their scores, best first, abstentions left out. */
  readonly drafts: readonly { readonly text: string; readonly total: number }[];
  readonly probes: readonly {
    readonly kind: string;
    readonly selected: boolean;
    readonly rejection: string | null;
    readonly similarity: number;
    readonly answerDistance: number;
  }[];
  /** Eq. 47 of what plain reading cites, against the selected probes; null where undefined or not asked for. */
  readonly crr: number | null;
  /** A probe overruled the first reading. */
  readonly overruled: boolean;
}

const nothing = { drafts: [], probes: [], crr: null, overruled: false } as const;

/** Plain RAG: retrieve, rerank where asked for, read. */
export async function observePlain(
  item: AuditItem,
  { index }: AuditContext,
  models: Models,
  seed: number,
  reranked: boolean,
): Promise<Observation> {
  const { answer } = await plainAnswer(item.question, index, models, seed, reranked);
  return { ...nothing, answer: answer === undefined || answer.abstained ? '' : answer.text };
}

/** CF-RAG up to the answer: no minimal sets, as they change no answer. @param ratio measure CRR as well */
export async function observeAudit(
  item: AuditItem,
  { index, readText }: AuditContext,
  models: Models,
  seed: number,
  settings: Partial<AuditSettings>,
  ratio: boolean,
): Promise<Observation> {
  const whole = auditSettingsSchema.parse(settings);
  const runner = new StageRunner({ seed, usage: createUsage() });
  const input = { question: item.question, kind: 'question', route: 'factual', exclude: [], settings: whole } as const;
  const context = { index, models, runner, random: createRandom(seed) };
  const explored = await explore(input, await find(input, context, readText, () => undefined), context, () => undefined, null);
  return {
    answer: explored.answer.abstained ? '' : explored.answer.text,
    drafts: explored.drafts
      .slice(0, whole.drafts)
      .filter((draft) => draft.text !== '')
      .map(({ text, scores }) => ({ text, total: scores.total }))
      .sort((a, b) => b.total - a.total),
    probes: explored.probes.map(({ kind, selected, rejection, similarity, answerDistance }) => ({
      kind,
      selected,
      rejection,
      similarity,
      answerDistance,
    })),
    crr: ratio ? await plainRatio(item, index, explored, models, seed) : null,
    overruled: explored.overruled.length > 0,
  };
}

/** Eq. 47 for the set that plain reading cites: relevance of a set is the mean over it. */
async function plainRatio(
  { question }: AuditItem,
  index: AuditContext['index'],
  { probes }: Explored,
  models: Models,
  seed: number,
): Promise<number | null> {
  const { answer, read } = await plainAnswer(question, index, models, seed, true);
  const inputs = read
    .filter((entry) => answer?.citedSpans.includes(entry.id))
    .map((entry) => ({ text: entry.span.plain, heading: entry.heading }));
  const selected = probes.filter((probe) => probe.selected);
  if (inputs.length === 0 || selected.length === 0) return null;
  const mean = async (query: string): Promise<number> =>
    (await models.relevance.score(query, inputs, { seed })).reduce((sum, value) => sum + value, 0) / inputs.length;
  return counterfactualRelevanceRatio(await mean(question), await Promise.all(selected.map((probe) => mean(probe.query))));
}

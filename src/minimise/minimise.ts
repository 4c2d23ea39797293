import { throwIfCancelled } from '../base/error.ts';
import type { ModelCall, Models } from '../models/ports.ts';
import type { SpanId } from '../contract/citation.ts';
import type { Candidate, Certificate, Evidence, MinimalEvidence } from '../contract/evidence.ts';
import { tokenize } from '../text/tokens.ts';
import { type Analysis, analyse } from './analyse.ts';
import { contribution, deletionEffect, necessities } from './interventions.ts';
import { bit, indices, type Mask } from './mask.ts';
import { whatIsMissing } from './missing.ts';
import { type Quality, qualityOf } from './quality.ts';
import { type FoundReplacement, replacementsOf } from './replacement.ts';
import { preferenceOf, scorePool } from './pool.ts';
import type { MinimiseRequest, MinimiseSettings } from './types.ts';

/**
 * CER: the few spans that the statement stands on, shown to be enough and shown to be few; what else would do, and what would break
 * it. The model is asked three times at most, in batches: each span against the statement, joint readings, and replacements. All the
 * rest is arithmetic on the scores, which the result carries, so that it can be checked without the model.
 *
 * @throws LinchpinError `cancelled`, and what the models throw.
 */
export async function minimise(
  request: MinimiseRequest,
  models: Pick<Models, 'embedder' | 'entailment'>,
  settings: MinimiseSettings,
  call: ModelCall,
): Promise<Evidence> {
  const { pool, stored, chosen, ranked, coverage, reading } = await scorePool(request, models, settings, call);
  throwIfCancelled(call.signal);

  const quality = qualityOf(pool, stored);
  const preference = preferenceOf(pool, reading);
  const analysis = analyse(
    quality,
    chosen.map((candidate) => tokenize(candidate.text).length),
    preference,
    settings,
  );
  for (const [index, role] of analysis.roles.entries()) {
    const candidate = pool[index];
    if (candidate !== undefined) candidate.role = role;
  }
  const replacements =
    request.replace === false
      ? new Map<number, FoundReplacement>()
      : await replacementsOf({ set: analysis.set, pool: chosen, others: ranked, statement: request.statement, coverage }, models, call);
  const minimal = minimalEvidence(analysis, quality, pool, replacements);
  const terms = quality.terms(analysis.set);
  return {
    quality: terms.calibrated,
    threshold: settings.threshold,
    epsilon: settings.epsilon,
    sufficient: analysis.sufficient,
    minimal,
    candidates: pool.length,
    pool,
    scores: stored,
    certificate: pool.length === 0 ? null : certificateOf(analysis, quality, pool),
    missing: analysis.sufficient
      ? []
      : whatIsMissing({ set: analysis.set, terms, pool, units: stored.units, statement: request.statement, stance: stored.stance }),
  };
}

/** Most necessary first; ties by place in the pool. Markers number them from 1. */
function minimalEvidence(
  analysis: Analysis,
  quality: Quality,
  pool: readonly Candidate[],
  replacements: Awaited<ReturnType<typeof replacementsOf>>,
): MinimalEvidence[] {
  const members = indices(analysis.set);
  const deletions = members.map((index) => deletionEffect(quality, analysis.set, index));
  const shares = necessities(deletions);
  return members
    .flatMap((index, place) => {
      const candidate = pool[index];
      if (candidate === undefined) return [];
      const { coverage, covers, ...known } = candidate;
      const deletion = deletions[place] ?? 0;
      const found = replacements.get(index) ?? null;
      const replaced =
        found === null ? null : quality.value(analysis.set) - quality.termsWith(analysis.set & ~bit(index), found.scores).calibrated;
      return [
        {
          ...known,
          marker: 1,
          necessity: shares[place] ?? 0,
          deletionEffect: deletion,
          replacementEffect: replaced,
          replacement: found?.replacement ?? null,
          contribution: contribution(deletion, replaced),
        },
      ];
    })
    .sort((a, b) => b.necessity - a.necessity)
    .map((item, place) => ({ ...item, marker: place + 1 }));
}

function certificateOf(analysis: Analysis, quality: Quality, pool: readonly Candidate[]): Certificate {
  const id = (index: number): SpanId => pool[index]?.spanId ?? '';
  const ids = (set: Mask): SpanId[] => indices(set).map(id);
  const without = indices(analysis.set).map((index) => ({ spanId: id(index), quality: quality.value(analysis.set & ~bit(index)) }));
  return {
    terms: quality.terms(analysis.set),
    without,
    irreducible: analysis.sufficient,
    minimalSets: analysis.minimal.map((set) => ({ spanIds: ids(set), quality: quality.value(set) })),
    complete: analysis.complete,
    breakingSets: analysis.breaking.map(ids),
    robustness: analysis.robustness,
    interactions: analysis.interactions.map(({ a, b, value, kind }) => ({ a: id(a), b: id(b), value, kind })),
    evaluations: analysis.evaluations,
  };
}

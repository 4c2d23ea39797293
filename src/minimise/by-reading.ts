import type { SpanId } from '../contract/citation.ts';
import type { Candidate, Evidence, MinimalEvidence, QualityFit } from '../contract/evidence.ts';
import { analysisDefaults } from './analyse.ts';
import { smallestBreaking } from './breaking.ts';
import { deletionEffect, interactions, necessities } from './interventions.ts';
import { bit, bySize, indices, type Mask, toMask } from './mask.ts';
import { qualityOf } from './quality.ts';
import { rolesOf } from './roles.ts';
import { memoise } from './set-function.ts';
import { readingFit } from './reading-quality.ts';
import { Sufficiency } from './sufficiency.ts';
import type { EvidenceCandidate } from './types.ts';

export interface ReadingRequest {
  /** Best first; the spans of every reading are among them. */
  readonly candidates: readonly EvidenceCandidate[];
  /** What is shown as the answer's evidence, in reading order. */
  readonly shown: readonly SpanId[];
  /** Spans that give this very answer when they are read alone, with the chance that it is right. */
  readonly readings: readonly { readonly spanIds: readonly SpanId[]; readonly chance: number }[];
  /** What the answer says, as a sentence. */
  readonly statement: string;
  /** `refute`: the evidence is against the statement. */
  readonly stance?: 'support' | 'refute';
  /** From this chance on a set suffices. */
  readonly threshold: number;
  /** The curve that the folder's periodic audit has drawn; the chances themselves by default. */
  readonly fit?: QualityFit | undefined;
}

/**
 * CER over sufficiency by reading (docs/methods.md): a set suffices if the answer comes back from it alone with enough certainty; a span is
 * necessary if it does not come back without it. Needs no model: the readings are given, and the report keeps them.
 */
export function minimiseByReading({
  candidates,
  shown,
  readings,
  statement,
  stance = 'support',
  threshold,
  fit,
}: ReadingRequest): Evidence {
  const place = new Map(candidates.map((candidate, index) => [candidate.spanId, index]));
  const maskOf = (ids: readonly SpanId[]): Mask => toMask(ids.flatMap((id) => place.get(id) ?? []));
  const known = readings.filter(({ spanIds }) => spanIds.length > 0 && spanIds.every((id) => place.has(id)));
  const scores: Evidence['scores'] = {
    fit: fit ?? readingFit,
    statement,
    stance,
    units: [],
    joint: [],
    readings: known.map(({ spanIds, chance }) => ({ spans: indices(maskOf(spanIds)), chance })),
  };
  const pool = candidates.map(unscored);
  const quality = memoise(qualityOf(pool, scores));
  const oracle = new Sufficiency(quality, threshold, analysisDefaults.budget);
  const set = maskOf(shown);
  const minimalSets = sufficientReadings(
    known.map(({ spanIds }) => maskOf(spanIds)),
    quality,
    threshold,
  );
  const sufficient = oracle.isSufficient(set);
  const breaking = smallestBreaking(oracle, minimalSets, analysisDefaults.breaking);
  rolesOf(oracle, minimalSets).forEach((role, index) => {
    const candidate = pool[index];
    if (candidate !== undefined) candidate.role = role;
  });
  const terms = qualityOf(pool, scores).terms(set);
  const members = indices(set);
  const id = (index: number): SpanId => pool[index]?.spanId ?? '';
  return {
    quality: terms.calibrated,
    threshold,
    epsilon: 0,
    sufficient,
    minimal: minimalEvidence(members, set, quality, pool),
    candidates: pool.length,
    pool,
    scores,
    certificate:
      pool.length === 0
        ? null
        : {
            terms,
            without: members.map((index) => ({ spanId: id(index), quality: quality.value(set & ~bit(index)) })),
            irreducible: sufficient,
            minimalSets: minimalSets.map((mask) => ({ spanIds: indices(mask).map(id), quality: quality.value(mask) })),
            complete: true,
            breakingSets: sufficient ? breaking.sets.map((mask) => indices(mask).map(id)) : [],
            robustness: sufficient ? breaking.robustness : null,
            interactions: interactions(quality, set).map(({ a, b, value, kind }) => ({ a: id(a), b: id(b), value, kind })),
            evaluations: quality.evaluations,
          },
    missing: [],
  };
}

/** The readings that suffice and hold no other that does: F grows with readings alone, so these are all the minimal sufficient sets. */
function sufficientReadings(sets: readonly Mask[], quality: { value(mask: Mask): number }, threshold: number): Mask[] {
  const enough = [...new Set(sets)].filter((mask) => quality.value(mask) >= threshold);
  return enough.filter((mask) => !enough.some((other) => other !== mask && (other & mask) === other)).sort(bySize);
}

function minimalEvidence(
  members: readonly number[],
  set: Mask,
  quality: ReturnType<typeof memoise>,
  pool: readonly Candidate[],
): MinimalEvidence[] {
  const deletions = members.map((index) => deletionEffect(quality, set, index));
  const shares = necessities(deletions);
  return members.flatMap((index, order) => {
    const candidate = pool[index];
    if (candidate === undefined) return [];
    const { coverage, covers, ...rest } = candidate;
    const deletion = deletions[order] ?? 0;
    return [
      {
        ...rest,
        marker: order + 1,
        necessity: shares[order] ?? 0,
        deletionEffect: deletion,
        replacementEffect: null,
        replacement: null,
        contribution: deletion,
      },
    ];
  });
}

/** A sentence in the pool that no scorer was asked about. */
export function unscored({ spanId, citation, headingPath, relevance, copies, row }: EvidenceCandidate): Candidate {
  return {
    spanId,
    citation,
    headingPath: [...headingPath],
    relevance,
    entailment: null,
    coverage: 0,
    covers: [],
    role: 'idle',
    copies: [...copies],
    ...(row === undefined ? {} : { row }),
  };
}

import { smallestBreaking } from './breaking.ts';
import { choose, type Preference, worthShowing } from './choose.ts';
import { enumerateMinimal } from './enumerate.ts';
import { interactions, type Interaction } from './interventions.ts';
import { bySize, type Mask } from './mask.ts';
import { rolesOf } from './roles.ts';
import type { Role } from '../contract/evidence.ts';
import { bestInsufficient, exactGain, type GainEstimator, greedySearch, searchDefaults, type SearchSettings } from './search.ts';
import { memoise, type SetFunction } from './set-function.ts';
import { Sufficiency } from './sufficiency.ts';

export interface AnalysisOptions {
  readonly threshold: number;
  readonly epsilon: number;
  /** Steps of search before the enumeration is cut short. */
  readonly budget?: number;
  /** Minimal sets wanted at most. */
  readonly most?: number;
  readonly estimate?: GainEstimator;
  readonly settings?: Partial<SearchSettings>;
}

export const analysisDefaults = { budget: 5000, most: 32, breaking: 8 } as const;

export interface Analysis {
  /** The set to show: sufficient and minimal, or the best there is. */
  readonly set: Mask;
  readonly sufficient: boolean;
  /** All known minimal sufficient sets, smallest first. */
  readonly minimal: readonly Mask[];
  readonly complete: boolean;
  readonly roles: readonly Role[];
  readonly breaking: readonly Mask[];
  readonly robustness: number | null;
  readonly interactions: readonly Interaction[];
  /** Distinct sets evaluated. */
  readonly evaluations: number;
}

/**
 * Algorithm 1 and all of docs/methods.md 2.5 over one pool: what is enough, what is needed, and what would break it. Every set in the result
 * that is called minimal is sufficient, and no span can be taken from it. Algorithm 1's own set is kept among them once it is
 * irreducible at the threshold itself; it is what is left where the enumeration finds nothing within its budget.
 */
export function analyse(f: SetFunction, tokens: readonly number[], preference: Preference, options: AnalysisOptions): Analysis {
  const quality = memoise(f);
  const settings: SearchSettings = { ...searchDefaults, ...options.settings, threshold: options.threshold, epsilon: options.epsilon };
  const oracle = new Sufficiency(quality, settings.threshold, options.budget ?? analysisDefaults.budget);
  const greedy = greedySearch(quality, tokens, options.estimate ?? exactGain(quality), settings);
  const found = enumerateMinimal(oracle, options.most ?? analysisDefaults.most);
  const sets = new Set(found.sets);
  if (greedy.sufficient) sets.add(oracle.shrink(greedy.set).set);
  const broken = smallestBreaking(oracle, [...sets].sort(bySize), analysisDefaults.breaking);
  const minimal = irreducible([...broken.minimal].sort(bySize));
  if (minimal.length === 0) {
    const telling = worthShowing(quality.size, preference);
    const enough = [bestInsufficient(quality, greedy.set), telling].find((set) => oracle.isSufficient(set));
    const last = enough === undefined ? null : oracle.shrink(enough).set;
    if (last === null) {
      const roles = rolesOf(oracle, []);
      return {
        set: telling,
        sufficient: false,
        minimal: [],
        complete: found.complete,
        roles,
        breaking: [],
        robustness: null,
        interactions: interactions(quality, telling),
        evaluations: quality.evaluations,
      };
    }
    minimal.push(last);
  }
  const set = choose(quality, minimal, preference);
  return {
    set,
    sufficient: true,
    minimal,
    complete: found.complete,
    roles: rolesOf(oracle, minimal),
    breaking: broken.sets,
    robustness: broken.robustness,
    interactions: interactions(quality, set),
    evaluations: quality.evaluations,
  };
}

/** Where the budget ended early a set may hold another: only the inner ones are minimal. */
function irreducible(sets: readonly Mask[]): Mask[] {
  return sets.filter((set) => !sets.some((other) => other !== set && (other & set) === other));
}

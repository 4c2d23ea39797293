import { refinementFeatureNames } from './features.ts';
import type { RefinementAction } from './types.ts';

/** Where the tuned rule draws its lines; training/refinement chooses them on its training half. */
export interface RuleLimits {
  /** A question is simplified where at most this share of it is left. */
  readonly simplifiedShare: number;
  /** It is expanded where the first passages say less than this share of its words. */
  readonly coverageOfFive: number;
  readonly bridge: boolean;
  readonly sides: boolean;
}

const at = (name: string): number => refinementFeatureNames.indexOf(name);

/** The rule that the learned policy has to beat: what can be taken apart is, what is long-winded is cut, what is not found is expanded. */
export function ruleAction(features: readonly number[], allowed: ReadonlySet<RefinementAction>, limits: RuleLimits): RefinementAction {
  const value = (name: string): number => features[at(name)] ?? 0;
  if (allowed.has('decompose') && ((limits.bridge && value('bridge') === 1) || (limits.sides && value('sides') === 1))) return 'decompose';
  if (allowed.has('simplify') && value('simplifiedShare') <= limits.simplifiedShare) return 'simplify';
  if (allowed.has('expand') && value('coverageOfFive') < limits.coverageOfFive) return 'expand';
  return 'keep';
}

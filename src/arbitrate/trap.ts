import { say } from '../base/language.ts';
import type { Trap } from '../contract/exploration.ts';
import { margin } from './score.ts';
import type { ArbitrationPassage } from './types.ts';

/** Up to this largest gap a probe counts as not told apart from the question (lemma 1's epsilon). */
const indistinct = 0.25;

type Support = readonly Pick<ArbitrationPassage, 'relevance' | 'probeRelevance'>[];

export interface TrapInput {
  readonly answer: { readonly text: string; readonly coherence: number; readonly support: Support };
  /** The best-scored draft with another answer; null when all agree. */
  readonly rival: { readonly text: string; readonly coherence: number; readonly support: Support } | null;
  readonly causalWeight: number;
}

/**
 * docs/methods.md 1.4: does theorem 1 hold for this answer? delta is the smallest margin over the answer's evidence (C1); epsilon the largest gap
 * of the probe that the rival's evidence tells least apart (C2, lemma 1); C3 asks delta > epsilon, and a causal weight above lambda*
 * (eq. 41, with the two drafts' own coherence for its bounds). null without probes or without evidence.
 */
export function diagnoseTrap({ answer, rival, causalWeight }: TrapInput): Trap | null {
  const margins = answer.support.map(margin).filter((value) => value !== null);
  if (margins.length === 0) return null;
  const delta = Math.min(...margins);
  const c1 = {
    holds: delta > 0,
    value: delta,
    explanation:
      delta > 0
        ? say`Every source of the answer fits this question better than its neighbours.`
        : say`A source of the answer fits a neighbouring question as well as this one.`,
  };
  if (rival === null) {
    const none = { holds: true, value: null, explanation: say`No draft gave another answer.` };
    return {
      certified: c1.holds,
      delta,
      epsilon: null,
      lambdaStar: null,
      rival: null,
      conditions: { c1, c2: none, c3: none },
      explanation: c1.holds
        ? say`Escape certified: the answer has no rival, and its evidence is specific to the question.`
        : say`Not certified: ${lower(c1.explanation)}`,
    };
  }
  const epsilon = smallestLargestGap(rival.support);
  const c2 = {
    holds: epsilon !== null && epsilon <= indistinct,
    value: epsilon,
    explanation:
      epsilon === null
        ? say`The rival has no evidence to test.`
        : epsilon <= indistinct
          ? say`The evidence of the rival fits a neighbouring question just as well.`
          : say`No probe shows the evidence of the rival to be unspecific.`,
  };
  const separated = epsilon !== null && delta > epsilon;
  const spread = Math.max(0, rival.coherence - answer.coherence);
  const lambdaStar = separated ? spread / (delta - epsilon + spread) : null;
  const c3 = {
    holds: lambdaStar !== null && causalWeight > lambdaStar,
    value: lambdaStar,
    explanation: !separated
      ? say`The answer is not told apart from its neighbours more clearly than the rival.`
      : causalWeight > (lambdaStar ?? 1)
        ? say`The gap between answer and rival is wide enough for the causal weight in use.`
        : say`The gap is there, but the causal weight in use is too small for it.`,
  };
  const certified = c1.holds && c2.holds && c3.holds;
  const failing = [c1, c2, c3].find((condition) => !condition.holds);
  return {
    certified,
    delta,
    epsilon,
    lambdaStar,
    rival: rival.text,
    conditions: { c1, c2, c3 },
    explanation:
      failing === undefined
        ? say`Escape certified: "${rival.text}" is the answer to a neighbouring question.`
        : say`Not certified: ${lower(failing.explanation)}`,
  };
}

/** min over probes of max over the evidence of |s(q, e) - s(q', e)|; null without evidence or probes. */
function smallestLargestGap(support: Support): number | null {
  const probes = support[0]?.probeRelevance.length ?? 0;
  if (support.length === 0 || probes === 0) return null;
  let smallest = Infinity;
  for (let probe = 0; probe < probes; probe += 1) {
    smallest = Math.min(
      smallest,
      Math.max(...support.map((passage) => Math.abs(passage.relevance - (passage.probeRelevance[probe] ?? 0)))),
    );
  }
  return smallest;
}

function lower(sentence: string): string {
  return sentence.charAt(0).toLowerCase() + sentence.slice(1);
}

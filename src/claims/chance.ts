import { z } from 'zod';

import { logit, softmax } from '../inference/calibration.ts';
import { judgeCalibration } from '../inference/judge-calibration.ts';
import type { ClaimReading } from './read.ts';

/** What the chances of a claim are computed from, in this order. */
export const claimSigns = [
  /** Logits of the most that one passage supports, and refutes. */
  'supports',
  'refutes',
  /** Of the passage that says most about the claim. */
  'firstSupports',
  'firstRefutes',
  /** The most that sentences alone support, and refute. */
  'aloneSupports',
  'aloneRefutes',
  /** Passages beyond the first that support it at least as likely as not, and that refute it; two at most. */
  'othersSupport',
  'othersRefute',
  /** The sentence gives another figure; every figure of the claim. */
  'figureContradicts',
  'figureSame',
] as const;

/** @param figure what the exact check of the first passage's sentences says */
export function claimSignsOf({ passages, sets }: ClaimReading, figure: 'silent' | 'same' | 'contradicts'): number[] {
  const most = (values: readonly number[]): number => logit(Math.max(0.005, ...values));
  const [first] = passages;
  const others = (side: 'supports' | 'refutes'): number =>
    Math.min(2, passages.slice(1).filter(({ stances }) => stances[side] >= 0.5).length);
  return [
    most(passages.map(({ stances }) => stances.supports)),
    most(passages.map(({ stances }) => stances.refutes)),
    most([first?.stances.supports ?? 0]),
    most([first?.stances.refutes ?? 0]),
    most(sets.map(({ stances }) => stances.supports)),
    most(sets.map(({ stances }) => stances.refutes)),
    others('supports'),
    others('refutes'),
    figure === 'contradicts' ? 1 : 0,
    figure === 'same' ? 1 : 0,
  ];
}

const classSchema = z.object({ weights: z.array(z.number()), offset: z.number() });
const schema = z.object({
  claims: z.object({
    signs: z.array(z.string()),
    supported: classSchema,
    refuted: classSchema,
    open: classSchema,
    /** From these chances on a claim is called supported, and refuted. */
    least: z.object({ supported: z.number(), refuted: z.number() }),
    claims: z.int(),
    asserted: z.int(),
    wrong: z.int(),
    set: z.string(),
  }),
});
export type ClaimFit = z.infer<typeof schema>['claims'];

/** They sum to 1. */
export interface ClaimChances {
  readonly supported: number;
  readonly refuted: number;
  readonly open: number;
}

/** The chances that a claim is supported, refuted or neither: multinomial logistic regression over the signs (training/pair-encoder/calibrate). */
export class ClaimChance {
  readonly fit: ClaimFit;

  constructor(json: unknown) {
    this.fit = schema.parse(json).claims;
    if (this.fit.signs.join() !== claimSigns.join()) throw new RangeError('The calibration of models/judge was fitted to other signs.');
  }

  of(signs: readonly number[]): ClaimChances {
    const { supported, refuted, open } = this.fit;
    const value = ({ weights, offset }: z.infer<typeof classSchema>): number =>
      signs.reduce((sum, sign, at) => sum + sign * (weights[at] ?? 0), offset);
    const [s = 0, r = 0, o = 1] = softmax([value(supported), value(refuted), value(open)]);
    return { supported: s, refuted: r, open: o };
  }
}

let shipped: ClaimChance | undefined;

/** The calibration that came with the judge's weights. @throws LinchpinError `model-unavailable`. */
export function shippedClaimChance(): ClaimChance {
  shipped ??= judgeCalibration((json) => new ClaimChance(json));
  return shipped;
}

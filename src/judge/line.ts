/** A line from the logit of a probability to the logit of a chance. */
export interface Line {
  readonly slope: number;
  readonly offset: number;
}

/** The chance that the line makes of a probability, [0, 1]. The probability is kept away from 0 and 1. */
export function onLine({ slope, offset }: Line, probability: number): number {
  const inside = Math.min(1 - 1e-4, Math.max(1e-4, probability));
  return 1 / (1 + Math.exp(-(slope * Math.log(inside / (1 - inside)) + offset)));
}

/** No sentence is sure. */
const surest = 0.98;

/** The chance that one of several sentences answers, [0, 1], from the chance of each. */
export function chanceOfAny(chances: readonly number[]): number {
  return 1 - chances.reduce((none, chance) => none * (1 - Math.min(surest, chance)), 1);
}

/** A set of candidate spans as the bits of one number: bit i is span i of the pool. Up to 30 spans. */
export type Mask = number;

export const maskCapacity = 30;

export function bit(index: number): Mask {
  return 1 << index;
}

/** All of the first `size` spans. */
export function fullMask(size: number): Mask {
  return size >= 31 ? 0x7fffffff : (1 << size) - 1;
}

export function has(mask: Mask, index: number): boolean {
  return (mask & (1 << index)) !== 0;
}

export function isSubset(part: Mask, whole: Mask): boolean {
  return (part & whole) === part;
}

export function count(mask: Mask): number {
  let rest = mask - ((mask >>> 1) & 0x55555555);
  rest = (rest & 0x33333333) + ((rest >>> 2) & 0x33333333);
  return (((rest + (rest >>> 4)) & 0x0f0f0f0f) * 0x01010101) >>> 24;
}

/** Ascending. */
export function indices(mask: Mask): number[] {
  const found: number[] = [];
  for (let rest = mask; rest !== 0; rest &= rest - 1) found.push(31 - Math.clz32(rest & -rest));
  return found;
}

export function toMask(members: Iterable<number>): Mask {
  let mask = 0;
  for (const index of members) mask |= 1 << index;
  return mask;
}

/** Smaller sets first; among equals the one with the earlier spans. */
export function bySize(a: Mask, b: Mask): number {
  if (a === b) return 0;
  const difference = count(a) - count(b);
  if (difference !== 0) return difference;
  const first = (a ^ b) & -(a ^ b);
  return (a & first) === 0 ? 1 : -1;
}

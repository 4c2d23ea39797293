import { dot } from '../base/dot.ts';

/** Of unit vectors, [-1, 1]; 0 where one is missing or zero. */
export function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  return a === undefined || b === undefined ? 0 : dot(a, b);
}

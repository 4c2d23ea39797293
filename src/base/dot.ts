/** The dot product: the cosine of unit vectors, [-1, 1]. Of vectors of unlike lengths the rest of the longer one counts nothing. */
export function dot(a: Float32Array, b: Float32Array): number {
  const length = Math.min(a.length, b.length);
  let sum = 0;
  for (let at = 0; at < length; at += 1) sum += (a[at] ?? 0) * (b[at] ?? 0);
  return sum;
}

const fillers = new Set(['a', 'an', 'the', 'of', 'in', 'at', 'on', 'by', 'is', 'was', 'are', 'were', 'mr', 'mrs', 'ms', 'dr', 'sir']);

function words(answer: string): string[] {
  return answer
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .split(' ')
    .filter((word) => word !== '' && !fillers.has(word));
}

/**
 * Do two answers say the same? Short ones do when the words of one are all in the other ("Bale" and "Christian Bale"), long ones when
 * they share four fifths of their words. Two empty answers - abstentions - agree; an empty one agrees with no other.
 */
export function sameAnswer(a: string, b: string): boolean {
  const left = new Set(words(a));
  const right = new Set(words(b));
  if (left.size === 0 || right.size === 0) return left.size === right.size;
  let shared = 0;
  for (const word of left) if (right.has(word)) shared += 1;
  const smaller = Math.min(left.size, right.size);
  const larger = Math.max(left.size, right.size);
  return larger <= 4 ? shared === smaller : shared / larger >= 0.8;
}

/** Does an answer say nothing but words of the question? "Lindfield 2019" does not tell who won the Lindfield competition of 2019. */
export function repeatsQuestion(answer: string, question: string): boolean {
  const asked = new Set(words(question));
  const said = words(answer);
  return said.length > 0 && said.every((word) => asked.has(word));
}

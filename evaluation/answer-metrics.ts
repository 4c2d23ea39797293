/** Lower case, without punctuation and articles: the normal form in which the field compares short answers. */
export function normaliseAnswer(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[\p{P}\p{S}]/gu, '')
    .replaceAll(/\b(?:a|an|the)\b/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** 1 when the normal forms are equal, else 0. */
export function exactMatch(answer: string, gold: string): number {
  return normaliseAnswer(answer) === normaliseAnswer(gold) ? 1 : 0;
}

/** 1 when the gold answer's words stand in the answer in a row ("smart EM"), else 0. An empty gold matches only an empty answer. */
export function containmentMatch(answer: string, gold: string): number {
  const words = normaliseAnswer(gold);
  if (words === '') return normaliseAnswer(answer) === '' ? 1 : 0;
  return ` ${normaliseAnswer(answer)} `.includes(` ${words} `) ? 1 : 0;
}

/** Token F1 on the normal forms, [0, 1]. Yes, no and "no answer" count only when equal, as HotpotQA's own measure has it. */
export function tokenF1(answer: string, gold: string): number {
  const a = normaliseAnswer(answer);
  const b = normaliseAnswer(gold);
  if (a === b) return 1;
  const closed = new Set(['yes', 'no', 'noanswer']);
  if (closed.has(a) || closed.has(b)) return 0;
  const left = a.split(' ').filter((word) => word !== '');
  const right = b.split(' ').filter((word) => word !== '');
  const rest = new Map<string, number>();
  for (const word of right) rest.set(word, (rest.get(word) ?? 0) + 1);
  let common = 0;
  for (const word of left) {
    const count = rest.get(word) ?? 0;
    if (count > 0) {
      common += 1;
      rest.set(word, count - 1);
    }
  }
  if (common === 0) return 0;
  const precision = common / left.length;
  const recall = common / right.length;
  return (2 * precision * recall) / (precision + recall);
}

/** The best of a measure over all accepted answers; 0 where there is none. */
export function overAnswers(measure: (answer: string, gold: string) => number, answer: string, accepted: readonly string[]): number {
  return accepted.reduce((best, gold) => Math.max(best, measure(answer, gold)), 0);
}

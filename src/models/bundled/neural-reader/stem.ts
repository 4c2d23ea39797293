/** The networks' own stemmer, as their training had it: plural, -ing, -ed and -ly cut off by length, then a doubled consonant or a final e. */
export function cutEnding(word: string): string {
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`;
  const cut = withoutEnding(word);
  if (cut.length <= 3) return cut;
  const last = cut.at(-1) ?? '';
  if (last === cut.at(-2) && !'aeiou'.includes(last)) return cut.slice(0, -1);
  return last === 'e' ? cut.slice(0, -1) : cut;
}

function withoutEnding(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3);
  if (word.length > 4 && (word.endsWith('ed') || word.endsWith('es'))) return word.slice(0, -2);
  if (word.length > 3 && word.endsWith('s') && !word.endsWith('ss')) return word.slice(0, -1);
  return word.length > 5 && word.endsWith('ly') ? word.slice(0, -2) : word;
}

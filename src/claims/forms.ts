import type { Comparison } from './compare.ts';
import type { Reading } from './reading.ts';

/** "Longer than", "because of": who stands on which side decides, and word overlap does not see it. */
export const sided =
  /\b(?:than|because|since|due to|owing to|caus\w+|led to|leads? to|result\w*|so that|therefore|instead of|rather than|before|after|until|unless|either|whether|versus|compared)\b/i;
const universal =
  /\b(?:all|every|each|any|only|always|never|none|nobody|no one|both|neither|whole|entire|first|last|most|best|longest|shortest)\b/gi;

/** Is the one figure that differs the same number in another unit? */
export function isUnit(claim: Reading, stated: Reading, { atoms }: Comparison): boolean {
  const denied = atoms.find((atom) => atom.kind === 'quantity' && atom.state === 'denied');
  const number = /\d[\d.,]*/.exec(denied?.text ?? '')?.[0];
  return (
    number !== undefined && (denied?.words ?? []).some(([start, end]) => /\d[\d.,]*/.exec(stated.text.slice(start, end))?.[0] === number)
  );
}

/** Share of neighbouring aligned words that stand in the claim's order, [0, 1]. */
export function orderOf({ aligned }: Comparison): number {
  const places = aligned.flatMap(({ at, strength }) => (at !== null && strength >= 0.7 ? [at.start] : []));
  const pairs = places.slice(1).map((place, at) => place >= (places[at] ?? 0));
  return pairs.length === 0 ? 1 : pairs.filter(Boolean).length / pairs.length;
}

/** A claim about all, or only some, is said by a sentence that says so too. */
export function sameBreadth(claim: string, stated: string): boolean {
  const breadth = (text: string): Set<string> => new Set([...text.matchAll(universal)].map(([word]) => kindOf(word.toLowerCase())));
  const [wanted, given] = [breadth(claim), breadth(stated)];
  return [...wanted].every((kind) => given.has(kind));
}

function kindOf(word: string): string {
  return /^(?:all|every|each|any|always|both|whole|entire)$/.test(word)
    ? 'all'
    : /^(?:never|none|nobody|no one|neither)$/.test(word)
      ? 'none'
      : word;
}

const exclusive = /\b(?:only|solely|exclusively|alone|nobody else|no one else|nothing else|no other)\b/i;

/** "Only the committee": nothing else does. */
export function saysOnly(text: string): boolean {
  return exclusive.test(text);
}

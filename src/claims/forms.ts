import { stem } from '../text/stem.ts';
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

const sides = /\bthan\b/i;
const reasons = /\b(?:because|since|due to|owing to|as a result of|thanks to|caused by|on account of)\b/i;

/** Do the sides of a comparison stand the other way round? "More die of fright than of wounds" beside "more die of wounds than of fright". */
export function sidesSwapped(claim: Reading, stated: Reading, { aligned }: Comparison): boolean {
  const [own, theirs] = [sides.exec(claim.text)?.index, sides.exec(stated.text)?.index];
  if (own === undefined || theirs === undefined) return false;
  const met = aligned.flatMap(({ word, at, strength }) =>
    at !== null && strength >= 0.7 ? [{ mine: word.start > own, other: at.start > theirs }] : [],
  );
  return met.some(({ mine, other }) => mine && !other) && met.some(({ mine, other }) => !mine && other);
}

/** How much of the claim's reason the sentence says, [0, 1]; 1 where it gives none. */
export function reasonSaid(claim: Reading, { aligned }: Comparison): number {
  const from = reasons.exec(claim.text)?.index;
  if (from === undefined) return 1;
  const behind = aligned.filter(({ word }) => word.start > from);
  const weight = behind.reduce((sum, entry) => sum + entry.weight, 0);
  return weight === 0
    ? 1
    : behind.reduce((sum, entry) => sum + (entry.layer === 'sentence' ? entry.weight * entry.strength : 0), 0) / weight;
}

/** How much of what stands before a claim's word of obligation the sentence itself says, [0, 1]; 1 where there is nothing. */
export function subjectSaid(claim: Reading, { aligned }: Comparison): number {
  const until = claim.norms[0]?.start ?? 0;
  const before = aligned.filter(({ word }) => word.end <= until);
  const weight = before.reduce((sum, entry) => sum + entry.weight, 0);
  const said = before.reduce((sum, entry) => sum + (entry.layer === 'sentence' ? entry.weight * entry.strength : 0), 0);
  return weight === 0 ? 1 : said / weight;
}

const upward =
  /\b(?:more|longer|higher|greater|larger|faster|better|older|later|increas\w*|ros?e|rais\w+|grew|gain\w*|exceed\w*|improv\w*|above|over|most)\b/gi;
const downward =
  /\b(?:less|fewer|shorter|lower\w*|smaller|slow\w*|worse|younger|earlier|decreas\w*|fell|fall\w*|reduc\w*|declin\w*|drop\w*|below|under|least|weaker)\b/gi;

/** Do the words of direction point only up in one and only down in the other? */
export function directionDiffers(claim: string, stated: string): boolean {
  const [alike, unlike] = [/\b(?:same|identical|alike)\b/i, /\b(?:different|distinct|separate(?:ly)?|apart|differs?)\b/i];
  if ((isOnly(claim, alike, unlike) && isOnly(stated, unlike, alike)) || (isOnly(claim, unlike, alike) && isOnly(stated, alike, unlike)))
    return true;
  const way = (text: string): number => Math.sign([...text.matchAll(upward)].length) - Math.sign([...text.matchAll(downward)].length);
  return way(claim) * way(stated) < 0;
}

function isOnly(text: string, one: RegExp, other: RegExp): boolean {
  return one.test(text) && !other.test(text) && !/\b(?:not|no|never)\b|n['’]t\b/i.test(text);
}

const exception = /\b(?:unless|except|save|without|not|no|never|nobody|none|only|until|other than|but|neither|nor|cannot)\b|n['’]t\b/i;
const supposed = /\b(?:if|when|whenever|where|once|provided)\b/i;

/** "Open unless it rains" beside "open if it rains": what is an exception here is a condition there, and nothing else turns it. */
export function exceptionTurned(claim: string, stated: string): boolean {
  const turns = (one: string, other: string): boolean => /\bunless\b/i.test(one) && supposed.test(other) && !exception.test(other);
  return turns(claim, stated) || turns(stated, claim);
}

const supposing = /\b(?:if|unless|whether|until|before|in case|provided(?: that)?)\s[^,;:.]*/gi;

/** Is all that a sentence says of a claim only supposed there? "Stopped before the catheter is removed" tells of no removal. */
export function onlySupposed(claim: Reading, stated: Reading, { aligned }: Comparison): boolean {
  if (new RegExp(supposing.source, 'i').test(claim.text)) return false;
  const met = aligned.flatMap(({ at, strength }) => (at !== null && strength >= 0.7 ? [at.start] : []));
  const clauses = [...stated.text.matchAll(supposing)].map(({ index, 0: clause }) => ({ start: index, end: index + clause.length }));
  return met.length > 0 && met.every((place) => clauses.some(({ start, end }) => place >= start && place < end));
}

const restricted = /\bonly\s(?:with|if|when|after|once|by|on|in|for|until|between|from|at|where)\s[^,;:.]*/gi;
const restricting = /\b(?:only|nobody|no one|if|when|once|unless|until|after|before|without|with|where|must|requires?|required|needs?)\b/i;

/** "Used again only with a new belt": a claim that it is used again leaves out on what that depends. */
export function restrictionLeft(claim: Reading, stated: Reading, { aligned }: Comparison): boolean {
  if (restricting.test(claim.text)) return false;
  const places = aligned.flatMap(({ at, strength }) => (at !== null && strength >= 0.7 ? [at.start] : []));
  return [...stated.text.matchAll(restricted)].some(({ index, 0: whole }) => {
    const end = index + whole.length;
    return places.some((place) => place < index) && !places.some((place) => place >= index && place < end);
  });
}

const opposedParticles: Readonly<Record<string, string>> = { in: 'out', out: 'in', on: 'off', off: 'on', up: 'down', down: 'up' };
const particle = /(?<![\p{L}\p{N}])(?<verb>\p{L}{2,})\s(?<particle>in|out|on|off|up|down)(?![\p{L}-])/giu;

/** "Sign out" beside "sign in": the same verb with the opposed particle, and nowhere with the claim's. */
export function hasOtherParticle(claim: string, stated: string): boolean {
  const read = (text: string): string[] =>
    [...text.matchAll(particle)].map(
      ({ groups }) => `${stem((groups?.['verb'] ?? '').toLowerCase())} ${(groups?.['particle'] ?? '').toLowerCase()}`,
    );
  const theirs = new Set(read(stated));
  return read(claim).some((own) => {
    const [verb = '', said = ''] = own.split(' ');
    return !theirs.has(own) && theirs.has(`${verb} ${opposedParticles[said] ?? ''}`);
  });
}

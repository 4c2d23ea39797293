import { stem } from '../text/stem.ts';
import type { Reading } from './reading.ts';
import type { Aligned } from './words.ts';

const aside =
  /\b(?:followed by|ahead of|other than|unlike|apart from|rather than|instead of|as opposed to|in place of|but not|excluding|with the exception of)\s(?:(?:the|an?|its|their|our|any|by|in|on|to|from|for|with)\s)*(?:[\p{L}\p{N}-]+\s)?$/iu;

/** "The salary, and not the bonus": a sentence sets aside so too. A claim that does so adds what it is not. */
const contrasted = /(?:,|\band) not\s(?:(?:the|an?|its|their|our|by|in|on|to|from|for|with)\s)+(?:[\p{L}\p{N}-]+\s)?$/iu;

function isAside(text: string, at: number): boolean {
  return aside.test(text.slice(Math.max(0, at - 60), at));
}

/** Share of a claim's meaning that the sentence names only to set it aside ("the engine, followed by fuel"), or the claim does, [0, 1]. */
export function setAside(claim: Reading, stated: Reading, aligned: readonly Aligned[]): number {
  return aligned
    .filter(
      ({ word, at, strength }) =>
        at !== null &&
        strength >= 0.7 &&
        isAside(claim.text, word.start) !==
          (isAside(stated.text, at.start) || contrasted.test(stated.text.slice(Math.max(0, at.start - 60), at.start))),
    )
    .reduce((sum, { weight }) => sum + weight, 0);
}

const before = /\b(?:before|prior to|ahead of|until)\b/i;
const after = /\b(?:after|following|once|since|subsequent to)\b/i;

/** Which side of an event something stands on: the last such word shortly before it. */
function sideOf(text: string, at: number): 'before' | 'after' | null {
  const lead = /(?:[\p{L}-]+\s){1,5}$/u.exec(text.slice(Math.max(0, at - 60), at))?.[0] ?? '';
  const [early, late] = [before, after].map((side) => lead.search(side));
  if (early === undefined || late === undefined || early === late) return null;
  return early > late ? 'before' : 'after';
}

/** "After granting access" beside "before granting access": the same event on the other side. */
export function timesTurned(claim: Reading, stated: Reading, aligned: readonly Aligned[]): boolean {
  const sides = aligned.flatMap(({ word, at, strength }) => {
    if (at === null || strength < 0.7) return [];
    const [own, other] = [sideOf(claim.text, word.start), sideOf(stated.text, at.start)];
    return own === null || other === null ? [] : [own !== other];
  });
  return sides.length > 0 && sides.every(Boolean);
}

const doerColumn =
  /(?:^|; )(?:who|owner|responsible|responsibility|assigned to|lead|role|by whom|done by|action by|assignee)\s*:\s*(?<named>[^;]+)/i;

/** "Who: IT Security" in a table's row beside a claim that somebody else does it; the place of the other name, or null. */
export function otherInRow(claim: Reading, stated: Reading): { readonly start: number; readonly end: number } | null {
  const match = doerColumn.exec(stated.text);
  const named = match?.groups?.['named']?.trim();
  if (match === null || named === undefined) return null;
  const stems = new Set((named.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(stem));
  const own = [...claim.parties.filter(({ role }) => role === 'doer'), ...claim.names.filter(({ start }) => start <= subjectEnd)];
  if (own.length === 0 || stems.size === 0) return null;
  const words = own
    .flatMap(
      ({ start, end }) =>
        claim.text
          .slice(start, end)
          .toLowerCase()
          .match(/[\p{L}\p{N}]+/gu) ?? [],
    )
    .map(stem);
  if (words.some((word) => stems.has(word))) return null;
  const start = match.index + match[0].length - named.length;
  return { start, end: start + named.length };
}
/** A name that a claim begins with is whom it is about. */
const subjectEnd = 4;

import { stem } from '../text/stem.ts';
import { barsIn } from './turns.ts';
import type { Aligned } from './words.ts';

/** "Shorter hours and not a rise": what is not is named beside what is, and turns nothing else. */
const contrast =
  /(?:,|\band|\bbut)\s(?<not>not)\s(?:(?:by|to|from|for|in|at|on|with|of)\s)?(?:(?:the|an?|any|its|their|our|his|her|those|these)\s)?[^,.;:()]{2,40}/giu;

/** "Nobody touched", "were not signed", "has never been opened". */
const denial =
  /\b(?<not>nobody|no one|none|not|never)\s(?:(?:has|have|had|is|are|was|were|be|been|being|yet|ever|properly|fully)\s){0,3}(?<act>\p{L}{4,})/giu;
const lacking = /(?<!\p{L})(?:un|in|im|non-?)(?<act>\p{L}{4,})/giu;

/**
 * A claim and a sentence without the words of negation that turn nothing between them: of a contrast that the other side does not speak of,
 * and of "nobody touched" beside "untouched". Offsets stay.
 */
export function settled(claim: string, stated: string, aligned: readonly Aligned[]): [claim: string, stated: string] {
  const met = aligned.flatMap(({ at, strength }) => (at !== null && strength >= 0.7 ? [at.start] : []));
  return [
    // "By card and not in cash": of a sentence that does not say "card" it turns all the claim says.
    withoutDenials(
      withoutContrasts(claim, (start) => (aligned.findLast(({ word }) => word.end <= start)?.strength ?? 0) >= 0.7),
      stated,
    ),
    // What the claim speaks of is turned by the sentence's contrast.
    withoutDenials(
      withoutContrasts(stated, (start, end) => !met.some((at) => at >= start && at < end)),
      claim,
    ),
  ];
}

function withoutContrasts(text: string, turnsNothing: (start: number, end: number) => boolean): string {
  return [...text.matchAll(contrast)]
    .filter(({ index, 0: whole }) => turnsNothing(index, index + whole.length))
    .reduce((rest, match) => blanked(rest, match.index + match[0].indexOf('not'), 'not'.length), text);
}

function withoutDenials(text: string, other: string): string {
  // "Unpaid" counts as a turn of its own.
  const lacked = new Set(
    [...other.matchAll(lacking)]
      .filter(({ 0: word }) => barsIn(word) === 0)
      .map(({ groups }) => stem((groups?.['act'] ?? '').toLowerCase())),
  );
  if (lacked.size === 0) return text;
  return [...text.matchAll(denial)]
    .filter(({ groups }) => lacked.has(stem((groups?.['act'] ?? '').toLowerCase())))
    .reduce((rest, match) => blanked(rest, match.index, match.groups?.['not']?.length ?? 0), text);
}

function blanked(text: string, at: number, length: number): string {
  return text.slice(0, at) + ' '.repeat(length) + text.slice(at + length);
}

import type { Aligned } from './words.ts';

const turning =
  /\b(?:not|no|nobody|nothing|never|none|neither|nor|without|cannot|lacks?|fails?|refuses?|except|unless|stops?|stopped|ceases?|g(?:ives?|ave) up|other than)\b|n['’]t\b/gi;
/** And what forbids, refuses or frees: "is forbidden" turns as "must never" does. */
const barring =
  /\b(?:forbids?|forbidden|prohibit\w*|bann?(?:ed|s|ing)?|barred|disallow\w*|reject\w*|refus\w+|declin\w+|den(?:y|ies|ied)|turned (?:away|down)|exempt\w*|optional|voluntary|free(?! to\b)|waived?|missing|absent|void|invalid|incomplete|unnecessary|unable|impossible|instead|rather than|(?<!\b(?:may|can|must|shall|should|be|is|are)\s)only(?!\s(?:with|if|when|after|once|by|in|on|for|together|where)\b)|preclud\w*|exclud\w*|avoid\w*|prevent\w*|outside)\b/gi;

/** What a list's lead-in turns, its items have turned: "It does not include:". */
export function leadOf(headings: readonly string[]): string {
  const last = headings.at(-1) ?? '';
  return last.trimEnd().endsWith(':') ? last : '';
}

/** As `turnsIn`, with what bars or frees. */
export function barsIn(text: string): number {
  return turnsIn(text) + [...text.matchAll(barring)].length;
}

/** How many words of a text turn something round. */
export function turnsIn(text: string): number {
  return [...text.replaceAll(bounding, ' ').matchAll(turning)].length;
}

/** Both texts without the words that turn both alike: "is turned away" beside "refuses". Offsets stay. */
export function withoutShared(
  claim: string,
  stated: string,
  aligned: readonly Aligned[],
): { readonly claim: string; readonly stated: string } {
  let [own, theirs] = [claim, stated];
  for (const { word, at, strength } of aligned) {
    if (at === null || strength < 0.7 || barsIn(word.text) === 0 || barsIn(at.text) === 0) continue;
    own = blanked(own, word.start, word.end);
    theirs = blanked(theirs, at.start, at.end);
  }
  return { claim: own, stated: theirs };
}

function blanked(text: string, start: number, end: number): string {
  return text.slice(0, start) + ' '.repeat(end - start) + text.slice(end);
}

/** "No more than", "whether or not", "not only", "if not" turn nothing. */
const bounding =
  /\b(?:no|not|never|nor) (?:be |any |much )?(?:more|fewer|less|longer|later|further|earlier|sooner|shorter|under|over|above|below|beyond|larger|smaller|greater|higher|lower|deeper|bigger)(?: than)?\b|\b(?:whether|if|why) or not\b|\bor not\b|\bnot only\b|\bif not\b|\bnot (?:just|merely)\b/gi;

const clause = /(?:(?!,|;|:|\(|\)|–|—|\s(?:and|but|because|if|until|unless|when|which|who|although|though|while|since)\s)[\s\S])+/g;

/** "Does not give, sell, or transfer": what its commas part is one clause. */
const listed = /,(?=\s[\p{L}-]+(?:\s[\p{L}-]+)?(?:,\s[\p{L}-]+(?:\s[\p{L}-]+)?){0,4},?\s(?:or|nor)\s)|,(?=\s(?:or|nor)\s)/gu;

/** Turns in the clauses that the claim's words stand in. */
export function turnsNear(text: string, aligned: readonly Aligned[], count: (text: string) => number = turnsIn): number {
  const places = aligned.flatMap(({ at, strength }) => (at !== null && strength >= 0.7 ? [at.start] : []));
  const clauses = [...text.replaceAll(listed, ' ').matchAll(clause)].filter(({ 0: clause, index }) =>
    places.some((place) => place >= index && place < index + clause.length),
  );
  return count(clauses.map(([clause]) => clause).join(' '));
}

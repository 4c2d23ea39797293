import type { Aligned } from './words.ts';

const turning =
  /\b(?:not|no|nobody|nothing|never|none|neither|nor|without|cannot|lacks?|fails?|refuses?|except|unless|stops?|stopped|ceases?|g(?:ives?|ave) up|other than)\b|\bnon(?=[- ]?\p{L})|n['’]t\b/giu;
/** And what forbids, refuses or frees: "is forbidden" turns as "must never" does. */
const barring =
  /\b(?:forbids?|forbidden|prohibit\w*|bann?(?:ed|s|ing)?|barred|disallow\w*|reject\w*|refus(?:al|als|ed|ing)|declin\w+|den(?:y|ies|ied)|turned (?:away|down)|exempt\w*|optional|voluntary|free(?! to\b)|waived?|missing|absent|void|invalid|incomplete|unnecessary|unable|unsuccessful(?:ly)?|unpaid|unused|unauthori[sz]ed|untrusted|unavailable|unaffected|unchanged|impossible|instead|rather than|(?<!\b(?:may|can|must|shall|should|be|is|are)\s)only(?!\s(?:with|if|when|after|once|by|in|on|for|together|where)\b)|preclud\w*|exclud\w*|avoid\w*|prevent\w*|outside)\b/gi;

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

const alike = /\b(?:same|similar(?:ly)?|alike|equal(?:ly)?|identical|unchanged|comparable)\b/i;
const unlike = /\b(?:different(?:ly)?|differ(?:s|ed|ence|ences)?|distinct|unequal|changed?|alter(?:s|ed)?)\b/gi;

/** "Not different" is "the same": where the claim says that things are alike, what the sentence says of a difference turns it. Offsets stay. */
export function likened(claim: string, stated: string): string {
  if (!alike.test(claim) || alike.test(stated)) return stated;
  return stated.replaceAll(unlike, (word) => 'not'.padEnd(word.length));
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

/** "No more than", "not exceed", "whether or not", "not only", "if not" turn nothing. */
const bounding =
  /\b(?:no|not|never|nor) (?:be |any |much )?(?:more|fewer|less|later|further|earlier|sooner|shorter|under|over|above|below|beyond|larger|smaller|greater|higher|lower|deeper|bigger)(?: than)?\b|\b(?:no|not) longer than\b|\bnot (?:to )?(?:exceed|go (?:over|above|beyond|below|under)|fall (?:below|under))\b|\b(?:whether|if|why) or not\b|\bor not\b|\bnot only\b|\bif not\b|\bnot (?:just|merely)\b|\bno single\b/gi;

const clause = /(?:(?!,|;|:|\(|\)|–|—|\s(?:and|but|because|if|until|unless|when|which|who|although|though|while|since)\s)[\s\S])+/g;

/** "Does not give, sell, or transfer": what its commas part is one clause. */
const listed = /,(?=\s[\p{L}-]+(?:\s[\p{L}-]+)?(?:,\s[\p{L}-]+(?:\s[\p{L}-]+)?){0,4},?\s(?:or|nor)\s)|,(?=\s(?:or|nor)\s)/gu;

/** The clauses of a text, with their offsets. */
export function clausesOf(text: string): { readonly text: string; readonly start: number }[] {
  return [...text.replaceAll(listed, ' ').matchAll(clause)].map(({ 0: own, index }) => ({ text: own, start: index }));
}

/** Turns in the clauses that the claim's words stand in. */
export function turnsNear(text: string, aligned: readonly Aligned[], count: (text: string) => number = turnsIn): number {
  const places = aligned.flatMap(({ at, strength }) => (at !== null && strength >= 0.7 ? [at.start] : []));
  const clauses = clausesOf(text).filter((own) => places.some((place) => place >= own.start && place < own.start + own.text.length));
  return count(clauses.map((own) => own.text).join(' '));
}

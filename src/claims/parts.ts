/** Words that a part begins with where it is no statement of its own: it limits the part before it, or speaks of it. */
const leaning =
  /^(?:(?:the )?(?:others?|rest|remaining|younger|older|smaller|larger|shorter|longer|lower|higher|fewer|more|less|below|above)|unless|except|otherwise|provided|save|but only|only|subject to|this|that|it|they|these|those|he|she|which|who|in that case|in which|if so|if not|so|then|thereafter|until then|till then|before (?:that|then)|previously|formerly|nor|neither|or|the (?:same|latter|former)|not)\b/i;
const force =
  '(?:may|might|can|cannot|could|must|shall|should|will|would|is|are|was|were|has|have|had|does|do|did|need(?:s)?|gets?|pays?|costs?|takes?|applies|apply|requires?|receives?)\\b';
/** "At the year-end it was 8.2 times": of what, the part before it tells. */
const pointing = new RegExp(`^(?:[^\\s;]+\\s){0,6}?(?:it|they|he|she|this|that|these|those|both|each)\\s(?:\\S+\\s)?${force}`, 'i');
/** Such words anywhere may limit what stands beside them, too. */
const limiting =
  /\b(?:if|unless|except|provided|only|other than|until|as long as|subject to|neither|either|both|in case|whichever|respectively)\b/i;
/** "The tenant argued that it was too high and the council had no power": what follows is what somebody says. */
const reporting =
  /\b(?:that|whether|why|said|says|argue[sd]?|allege[sd]?|believe[sd]?|thinks?|thought|suggest(?:s|ed)|hope[sd]|fear(?:s|ed)|warn(?:s|ed))\b/i;
/** "Staff who are absent must …" */
const relative = /\b(?:who|which|that|where|whose|when)\b/i;
/** "… but may not keep it": the subject stands before the first of the two. */
const elided = new RegExp(`^(?:,\\s)?(?:and|but)\\s(?=${force})`, 'i');
/** "… and order books are kept". */
const whole = new RegExp(
  `^(?:,\\s)?(?:and|but|while|whereas)\\s(?!(?:over|under|above|below|up|older|younger|more|less|fewer|later|if|when|where|so)\\b)(?=(?:(?!(?:and|but|or)\\s)[^\\s,;:]+\\s){1,6}?${force})`,
  'i',
);
const joint = /(?:,\s|\s)(?:and|but|while|whereas)\s/gi;
const firstForce = new RegExp(`\\b${force}`, 'i');
/** "If it fails, …": said of every part. */
const condition = /^(?:if|when|where|once|unless|for|after|before|until|while|during|within|since|from|at|by)\b[^,;:]{2,90},\s/i;
/** What something is measured by, which the sentence does not say of it. */
const measuredBy =
  /,?\s(?:(?:up|down) from|against (?:an?|the|its|our|their) (?:\p{L}+ )?(?:budget|target|forecast|plan|limit|estimate|figure)|compared (?:with|to)|in place of)\b[^,;:()]*(?=$|[.,;])/iu;

const leastWords = 3;
const wordsIn = (text: string): number => text.split(/\s+/).length;

/**
 * The statements that a sentence joins: by a semicolon, by "and", "but" or "while" before a verb of its own, each with the condition that the
 * sentence begins with, and its subject where only the first says it. What a figure is measured by ("up from £2.5 million") is a part of none.
 * Empty where the sentence is one statement, or where it cannot be told what limits which.
 */
export function partsOf(sentence: string): string[] {
  const text = sentence.trim().replace(/[.!]$/, '');
  const lead = condition.exec(text)?.[0] ?? '';
  const parts: string[] = [];
  for (const piece of pieces(text.slice(lead.length))) {
    const joined = joinedBy(piece);
    if (joined === null) return [];
    parts.push(...joined);
  }
  const plain = parts.map((part) => lead + part.replace(measuredBy, ''));
  return plain.length === 1 && plain[0] === text ? [] : plain;
}

/** Parted by semicolons; what leans on the part before it stays with it. */
function pieces(text: string): string[] {
  const own: string[] = [];
  for (const piece of text.split(/;\s+/)) {
    const last = own.at(-1);
    if (last !== undefined && (leans(piece) || wordsIn(piece) < leastWords)) own[own.length - 1] = `${last}; ${piece}`;
    else own.push(piece.replace(/^(?:and|but)\s/i, ''));
  }
  return own;
}

function leans(piece: string): boolean {
  return leaning.test(piece.replace(/^(?:and|but|or)\s/i, '')) || pointing.test(piece);
}

/** null where a word limits one of the joined statements, or all. */
function joinedBy(piece: string): string[] | null {
  const cuts: { at: number; skip: number; isElided: boolean }[] = [];
  for (const { index } of piece.matchAll(joint)) {
    const start = piece[index] === ',' ? index : index + 1;
    const rest = piece.slice(start);
    const own = elided.exec(rest) ?? whole.exec(rest);
    // "Chairs and tables are put away" has one verb.
    if (own === null || wordsIn(piece.slice(0, start)) < leastWords || !firstForce.test(piece.slice(cuts.at(-1)?.at ?? 0, start))) continue;
    cuts.push({ at: start, skip: own[0].length, isElided: elided.test(rest) });
  }
  if (cuts.length === 0) return [piece];
  if (limiting.test(piece) || reporting.test(piece.slice(0, cuts.at(-1)?.at))) return null;
  const verb = firstForce.exec(piece);
  const subject = verb === null ? '' : piece.slice(0, verb.index);
  const parts: string[] = [];
  let from = 0;
  let before = '';
  for (const { at, skip, isElided } of [...cuts, { at: piece.length, skip: 0, isElided: false }]) {
    parts.push(before + piece.slice(from, at).trim());
    from = at + skip;
    before = isElided ? subject : '';
  }
  // A subject that is not known cannot be given to another part.
  return cuts.some(({ isElided }) => isElided) && (subject === '' || wordsIn(subject) > 12 || relative.test(subject)) ? null : parts;
}

/** "… in the opening credits of features and in the closing credits of all other films". */
const ofOthers = /,?\s(?:and|but)\s(?=[^,;.]*\b(?:others?|rest|remaining)\b)/i;

/**
 * The statements that a claim has to be of one of: those that a sentence joins, and what it says of some and of the others, each with the
 * subject. Empty where it is one statement.
 *
 * @param parts what `partsOf` makes of the sentence: returned as they are where they are several
 */
export function sidesOf(sentence: string, parts: readonly string[] = partsOf(sentence)): readonly string[] {
  if (parts.length > 1) return parts;
  const text = sentence.trim().replace(/[.!]$/, '');
  const cut = ofOthers.exec(text);
  const verb = firstForce.exec(text);
  if (cut === null || verb === null || verb.index > cut.index) return [];
  return [text.slice(0, cut.index), `${text.slice(0, verb.index)}${verb[0]} ${text.slice(cut.index + cut[0].length)}`];
}

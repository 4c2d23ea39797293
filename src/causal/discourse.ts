import type { CausalLink } from './links.ts';

/**
 * What a sentence says of the links before it: "It did not", "Either would have been enough", "Neither alone would have done it", "It would have
 * happened anyway".
 */
export type Remark = 'denied' | 'each-enough' | 'only-together' | 'anyway';

const denied =
  /^(?:but\s+|however,?\s+|in fact,?\s+)?(?:it|this|that|they|the [\p{L}-]+(?: [\p{L}-]+)?)\s+(?:did|does|was|were|is|are|had|has)(?:\s+not|n['’]t)\s*(?:[.;:,–—]|$)|^(?:but\s+)?(?:that|this|it|the (?:claim|theory|idea|suspicion))\s+(?:was|is|proved|turned out to be)\s+(?:wrong|false|untrue|unfounded|mistaken|not so|not true)\b/iu;
/** "I reject that submission", "The Chair's view was that it had not". */
const rejected =
  /^(?:i|we|the (?:court|board|tribunal|committee|panel|judge|inquiry|chair\w*|commission|council))\s+(?:therefore\s+|cannot\s+|do not\s+|did not\s+|does not\s+)?(?:reject(?:s|ed)?|dismiss(?:es|ed)?|accept(?:s|ed)?|disagreed?|disagrees)(?:\s+(?:that|this|the|his|her|their|it|with)\b[^,;:]{0,30})?\s*[.;:]?$/iu;
const answered =
  /^(?:[\p{L}’'.]+\s+){0,5}?(?:view|answer|opinion|conclusion|reply|finding|verdict)\s+(?:was|is)\s+(?:that\s+)?(?:it|they|this|that|he|she)\s+(?:had|did|was|were|does|has)(?:\s+not|n['’]t)\b|^(?:[\p{L}’'.]+\s+){1,4}?(?:did not (?:believe|think) so|(?:thought|believed) not|said (?:it|they) (?:had|did|was|were) not)\b/iu;
const one = '(?:either|each|any|any one|one|both)(?: (?:one )?of (?:these|them|those|the (?:two|three|four)))?';
const alone = '(?:(?: alone| on its own| by itself| singly),?)?';
const enough = new RegExp(
  `(?:^|[,;:]\\s+(?:and\\s+|but\\s+)?)${one}${alone} (?:would|could|might) (?:\\w+ )?(?:have (?:been (?:enough|sufficient)|sufficed|done (?:it|so|harm)|hurt|caused|led|stopped|brought|produced|sunk|killed|triggered|ruined)|be enough|suffice|have (?!been\\b|had\\b|needed\\b|required\\b|to\\b|liked\\b|preferred\\b)\\p{L}+(?:ed|en|nt|st|lt|wn|ung|unk))`,
  'iu',
);
const together = new RegExp(
  `^had (?:either|any|any one|one)(?: (?:one )?of (?:them|these|those|the (?:two|three|four)))? (?:not \\p{L}+|been (?:avoided|prevented|absent|caught|noticed|missing|put right|done|followed))[^,;:]*,|(?:^|[,;:]\\s+(?:and\\s+|but\\s+)?|^in (?:my|our) (?:view|opinion),?\\s+)(?:(?:neither|none|no one|not one)(?: (?:one )?of (?:these|them|those|the (?:two|three|four)))?${alone} would (?:\\w+ )?have|(?:either|each|one|it|this|that|the [\\p{L} -]{3,40}?)(?: alone| on its own| by itself) (?:would not|could not|wouldn['’]t|couldn['’]t) (?:\\w+ )?have|it took both|both were (?:needed|necessary)|only together)`,
  'iu',
);
/** "Had either been repaired, the refusal would still have stood." */
const still =
  /^(?:had|without|with)\s+(?:either|any|any one|one|both)\b[^,;:]*,[^;:]*\bwould\s+(?:still|nevertheless|all the same)\s+have\b|^(?:had|without)\s+(?:either|any|any one|one)\b[^,;:]*,[^;:]*\bwould\s+have\s+(?:still\b|\p{L}+\s+(?:anyway|all the same))/iu;
const anyway =
  /\b(?:would|could)\s+(?:probably\s+|still\s+|in any case\s+)?have\s+(?:still\s+)?(?:happened|occurred|come about|taken place|failed|broken down|gone wrong|been (?:late|lost|cancelled|delayed|closed))\s+(?:anyway|in any case|all the same|regardless|sooner or later)\b/iu;

export function remarkOf(sentence: string): Remark | null {
  if (denied.test(sentence) || answered.test(sentence)) return 'denied';
  if (rejected.test(sentence) && !/^\S+(?: \S+)? accept/iu.test(sentence)) return 'denied';
  if (together.test(sentence) && !still.test(sentence)) return 'only-together';
  if (enough.test(sentence) || still.test(sentence)) return 'each-enough';
  return anyway.test(sentence) ? 'anyway' : null;
}

/** Sentences back that a remark on several causes may be about. */
const reach = 6;

/** The links with what a later remark says of them. @param before of one document, in order */
export function remarked(before: readonly CausalLink[], remark: Exclude<Remark, 'denied'>, sentences: readonly string[]): CausalLink[] {
  const recent = new Set(sentences.slice(-reach));
  const last = before.findLast(({ denied: not }) => !not);
  if (last === undefined || !recent.has(last.spanId)) return [...before];
  const group = before.filter(
    (link) => !link.denied && recent.has(link.spanId) && (sameWords(link.effectText, last.effectText) || link.spanId === last.spanId),
  );
  if (remark === 'anyway') return before.map((link) => (link === last ? { ...link, necessity: 'dispensable' } : link));
  if (group.length < 2) return [...before];
  return before.map((link) =>
    !group.includes(link) ? link : remark === 'each-enough' ? { ...link, together: false } : { ...link, necessity: 'necessary' },
  );
}

function sameWords(a: string, b: string): boolean {
  const own: readonly string[] = a.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const other: readonly string[] = b.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
  const content = (word: string): boolean => !/^(?:the|its|their|was|were|had|and|for|been)$/.test(word);
  const shared = own.filter((word) => content(word) && other.includes(word)).length;
  return shared > 0 && shared >= Math.min(own.filter(content).length, other.filter(content).length);
}

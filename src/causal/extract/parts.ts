import { isClause } from './features.ts';
import { lowerWords, type SentenceView, skipSpace, trimEnd } from './cuts.ts';
import type { CausalRelation } from './extract.ts';
import { causeParts, effectParts } from './forms.ts';
import { listParts } from './phrase-forms.ts';
import type { Offsets } from './relations.ts';

const emptyWord =
  /^(?:the|an?|it|there|one|some|what|its|their|this|that|these|those|so|also|then|and|but|yes|no|him|her|them|us|not|we|you|they|i|he|she|me|who|which|is|are|was|were|be|would|could|can|may|might|most|likely|maybe|others?|users?|only|more|less|seems?|appears?|expected|new|since|longer|ought|still|direct)$/i;

/** One relation for each cause that its words name, with spans that are events and nothing else. */
export function parted(view: SentenceView, relation: CausalRelation): CausalRelation[] {
  const effects = effectParts(view, trimmed(view, relation.effect)).map((span) => trimmed(view, span));
  if (relation.pointsBack === 'cause') return effects.map((effect) => ({ ...relation, effect }));
  const clausal =
    (relation.signal !== null && /^(?:because|since)$/i.test(view.text.slice(...relation.signal))) ||
    isClause(lowerWords(view, relation.cause));
  // "Two acts of negligence: the uncapped hose, and the wrong valve" names each.
  const list = severalThings.test(view.text.slice(...relation.cause)) ? /^:\s+/u.exec(view.text.slice(relation.cause[1], view.end)) : null;
  const things = list === null ? [] : listParts(view.text, relation.cause[1] + list[0].length, view.end);
  if (things.length > 0) return things.flatMap((cause) => effects.map((effect) => ({ ...relation, effect, cause: trimmed(view, cause) })));
  return causeParts(view, relation.cause, relation.denied, clausal).flatMap(({ span, denied, together }) =>
    effects.map((effect) => ({ ...relation, effect, cause: trimmed(view, span), denied, together })),
  );
}

const severalThings = /^(?:the\s+|these\s+)?(?:two|three|four|several)\s/iu;
const leading =
  /^(?:according to [^,;:]{2,40},\s*(?:and\s+)?|(?:and|but|yet|so|that|then|also|however|in turn|whereas|although|though|the fact that|partly|mainly|largely|probably|possibly|perhaps|only|simply|either|when|while|in (?:my|our) (?:view|opinion),?|it (?:necessary|possible) to)\b[\s,]*|\d{1,2}[:.]\d{2}\s+(?=\p{Lu}))+/iu;
const trailing =
  /(?:,\s+according to [^,;:]+|[\s,]+(?:as well|too|alone|also|cannot|in turn|however|and|but|or|to|which|that|itself|not|had|has|have|been|may|might|could|would|was|were|is|are|did|does|do|probably|partly|mainly|largely|directly|happened|occurred|at least|merely|simply|only|either|seems?|appears?|appeared|seemed|thought|believed|known|found|shown|reported|suspected|can|will))+$/i;

/** Words that join and weigh are no part of an event. */
function trimmed({ text }: SentenceView, [start, end]: Offsets): Offsets {
  const head = leading.exec(text.slice(start, end));
  const from = head === null ? start : skipSpace(text, start + head[0].length);
  const tail = trailing.exec(text.slice(from, end));
  return [from, trimEnd(text, from, tail === null ? end : from + tail.index)];
}

/** Verification before entry: both spans are cut from the sentence, hold words, and are not each other (CDF-RAG app. A.2). */
export function isSound({ text, tokens }: SentenceView, { cause, effect, pointsBack }: CausalRelation): boolean {
  const words = ([start, end]: Offsets): number =>
    tokens.filter((token) => token.start >= start && token.end <= end && !emptyWord.test(token.text)).length;
  const inside = ([start, end]: Offsets): boolean => start >= 0 && start < end && end <= text.length;
  const balanced = ([start, end]: Offsets): boolean => {
    const span = text.slice(start, end);
    return (
      [/[([{]/g, /[)\]}]/g].map((bracket) => span.match(bracket)?.length ?? 0).every((count, _, [first]) => count === first) &&
      (span.match(/["`]/g)?.length ?? 0) % 2 === 0
    );
  };
  return (
    inside(cause) &&
    balanced(cause) &&
    balanced(effect) &&
    inside(effect) &&
    (pointsBack === 'cause' || words(cause) > 0) &&
    (pointsBack === 'effect' || words(effect) > 0) &&
    (cause[1] <= effect[0] || effect[1] <= cause[0]) &&
    text.slice(...cause).toLowerCase() !== text.slice(...effect).toLowerCase()
  );
}

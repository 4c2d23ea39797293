import { isActor } from '../event.ts';
import { lowerWords, type SentenceView, skipSpace, trimEnd } from './cuts.ts';
import { adverse, isPast } from './contingent.ts';
import { hasVerb } from './features.ts';
import type { FormedPair } from './forms.ts';
import type { Offsets } from './relations.ts';

const noLink =
  /\b(?<signal>(?:found|saw|see|sees|is|was|shows?|showed)\s+no\s+(?:causal\s+)?(?:link|connection|relation|relationship)\s+between)\s+(?<cause>.+?)\s+and\s+(?<effect>.+)$/iu;
const apart =
  /\b(?:shows?|showed|proves?|proved|found|confirmed|confirms|finds?|established)\s+(?:that\s+)?(?<cause>.+?)\s+(?<signal>(?:to be|to have been|was|were|is|are)\s+(?:un(?:connected|related)\s+(?:with|to)|not (?:the|an?) (?:cause|source|reason|origin) (?:of|for)))\s+(?<effect>.+)$/iu;

/** "The inquiry found no link between the wind and the fall", "tests show the wind to be unconnected with the fall". */
export function linkDenied(view: SentenceView): FormedPair[] {
  const match = noLink.exec(view.text.slice(0, view.end)) ?? apart.exec(view.text.slice(0, view.end));
  const pair = match === null ? null : pairOf(view, match);
  return pair === null ? [] : [{ ...pair, denied: true }];
}

const withAbsolute =
  /^(?:\d{1,2}[:.]\d{2}\s+)?(?<signal>with)\s+(?<cause>(?:its|the|their|no|her|his|our|nobody|nothing|both|all)\s+[^,;:]{3,60}),\s+(?<effect>[^;:]+?)(?:,\s+(?:and|but)\s.*)?$/iu;
const outOfReach =
  /\b(?:could (?:not|no longer|never)|couldn['’]t|had (?:no|to)|was unable|were unable|no longer|nothing|nobody|failed|stopped|lost|went without|stood still|was lost|were lost)\b/iu;

/** "With its disk full, the server could no longer write": what was so, and what could not be because of it. */
export function withPairs(view: SentenceView): FormedPair[] {
  const match = withAbsolute.exec(view.text.slice(0, view.end));
  const effect = match?.groups?.['effect'] ?? '';
  if (match === null || !(outOfReach.test(effect) || (adverse.test(effect) && isPast(effect)))) return [];
  const pair = pairOf(view, match);
  return pair === null ? [] : [pair];
}

const things = '(?:two|three|four|several|both|many)\\s+(?:\\w+\\s+)?(?:things|causes|factors|faults|events|failures|circumstances)';
const listed = new RegExp(
  `^(?<signal>${things})\\s+(?:(?:caused|led to|brought about|contributed to|lay behind|were behind|explained?|were to blame for)\\s+)?(?<effect>[^:]+?):\\s+(?<list>.+)$`,
  'iu',
);

/** "Two things drove the price up: a strike, and the loss of a ship": each that is named after the colon is a cause. */
export function namedTogether(view: SentenceView): FormedPair[] {
  const match = listed.exec(view.text.slice(0, view.end));
  const { signal = '', effect = '', list = '' } = match?.groups ?? {};
  if (
    match === null ||
    !hasVerb(
      view.text
        .slice(0, match[0].length - list.length)
        .toLowerCase()
        .split(/[^\p{L}’'-]+/u),
    )
  )
    return [];
  const effectStart = view.text.indexOf(effect, signal.length);
  const effectSpan: Offsets = [effectStart, effectStart + effect.length];
  const listStart = match[0].length - list.length;
  const parts: Offsets[] = [];
  let from = listStart;
  for (const mark of [...list.matchAll(/(?:[,;]\s*)?\s+and\s+|[,;]\s+/giu), null]) {
    const to = mark === null ? view.end : listStart + mark.index;
    const start = skipSpace(view.text, from);
    parts.push([start, trimEnd(view.text, start, to)]);
    from = to + (mark?.[0].length ?? 0);
  }
  if (parts.length < 2 || parts.length > 4 || parts.some(([start, end]) => end - start < 4)) return [];
  return parts.map((cause) => ({ cause, effect: effectSpan, signal: [0, signal.length], denied: false }));
}

/** The spans of the groups `cause`, `effect` and `signal`; null where one of them cannot be told from another place of the sentence. */
function pairOf({ text }: SentenceView, match: RegExpExecArray): FormedPair | null {
  const place = (name: string): Offsets | null => {
    const words = match.groups?.[name] ?? '';
    const start = text.indexOf(words, match.index);
    return words === '' || start < 0 || text.indexOf(words, start + 1) >= 0 ? null : [start, trimEnd(text, start, start + words.length)];
  };
  const [cause, effect, signal] = [place('cause'), place('effect'), [match.index, match.index + 1] as const];
  if (cause === null || effect === null) return null;
  const words = match.groups?.['signal'] ?? '';
  const at = text.indexOf(words, match.index);
  return { cause, effect, signal: at < 0 ? signal : [at, at + words.length], denied: false };
}

const blames =
  /\b(?<signal>blame[sd]?|blaming)\s+(?<cause>(?!for\b)[^,;:]+?)\s+for\s+(?<effect>(?:the|an?|its|their|this|that|his|her|our|\w+ing)\b[^,;:]*)/iu;

/** Whoever looked into it. Others who blame only suppose. */
const examiner =
  /\b(?:reports?|inquir(?:y|ies)|enquir(?:y|ies)|investigat\w+|inspect\w+|reviews?|reviewers?|analys[ei]s|analysts?|audits?|auditors?|board|commission|committee|coroner|court|judge|tribunal|panel|stud(?:y|ies)|findings?|tests?|engineers?|experts?|specialists?|technicians?|doctors?|pathologists?|surveyors?|authors?|logs?|records?)\b/iu;

/** "Readers blamed the storm for the outage": is the blame a supposition, and no finding? */
export function isAccusation({ text }: SentenceView, [start]: Offsets): boolean {
  return /^blam/iu.test(text.slice(start)) && !isExaminer(text.slice(0, start));
}

export function isExaminer(words: string): boolean {
  return examiner.test(words);
}

/** "The report blames a worn seal for the leak." */
export function blamed(view: SentenceView): FormedPair[] {
  const match = blames.exec(view.text.slice(0, view.end));
  const pair =
    match === null || /\b(?:not|nobody|cannot|wrongly|n['’]t)\s+(?:be\s+)?(?:\w+\s+)?$/iu.test(view.text.slice(0, match.index))
      ? null
      : pairOf(view, match);
  // Who is blamed is accused; a thing that is blamed is a cause.
  return pair === null ||
    /^(?:\p{Lu}|him\b|her\b|them\b)/u.test(view.text.slice(...pair.cause)) ||
    lowerWords(view, pair.cause).some(isActor)
    ? []
    : [pair];
}

const causeIs =
  /^(?:but\s+|and\s+)?(?<effect>(?:(?:the|its|their)\s+)(?:(?:root|real|main|likely|true|underlying|immediate|actual|probable|only)\s+)?(?:cause|reason|culprit|explanation|trigger))\s+(?<signal>was|is|were|lay in|turned out to be|proved to be|was found to be)\s+(?:that\s+|simply\s+|probably\s+|simple:\s+)?(?<cause>(?!(?:not|n['’]t|unknown|unclear|still|never|being|two-?fold|simple|clear|obvious|as follows|given|stated|found|the same|to|for|of|under)\b).+)$/iu;
/** "Hypercapnia was found to be the cause." */
const isCause =
  /^(?:but\s+|and\s+)?(?<cause>(?!(?:this|that|it|which|what|who|he|she|they|these|those|there)\b)[^,;:]{3,80}?)\s+(?<effect>(?:was|is|were|proved|turned out|has been)\s+(?:(?:clearly|probably|found|thought|shown|believed|later|to|be|have|been)\s+)*(?:the|to blame|at fault|its)(?:\s+(?:real|root|likely|true|main|actual|probable|only))?(?:\s+(?:cause|culprit|reason|explanation|trigger))?)(?=$|[;,.])/iu;
const causeLine = /^(?<effect>(?:root |probable |main |likely )?(?:cause|reason))(?<signal>):\s+(?<cause>[^:]{4,})$/iu;

/** "The cause was an overheated joint", "Cause: a worn seal": its effect stands before. */
export function causeOfBefore(view: SentenceView): FormedPair[] {
  const text = view.text.slice(0, view.end);
  const is = isCause.exec(text);
  if (is !== null && /(?:cause|culprit|reason|explanation|trigger|to blame|at fault)$/iu.test(is.groups?.['effect'] ?? '')) {
    const { cause = '', effect = '' } = is.groups ?? {};
    const from = text.indexOf(cause);
    const at = text.indexOf(effect, from + cause.length);
    return [{ cause: [from, from + cause.length], effect: [at, at + effect.length], signal: [at, at + effect.length], denied: false }];
  }
  const match = causeIs.exec(text) ?? causeLine.exec(text);
  const { cause = '', effect = '' } = match?.groups ?? {};
  if (match === null || cause === '') return [];
  const start = text.length - cause.length;
  const at = text.toLowerCase().indexOf(effect.toLowerCase());
  return [{ cause: [start, text.length], effect: [at, at + effect.length], signal: [at, at + effect.length], denied: false }];
}

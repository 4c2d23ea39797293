import { hasVerb, mayHoldVerb } from './features.ts';
import { lowerWords, type SentenceView, skipSpace, trimEnd } from './cuts.ts';
import type { FormedPair } from './forms.ts';
import type { Offsets } from './relations.ts';
import { isExaminer } from './sentence-forms.ts';
import { isPerson } from './told-phrases.ts';
import { toldParticiple, toldPast } from './told-verbs.ts';

/** A pair whose cause may be only what somebody supposes. */
export interface SupposedPair extends FormedPair {
  readonly supposed: boolean;
}

/**
 * What phrases without a verb of their own say, and what the form of the whole sentence joins: "its start valve being shut, the pump did not start",
 * "A; because of that B", "we put the losses down to damp", "the drain was one reason for the flood; the wall was the other".
 */
export function phrasePairs(view: SentenceView): SupposedPair[] {
  const text = view.text.slice(0, view.end);
  if (/[|`{}]/u.test(text)) return [];
  return [absolute, because, thatIsWhat, ascribed, otherReason, severalCauses, reduced, short].flatMap((form) => form(view, text));
}

const owner =
  '(?:(?:its|their|his|her|our)\\s[^,;:]{2,50}\\s|(?:there|nobody|nothing|no \\w+|none(?: of [^,;:]{2,30})?)\\s(?:[^,;:]{2,30}\\s)?)';
/** "Being short of oil", and not "being the best": what something is like may be a reason, what it is seldom. */
const states =
  'being\\s+(?:in|on|at|out|off|too|so|short|low|full|empty|closed|shut|open|without|unable|under|over|still|already|dry|wet|cold|hot|blocked|broken|worn|dead|absent|ill|away|made of)\\s';
const lastAbsolute = new RegExp(`^(?<effect>[^;:]{6,}?),\\s+(?<cause>(?:${owner}being\\s|${states})[^;:,]{2,80})$`, 'iu');
const firstAbsolute = new RegExp(`^(?<cause>(?:${owner}being\\s|${states})[^;:,]{2,80}),\\s+(?<effect>[^;:]{6,})$`, 'iu');
/** What goes on is no reason: "its walls being painted white". */
const noReason =
  /\bbeing\s+(?:that|said|the (?:first|last|best|worst|most|only|same)|\w+ing\b|used|made(?! of)|held|asked|considered|called|known|named|described|filtered)\b|\bone of (?:them|which)\b/iu;

/** "The heater never came on, its fuse being blown." */
function absolute(view: SentenceView, text: string): SupposedPair[] {
  const match = lastAbsolute.exec(text) ?? firstAbsolute.exec(text);
  if (match === null || noReason.test(match.groups?.['cause'] ?? '')) return [];
  const effect = placed(match, 'effect');
  if (!mayHoldVerb(lowerWords(view, effect)) || /\b(?:include\w*|such as|the (?:main|chief|first) ones?)\b/iu.test(match[0])) return [];
  const cause = placed(match, 'cause');
  const at = cause[0] + Math.max(0, view.text.slice(...cause).search(/\b(?:being|having)\b/iu));
  return [pair(view, match, [at, at + 5])];
}

const becauseForm =
  /^(?<cause>[^;]{8,}?)(?:[,;]\s+(?:and\s+|but\s+)?|\s+and\s+)(?<signal>because of|as a result of|as a consequence of|due to|owing to|thanks to|on account of)\s+(?:that|this|it|which|these|those)\b,?\s+(?<effect>(?!alone\b|one\b)[^;:]{6,})$/iu;

const thereforeForm =
  /^(?<cause>[^;:]{8,}),\s+and\s+(?<effect>(?!(?:is|are|was|were)\b)[^;:,]{3,60}?(?<!\band)\s(?<signal>therefore|consequently|accordingly)\s[^;:]+)$/iu;

/** "It reported an open door, and because of that | the heater stayed on." */
function because(view: SentenceView, text: string): SupposedPair[] {
  const match = becauseForm.exec(text) ?? thereforeForm.exec(text);
  if (match === null || !hasVerb(lowerWords(view, placed(match, 'effect')))) return [];
  const { cause = '', signal = '' } = match.groups ?? {};
  const own = /.*(?::\s|[;,]\s+(?:and|but)\s)/su.exec(cause)?.[0].length ?? 0;
  const at = text.toLowerCase().indexOf(signal.toLowerCase(), cause.length);
  const whole = pair(view, match, [at, at + signal.length]);
  return [{ ...whole, cause: [skipSpace(text, own), whole.cause[1]] }];
}

const thatIsWhatForm = new RegExp(
  `^(?<cause>[^;:]{6,}?)(?:[,;:]|\\s[–—]|\\s+and)\\s+(?:and\\s+|but\\s+)?(?<signal>(?:that|this|which|it)\\s+(?:is|was)\\s+what)\\s+(?:had\\s+|has\\s+|finally\\s+|then\\s+)*(?<effect>(?:${toldPast}|(?!is\\b|was\\b|has\\b|does\\b)\\w+s|caused|did)\\s[^,;:]{3,})$`,
  'iu',
);

/** "The supply drifts, that is what smears the bands." */
function thatIsWhat(view: SentenceView, text: string): SupposedPair[] {
  const match = thatIsWhatForm.exec(text);
  if (match === null) return [];
  const { signal = '' } = match.groups ?? {};
  const at = text.toLowerCase().indexOf(signal.toLowerCase());
  return [pair(view, match, [at, at + signal.length])];
}

const ascribedForm =
  /^(?:.*?[,;:]\s+(?:and\s+)?)?(?<who>(?:[\p{L}’'.-]+\s+){1,5}?)(?:(?:has|have|had|now|all|both)\s+)*(?<signal>puts?|attribut(?:e|es|ed)|ascrib(?:e|es|ed))\s+(?<effect>(?!not\b)[^,;:]+?)\s+(?:down\s+|back\s+)?to\s+(?<cause>[^,;:]+?)(?:,\s+(?:and|but|which|although|though)\s.*)?$/iu;
const ours = /\b(?:i|we|management|company|team|manufacturer|supplier|operator|council|clerk|head|police)\b/iu;

/** "Management puts the losses down to the new shifts": what people who were there to find out say is stated, what others say supposed. */
function ascribed(view: SentenceView, text: string): SupposedPair[] {
  const match = ascribedForm.exec(text);
  const { who = '', signal = '', effect = '' } = match?.groups ?? {};
  if (match === null || /\b(?:not|never|cannot|to|be|been|was|were|is|are|by)\s*$|n['’]t\s*$/iu.test(who.trim())) return [];
  if (/^puts?$/iu.test(signal) && !/\sdown\s+to\s/iu.test(match[0])) return [];
  const at = match.index + match[0].indexOf(signal, match[0].indexOf(who));
  return [
    {
      ...pair(view, match, [at, at + signal.length]),
      effect: locate(text, effect, at + signal.length),
      supposed: !isExaminer(who) && !ours.test(who),
    },
  ];
}

const otherForm =
  /\b(?:one|a|an|the first|the main)\s+(?:\w+\s+)?(?:reason|cause)\s+(?:of|for|behind)\s+(?<effect>[^;,:]+)[;,:]\s+(?:and\s+)?(?<cause>(?:the|an?|its|their|no|our)\s[^,;:]+?)(?:,\s+(?:which|who|that)\s[^,;:]+,)?\s+(?<signal>(?:was|is|were)\s+(?:the other|another|the second|a second))(?:\s+(?:one|reason|cause))?$/iu;

/** "The culvert was one reason for the flood; the wall was the other." */
function otherReason(view: SentenceView, text: string): SupposedPair[] {
  const match = otherForm.exec(text);
  if (match === null) return [];
  const { signal = '' } = match.groups ?? {};
  return [pair(view, match, [text.length - signal.length, text.length])];
}

const many = '(?:two|three|four|several|many)';
const severalForm = new RegExp(
  `^(?<effect>[^:;]{4,}?)\\s+(?<signal>(?:had|has|have)\\s+${many}\\s+(?:\\w+\\s+)?(?:causes|reasons|origins|roots|sources)|(?:was|were|is|are|happened|occurred|came about|failed|closed)\\s+(?:multifactorial|(?:due to|because of|for|down to|the result of|the product of)\\s+${many}\\s+(?:\\w+\\s+)?(?:things|causes|factors|faults|reasons|failures|errors|mistakes|circumstances|events)))\\s*:\\s+(?<list>[^:]+)$`,
  'iu',
);
const listedForm = new RegExp(
  `^(?:.*\\s)?${many}\\s+(?:\\w+\\s+)?(?:reasons|causes|explanations)\\s+(?:for|of|behind|why)\\s+(?<effect>[^:;]{3,}?):\\s+(?<list>[^:]+)$`,
  'iu',
);

/** "The delay had two causes: fog, and a late crew." */
function severalCauses(view: SentenceView, text: string): SupposedPair[] {
  const match = severalForm.exec(text) ?? listedForm.exec(text);
  const { list = '' } = match?.groups ?? {};
  if (match === null) return [];
  const from = text.length - list.length;
  const causes = listParts(text, from, view.end);
  const effect = placed(match, 'effect');
  return causes.length < 2 ? [] : causes.map((cause) => ({ cause, effect, signal: [from - 2, from - 1], denied: false, supposed: false }));
}

/** The parts of a list that stands from `from` to `to`; none where it has only one, or more than four. */
export function listParts(text: string, from: number, to: number): Offsets[] {
  const parts: Offsets[] = [];
  let at = from;
  for (const mark of [
    ...text.slice(from, to).matchAll(/;\s+(?:and\s+)?|,\s+and\s+|,\s+|\s+and\s+(?=(?:the|an?|its|their|our|no)\s)/giu),
    null,
  ]) {
    const end = mark === null ? to : from + mark.index;
    const start = skipSpace(text, at);
    parts.push([start, trimEnd(text, start, end)]);
    at = end + (mark?.[0].length ?? 0);
  }
  return parts.length < 2 || parts.length > 4 || parts.some(([start, end]) => end - start < 4) ? [] : parts;
}

const reducedForm =
  /\b(?<effect>an?\s(?:\p{L}+\s){1,3}?)(?<signal>(?:left|made|created|opened|torn|started|formed|produced)\s+by)\s+(?<cause>(?:the|an?|its|their)\s(?!\w+(?:er|or)s?\b)[^,;:]{3,50}?)(?=$|[,;:]|\s+(?:and|which|that|had|was|were)\s)/iu;

/** "A gap left by a warped board." */
function reduced(view: SentenceView, text: string): SupposedPair[] {
  const match = reducedForm.exec(text);
  if (match === null || isPerson(view, placed(match, 'cause'))) return [];
  const { signal = '' } = match.groups ?? {};
  const at = match.index + match[0].indexOf(signal);
  return [pair(view, match, [at, at + signal.length])];
}

const shortForm = new RegExp(
  `^(?<effect>(?<what>[\\p{L}\\d][^,;:]{2,50}?)\\s+(?:found\\s+)?(?:${toldParticiple}))\\s+(?<signal>by)\\s+(?<cause>(?!hand\\b|the\\s+\\w+(?:er|or)\\b)[^,;:]{3,60})$`,
  'iu',
);

/** "Gland packing worn by vibration": a log leaves out the auxiliary. */
function short(view: SentenceView, text: string): SupposedPair[] {
  const match = shortForm.exec(text);
  const { what = '', signal = '', cause = '' } = match?.groups ?? {};
  if (match === null || hasVerb(what.toLowerCase().split(/\s+/u)) || isPerson(view, placed(match, 'cause'))) return [];
  if (hasVerb(lowerWords(view, placed(match, 'cause')))) return [];
  const at = text.length - cause.length - signal.length - 1;
  return [pair(view, match, [at, at + signal.length])];
}

function locate(text: string, words: string, from: number): Offsets {
  const start = text.indexOf(words, from);
  return [skipSpace(text, start), trimEnd(text, start, start + words.length)];
}

function placed(match: RegExpExecArray, name: 'cause' | 'effect'): Offsets {
  const words = match.groups?.[name] ?? '';
  const start = match.index + (name === 'effect' ? match[0].indexOf(words) : match[0].lastIndexOf(words));
  return [start, start + words.length];
}

function pair(view: SentenceView, match: RegExpExecArray, signal: Offsets): SupposedPair {
  const trim = ([start, end]: Offsets): Offsets => [skipSpace(view.text, start), trimEnd(view.text, start, end)];
  return { cause: trim(placed(match, 'cause')), effect: trim(placed(match, 'effect')), signal, denied: false, supposed: false };
}

import { tokenize } from '../../text/tokens.ts';
import { isClause } from './features.ts';
import { type SentenceView, skipSpace, trimEnd } from './cuts.ts';
import type { Offsets } from './relations.ts';

/** A cause and effect that the form of the whole sentence joins. */
export interface FormedPair {
  readonly cause: Offsets;
  readonly effect: Offsets;
  readonly signal: Offsets;
  readonly denied: boolean;
}

const copula =
  /^(?:.*?[,;:]\s+)?(?<signal>(?:the|a|one|another)\s+(?:(?:root|main|likely|primary|probable|immediate|underlying|real|only|direct|second|first|other)\s+)*(?:cause|reason|trigger|source)\s+(?:of|for|behind|why|that))\s+(?<effect>.+?)\s+(?<is>(?:was|is|were|lay in|turned out to be|proved to be|appears to be|appears to have been|was found to be|is thought to be)(?<not>\s+not|n['’]t)?)\s+(?:that\s+)?(?<cause>.+)$/iu;

/** "The cause of the fire was a spark." */
export function copularPair({ text, end }: SentenceView): FormedPair | null {
  if (!/\b(?:cause|reason|trigger|source)\b/i.test(text)) return null;
  const match = copula.exec(text.slice(0, end));
  const { signal = '', effect = '', is = '', not, cause = '' } = match?.groups ?? {};
  if (
    match === null ||
    /^(?:not known|unknown|unclear|still|never found|being|two-?fold|three-?fold|simple|clear|obvious|as follows|that of)\b/i.test(cause)
  )
    return null;
  const causeStart = end - cause.length;
  const effectEnd = text.lastIndexOf(` ${is} `, causeStart);
  const signalStart = text.indexOf(signal);
  const effectStart = effectEnd - effect.length;
  if (signalStart < 0 || effectStart < signalStart) return null;
  return {
    cause: [skipSpace(text, causeStart), trimEnd(text, causeStart, end)],
    effect: [skipSpace(text, effectStart), trimEnd(text, effectStart, effectEnd)],
    signal: [signalStart, signalStart + signal.length],
    denied: not !== undefined,
  };
}

/** A cause taken apart: "X, not Y" and "X rather than Y" deny Y; "neither X nor Y" denies both; "the combination of X and Y" and "both X and Y" name two. */
export interface CausePart {
  readonly span: Offsets;
  readonly denied: boolean;
  readonly together: boolean;
}

const contrast =
  /^(?<lead>it was\s+)?(?<first>.+?)(?:(?:,\s+|\s+and\s+|\s+but\s+)(?:and\s+|but\s+)?not|,?\s+rather than|,?\s+instead of)\s+(?!only\b)(?<second>[^,]+?),?$/iu;
const notBut = /^(?<first>.+?),?\s+but\s+(?:rather\s+)?(?:by|because of|due to|from|to)?\s*(?<second>.+)$/iu;
const neither = /^neither\s+(?<first>.+?)\s+nor\s+(?<second>.+)$/iu;
const several =
  /^(?<lead>(?:the\s+|an?\s+)?(?:combination|combined effects?|interaction)\s+of\s+|both\s+)(?<first>.+?)\s+and\s+(?<second>.+?)$/iu;
const jointly = /^(?<first>.+?)\s+(?:and|together with|combined with|in combination with)\s+(?<second>.+?)(?<tail>\s+together)?$/iu;

const nounPhrases = /^(?<first>(?:the|an?|its|their|his|her)\s+.+?)\s+and\s+(?:also\s+)?(?<second>(?:the|an?|its|their|his|her)\s+.+)$/iu;

/** Two noun phrases with a determiner each, and no verb that would make clauses of them. */
function coordinated(words: string): RegExpExecArray | null {
  const match = /\b(?:that|which|who|between|both)\b/i.test(words) ? null : nounPhrases.exec(words);
  const clausal = [match?.groups?.['first'], match?.groups?.['second']].some((part) =>
    isClause(tokenize(part ?? '').map(({ lower }) => lower)),
  );
  return clausal ? null : match;
}

/** The effects that a phrase names: "the smoke and the power cut" are two. */
export function effectParts({ text }: SentenceView, [start, end]: Offsets): Offsets[] {
  const match = coordinated(text.slice(start, end));
  const { first, second } = match?.groups ?? {};
  if (first === undefined || second === undefined) return [[start, end]];
  return [
    [start, start + first.length],
    [end - second.length, end],
  ];
}

/** @param clausal the cause is a clause, in which "not" may deny anything */
export function causeParts({ text }: SentenceView, [start, end]: Offsets, denied: boolean, clausal: boolean): CausePart[] {
  const cause = text.slice(start, end);
  const part = (words: string | undefined, from: number, of: Omit<CausePart, 'span'>): CausePart[] => {
    const at = words === undefined ? -1 : text.indexOf(words, from);
    return words === undefined || at < 0 ? [] : [{ span: [skipSpace(text, at), trimEnd(text, at, at + words.length)], ...of }];
  };
  const two = (match: RegExpExecArray, first: Omit<CausePart, 'span'>, second: Omit<CausePart, 'span'>): CausePart[] => {
    const from = start + (match.groups?.['lead']?.length ?? 0);
    const head = part(match.groups?.['first'], from, first);
    return [...head, ...part(match.groups?.['second'], head[0]?.span[1] ?? from, second)];
  };
  const opposed = clausal ? null : contrast.exec(cause);
  if (opposed !== null && !/\bnot only\b/i.test(cause))
    return two(opposed, { denied, together: false }, { denied: !denied, together: false });
  const instead = denied ? notBut.exec(cause) : null;
  if (instead !== null) return two(instead, { denied: true, together: false }, { denied: false, together: false });
  const none = neither.exec(cause);
  if (none !== null) return two(none, { denied: true, together: false }, { denied: true, together: false });
  const named = several.exec(cause);
  if (named !== null) {
    return two(named, { denied, together: true }, { denied, together: true });
  }
  const joint = /\btogether\b|\bcombin/i.test(cause) ? jointly.exec(cause) : null;
  if (joint !== null) return two(joint, { denied, together: true }, { denied, together: true });
  // "The stuck valve and the late alarm" is one cause made of two.
  const pair = clausal ? null : coordinated(cause);
  if (pair !== null) return two(pair, { denied, together: true }, { denied, together: true });
  const cleft = /^it was\s+/i.exec(cause);
  return [{ span: [start + (cleft?.[0].length ?? 0), end], denied, together: false }];
}

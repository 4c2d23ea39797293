import { lowerWords, type SentenceView, skipSpace, trimEnd } from './cuts.ts';
import type { CausalRelation } from './extract.ts';
import { hasVerb } from './features.ts';
import type { Offsets } from './relations.ts';
import type { Signal } from './signals.ts';

/** Of pairs that the form of the sentence joins, whose ends no model chose: as sure as the middle of the others. */
export const formChance = 0.8;

/** "As a result, the pump stopped", "The pump stopped as a result": the cause is the sentence before. */
export function resumed(view: SentenceView): CausalRelation[] {
  const [first, next] = view.signals;
  const last = view.signals.at(-1);
  if (last?.rule.id === 'as-a-result' && skipSpace(view.text, last.end) >= view.end && last.start > 0) {
    const own = ownClauses(view, last.start);
    if (own !== null) return [{ ...resumption(last, own.effect), cause: own.cause, pointsBack: null }];
    return [
      resumption(last, [skipSpace(view.text, first === last ? 0 : (view.signals.at(-2)?.end ?? 0)), trimEnd(view.text, 0, last.start)]),
    ];
  }
  if (first?.rule.cause !== 'before' || first.rule.verb || skipSpace(view.text, 0) !== first.start || next?.rule.verb === true) return [];
  const start = skipSpace(view.text, first.end);
  const end = next === undefined ? view.end : trimEnd(view.text, start, next.start);
  return start >= end ? [] : [resumption(first, [start, end])];
}

/** "The street was blocked, and the bus was late | as a result." */
function ownClauses(view: SentenceView, to: number): { readonly cause: Offsets; readonly effect: Offsets } | null {
  const match = [...view.text.slice(0, to).matchAll(/(?:[,;]\s+(?:and\s+)?|\s[–—]\s)/gu)].at(-1);
  if (match === undefined) return null;
  const cause: Offsets = [skipSpace(view.text, 0), trimEnd(view.text, 0, match.index)];
  const effect: Offsets = [skipSpace(view.text, match.index + match[0].length), trimEnd(view.text, 0, to)];
  return [cause, effect].every((span) => lowerWords(view, span).length >= 3 && hasVerb(lowerWords(view, span).slice(1)))
    ? { cause, effect }
    : null;
}

const midway = /^(?:[\p{L}\d’'-]+\s+){1,6}?(?<signal>therefore|consequently|accordingly|thus|hence)\s+(?<effect>\p{L}[^;:]+)$/iu;

/** "Nineteen people therefore walked the wrong way": the cause is the sentence before. */
export function resumedMidway(view: SentenceView): CausalRelation[] {
  const text = view.text.slice(0, view.end);
  const match = midway.exec(text);
  const { signal = '', effect = '' } = match?.groups ?? {};
  if (match === null) return [];
  const start = text.length - effect.length;
  const at = text.lastIndexOf(signal, start - 1);
  const words = lowerWords(view, [0, at]);
  const told = lowerWords(view, [start, text.length]);
  if (hasVerb(words) || !hasVerb(told.slice(0, 2)) || /\b(?:is|are|must|should|may|can|will|has|have)\b/iu.test(effect)) return [];
  return [resumption({ start: at, end: at + signal.length, rule: { polarity: 'causes' } }, [start, text.length])];
}

/** The signal takes up the sentence before, which is the cause. */
function resumption(
  { start, end, rule }: { readonly start: number; readonly end: number; readonly rule: Pick<Signal['rule'], 'polarity'> },
  effect: Offsets,
): CausalRelation {
  return {
    cause: [start, end],
    effect,
    signal: [start, end],
    polarity: rule.polarity,
    denied: false,
    certainty: 'stated',
    confidence: formChance,
    pointsBack: 'cause',
    necessity: null,
    together: false,
  };
}

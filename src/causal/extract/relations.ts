import { type Cut, endsAfter, type SentenceView, skipSpace, startsBefore, trimEnd } from './cuts.ts';
import { cutFeatures, hasVerb, relationFeatures } from './features.ts';
import { type NamedWeights, score, sigmoid, softmax } from './linear.ts';
import type { Signal } from './signals.ts';

export type Offsets = readonly [start: number, end: number];

/** A signal with the two sides that it joins; their outer ends are still to be chosen. */
export interface Frame {
  readonly signal: Signal;
  /** "Because A, B": the cause follows the signal and the effect follows the cause. */
  readonly initial: boolean;
  readonly left: readonly { readonly cut: Cut; readonly span: Offsets }[];
  readonly right: readonly { readonly cut: Cut; readonly span: Offsets }[];
}

/** A cause and an effect that a signal joins. */
export interface JoinedSpans {
  readonly signal: Signal;
  readonly cause: Offsets;
  readonly effect: Offsets;
  /** That annotators of Causal News would mark the pair, [0, 1]. */
  readonly confidence: number;
  /** That both spans are cut where they end, [0, 1]. */
  readonly cutChance: number;
}

export interface RelationModel {
  readonly cuts: NamedWeights;
  readonly relation: NamedWeights;
}

/** Words of a relative or a resumption that belong to no side: "fire, which | caused", "and so | this led to". */
const joiner = /(?:[,;]\s*)?(?:\b(?:which|that|and|but|this|it|who|has|have|had|is|was|were|in turn|then|also|itself)\s*)+$/iu;
/** A side that only points back: its event stands before. */
const shortest = 2;

/** The frames of a sentence: for every signal the spans that may be its cause and effect. Signals without words on both sides have none. */
export function framesOf(view: SentenceView): Frame[] {
  return view.signals.flatMap((signal) => frameOf(view, signal) ?? []);
}

function frameOf(view: SentenceView, signal: Signal): Frame | null {
  const { text, end } = view;
  const before = view.tokens.filter((token) => token.end <= signal.start);
  const mark = text.slice(0, signal.start).trimEnd().at(-1);
  const opens =
    before.length === 0 ||
    (before.length <= 4 && mark === ',' && !signal.rule.verb && !hasVerb(before.map(({ lower }) => lower))) ||
    (/(?:[,;:]\s*(?:and|but|so|that)|\bthat|;)\s*$/iu.test(text.slice(0, signal.start)) &&
      (/,\s/.test(text.slice(signal.end, end)) || /\sthere\s(?:was|were)\s/iu.test(text.slice(signal.end, end))));
  if (opens && signal.rule.cause === 'after' && !signal.rule.verb) return initialFrame(view, signal);
  if (before.length === 0) return null;
  const leftEnd = leftEndOf(text, signal);
  if (leftEnd < 0) return null;
  const rightStart = skipSpace(text, signal.end);
  if (rightStart >= end || leftEnd < shortest) return null;
  const left = startsBefore(view, 0, leftEnd).map((cut) => ({ cut, span: [cut.at, leftEnd] as const }));
  const right = endsAfter(view, rightStart, end).map((cut) => ({ cut, span: [rightStart, cut.at] as const }));
  return left.length === 0 || right.length === 0 ? null : { signal, initial: false, left, right };
}

function leftEndOf(text: string, signal: Signal): number {
  const end = trimEnd(text, 0, signal.start);
  const joined = joiner.exec(text.slice(0, end));
  if (joined === null || !signal.rule.verb) return end;
  // "This caused …" has its cause in the sentence before; "X and this caused" has it in X.
  const trimmed = trimEnd(text, 0, joined.index);
  return trimmed > 0 ? trimmed : end;
}

/** The effect begins behind a comma. */
function initialFrame(view: SentenceView, signal: Signal): Frame | null {
  const causeStart = skipSpace(view.text, signal.end);
  // A comma before "and" ends the cause only where another signal follows: "Because of A, and because B, C".
  const commas = endsAfter(view, causeStart, view.end).filter(({ at }) => {
    const rest = view.text.slice(at);
    return (
      /^\s*,(?!\s*(?:and|or|but|nor|which|who|where)\b)/i.test(rest) ||
      (/^\s*,\s*and\b/i.test(rest) && view.signals.some(({ start }) => start > at && start - at <= 7))
    );
  });
  const ends = commas.length > 0 ? commas : withoutComma(view, causeStart);
  const left = ends.map((cut) => ({ cut, span: [causeStart, cut.at] as const }));
  const [first] = ends;
  if (first === undefined) return null;
  const right = [{ cut: { at: view.end, by: 'edge' }, span: [skipSpace(view.text, first.at), view.end] as const }];
  return { signal, initial: true, left, right };
}

/** "Due to the storm the match was stopped": the effect begins at its own determiner. */
function withoutComma(view: SentenceView, from: number): Cut[] {
  const behind = view.tokens.filter(({ start }) => start >= from);
  const next = behind.findIndex(
    ({ lower, text }, place) =>
      place > 0 &&
      (/^(?:the|an?|all|no|his|her|its|their|our|we|they|he|she|there|nobody|nothing)$/.test(lower) || /^\p{Lu}/u.test(text)) &&
      !/^(?:of|in|on|at|to|by|from|with|and|or|the|an?)$/.test(behind[place - 1]?.lower ?? ''),
  );
  const token = behind[next];
  if (
    token === undefined ||
    !hasVerb(behind.slice(next).map(({ lower }) => lower)) ||
    (hasVerb(behind.slice(0, next).map(({ lower }) => lower)) && token.lower !== 'there')
  )
    return [];
  return [{ at: trimEnd(view.text, from, token.start), by: 'none' }];
}

/** The features of each alternative of a side. */
export function sideFeatures(view: SentenceView, { signal, left, right, initial }: Frame, side: 'left' | 'right'): string[][] {
  const own = side === 'left' ? left : right;
  return own.map(({ cut, span }, rank) =>
    cutFeatures(view, signal, cut, rank, own.length, span, side).map((name) => (initial ? `initial:${name}` : name)),
  );
}

function best(values: readonly number[]): { at: number; value: number } {
  let at = 0;
  for (let index = 1; index < values.length; index += 1) if ((values[index] ?? 0) > (values[at] ?? 0)) at = index;
  return { at, value: values[at] ?? 0 };
}

/** Chooses the spans of a frame and tells how surely the signal joins them as cause and effect. */
export function joinFrame(view: SentenceView, frame: Frame, model: RelationModel): JoinedSpans & { readonly features: string[] } {
  const choose = (side: 'left' | 'right'): { span: Offsets; probability: number } => {
    const own = side === 'left' ? frame.left : frame.right;
    const chosen = best(softmax(sideFeatures(view, frame, side).map((features) => score(model.cuts, features))));
    return { span: own[chosen.at]?.span ?? [0, 0], probability: chosen.value };
  };
  const left = choose('left');
  let right = choose('right');
  // Of "Because A, B" the effect begins where the cause was found to end.
  if (frame.initial) {
    const from = Math.min(skipSpace(view.text, left.span[1]), view.end);
    right = { span: [from, view.end], probability: 1 };
  }
  const causeLeft = frame.initial || frame.signal.rule.cause === 'before';
  const cause = causeLeft ? left.span : right.span;
  const effect = causeLeft ? right.span : left.span;
  const features = relationFeatures(view, frame.signal, cause, effect, {
    left: left.probability,
    right: right.probability,
    initial: frame.initial,
  });
  return {
    signal: frame.signal,
    cause,
    effect,
    confidence: sigmoid(score(model.relation, features)),
    cutChance: left.probability * right.probability,
    features,
  };
}

import type { CausalPolarity } from '../../contract/causal.ts';
import { isActor, isHappening } from '../event.ts';
import { headNoun } from './told-phrases.ts';
import { certaintyOf, isDenied } from './certainty.ts';
import { lowerWords, type SentenceView, trimEnd, viewOf } from './cuts.ts';
import { hasVerb, isClause, mayHoldVerb, sentenceFeatures } from './features.ts';
import { contingentPair } from './contingent.ts';
import { clausePairs } from './clause-forms.ts';
import { isSound, parted } from './parts.ts';
import { phrasePairs } from './phrase-forms.ts';
import { denials } from './denials.ts';
import { copularPair } from './forms.ts';
import { blamed, causeOfBefore, isAccusation, linkDenied, namedTogether, withPairs } from './sentence-forms.ts';
import { isDictated, stanceBefore, withoutSpeech } from './speech.ts';
import { score, sigmoid } from './linear.ts';
import { statedNecessity } from './necessity.ts';
import { framesOf, joinFrame, type JoinedSpans, type Offsets } from './relations.ts';
import { formChance, resumed, resumedMidway } from './resumptions.ts';
import { type Signal, signalsIn } from './signals.ts';
import { explicitPairs } from './spans.ts';
import { toldPairs } from './told.ts';
import { extractorWeights } from './weights.ts';

/** A causal link as one sentence states it. Offsets are into the sentence. */
export interface CausalRelation {
  readonly cause: Offsets;
  readonly effect: Offsets;
  readonly signal: Offsets | null;
  readonly polarity: CausalPolarity;
  readonly denied: boolean;
  readonly certainty: 'stated' | 'hedged';
  readonly confidence: number;
  /** What only points to the sentence before: the cause in "This caused …" and "As a result, …", the effect in "This was due to …". */
  readonly pointsBack: 'cause' | 'effect' | null;
  /** What the sentence says outright: no effect without this cause, or the effect all the same. */
  readonly necessity: 'necessary' | 'dispensable' | null;
  /** "The combination of A and B": the causes bring the effect about only together. */
  readonly together: boolean;
}

const pointer = /^(?:this|that|these|those|it|which|they|both|all of (?:this|which)|this in turn|that in turn|which in turn)$/i;
/** "Shown to cause" states it, "seems to cause" half states it, "used to prevent" gives an aim. */
const shown = /\b(?:sure|bound|certain|known|found|shown|proved|proven|seen|tends?|tended|continue[sd]?|began|begins?|failed|fails)\s*$/i;
const gerund = /\b(?:of|by|without|for|from|avoids?|about|in|on|than|before|after|when|while|when)\s*$/i;
/** "Close the hive, reduce the entrance": a command states nothing. */
const command = /^(?:reduce|prevent|stop|block|keep|cause|trigger|lessen|mitigate|force|inhibit|suppress|avert)$/i;
const passive = /\b(?:is|are|was|were|be|been|being)(?:\s+(?:not|\w+ly))?\s*$/i;
const seeming = /\b(?:seems?|seemed|appears?|appeared|thought|believed|likely|suspected|said|reported|expected)\s*$/i;

/** Chance that a sentence states a cause and its effect, as annotators of Causal News understand it, [0, 1]. */
export function causalChance(sentence: string): number {
  return sigmoid(score(extractorWeights().sentence, sentenceFeatures(viewOf(sentence, signalsIn(sentence)))));
}

/** Every pair that any signal of the sentence may join, of all kinds, with its chance: for comparison with annotated pairs, not for graphs. */
export function joinedPairs(sentence: string): JoinedSpans[] {
  const view = viewOf(sentence, signalsIn(sentence));
  return framesOf(view).map((frame) => joinFrame(view, frame, extractorWeights()));
}

/** The links that a sentence states explicitly. Nothing is inferred from neighbourhood or order in time. */
export function causalRelations(sentence: string): CausalRelation[] {
  const view = viewOf(sentence, signalsIn(sentence, ['explicit']));
  const found = [...necessityOf(view), ...copular(view), ...formed(view), ...ofBefore(view)];
  const phrases = phrased(view);
  const rejected = denied(view);
  const isNew = ({ cause, effect }: CausalRelation): boolean =>
    ![...rejected, ...found].some((other) => meets(cause, other.cause) && meets(effect, other.effect));
  const formedHulls = found.map(hullOf);
  const outside = (relation: CausalRelation): boolean => formedHulls.every((hull) => !meets(hullOf(relation), hull));
  if (found.length === 0 || found.every(({ necessity }) => necessity === null)) {
    const own = [...(view.signals.length > 0 ? [...resumed(view), ...explicit(view)] : resumedMidway(view))].filter(outside);
    found.push(...own.filter((relation) => !phrases.some((phrase) => overrules(phrase, relation))), ...phrases.filter(outside));
    const signals = found.flatMap(({ signal }) => (signal === null ? [] : [signal]));
    const apart = ({ signal }: CausalRelation): boolean =>
      signal === null || !signals.some((other) => other[0] < signal[1] && signal[0] < other[1]);
    const met = (relation: CausalRelation): boolean => outside(relation) && !phrases.some((phrase) => overrules(phrase, relation));
    found.push(...told(view, found).filter(apart).filter(met), ...contingent(view).filter(apart).filter(met));
  }
  if (!found.some(({ necessity }) => necessity !== null)) found.push(...clausal(view).filter(isNew));
  const all = [
    ...rejected,
    ...found.filter(
      (pair) =>
        !rejected.some((other) => meets(pair.cause, other.cause) && meets(pair.effect, other.effect)) &&
        // "The houses could not be responsible, being empty" argues for a denial.
        !(phrases.includes(pair) && rejected.some((other) => meets(pair.effect, hullOf(other)))),
    ),
  ];
  return all
    .filter(({ cause, effect }) => !isDictated(view, Math.min(cause[0], effect[0])))
    .flatMap((relation) => parted(view, relation))
    .filter((relation) => isSound(view, relation));
}

function hullOf({ cause, effect, signal }: CausalRelation): Offsets {
  const spans = [cause, effect, ...(signal === null ? [] : [signal])];
  return [Math.min(...spans.map(([start]) => start)), Math.max(...spans.map(([, end]) => end))];
}

/** The form of a phrase decides over a signal that it holds, and over a pair with the same ends. */
function overrules(phrase: CausalRelation, { cause, effect, signal }: CausalRelation): boolean {
  return (
    (signal !== null && phrase.signal !== null && meets(signal, phrase.signal)) ||
    (meets(cause, phrase.cause) && meets(effect, phrase.effect)) ||
    (meets(cause, phrase.effect) && meets(effect, phrase.cause))
  );
}

const inference =
  /^[^,;:]*\b(?:cannot|can['’]t|could not|couldn['’]t)\s+(?:have\s|be\s+(?:attributed|blamed|responsible|due|the\s))|^[^,;:]*\b(?:can\s+be\s+(?:excluded|ruled out)|not\s+(?:what\s|the\s+(?:cause|reason)|to\s+blame|at\s+fault|responsible))/iu;
const knows =
  /^(?:we|i|one|you)\s+(?:(?:can|could|cannot|may|must|do|does|did)(?:\s+not|n['’]t)?\s+)?(?:only\s+|still\s+|now\s+)?(?:be sure|say|tell|know|think|thought|believe|conclude|concluded|assume|assumed|infer|suppose|expect|exclude|rule out|consider|accept|regret|recommend)\b/iu;
/** A hedged link counts half. */
const hedgedShare = 0.5;
/** The share of links that were right on 100 labelled sentences, rounded down (docs/CAUSAL.md). */
const rightShare = 0.91;

function explicit(view: SentenceView): CausalRelation[] {
  return explicitPairs(view, extractorWeights()).flatMap(({ signal, cutChance, ...spans }): CausalRelation[] => {
    const causeSaid = withoutSpeech(view, spans.cause);
    const effectSaid = withoutSpeech(view, spans.effect);
    const [cause, effect] = [causeSaid.span, effectSaid.span];
    const rejected = [causeSaid, effectSaid].some(({ stance }) => stance === 'rejects');
    // "It is sound, so the error cannot be due to it" draws a conclusion.
    if (!signal.rule.verb && signal.rule.cause === 'before' && inference.test(view.text.slice(signal.end))) return [];
    if (signal.rule.id === 'comes-from' && !isHappening(headNoun(lowerWords(view, effect)))) return [];
    if (signal.rule.id === 'force' && lowerWords(view, cause).some(isActor)) return [];
    if (signal.rule.id === 'account' && [cause, effect].some((span) => lowerWords(view, span).slice(0, 6).some(isActor))) return [];
    // "Two things changed at once, so we cannot say which": what somebody knows is no event.
    if (!signal.rule.verb && signal.rule.cause === 'before' && knows.test(view.text.slice(...effect))) return [];
    const said = view.text.slice(signal.start, signal.end);
    const governed = view.text.slice(0, signal.start);
    const aimed = /^to\s/i.test(said) || /\bto\s*$/i.test(governed) || (/^\w+ing\b/i.test(said) && gerund.test(governed));
    const governor = governed.replace(/\bto\s*$/i, '');
    if (aimed && !shown.test(governor) && !seeming.test(governor)) return [];
    // "The lint is triggered whenever …" names no cause before its verb.
    if (
      signal.rule.verb &&
      signal.rule.cause === 'before' &&
      (passive.test(governed) || (command.test(said) && /(?:^|[,;:]|\band)\s*$/.test(governed)))
    )
      return [];
    const plain = certaintyOf(view, { start: signal.start, end: signal.end, verb: signal.rule.verb }, cause, effect);
    if (plain === null || !isClausal(view, signal, cause, effect)) return [];
    // "It never lost power, so the test cannot explain the fault" draws a conclusion.
    if (
      !signal.rule.verb &&
      view.signals.some(({ rule, start }) => /-denied$/.test(rule.id) && start >= effect[1] && start - effect[1] <= 2)
    )
      return [];
    const certainty =
      (aimed && seeming.test(governor)) ||
      [causeSaid, effectSaid].some(({ stance }) => stance === 'doubts') ||
      stanceBefore(view, Math.min(cause[0], effect[0])) === 'doubts'
        ? 'hedged'
        : plain;
    const denied = isDenied(view, signal, cause) !== rejected;
    return [
      {
        // "The test was over by nine and did not cause the delay" denies it of the test.
        cause: denied && signal.rule.verb && signal.rule.cause === 'before' ? subjectIn(view, cause) : behindThat(view, cause),
        effect,
        signal: [signal.start, signal.end],
        polarity: signal.rule.polarity,
        denied,
        certainty,
        confidence: rightShare * cutChance * (certainty === 'hedged' ? hedgedShare : 1),
        pointsBack: pointer.test(view.text.slice(...cause)) ? 'cause' : pointer.test(view.text.slice(...effect)) ? 'effect' : null,
        necessity: null,
        together: false,
      },
    ];
  });
}

/** "He says that the load was too big and that | this overload caused …". */
function behindThat({ text }: SentenceView, [start, end]: Offsets): Offsets {
  const last = /^.*\band that\s+(?=(?:the|an?|its|this|these|their|no)\s)/isu.exec(text.slice(start, end));
  return last === null ? [start, end] : [start + last[0].length, end];
}

/** The words of a clause before its verb; other words as they are. */
function subjectIn(view: SentenceView, [start, end]: Offsets): Offsets {
  const own = view.tokens.filter((token) => token.start >= start && token.end <= end);
  const verb = own.find(
    ({ lower }, place) =>
      place > 0 && hasVerb([lower]) && (isClause(['', lower, own[place + 1]?.lower ?? '']) || !/(?:ed|en)$/.test(lower)),
  );
  return verb === undefined ? [start, end] : [start, trimEnd(view.text, start, verb.start)];
}

/** Of links that only the verb of a sentence tells, or an order in time: less sure than a word for a cause. */
const toldChance = 0.7;
const contingentChance = 0.6;

function told(view: SentenceView, stated: readonly CausalRelation[]): CausalRelation[] {
  return toldPairs(view, stated).flatMap(({ cause, effect, signal, denied, pointsBack }) =>
    joined(view, { cause, effect, signal }, toldChance, denied, pointsBack ? 'cause' : null).map((relation): CausalRelation => {
      // "The wind made the fire worse" does not say what brought it about.
      const worse = /^ma(?:de|kes|king)\b/iu.test(view.text.slice(...signal))
        ? /\s+(?:(?:much|even|far|still)\s+)?worse$/iu.exec(view.text.slice(...effect))
        : null;
      return worse === null ? relation : { ...relation, effect: [effect[0], effect[1] - worse[0].length], polarity: 'worsens' };
    }),
  );
}

function contingent(view: SentenceView): CausalRelation[] {
  const pair = contingentPair(view);
  return pair === null ? [] : joined(view, pair, contingentChance, false, null);
}

function clausal(view: SentenceView): CausalRelation[] {
  return clausePairs(view).flatMap(({ denied, ...pair }) => joined(view, pair, contingentChance, denied, null));
}

function meets([start, end]: Offsets, [from, to]: Offsets): boolean {
  return start < to && from < end;
}

/** A link of which no model chose the ends. */
function joined(
  view: SentenceView,
  { cause, effect, signal }: { readonly cause: Offsets; readonly effect: Offsets; readonly signal: Offsets },
  chance: number,
  denied: boolean,
  pointsBack: CausalRelation['pointsBack'],
): CausalRelation[] {
  const plain = certaintyOf(view, { start: signal[0], end: signal[1], verb: true }, cause, effect);
  if (plain === null) return [];
  const stance = stanceBefore(view, Math.min(cause[0], effect[0]));
  const certainty = stance === 'doubts' || isAccusation(view, signal) ? 'hedged' : plain;
  return [
    {
      cause,
      effect,
      signal,
      polarity: 'causes',
      denied: denied !== (stance === 'rejects'),
      certainty,
      confidence: chance * (certainty === 'hedged' ? hedgedShare : 1),
      pointsBack,
      necessity: null,
      together: false,
    },
  ];
}

/** "So", "therefore" and "because" join clauses. */
function isClausal(view: SentenceView, { rule, start }: Signal, cause: Offsets, effect: Offsets): boolean {
  const words = (span: Offsets): string[] => lowerWords(view, span);
  if (rule.id === 'because') return words(cause).length >= 2;
  // "Since" gives a time where what it goes with is perfect: "has run since the repair was done".
  if (rule.id === 'since-reason') {
    const [said, told] = [cause, effect].map((span) => view.text.slice(...span));
    const reason =
      mayHoldVerb(words(cause)) &&
      mayHoldVerb(words(effect)) &&
      !/\b(?:has|have|had)\b/i.test(told ?? '') &&
      !/^\s*(?:\d|then\b)/i.test(said ?? '');
    const comma = start === 0 || /[,;]\s*$/.test(view.text.slice(0, start));
    // Without a comma it gives a time more often: "the first since the war".
    return (
      reason &&
      (comma ||
        ((/^(?:[\w’'-]+\s+){1,6}?(?:is|are|was|were|had|has|did|does|could|can|never)\b/i.test(`${said ?? ''} `) ||
          /^(?:nobody|nothing|no one)\b/i.test(said ?? '')) &&
          !/\b(?:first|last|only|most|ever|\w+est)\b/i.test(told ?? '')))
    );
  }
  if (rule.id === 'as-reason')
    return hasVerb(words(effect).slice(1)) && !/^(?:rather than|unlike|much)\b/i.test(view.text.slice(...effect));
  if (rule.verb || rule.cause === 'after') return true;
  // "Hence the swarm".
  if (rule.id === 'therefore' && /^(?:the|its|their|this|our)\s\S/iu.test(view.text.slice(...effect)) && words(effect).length <= 4)
    return words(cause).length >= 3 && mayHoldVerb(words(cause));
  return [effect, ...(cause[1] <= effect[0] ? [cause] : [])].every((span) => words(span).length >= 3 && mayHoldVerb(words(span)));
}

function formed(view: SentenceView): CausalRelation[] {
  return [...linkDenied(view), ...withPairs(view), ...namedTogether(view), ...blamed(view)].flatMap(({ denied, ...pair }) =>
    joined(view, pair, formChance, denied, null),
  );
}

function phrased(view: SentenceView): CausalRelation[] {
  return phrasePairs(view).flatMap(({ denied, supposed, ...pair }) =>
    joined(view, pair, formChance, denied, pointedIn(view, pair)).map((relation): CausalRelation =>
      supposed && relation.certainty === 'stated'
        ? { ...relation, certainty: 'hedged', confidence: relation.confidence * hedgedShare }
        : relation,
    ),
  );
}

function pointedIn(
  { text }: SentenceView,
  { cause, effect }: { readonly cause: Offsets; readonly effect: Offsets },
): CausalRelation['pointsBack'] {
  return pointer.test(text.slice(...cause)) ? 'cause' : pointer.test(text.slice(...effect)) ? 'effect' : null;
}

function denied(view: SentenceView): CausalRelation[] {
  return denials(view).flatMap(({ cause, effect, signal, implied }) =>
    joined(view, { cause, effect, signal }, formChance, true, null).map((relation): CausalRelation =>
      implied ? { ...relation, pointsBack: 'effect' } : relation,
    ),
  );
}

function ofBefore(view: SentenceView): CausalRelation[] {
  return causeOfBefore(view).flatMap(({ denied: _, ...pair }) =>
    joined(view, pair, formChance, false, null).map((relation): CausalRelation => ({ ...relation, pointsBack: 'effect' })),
  );
}

function copular(view: SentenceView): CausalRelation[] {
  const pair = copularPair(view);
  if (pair === null) return [];
  const hedged = /\b(?:likely|probable|possible|may|might|could|thought|appears?|probably|possibly)\b/i.test(view.text);
  return [
    {
      ...pair,
      polarity: 'causes',
      certainty: hedged ? 'hedged' : 'stated',
      confidence: formChance * (hedged ? hedgedShare : 1),
      pointsBack: null,
      necessity: null,
      together: false,
    },
  ];
}

function necessityOf(view: SentenceView): CausalRelation[] {
  const stated = statedNecessity(view);
  if (stated === null) return [];
  const { says, ...spans } = stated;
  return [
    {
      ...spans,
      polarity: says === 'prevents' ? 'prevents' : 'causes',
      denied: false,
      certainty: 'stated',
      confidence: formChance,
      pointsBack: null,
      necessity: says === 'prevents' ? null : says,
      together: false,
    },
  ];
}

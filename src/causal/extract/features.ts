import { stem } from '../../text/stem.ts';
import type { Cut, SentenceView } from './cuts.ts';
import type { Signal } from './signals.ts';

const auxiliaries =
  /^(?:is|are|was|were|be|been|being|has|have|had|do|does|did|can|could|may|might|will|would|shall|should|must|wasn['’]t|didn['’]t|isn['’]t)$/;
const reporting =
  /^(?:said|says|told|added|stated|alleged|claimed|reported|reports|according|announced|believes?|noted|found|concluded|explained|argued|writes?|wrote)$/;

/** Does a list of lower-case words hold a verb that is finite by its form? Irregular past forms are listed; the rest goes by endings. */
export function hasVerb(words: readonly string[]): boolean {
  return words.some((word) => auxiliaries.test(word) || /(?<!e)ed$/.test(word) || irregularPast.has(word));
}

/** Do the words make a clause? A participle before a noun ("the stuck valve") does not. */
export function isClause(words: readonly string[]): boolean {
  return words.some(
    (word, place) =>
      place > 0 &&
      (auxiliaries.test(word) ||
        (hasVerb([word]) && !/^(?!(?:in|on|at|to|for|from|by|with|of|the|an?|not|it|as)$)\p{L}/u.test(words[place + 1] ?? ''))),
  );
}

/** May one of the words, the first excepted, be a verb? Present forms look like nouns: this errs to yes. */
export function mayHoldVerb(words: readonly string[]): boolean {
  return hasVerb(words) || words.some((word, place) => place > 0 && /(?:s|[^aeiou]e|[dklmnprt])$/.test(word) && !functionWord.test(word));
}

const functionWord =
  /^(?:the|an?|of|in|on|at|to|for|from|by|with|and|or|but|as|its|their|this|these|those|that|not|more|less|than|other|same)$/;

const irregularPast = new Set(
  'became began bent blew broke brought built burst came caught collapsed dropped fell felt flew found fought gave got grew heard held hit hurt kept knew led left let lost made met overflowed paid put ran rang rose said sank saw sent set shook shut slid sought spent split spread stood stuck struck swung threw told took tore went woke won wore drove swept overdrew hung stole drew misled wrote froze spilt leaks fails stops rises falls drops grows occurs happens breaks'.split(
    ' ',
  ),
);

function bucket(count: number): string {
  return count <= 2 ? String(count) : count <= 4 ? '3-4' : count <= 8 ? '5-8' : count <= 14 ? '9-14' : count <= 24 ? '15-24' : '25+';
}

function wordsBetween({ tokens }: SentenceView, start: number, end: number): string[] {
  return tokens.filter((token) => token.start >= start && token.end <= end).map(({ lower }) => lower);
}

function shape(word: string | undefined): string {
  if (word === undefined) return 'none';
  if (reporting.test(word)) return 'reporting';
  if (/^(?:the|an?|this|that|these|those|its|their|his|her|our|some|any|no|all|several|many)$/.test(word)) return 'determiner';
  if (/^(?:he|she|it|they|we|i|you)$/.test(word)) return 'pronoun';
  if (auxiliaries.test(word)) return 'auxiliary';
  if (/ing$/.test(word)) return 'ing';
  if (/ed$/.test(word)) return 'ed';
  if (/^\d/.test(word)) return 'number';
  if (/^(?:in|on|at|of|for|from|by|with|to|into|near|against|over|under|during|after|before)$/.test(word)) return 'preposition';
  return 'word';
}

/** What a cut says: which side of the signal, what stands at it, and how the span that it makes looks. */
export function cutFeatures(
  view: SentenceView,
  signal: Signal,
  cut: Cut,
  rank: number,
  of: number,
  span: readonly [number, number],
  side: 'left' | 'right',
): string[] {
  const words = wordsBetween(view, span[0], span[1]);
  const outside =
    side === 'left' ? view.tokens.filter((token) => token.end <= cut.at).at(-1) : view.tokens.find((token) => token.start >= cut.at);
  const beyond = side === 'left' ? wordsBetween(view, 0, cut.at) : wordsBetween(view, cut.at, view.end);
  const verb = hasVerb(words);
  const base = `${side}:${cut.by}`;
  const length = bucket(words.length);
  return [
    base,
    `${base}:${signal.rule.id}`,
    `${base}:${signal.rule.kind}:${verb ? 'verb' : 'none'}`,
    `${side}:length:${length}`,
    `${side}:length:${length}:${signal.rule.id}`,
    `${side}:rank:${Math.min(rank, 4)}:${signal.rule.kind}`,
    `${side}:last:${rank === of - 1 ? 'yes' : 'no'}:${signal.rule.id}`,
    `${base}:first:${shape(words[0])}`,
    `${side}:first:${shape(words[0])}:${signal.rule.kind}`,
    `${side}:lastword:${shape(words.at(-1))}`,
    `${base}:outside:${shape(outside?.lower)}`,
    `${side}:outside:${outside === undefined ? 'none' : stem(outside.lower)}`,
    `${side}:verb:${verb ? 'yes' : 'no'}:${hasVerb(beyond) ? 'yes' : 'no'}:${signal.rule.kind}`,
    `${side}:reporting:${words.some((word) => reporting.test(word)) ? 'in' : 'out'}:${beyond.some((word) => reporting.test(word)) ? 'beyond' : 'no'}`,
  ];
}

/** What a whole relation says: its signal, its spans. */
export function relationFeatures(
  view: SentenceView,
  signal: Signal,
  cause: readonly [number, number],
  effect: readonly [number, number],
  parts: { readonly left: number; readonly right: number; readonly initial: boolean },
): string[] {
  const causeWords = wordsBetween(view, cause[0], cause[1]);
  const effectWords = wordsBetween(view, effect[0], effect[1]);
  const { id, kind } = signal.rule;
  const word = view.text.slice(signal.start, signal.end).toLowerCase();
  const after = view.tokens.find((token) => token.start >= signal.end)?.lower;
  const before = view.tokens.filter((token) => token.end <= signal.start).at(-1)?.lower;
  const others = view.signals.filter((other) => other !== signal);
  return [
    `kind:${kind}`,
    `signal:${id}`,
    `word:${word}`,
    `signal:${id}:initial:${parts.initial ? 'yes' : 'no'}`,
    `signal:${id}:causeverb:${hasVerb(causeWords) ? 'yes' : 'no'}`,
    `signal:${id}:effectverb:${hasVerb(effectWords) ? 'yes' : 'no'}`,
    `cause:${bucket(causeWords.length)}`,
    `effect:${bucket(effectWords.length)}`,
    `kind:${kind}:cause:${bucket(causeWords.length)}`,
    `after:${after === undefined ? 'none' : stem(after)}`,
    `signal:${id}:after:${after === undefined ? 'none' : stem(after)}`,
    `signal:${id}:before:${before === undefined ? 'none' : stem(before)}`,
    `before:${before === undefined ? 'none' : stem(before)}`,
    `signal:${id}:aftershape:${shape(after)}`,
    ...effectWords.slice(0, 12).map((each) => `ew:${stem(each)}`),
    ...causeWords.slice(0, 8).map((each) => `cw:${stem(each)}`),
    `left:${Math.round(parts.left * 4)}`,
    `right:${Math.round(parts.right * 4)}`,
    `others:${Math.min(3, others.length)}`,
    ...(others.some((other) => other.rule.kind === 'explicit') && kind !== 'explicit' ? ['beside-explicit'] : []),
  ];
}

/** What a sentence says of being causal: its words, neighbouring pairs of them, its signals. */
export function sentenceFeatures(view: SentenceView): string[] {
  const stems = view.tokens.map(({ lower }) => (/^\d/.test(lower) ? '#' : stem(lower)));
  const features = new Set<string>(stems);
  for (let at = 0; at + 1 < stems.length; at += 1) features.add(`${stems[at] ?? ''} ${stems[at + 1] ?? ''}`);
  for (const { rule } of view.signals) features.add(`signal:${rule.id}`).add(`kind:${rule.kind}`);
  if (!view.signals.some(({ rule }) => rule.kind === 'explicit')) features.add('no-explicit');
  features.add(`length:${bucket(stems.length)}`);
  features.add(`signals:${Math.min(4, view.signals.length)}`);
  return [...features];
}

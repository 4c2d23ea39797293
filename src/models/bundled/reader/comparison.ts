import type { Mention } from '../../../text/mentions.ts';
import { sameMention } from '../../../text/mentions.ts';
import { stem } from '../../../text/stem.ts';
import { isStopword } from '../../../text/stopwords.ts';
import { tokenize } from '../../../text/tokens.ts';
import type { ReadSpan, WordWeight } from './candidates.ts';
import type { QuestionAnalysis } from '../../../text/question.ts';

/** What comparing two things came to: the answer, and the spans of both sides that it rests on. */
export interface Compared {
  readonly text: string;
  readonly spans: readonly ReadSpan[];
  /** How sure the rule is, [0, 1]. */
  readonly confidence: number;
}

const later = /\b(?:later|younger|newer|more recent(?:ly)?|last|latest|youngest|newest)\b/i;
const earlier = /\b(?:first|earlier|older|before|oldest|earliest|longer ago)\b/i;
const more =
  /\b(?:more|larger|bigger|longer|higher|taller|greater|heavier|wider|deeper|most|largest|biggest|longest|highest|tallest|greatest)\b/i;
const less = /\b(?:fewer|less|smaller|shorter|lower|lighter|least|smallest|shortest|lowest|fewest)\b/i;
const born = /\b(?:born|birth|older|oldest|younger|youngest|age)\b/i;
const died = /\b(?:died?|dies|death|passed away|killed)\b/i;
/** What a population is counted in. */
const kin: Readonly<Record<string, readonly string[]>> = {
  popul: ['inhabit', 'peopl', 'resid', 'popul'],
  inhabit: ['popul', 'peopl'],
  resid: ['popul', 'inhabit'],
};

/** Spans of each of the two, most fitting first: under a title that names it, else those that name it. */
function sidesOf(options: readonly [string, string], spans: readonly ReadSpan[]): readonly [readonly ReadSpan[], readonly ReadSpan[]] {
  const sideOf = (option: string): ReadSpan[] => {
    const words = option.toLowerCase();
    const titled = spans.filter((span) => span.title !== '' && named(span.title.toLowerCase(), words));
    return titled.length > 0 ? titled : spans.filter((span) => span.evidence.text.toLowerCase().includes(words));
  };
  return [sideOf(options[0]), sideOf(options[1])];
}

function named(title: string, option: string): boolean {
  if (title.includes(option) || option.includes(title)) return true;
  const words = option.split(/\s+/);
  return words.length > 1 && words.every((word) => title.includes(word));
}

/**
 * "Which is older, A or B", "Who has more …, A or B": by the dates or numbers that the two sides give, else by how much of what is asked
 * each side says. null where neither side is in the evidence.
 */
export function chooseBetween(
  question: QuestionAnalysis,
  options: readonly [string, string],
  spans: readonly ReadSpan[],
  weight: WordWeight,
): Compared | null {
  const [left, right] = sidesOf(options, spans);
  const leading = left[0] ?? right[0];
  if (leading === undefined) return null;
  const dated = later.test(question.text) || earlier.test(question.text);
  const counted = more.test(question.text) || less.test(question.text);
  const valueOf = (side: readonly ReadSpan[]): Valued | null =>
    dated ? dateOf(question, side) : counted ? numberOf(question, side) : null;
  const a = valueOf(left);
  const b = valueOf(right);
  if (a !== null && b !== null && a.value !== b.value) {
    const smaller = dated
      ? earlier.test(question.text) && !later.test(question.text)
      : less.test(question.text) && !more.test(question.text);
    const first = a.value < b.value === smaller;
    return { text: options[first ? 0 : 1], spans: [a.span, b.span], confidence: 0.7 };
  }
  const says = [left, right].map((side) => predicateShare(question, options, side, weight));
  const better = (says[1] ?? 0) > (says[0] ?? 0) ? 1 : 0;
  const span = (better === 1 ? right[0] : left[0]) ?? leading;
  return {
    text: options[better],
    spans: [span, ...[(better === 1 ? left : right)[0]].flatMap((other) => other ?? [])],
    confidence: says[0] === says[1] ? 0.35 : 0.45,
  };
}

interface Valued {
  readonly value: number;
  readonly span: ReadSpan;
}

/** YYYYMMDD of the date that the question is about: of birth or death in brackets or by its word, else the earliest that is said. */
function dateOf(question: QuestionAnalysis, side: readonly ReadSpan[]): Valued | null {
  const dates = side.flatMap((span) =>
    span.mentions
      .filter((mention) => mention.kind === 'date')
      .flatMap((mention) => {
        const value = ordinal(mention);
        return value === null ? [] : [{ value, span, mention }];
      }),
  );
  const asksDeath = died.test(question.text);
  const asksBirth = !asksDeath && (born.test(question.text) || /^who\b/i.test(question.text));
  const verbs = asksDeath ? /\b(?:died|death|killed|d\.)\b/i : asksBirth ? /\bborn\b|\bb\./i : null;
  if (verbs !== null) {
    const place = asksDeath ? 2 : 1;
    const said =
      dates.find(({ span, mention }) => inBrackets(span.evidence.text, mention) === place) ??
      dates.find(({ span, mention }) => verbs.test(span.evidence.text.slice(Math.max(0, mention.start - 30), mention.start)));
    return said ?? dates[0] ?? null;
  }
  const wanted = new Set(question.stems);
  const near = dates.filter(({ span, mention }) =>
    span.tokens.some((token) => wanted.has(token.stem) && Math.abs(token.start - mention.start) < 60),
  );
  const from = near.length > 0 ? near : dates;
  return [...from].sort((x, y) => x.value - y.value)[0] ?? null;
}

function ordinal({ normal }: Mention): number | null {
  const match = /^(\d{4})(?:-(\d\d))?(?:-(\d\d))?$/.exec(normal) ?? /^(\d{3})X$/.exec(normal);
  if (match === null) return null;
  return Number((match[1] ?? '').padEnd(4, '5')) * 10_000 + Number(match[2] ?? '00') * 100 + Number(match[3] ?? '00');
}

/** 1 for the first date in the brackets after a name, 2 for what follows a dash there, 0 outside of any. */
function inBrackets(text: string, mention: Mention): 0 | 1 | 2 {
  const before = text.slice(0, mention.start);
  const open = before.lastIndexOf('(');
  if (open < 0 || before.lastIndexOf(')') > open) return 0;
  return /[–—-]\s|\s[–—-]|\d[–—-]/.test(before.slice(open)) ? 2 : 1;
}

/** The number next to what is counted or measured; the largest of several. */
function numberOf(question: QuestionAnalysis, side: readonly ReadSpan[]): Valued | null {
  const wanted = new Set(question.stems.flatMap((root) => [root, ...(kin[root] ?? [])]));
  const numbers = side.flatMap((span) =>
    span.mentions
      .filter((mention) => mention.kind === 'number' && !mention.normal.endsWith('th'))
      .flatMap((mention) => {
        const value = Number.parseFloat(mention.normal);
        const near = span.tokens.some(
          (token) => wanted.has(token.stem) && Math.min(Math.abs(token.start - mention.end), Math.abs(mention.start - token.end)) < 40,
        );
        return Number.isNaN(value) || !near ? [] : [{ value, span }];
      }),
  );
  return numbers.sort((x, y) => y.value - x.value)[0] ?? null;
}

/** Share of what is asked of both, by word weight, that the spans of one side say, [0, 1]. */
function predicateShare(question: QuestionAnalysis, options: readonly string[], side: readonly ReadSpan[], weight: WordWeight): number {
  const names = new Set(options.flatMap((option) => tokenize(option).map((token) => stem(token.lower))));
  const asked = [...new Set(question.stems)].filter((root) => !names.has(root) && !/^(?:both|same|first|which|either)$/.test(root));
  const total = asked.reduce((sum, root) => sum + weight(root), 0);
  if (total === 0) return 0;
  const words = new Set(side.flatMap((span) => span.tokens.map((token) => token.stem)));
  return asked.reduce((sum, root) => sum + (words.has(root) ? weight(root) : 0), 0) / total;
}

const regions =
  /\b(?:same|different)\b[^?]*\b(?:country|nationality|state|city|continent|county|region|province|origin|town)\b|\bsame nationality\b/i;

/** "Are A and B of the same country", "Were both A and B …": yes where both sides say so. null where a side is not in the evidence. */
export function agree(
  question: QuestionAnalysis,
  options: readonly [string, string],
  spans: readonly ReadSpan[],
  weight: WordWeight,
): Compared | null {
  const [left, right] = sidesOf(options, spans);
  const [a] = left;
  const [b] = right;
  if (a === undefined || b === undefined) return null;
  const told = (yes: boolean, confidence: number): Compared => ({ text: yes ? 'yes' : 'no', spans: [a, b], confidence });
  if (regions.test(question.text)) {
    const [mine, theirs] = [placesOf(left, options), placesOf(right, options)];
    if (mine.length > 0 && theirs.length > 0) {
      const shared = mine.some((place) => theirs.some((other) => sameMention(place, other)));
      return told(/\bdifferent\b/i.test(question.text) ? !shared : shared, 0.6);
    }
  }
  if (/\bsame\b/i.test(question.text)) {
    const shared = sharedWords(question, options, left, right, weight);
    return told(shared.length > 0, 0.5);
  }
  const share = Math.min(predicateShare(question, options, left, weight), predicateShare(question, options, right, weight));
  return told(share >= 0.4, share >= 0.4 ? 0.55 : 0.45);
}

/** Places and peoples by which a thing is introduced. */
function placesOf(side: readonly ReadSpan[], options: readonly string[]): Mention[] {
  const names = options.map((option) => option.toLowerCase());
  return side
    .slice(0, 3)
    .flatMap((span) =>
      span.mentions.filter(
        (mention) =>
          mention.kind !== 'number' &&
          mention.kind !== 'date' &&
          mention.kind !== 'person' &&
          !names.some((name) => name.includes(mention.text.toLowerCase())),
      ),
    );
}

/** "What do A and B have in common", "In what year were both …": what both sides say of the kind asked for. null where there is nothing. */
export function inCommon(
  question: QuestionAnalysis,
  options: readonly [string, string],
  spans: readonly ReadSpan[],
  weight: WordWeight,
): Compared | null {
  const [left, right] = sidesOf(options, spans);
  const names = options.map((option) => option.toLowerCase());
  const wanted = question.kinds.filter((kind) => question.type !== 'entity' || kind === question.kinds[0]);
  for (const span of wanted.length === 0 || question.type === 'entity' ? [] : left) {
    for (const mention of span.mentions) {
      if (
        !question.kinds.includes(mention.kind) ||
        names.some((name) => name.includes(mention.text.toLowerCase())) ||
        question.mentions.some((asked) => sameMention(asked, mention))
      )
        continue;
      const other = right.find((entry) =>
        entry.mentions.some((candidate) => candidate.kind === mention.kind && sameMention(candidate, mention)),
      );
      if (other !== undefined) return { text: mention.text, spans: [span, other], confidence: 0.55 };
    }
  }
  const [a] = left;
  const [b] = right;
  const [shared] = sharedWords(question, options, left, right, weight);
  return a === undefined || b === undefined || shared === undefined ? null : { text: shared, spans: [a, b], confidence: 0.45 };
}

/** Words by which both are introduced, without those of the question: the first named first, with the words before it that both share too. */
function sharedWords(
  question: QuestionAnalysis,
  options: readonly string[],
  left: readonly ReadSpan[],
  right: readonly ReadSpan[],
  weight: WordWeight,
): string[] {
  const taken = new Set([...question.stems, ...options.flatMap((option) => tokenize(option).map((token) => stem(token.lower)))]);
  const mine = introduced(left);
  const theirs = new Set(introduced(right).map((word) => word.stem));
  const common = mine.filter((word) => theirs.has(word.stem) && !taken.has(word.stem) && !/^\d/.test(word.text));
  return common.sort((x, y) => weight(y.stem) - weight(x.stem) || x.at - y.at).map((word) => word.text);
}

/** Content words soon after "is a", "was an", in the spans that introduce a thing. */
function introduced(side: readonly ReadSpan[]): { readonly stem: string; readonly text: string; readonly at: number }[] {
  return side.slice(0, 2).flatMap((span) => {
    const { text } = span.evidence;
    const from = /\b(?:is|are|was|were)\s+(?:an?|the|one|both)?\b/i.exec(text);
    if (from === null) return [];
    return tokenize(text.slice(from.index, from.index + 160))
      .filter((token) => !isStopword(token.lower))
      .map((token, at) => ({ stem: stem(token.lower), text: text.slice(from.index + token.start, from.index + token.end), at }));
  });
}

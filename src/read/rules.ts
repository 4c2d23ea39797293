import { type Norm, normsIn } from '../text/normative.ts';

/** Said as a fact, these forbid whoever asks for leave: "votes by proxy are not accepted", "we do not repair frames", "nobody works alone", "is unlawful". */
const forbidding = new RegExp(
  [
    String.raw`\b(?:is|are|be)\s(?:not|never|no longer)\s(?:\p{L}{2,}(?:ed|en)|possible|acceptable|valid|lawful|legal|paid|lent|sold|sent|done|made|kept|let|put|held|open)(?!\p{L})`,
    String.raw`\b(?:unlawful|illegal|impossible)\b`,
    String.raw`(?<=^|[.;:]\s|,\s|\b(?:and|but)\s)(?:nobody|no one|none of \p{L}+|never|nothing)\b`,
    String.raw`\b(?:do|does|will|would)(?:\s(?:not|never)|n['’]t)\b`,
    String.raw`\b(?:shall|must|may|can|will) be no\b`,
    // What is left out of what is allowed: "for the rota, but not for clients", "tap water is allowed, softened water is not".
    String.raw`\b(?:but|and) not\b|(?<=,\s)not(?=\s(?:even\s)?(?:in|on|for|at|from|to|with|by|of|the|an?)\b)`,
    String.raw`\b(?:is|are|do|does|may|can|must|has|have)(?:\snot|n['’]t)(?=\s*(?:[.,;:]|$))`,
  ].join('|'),
  'giu',
);
/** In such a clause a condition is told, or somebody is described. */
const aside = /\b(?:if|unless|when|where|whenever|that|which|who|whose|until|while|because|since|as|whether)\b[^.,;:]*$/i;

/** Words of obligation, and facts that forbid, in order: what a sentence says to somebody who asks for leave. */
export function rulesIn(sentence: string): readonly Norm[] {
  const norms = normsIn(sentence);
  const facts = [...sentence.matchAll(forbidding)]
    .map(({ index, 0: words }): Norm => ({ force: 'must not', start: index, end: index + words.length }))
    .filter(({ start, end }) => /\bbe no$/i.test(sentence.slice(start, end)) || !aside.test(sentence.slice(0, start)));
  // "Is not acceptable" forbids, though "acceptable" allows; "must not be" is one rule.
  const own = facts.filter(
    ({ start, end }) =>
      !norms.some(
        (norm) => norm.start < end && start < norm.end && !(norm.start >= start && norm.end < end + 1 && norm.force !== 'must not'),
      ),
  );
  const left = norms.filter((norm) => !own.some(({ start, end }) => norm.start < end && start < norm.end));
  return [...left, ...own].sort((a, b) => a.start - b.start);
}

const clauseEnd = /^\s*(?:[.,;:)]|$|(?:as|because|since|so|unless|except)\b)/i;
const clauseStart = /[.,;:(]\s|\b(?:but|while|whereas)\s/gi;

/** Where it stands of whom a rule speaks: before it in its clause. What "but not" leaves out is the same one's as the rule before it. */
export function subjectOf(sentence: string, rule: Norm, rules: readonly Norm[]): readonly [from: number, to: number] {
  const before = /^(?:but|and|not)\b/i.test(sentence.slice(rule.start, rule.end))
    ? rules.findLast(({ start }) => start < rule.start)
    : undefined;
  if (before !== undefined) return subjectOf(sentence, before, rules);
  const starts = [...sentence.slice(0, rule.start).matchAll(clauseStart)].map(({ index, 0: words }) => index + words.length);
  return [starts.at(-1) ?? 0, rule.start];
}

/** Where the words stand that a rule is about: behind it up to the next one, or before it where it ends its clause ("agency workers cannot."). */
export function reachOf(sentence: string, rule: Norm, rules: readonly Norm[]): readonly [from: number, to: number] {
  if (clauseEnd.test(sentence.slice(rule.end))) return subjectOf(sentence, rule, rules);
  const end = sentence.indexOf(';', rule.end);
  return [
    rule.end,
    Math.min(...rules.filter(({ start }) => start > rule.start).map(({ start }) => start), end < 0 ? sentence.length : end),
  ];
}

const only = /\b(?:only|alone|solely|exclusively|nothing else|no one else|nobody else|no more than)\b/i;

/**
 * "May be charged in the shed only", "reads metrics and nothing else", "no more than two may": what else is asked for is not allowed by it.
 * @param at where in the clause; without it the whole sentence is looked at
 */
export function isExclusive(sentence: string, at?: number): boolean {
  if (at === undefined) return only.test(sentence);
  const [from] = subjectOf(sentence, { force: 'may', start: at, end: at }, []);
  const length = sentence.slice(at).search(/[.;:]\s|\sbut\s/i);
  return only.test(sentence.slice(from, length < 0 ? sentence.length : at + length));
}

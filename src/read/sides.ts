import { analyseQuestion } from '../text/question.ts';
import { relateScopes, type ScopeTerm, scopeTermsIn } from '../text/scope.ts';
import { contentStems } from '../text/tokens.ts';
import type { RankedSentence } from './types.ts';

/** One of two things that a question holds against each other: the words, or the level, that tell it from the other. */
interface Side {
  readonly stems: ReadonlySet<string>;
  readonly term: ScopeTerm | null;
}

const joined =
  /^(?<a>.+?)[\s,]+(?:versus|vs\.?|compared (?:with|to)|as opposed to|rather than|against|than|and|or|but)\s+(?:how about\s+)?(?<b>.+)$/iu;
/** "If I go from keyed to strict", "whether it is Plus or Lifelong", "Oldgate or Fernside: where ...". */
const named: readonly RegExp[] = [
  /\b(?:go|goes|going|move|moving|switch|switching|change|changing|upgrade|upgrading|step(?:ping)? (?:up|down)) from (?<a>.{2,40}?) to (?<b>.{2,40})/iu,
  /^(?<a>[^:?.]{2,60}?) or (?<b>[^:?.]{2,40}):/iu,
  /:\s(?<a>[^:?.]{2,60}?) (?:against|versus|vs\.?|or) (?<b>[^:?.]{2,40})\?*$/iu,
];
/** Where the words for a side end, and after which they begin. */
const edge = /[,:;?(]|\b(?:for|of|on|in|at|with|from|by|to|about|as|when|while|where|if|and|is|are|was|were|do|does|did)\b/iu;

/** The words of a side from where it is joined to the other up to the next edge; all of them where none is left. */
function upTo(words: string): string[] {
  const trimmed = words.replace(/^(?:(?:for|on|in|at|with|the|an?|ones?|that|those)\s+)+/iu, '');
  const cut = contentStems(trimmed.split(edge)[0] ?? '');
  return (cut.length > 0 ? cut : contentStems(words)).slice(0, nearest);
}

function since(words: string): string[] {
  const parts = words.split(new RegExp(edge.source, 'giu')).filter((part) => part.trim() !== '');
  const cut = contentStems(parts.at(-1) ?? '');
  return (cut.length > 0 ? cut : contentStems(words)).slice(-nearest);
}

/** "Tougher now than it was", "hotter than under the last version": what holds is asked beside what held. */
export function comparesTimes(question: string): boolean {
  return /\b(?:than|as) (?:(?:it|they|we|you|he|she|this|that) )?(?:was|were|did|had|used to)?\s*(?:be )?(?:before|last|previously|earlier|under the (?:old|last|previous|former|earlier))\b|\bnow\b[^?]*\bbefore\b|\b(?:than|as) (?:it|they|we) (?:was|were|did|used to)\b|\bthan under the (?:old|last|previous|former|earlier)\b|\bhow (?:has|have|had|did|does|do)\b[^?]{2,80}\bchanged?\b|^(?:has|have|did|is|are)\b[^?]{2,100}\bsince\b/iu.test(
    question,
  );
}

/** Content words of a side that are looked at: those next to what joins the two. */
const nearest = 3;

/** The two things that a question compares; null where its words do not tell. */
export function comparedSides(question: string): readonly [Side, Side] | null {
  const terms = scopeTermsIn(question);
  for (const one of terms) {
    const two = terms.find((other) => other.kind === one.kind && other.value !== one.value);
    if (two !== undefined)
      return [
        { stems: new Set(), term: one },
        { stems: new Set(), term: two },
      ];
  }
  const { options } = analyseQuestion(question);
  if (options !== null) return apart(contentStems(options[0]), contentStems(options[1]));
  const text = question.replace(/[?!.\s]+$/, '');
  const groups = named.map((pattern) => pattern.exec(text)?.groups).find((found) => found !== undefined) ?? joined.exec(text)?.groups;
  return groups === undefined ? null : apart(since(groups['a'] ?? ''), upTo(groups['b'] ?? ''));
}

function apart(a: readonly string[], b: readonly string[]): readonly [Side, Side] | null {
  const left = new Set(a.filter((root) => !b.includes(root)));
  const right = new Set(b.filter((root) => !a.includes(root)));
  return left.size === 0 || right.size === 0
    ? null
    : [
        { stems: left, term: null },
        { stems: right, term: null },
      ];
}

/** How much of what tells a side from the other a sentence says, by itself, or by what it stands under, which counts half; [0, 1]. */
export function shareOfSide(side: Side, { text, scope, title, path }: RankedSentence): number {
  if (side.term !== null) {
    if (scopeTermsIn(text).some(({ kind, value }) => kind === side.term?.kind && value === side.term.value)) return 1;
    return relateScopes([side.term], [text, scope, title]) === 'met' ? 0.5 : 0;
  }
  const own = new Set(contentStems(text));
  const above = new Set(contentStems(`${scope} ${title} ${path.replaceAll(/[-_/.]+/g, ' ')}`));
  let sum = 0;
  for (const root of side.stems) sum += own.has(root) ? 1 : above.has(root) ? 0.5 : 0;
  return sum / side.stems.size;
}

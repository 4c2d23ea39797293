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
  const groups = joined.exec(question.replace(/[?!.\s]+$/, ''))?.groups;
  return groups === undefined
    ? null
    : apart(contentStems(groups['a'] ?? '').slice(-nearest), contentStems(groups['b'] ?? '').slice(0, nearest));
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

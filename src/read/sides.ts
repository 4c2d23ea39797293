import { analyseQuestion } from '../text/question.ts';
import { relateScopes, type ScopeTerm, scopeTermsIn } from '../text/scope.ts';
import { contentStems } from '../text/tokens.ts';
import type { RankedSentence } from './types.ts';

/** One of two things that a question holds against each other: the words, or the level, that tell it from the other. */
export interface Side {
  readonly stems: ReadonlySet<string>;
  readonly term: ScopeTerm | null;
}

const lead = String.raw`(?:(?:for|on|in|at|with|from|by|to|of|when|if|after|under|the|an?|my|our)\s+)*`;
const degree = String.raw`(?:more|less|fewer|better|worse|as|\p{L}{2,}(?:er|ier))`;
/**
 * How a question names its two, the surest first: "if I go from keyed to strict", "Oldgate or Fernside: where ...", "..., the roof or the electrics?", "longer for
 * guests or for fellows", "do the older children get more than the little ones", "between Basic and Standard".
 */
const named: readonly RegExp[] = [
  /\b(?:go|goes|going|move|moving|switch|switching|change|changing|upgrade|upgrading|step(?:ping)? (?:up|down)) from (?<a>.{2,40}?) to (?<b>.{2,40})/iu,
  /\b(?:change[sd]?|differ\w*|difference|fall|fell|r[io]se|gone?|went)\b.{0,60}\bbetween (?<a>.{2,40}?) and (?<b>.{2,40})$/iu,
  /\b(?:differ\w*|difference|compare) (?:for|between|in|among) (?<a>[^,?]{2,50}?) and (?<b>[^,?]{2,40}?)(?:$| at | in )/iu,
  /\bhow (?:much )?(?:does|do|did|is|are|was|were|has|have)\s(?<a>[^?]{2,90}?)\s(?:differ(?:s|ed)? from|different from|compared? (?:with|to)|against)\s(?:(?:that|those|the ones?|what it (?:is|was)) (?:of|for|in|among|on|at|up to)\s)?(?<b>.+)$/iu,
  new RegExp(String.raw`\bhow much ${degree} (?:is|are|was|were|does|do|did|has|have)\s(?<a>[^?]{2,60}?)\sthan\s(?<b>[^?]{2,60})`, 'iu'),
  new RegExp(String.raw`\bby how much (?:is|are|was|were)\s(?<a>[^?]{2,60}?)\s${degree}\sthan\s(?<b>[^?]{2,60})`, 'iu'),
  /^(?:between|of) (?<a>[^,:?]{2,40}?) and (?<b>[^,:?]{2,40}?)(?:,| at | in )/iu,
  /^(?<a>[^:?.]{2,60}?) or (?<b>[^:?.]{2,40}):/iu,
  /:\s(?<a>[^:?.]{2,60}?) (?:against|versus|vs\.?|or) (?<b>[^:?.]{2,40})\?*$/iu,
  /\b(?:which|who|whose|whom|where|what)\b[^?]{2,90}[,:–-]\s(?<a>[^,?]{2,50}?),? or (?<b>[^,?]{2,50})$/iu,
  /^(?:which|who|where|what)\s(?<a>[^,?]{2,60}?)\s(?:versus|vs\.?|as opposed to|as against|rather than)\s(?<b>.+)$/iu,
  /^(?<a>.+?)[\s,]+(?:versus|vs\.?|compared (?:with|to)|as opposed to|as against|rather than|against)\s+(?:how about\s+)?(?<b>.+)$/iu,
  new RegExp(
    String.raw`^(?:is|are|was|were|do|does|did|has|have|had|will|would|can)\s(?<a>[^,?]{4,60}?)\s(?:\p{L}+\s){0,2}?${degree}\b[^?]{0,60}?\b(?:than|as)\s(?!\d)(?<b>[^,?]{2,60})`,
    'iu',
  ),
  new RegExp(
    String.raw`\b${degree}\b[^?]{0,60}?\s(?<a>(?:for|on|in|at|with|from|by|to|when|if|after|under)\s[^,?]{2,50}?),? or (?<b>${lead}[^,?]{2,50})$`,
    'iu',
  ),
  /^(?<a>.+?)[\s,]+than\s+(?<b>.+)$/iu,
  /^(?<a>.+?)[\s,]+or\s+(?<b>.+)$/iu,
  /^(?<a>.+?)[\s,]+(?:and|but)\s+(?:how about\s+)?(?<b>.+)$/iu,
];
/** Where the words for a side end, and after which they begin. */
const edge = /[,:;?(]|\b(?:for|of|on|in|at|with|from|by|to|about|as|when|while|where|if|and|is|are|was|were|do|does|did)\b/iu;

/** The words of a side from where it is joined to the other up to the next edge; all of them where none is left. */
function upTo(words: string): string[] {
  const trimmed = words.replace(
    /^(?:(?:for|on|in|at|with|from|by|to|of|when|if|after|under|the|an?|ones?|that|those|my|our|is|are|was|were|it)\s+)+/iu,
    '',
  );
  const cut = contentStems(trimmed.split(edge)[0] ?? '');
  return (cut.length > 0 ? cut : contentStems(words)).slice(0, nearest);
}

function since(words: string): string[] {
  const trimmed = /^(?:(?:for|on|in|at|with|from|by|to|when|if|after|under)\s)/iu.test(words) ? upTo(words) : [];
  if (trimmed.length > 0) return trimmed;
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
  for (const pattern of named) {
    const { a, b } = pattern.exec(text)?.groups ?? {};
    const found = a === undefined || b === undefined ? null : apart(since(a), upTo(b));
    if (found !== null) return found;
  }
  return null;
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

import type { Alignment, Side, WordClass } from './alignment.ts';
import { aligned as said, isContent } from './reading.ts';
import { relationAt, type WordBook } from './words.ts';

export interface StructureEvidence {
  /** A modifier that the premise does not give to the same noun: none there, one of the same kind, or another. */
  readonly modifierAdded: number;
  readonly modifierConflict: number;
  readonly modifierOther: number;
  /** What follows a shared verb or preposition is not said: nothing stands there in the premise, or something else. */
  readonly objectAdded: number;
  readonly objectConflict: number;
  readonly objectPath: number;
  readonly placeAdded: number;
  readonly placeConflict: number;
  /** The verb is not said and the premise has another one. */
  readonly verbReplaced: number;
  readonly verbPath: number;
  readonly verbCosine: number;
  /** Unsaid content words at the end, and after a word of purpose or cause. */
  readonly tailOpen: number;
  readonly purposeOpen: number;
  readonly headPath: number;
}

const prepositions = new Set([
  'in',
  'on',
  'at',
  'by',
  'near',
  'under',
  'over',
  'behind',
  'inside',
  'outside',
  'through',
  'across',
  'into',
  'onto',
  'from',
  'with',
  'along',
  'around',
  'beside',
  'between',
  'against',
  'towards',
  'toward',
  'of',
  'for',
  'as',
  'to',
  'during',
  'after',
  'before',
]);
const places = new Set([
  'in',
  'on',
  'at',
  'near',
  'inside',
  'outside',
  'behind',
  'through',
  'across',
  'along',
  'around',
  'beside',
  'under',
  'by',
]);
const purposes = new Set(['because', 'for', 'to', 'so', 'since', 'while', 'after', 'before', 'due', 'waiting', 'trying', 'hoping']);

/** How unsaid words sit beside said ones: additions leave a statement open, replacements go against it. */
export function structureEvidence(
  book: WordBook,
  premise: Side,
  hypothesis: Side,
  alignment: readonly Alignment[],
  classes: readonly WordClass[],
  premiseClasses: readonly WordClass[],
  near: ReadonlySet<number>,
  used: ReadonlySet<number>,
): StructureEvidence {
  const out = {
    modifierAdded: 0,
    modifierConflict: 0,
    modifierOther: 0,
    objectAdded: 0,
    objectConflict: 0,
    objectPath: 0,
    placeAdded: 0,
    placeConflict: 0,
    verbReplaced: 0,
    verbPath: 0,
    verbCosine: 0,
    tailOpen: 0,
    purposeOpen: 0,
    headPath: 0,
  };
  const strength = (at: number): number => alignment[at]?.strength ?? 0;
  const content = classes.flatMap((kind, at) => (isContent(kind) ? [at] : []));
  const relation = (i: number, j: number): Float32Array | null => {
    const a = premise.ids[i];
    const b = hypothesis.ids[j];
    return a === undefined || b === undefined ? null : book.relation(a, b);
  };
  const openVerbs = [...near].filter((at) => premiseClasses[at] === 'verb' && !used.has(at));
  let purpose = false;

  content.forEach((j, k) => {
    for (let at = (content[k - 1] ?? -1) + 1; at < j; at += 1)
      if (purposes.has(hypothesis.tokens[at]?.text ?? '') && at > 2) purpose = true;
    if (strength(j) >= said) return;
    if (purpose) out.purposeOpen += 1;
    const kind = classes[j];
    const next = content[k + 1];
    if (next === j + 1 && strength(next) >= said && (kind === 'modifier' || kind === 'noun' || kind === 'number')) {
      const head = alignment[next]?.at ?? -1;
      const before = head - 1;
      if (!isContent(premiseClasses[before]) || used.has(before)) out.modifierAdded += 1;
      else {
        const seen = relation(before, j);
        const alike =
          seen !== null &&
          ((seen[relationAt.path] ?? 0) >= 0.2 || (seen[relationAt.opposite] ?? 0) > 0 || (seen[relationAt.sister] ?? 0) > 0);
        if (alike) out.modifierConflict += 1;
        else out.modifierOther += 1;
      }
      return;
    }
    if (kind === 'verb') {
      if (openVerbs.length > 0) out.verbReplaced += 1;
      for (const i of openVerbs) {
        const seen = relation(i, j);
        out.verbPath = Math.max(out.verbPath, seen?.[relationAt.path] ?? 0);
        out.verbCosine = Math.max(out.verbCosine, seen?.[relationAt.cosine] ?? 0);
      }
      return;
    }
    // The word that governs j: the nearest verb or preposition before it.
    for (let at = j - 1; at >= Math.max(0, j - 4); at -= 1) {
      const text = hypothesis.tokens[at]?.text ?? '';
      const governs = classes[at] === 'verb' || prepositions.has(text);
      if (!governs) continue;
      const place = places.has(text);
      const anchors = place
        ? [...near].filter((i) => places.has(premise.tokens[i - 1]?.text ?? '') || places.has(premise.tokens[i - 2]?.text ?? ''))
        : [];
      const from = alignment[at]?.at ?? -1;
      const candidates = place ? anchors : from < 0 || strength(at) < said ? [] : [...near].filter((i) => i > from && i <= from + 4);
      const open = candidates.filter((i) => !used.has(i) && isContent(premiseClasses[i]) && premiseClasses[i] !== 'verb');
      for (const i of open) out.objectPath = Math.max(out.objectPath, relation(i, j)?.[relationAt.path] ?? 0);
      if (place) {
        if (open.length > 0) out.placeConflict += 1;
        else out.placeAdded += 1;
      } else if (open.length > 0) out.objectConflict += 1;
      else out.objectAdded += 1;
      break;
    }
  });
  for (let k = content.length - 1; k >= 0 && strength(content[k] ?? 0) < said; k -= 1) out.tailOpen += 1;
  const first = content[0];
  const firstPremise = premiseClasses.findIndex((kind, at) => at >= premise.contextLength && isContent(kind));
  if (first !== undefined && firstPremise >= 0)
    out.headPath = strength(first) >= said ? 1 : (relation(firstPremise, first)?.[relationAt.path] ?? 0);
  return out;
}

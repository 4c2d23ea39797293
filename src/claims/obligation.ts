import { type Force, type ForceRelation, type Norm, relateForces } from '../text/normative.ts';
import { stem } from '../text/stem.ts';
import type { Reading } from './reading.ts';
import type { JudgedAtom } from './types.ts';
import type { Aligned, Word } from './words.ts';

/** `fact`: the sentence has no word of obligation; `open`: it has some, on other acts. */
export type Modality = 'none' | 'same' | 'weaker' | 'breaks' | 'open' | 'fact';

/** Weighty words that an obligation governs: those right behind it, or all of its clause. */
function governed(reading: Reading, end: number, count: number): Word[] {
  return reading.words.filter((word) => !word.light && word.start >= end).slice(0, count);
}
const governedWords = 3;
const clauseWords = 9;
/** Weaker likeness is not the same act. */
export const leastAction = 0.75;
/** "Is mandatory", "is good advice": what is obliged stands before it, or anywhere. */
const predicative =
  /^(?:is|are|was|were|be|been|remains?|becomes?|makes?|made|compulsory|mandatory|optional|required|recommended|good|sound|wise|only|no|at|best)\b/i;

/** "The other nine may continue": another party's rule. */
function ofOthers({ text }: Reading, { start }: Norm): boolean {
  return /\b(?:the (?:others?|rest|remaining)|others)\b[^,;.:]{0,24}$/i.test(text.slice(Math.max(0, start - 48), start));
}

/** The sentence's norms whose governed words meet the claim's. */
function governing(claim: Reading, stated: Reading, norm: Norm, aligned: readonly Aligned[], count: number): Norm[] {
  const behind = governed(claim, norm.end, count);
  const own =
    predicative.test(claim.text.slice(norm.start, norm.end)) || behind.length === 0 ? null : new Set(behind.map((word) => word.start));
  return stated.norms.filter((other) => {
    if (ofOthers(stated, other) && !ofOthers(claim, norm)) return false;
    // "Should inform of the procedures but should not inform of the reason": a word that stands twice is aligned once.
    const others = new Set(governed(stated, other.end, count).map(({ lower }) => stem(lower)));
    const free = predicative.test(stated.text.slice(other.start));
    return aligned.some(
      ({ word, at, strength }) =>
        at !== null &&
        strength >= leastAction &&
        (own === null || own.has(word.start)) &&
        (others.has(stem(at.lower)) || (free && at.start < other.start)),
    );
  });
}

/** "Reauthentication SHOULD be repeated": what is obliged stands before the norm. */
function suffered({ text, norms }: Reading, aligned: readonly Aligned[]): Norm[] {
  return norms.filter(
    ({ start, end, force }) =>
      force !== 'may' &&
      /^\sbe\s/.test(text.slice(end)) &&
      aligned.some(
        ({ at, strength }) =>
          at !== null && strength >= leastAction && at.end <= start && start - at.end < 40 && !/[.;:]/.test(text.slice(at.end, start)),
      ),
  );
}

/** A norm of the sentence counts where the claim's norm is about the same action: their governed words meet. */
export function modalityAtom(
  claim: Reading,
  stated: Reading,
  aligned: readonly Aligned[],
): { atom: JudgedAtom | null; relation: Modality } {
  const norm = strongest(claim);
  if (norm === null) return { atom: null, relation: stated.norms.length === 0 ? 'none' : 'open' };
  const base = { kind: 'modality' as const, text: claim.text.slice(norm.start, norm.end), start: norm.start, end: norm.end };
  const strong = ({ norms }: Reading): number => norms.filter(({ force }) => force !== 'may').length;
  const near = governing(claim, stated, norm, aligned, governedWords);
  // Where each has one rule only, its whole clause may stand for the action.
  const rules =
    near.length > 0 || strong(claim) > 1 || strong(stated) !== 1
      ? near
      : [...governing(claim, stated, norm, aligned, clauseWords), ...suffered(stated, aligned)];
  // Of several rules about the same words the one that agrees is meant.
  const rank = { same: 0, weaker: 1, breaks: 2, open: 3 } as const;
  const found = rules
    .map((other) => ({ other, rank: rank[relateForces(other.force, norm.force)] }))
    .reduce<{ other: Norm; rank: number } | undefined>(
      (best, entry) => (best === undefined || entry.rank < best.rank ? entry : best),
      undefined,
    )?.other;
  // A sentence without any word of obligation tells how it is: it neither has the claim's force nor another.
  if (found === undefined) return { atom: { ...base, state: 'unsaid', words: [] }, relation: stated.norms.length === 0 ? 'fact' : 'open' };
  const own = unlessConditional(relateForces(found.force, norm.force), claim, stated, found, norm);
  const relation =
    own === 'breaks' && (isDeniedBehind(claim, stated, norm, aligned) || hasRuleOfOwn(claim, stated, aligned)) ? 'open' : own;
  return {
    atom: { ...base, state: relation === 'breaks' ? 'denied' : relation === 'open' ? 'unsaid' : 'said', words: [[found.start, found.end]] },
    relation,
  };
}

const onlyWith = /\bonly\b/i;
const exceptWith = /\b(?:without|unless|except|until|before|other than|save)\b/i;
const condition = /\b(?:once|only|if|as long as|after|unless|provided|with|when|who|of \d|over|until|before|nothing else|no other)\b/i;

/**
 * "May, once they have done it" beside "need it before they may", "no can may stay longer than" beside "a can may stay at most": neither
 * breaks the other.
 */
function unlessConditional(relation: ForceRelation, claim: Reading, stated: Reading, found: Norm, norm: Norm): ForceRelation {
  if (relation !== 'breaks') return relation;
  if (found.force === 'may' && norm.force === 'must' && condition.test(stated.text)) return 'open';
  // "May use the lift if they are carried" where they "may not use it unless they are carried".
  if (liftsBan(claim, stated)) return 'open';
  // "Nobody may restart it without a second person" and "may only be restarted with a second person".
  const [only, without] = [onlyWith.test(claim.text), exceptWith.test(claim.text)];
  if (found.force === 'must not' && only && exceptWith.test(stated.text)) return 'same';
  if (norm.force === 'must not' && without && onlyWith.test(stated.text)) return 'same';
  const taken = ({ quantities }: Reading): boolean => quantities.some(({ denied }) => denied);
  return taken(claim) !== taken(stated) && (found.force === 'must not' || norm.force === 'must not') ? 'open' : relation;
}

/** "Recommended, but not compulsory": what leaves it free counts, then what obliges. */
function strongest({ text, norms }: Reading): { readonly force: Force; readonly start: number; readonly end: number } | null {
  // "…, which a developer cannot do": what an aside says of somebody else is not what is claimed.
  const plain = norms.filter(({ start }) => !aside.test(text.slice(0, start)));
  const own = plain.length > 0 ? plain : norms;
  const free = own.findLast(({ force }) => force === 'need not');
  return free ?? own.find(({ force }) => force !== 'may') ?? own[0] ?? null;
}

const aside = /,\s(?:which|whereas|unlike|something|a thing)\b[^,;.]*$/i;

const notBehind = /(?:,|\b(?:but|and|though|yet))\s(?:not|never)\s(?!only\b)/i;

/** "May be kept in the shed, but not in the hallway" forbids what it says of the hallway. */
function isDeniedBehind(claim: Reading, stated: Reading, norm: { readonly force: Force }, aligned: readonly Aligned[]): boolean {
  const from = notBehind.exec(stated.text)?.index;
  return (
    norm.force === 'must not' &&
    from !== undefined &&
    aligned.some(({ at, strength }) => at !== null && at.start > from && strength >= leastAction)
  );
}

/** "Volunteers should have a certificate, and drivers must have one": of drivers the second is the rule, whose words the claim does not share. */
export function hasRuleOfOwn(claim: Reading, stated: Reading, aligned: readonly Aligned[]): boolean {
  const norm = strongest(claim);
  if (norm === null) return false;
  const subjects = aligned.flatMap(({ word, at, strength }) =>
    word.end <= norm.start && at !== null && strength >= leastAction ? [at] : [],
  );
  return stated.norms.some((other) => {
    const lead = stated.text.slice(0, other.start);
    const from = Math.max(...[...lead.matchAll(/[,;:]\s|\s(?:and|but|while|whereas)\s/g)].map(({ index }) => index), -1);
    return from >= 0 && relateForces(other.force, norm.force) === 'same' && subjects.some((at) => at.start > from && at.end <= other.start);
  });
}

/** Does a text forbid, or advise against, anything? */
export function forbids({ norms }: Reading): boolean {
  return norms.some(({ force }) => force === 'must not' || force === 'should not');
}

const granted = /\b(?:if|when|once|with|provided|as long as|after|only)\b/i;

/** "May use the lift if they are carried" where they "may not use it unless they are carried". */
export function liftsBan(claim: Reading, stated: Reading): boolean {
  const allowed = claim.norms.find(({ force }) => force === 'may');
  return (
    allowed !== undefined &&
    forbids(stated) &&
    !forbids(claim) &&
    exceptWith.test(stated.text) &&
    granted.test(claim.text.slice(allowed.end))
  );
}

import { say } from '../base/language.ts';
import { entitiesIn } from '../text/entities.ts';
import { negationCue } from '../text/negation.ts';
import { normsIn, relateForces } from '../text/normative.ts';
import { stem } from '../text/stem.ts';
import { isStopword } from '../text/stopwords.ts';
import { contentStems, tokenize } from '../text/tokens.ts';
import { type CauseReader, relateCauses, statedCauses } from './answer-claims-cause.ts';
import { figureAgainst } from './answer-claims-figures.ts';

/** A sentence of the documents, with its title and headings. */
export interface ClaimEvidence {
  readonly spanId: string;
  readonly text: string;
  readonly heading: string;
}

export type ClaimVerdict = 'entailed' | 'refuted' | 'unsupported';

export interface CheckedClaim {
  readonly text: string;
  readonly verdict: ClaimVerdict;
  /** A sentence: why it is not entailed; empty where it is. */
  readonly reason: string;
  /** What it is entailed or refuted by; the nearest sentence where it is neither, if any is near. */
  readonly spanIds: readonly string[];
}

/** What a scorer of whole sentences makes of a claim: the claims' atoms, or a language model. `open` decides nothing. */
export type ClaimJudge = (
  claim: string,
  evidence: readonly ClaimEvidence[],
) => Promise<{ readonly stance: 'supports' | 'refutes' | 'open'; readonly spanId: string } | null>;

/** Share of a claim's words that one sentence, or two of one heading, must say before it counts as saying it. */
const said = 0.85;
/** And from which on another figure in it is another figure for the same thing. */
const near = 0.5;
/** Sentences that are looked at for each claim: those that say most of it. */
const looked = 8;

interface Near {
  readonly spans: readonly ClaimEvidence[];
  readonly text: string;
  readonly coverage: number;
}

/**
 * Each sentence of an answer held against the evidence (CDF-RAG sec. 2.4 and 2.5): entailed where a sentence says it with its names, figures,
 * direction of cause and effect and without another negation; refuted where one says otherwise; else unsupported. What cannot be settled
 * is unsupported: nothing is taken on trust.
 */
export async function checkClaims(
  claims: readonly string[],
  evidence: readonly ClaimEvidence[],
  judge: ClaimJudge,
  causes: CauseReader = statedCauses,
): Promise<CheckedClaim[]> {
  const checked: CheckedClaim[] = [];
  for (const text of claims) checked.push(await check(text, evidence, judge, causes));
  return checked;
}

async function check(text: string, evidence: readonly ClaimEvidence[], judge: ClaimJudge, causes: CauseReader): Promise<CheckedClaim> {
  const nearest = nearestTo(text, evidence);
  const [best] = nearest;
  const found = (verdict: ClaimVerdict, reason: string, spanIds: readonly string[]): CheckedClaim => ({ text, verdict, reason, spanIds });
  if (best === undefined) return found('unsupported', say`Nothing in the evidence is about this.`, []);
  const cause = causeAgainst(text, evidence, causes);
  if (typeof cause === 'object') return found('refuted', cause.reason, [cause.spanId]);
  const figures = nearest.filter(({ coverage }) => coverage >= near).map((entry) => ({ entry, finding: figureAgainst(text, entry.text) }));
  const figured = figures.find(({ finding }) => finding === null);
  const [wrong] = figures;
  if (figures.length > 0 && figured === undefined && wrong?.finding?.state === 'broken')
    return found('refuted', say`The evidence does not give "${wrong.finding.text}" but another figure.`, idsOf(wrong.entry));
  const judged = await judge(
    text,
    nearest.flatMap(({ spans }) => spans).filter((span, place, all) => all.indexOf(span) === place),
  );
  if (judged?.stance === 'refutes') return found('refuted', say`A sentence of the evidence says otherwise.`, [judged.spanId]);
  if (cause === 'unsaid') return found('unsupported', say`No sentence of the evidence says that the one caused the other.`, idsOf(best));
  if (judged?.stance === 'supports') return found('entailed', '', [judged.spanId]);
  const saying = nearest.find(
    (entry) =>
      entry.coverage >= said &&
      figureAgainst(text, entry.text) === null &&
      keepsSense(text, entry.text) &&
      (cause === 'same' || sameOrder(text, entry.text)),
  );
  if (saying !== undefined) return found('entailed', '', idsOf(saying));
  const missing = figures.length === 0 ? figureAgainst(text, best.text) : (wrong?.finding ?? null);
  if (missing !== null) return found('unsupported', say`The evidence does not give "${missing.text}".`, idsOf(best));
  const unsaid = missingWords(text, best.text);
  return found(
    'unsupported',
    unsaid.length === 0
      ? say`No sentence of the evidence says this as it stands.`
      : say`The evidence does not say ${unsaid.map((word) => `"${word}"`).join(', ')}.`,
    idsOf(best),
  );
}

function idsOf({ spans }: Near): string[] {
  return spans.map(({ spanId }) => spanId);
}

/** Single sentences and neighbours under one heading that say most of a claim, best first. */
function nearestTo(claim: string, evidence: readonly ClaimEvidence[]): Near[] {
  const wanted = [...new Set(contentStems(claim))];
  const coverageOf = (text: string): number => {
    const stems = new Set(contentStems(text));
    return wanted.length === 0 ? 0 : wanted.filter((word) => stems.has(word)).length / wanted.length;
  };
  const one = (spans: readonly ClaimEvidence[]): Near => {
    const text = `${spans[0]?.heading ?? ''}. ${spans.map((span) => span.text).join(' ')}`;
    return { spans, text, coverage: coverageOf(text) };
  };
  const alone = evidence
    .map((span) => one([span]))
    .filter(({ coverage }) => coverage > 0)
    .sort((a, b) => b.coverage - a.coverage)
    .slice(0, looked);
  const [first] = alone;
  const pairs = first === undefined ? [] : alone.slice(1, 4).map((other) => one([...first.spans, ...other.spans]));
  return [...alone, ...pairs.filter(({ coverage }) => coverage >= said)].sort(
    (a, b) => b.coverage - a.coverage || a.spans.length - b.spans.length,
  );
}

/** Whether the evidence has the cause that a claim states, has it otherwise, or does not have it; `none`: the claim states none. */
function causeAgainst(
  claim: string,
  evidence: readonly ClaimEvidence[],
  causes: CauseReader,
): 'none' | 'same' | 'unsaid' | { readonly spanId: string; readonly reason: string } {
  const claimed = causes(claim);
  if (claimed.length === 0) return 'none';
  let against: { spanId: string; reason: string } | null = null;
  for (const { spanId, text } of evidence) {
    const relations = causes(text).flatMap((stated) => claimed.map((own) => relateCauses(stated, own)));
    if (relations.includes('same')) return 'same';
    if (relations.includes('reversed')) against ??= { spanId, reason: say`The evidence has cause and effect the other way round.` };
    if (relations.includes('opposed'))
      against ??= { spanId, reason: say`Of the evidence and this sentence one denies that the one caused the other.` };
  }
  return against ?? 'unsaid';
}

const universal = /\b(?:all|every|each|any|only|always|never|none|nobody|no one|both|neither|most|first|last)\b/gi;

/** The same negation, no stronger obligation, no "all" or "only" that is not said, and every name. */
function keepsSense(claim: string, stated: string): boolean {
  const denies = (text: string): boolean => tokenize(text).some(({ lower }) => ['negator', 'denier'].includes(negationCue(lower) ?? ''));
  const forces = normsIn(stated);
  const claimedForces = normsIn(claim);
  return (
    denies(claim) === denies(stated) &&
    claimedForces.every(({ force }) => forces.some((own) => ['same', 'weaker'].includes(relateForces(own.force, force)))) &&
    (claim.match(universal) ?? []).every((word) => new RegExp(String.raw`\b${word}\b`, 'i').test(stated)) &&
    namesSaid(claim, stated)
  );
}

/** Words that keep their order: "Ann paid Bo" is not "Bo paid Ann". */
const leastInOrder = 0.75;

function sameOrder(claim: string, stated: string): boolean {
  const own = contentStems(stated);
  const places = contentStems(claim)
    .map((word) => own.indexOf(word))
    .filter((place) => place >= 0);
  // Longest ascending run of places, not necessarily of neighbours.
  const longest: number[] = [];
  places.forEach((place, at) => {
    longest.push(1 + Math.max(0, ...longest.slice(0, at).filter((_, before) => (places[before] ?? 0) < place)));
  });
  return places.length > 0 && Math.max(...longest) >= leastInOrder * places.length;
}

function namesSaid(claim: string, stated: string): boolean {
  const words = new Set(tokenize(stated).map(({ lower }) => stem(lower)));
  return entitiesIn(claim).every(({ start, end }) =>
    tokenize(claim.slice(start, end)).every(({ lower }) => isStopword(lower) || words.has(stem(lower))),
  );
}

const wordsNamed = 4;

function missingWords(claim: string, stated: string): string[] {
  const words = new Set(contentStems(stated));
  return [
    ...new Set(
      tokenize(claim)
        .filter(({ lower }) => !isStopword(lower) && !words.has(stem(lower)))
        .map(({ start, end }) => claim.slice(start, end)),
    ),
  ].slice(0, wordsNamed);
}

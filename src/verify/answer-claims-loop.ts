import type { GeneratedAnswer, GeneratedClaim } from '../models/ports.ts';
import { sentences } from '../text/sentences.ts';
import type { CauseReader } from './answer-claims-cause.ts';
import { type CheckedClaim, checkClaims, type ClaimEvidence, type ClaimJudge } from './answer-claims.ts';

/** Asks the model again, with what it may not say. null: it cannot be asked, or has nothing better. */
export type Regenerate = (answer: GeneratedAnswer, wrong: readonly CheckedClaim[]) => Promise<GeneratedAnswer | null>;

export interface VerifiedAnswer {
  readonly answer: GeneratedAnswer;
  /** Every sentence of the answer as it now is, in order. */
  readonly claims: readonly CheckedClaim[];
  /** How often the answer was corrected, 0 to 2. */
  readonly rounds: number;
  /** CDF-RAG sec. 2.5: 1 - supported / all claims, before and after. */
  readonly hallucination: { readonly before: number; readonly after: number };
}

const mostRounds = 2;

/**
 * Checks what an answer says and puts it right (CDF-RAG sec. 2.4, 2.5): where sentences are not entailed the model answers again under strict
 * grounding, at most twice, and a new answer stands only where less of it is left unsupported. Where no model can be asked, sentences that
 * the evidence refutes give way to what it says and those that it does not say are taken out, as long as an entailed one is left.
 * What remains is marked by its verdict.
 */
export async function verifyAnswer(
  answer: GeneratedAnswer,
  evidence: readonly ClaimEvidence[],
  judge: ClaimJudge,
  regenerate: Regenerate | null,
  causes?: CauseReader,
): Promise<VerifiedAnswer> {
  let current = answer;
  let claims = await checkClaims(claimsIn(answer), evidence, judge, causes);
  const before = hallucination(claims);
  let rounds = 0;
  let asks = regenerate;
  while (asks !== null && rounds < mostRounds && hallucination(claims) > 0) {
    const next = await asks(current, wrongIn(claims));
    if (next === null || next.abstained) {
      asks = next === null ? null : asks;
      break;
    }
    rounds += 1;
    const checked = await checkClaims(claimsIn(next), evidence, judge, causes);
    if (badness(checked) >= badness(claims)) continue;
    current = next;
    claims = checked;
  }
  if (asks === null && hallucination(claims) > 0) {
    const cut = rewrite(current, claims, evidence);
    if (cut !== null) {
      rounds += 1;
      current = cut;
      claims = await checkClaims(claimsIn(cut), evidence, judge, causes);
    }
  }
  return { answer: current, claims, rounds, hallucination: { before, after: hallucination(claims) } };
}

/** What an answer says, sentence by sentence: its claims, and of its statement what is not among them. */
export function claimsIn({ claims, statement }: Pick<GeneratedAnswer, 'claims' | 'statement'>): string[] {
  const all = [...sentencesOf(statement), ...claims.flatMap(({ text }) => sentencesOf(text))];
  return all.filter((text, place) => all.findIndex((other) => plain(other) === plain(text)) === place);
}

function sentencesOf(text: string): string[] {
  return sentences(text)
    .map(({ start, end }) => text.slice(start, end).trim())
    .filter((sentence) => /[\p{L}\p{N}]/u.test(sentence));
}

function plain(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

function hallucination(claims: readonly CheckedClaim[]): number {
  return claims.length === 0 ? 0 : 1 - claims.filter(({ verdict }) => verdict === 'entailed').length / claims.length;
}

/** A refuted sentence weighs twice an unsupported one. */
function badness(claims: readonly CheckedClaim[]): number {
  return (
    claims.reduce((sum, { verdict }) => sum + (verdict === 'refuted' ? 2 : verdict === 'unsupported' ? 1 : 0), 0) /
    Math.max(1, claims.length)
  );
}

function wrongIn(claims: readonly CheckedClaim[]): CheckedClaim[] {
  return claims.filter(({ verdict }) => verdict !== 'entailed');
}

/** Without a model: only what is not entailed is touched. null where nothing entailed would be left. */
function rewrite(answer: GeneratedAnswer, claims: readonly CheckedClaim[], evidence: readonly ClaimEvidence[]): GeneratedAnswer | null {
  const verdicts = new Map(claims.map((claim) => [plain(claim.text), claim]));
  const textOf = new Map(evidence.map((span) => [span.spanId, span.text]));
  const mend = (sentence: string): GeneratedClaim | null => {
    const known = verdicts.get(plain(sentence));
    if (known === undefined || known.verdict === 'entailed') return { text: sentence, spanIds: known?.spanIds ?? [] };
    const [spanId] = known.spanIds;
    const instead = known.verdict === 'refuted' && spanId !== undefined ? textOf.get(spanId) : undefined;
    return instead === undefined || spanId === undefined ? null : { text: instead, spanIds: [spanId] };
  };
  const statement = sentencesOf(answer.statement).flatMap((sentence) => mend(sentence) ?? []);
  const rest = answer.claims.flatMap((claim) => sentencesOf(claim.text).flatMap((sentence) => mend(sentence) ?? []));
  const kept = [...statement, ...rest];
  if (kept.length === 0) return null;
  const cited = [...new Set(kept.flatMap(({ spanIds }) => spanIds))];
  return {
    ...answer,
    statement: statement.length === 0 ? (kept[0]?.text ?? '') : statement.map(({ text }) => text).join(' '),
    claims: rest.filter((claim, place) => rest.findIndex((other) => plain(other.text) === plain(claim.text)) === place),
    citedSpans: [...new Set([...answer.citedSpans, ...cited])],
  };
}

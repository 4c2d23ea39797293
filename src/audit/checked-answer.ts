import { say } from '../base/language.ts';
import { causalRelations } from '../causal/extract/extract.ts';
import type { Evidence } from '../contract/evidence.ts';
import type { AuditReport } from '../contract/report.ts';
import type { GeneratedAnswer, ModelCall, Models } from '../models/ports.ts';
import type { CandidateSpan } from '../retrieve/types.ts';
import { causeOf, type CauseReader, statedCauses } from '../verify/answer-claims-cause.ts';
import type { CheckedClaim, ClaimEvidence } from '../verify/answer-claims.ts';
import { claimsIn, type Regenerate, type VerifiedAnswer, verifyAnswer } from '../verify/answer-claims-loop.ts';
import type { VerifiedQuotes } from '../verify/quotes.ts';
import { tokenize } from '../text/tokens.ts';
import { claimReaderOf } from './claim.ts';
import { toEvidenceText } from './settle.ts';

/** From this on a sentence decides about a sentence of the answer. */
const decides = 0.5;

/** Sentences that a model reads again beside those that it cited. */
const readAgain = 30;

/**
 * Holds what a language model wrote against the sentences that still stand in their documents, and has it put right what they do not bear.
 * @throws LinchpinError `cancelled`, and what the models throw.
 */
export async function checkAnswer(
  question: string,
  answer: GeneratedAnswer,
  quotes: VerifiedQuotes<CandidateSpan>,
  models: Models,
  call: ModelCall,
): Promise<VerifiedAnswer> {
  const evidence = quotes.kept.map(({ id, span, heading }): ClaimEvidence => ({ spanId: id, text: span.plain, heading }));
  const reader = claimReaderOf(models);
  const judge = async (claim: string, near: readonly ClaimEvidence[]): ReturnType<Parameters<typeof verifyAnswer>[2]> => {
    const read = await reader.read(
      claim,
      near.map(({ heading, text }) => ({ heading, sentences: [text] })),
      call,
    );
    const [surest] = near
      .map(({ spanId }, place) => ({ spanId, stances: read[place]?.stances ?? { supports: 0, neutral: 1, refutes: 0 } }))
      .sort((a, b) => a.stances.neutral - b.stances.neutral);
    if (surest === undefined) return null;
    const { supports, refutes } = surest.stances;
    return { spanId: surest.spanId, stance: supports >= decides ? 'supports' : refutes >= decides ? 'refutes' : 'open' };
  };
  const { generator } = models;
  const cited = new Set(answer.citedSpans);
  const shown = quotes.kept.filter(({ id }, place) => place < readAgain || cited.has(id)).map(toEvidenceText);
  const regenerate: Regenerate = async (current, wrong) =>
    (await generator.correct?.(
      { question, evidence: shown, answer: current, wrong: wrong.map(({ text, reason }) => ({ text, reason })) },
      call,
    )) ?? null;
  return await verifyAnswer(answer, evidence, judge, regenerate, causesIn);
}

/** As the extractor of causal graphs reads a sentence; where it finds nothing, by its form. */
export const causesIn: CauseReader = (sentence) => {
  const relations = causalRelations(sentence).filter(({ pointsBack }) => !pointsBack);
  const read = relations.flatMap(
    ({ cause, effect, polarity, denied }) =>
      causeOf(sentence.slice(...cause), sentence.slice(...effect), { prevents: polarity === 'prevents', denied }) ?? [],
  );
  return read.length > 0 ? read : statedCauses(sentence);
};

/** What was found and done, for the stage's note. */
export function checkNote({ claims, rounds, hallucination }: VerifiedAnswer): string {
  const counts = (['entailed', 'refuted', 'unsupported'] as const)
    .map((verdict) => `${String(claims.filter((claim) => claim.verdict === verdict).length)} ${verdict}`)
    .join(', ');
  const mended =
    rounds === 0
      ? ''
      : `; corrected ${rounds === 1 ? 'once' : `${String(rounds)} times`}, unsupported share ${hallucination.before.toFixed(2)} before`;
  return `${String(claims.length)} sentences of the answer: ${counts}${mended}`;
}

/** The sentences that bear what is entailed: evidence that the search for minimal sets must see. */
export function entailing({ claims }: VerifiedAnswer): string[] {
  return claims.flatMap(({ verdict, spanIds }) => (verdict === 'entailed' ? spanIds : []));
}

/** Each sentence of a checked answer, with the shown evidence that bears it. */
export function markedClaims({ claims }: VerifiedAnswer, evidence: Evidence): AuditReport['claims'] {
  return claims.map(({ text, verdict, reason, spanIds }) => {
    const citations =
      verdict === 'entailed'
        ? evidence.minimal
            .filter((item) => spanIds.includes(item.spanId))
            .map((item) => ({ ...item.citation, spanId: item.spanId, marker: item.marker }))
        : [];
    return {
      text,
      citations,
      supported: citations.length > 0,
      verdict,
      reason:
        verdict === 'entailed' && citations.length === 0 ? say`It is said by a sentence that is not among the evidence shown.` : reason,
    };
  });
}

/**
 * What a language model says and the evidence does not is never called supported: where the answer's own words are not in what it rests
 * on, or a sentence of its statement does not hold, it is shown as what may answer.
 */
export function guarded(
  told: AuditReport['answer'],
  answer: GeneratedAnswer,
  { claims }: VerifiedAnswer,
  evidence: Evidence,
): AuditReport['answer'] {
  if (told.status !== 'supported') return told;
  const own = new Set(claimsIn({ statement: answer.statement, claims: [] }));
  const fault = claims.find(({ verdict, text }) => verdict === 'refuted' || (verdict === 'unsupported' && own.has(text)));
  const isFound = /^(?:yes|no)$/i.test(answer.text.trim()) || isSaid(answer.text, evidence);
  if (fault === undefined && isFound) return told;
  return {
    ...told,
    status: 'uncertain',
    reason: fault === undefined ? say`The words of the answer are not in the evidence.` : faultOf(fault),
  };
}

function faultOf({ text, verdict, reason }: CheckedClaim): string {
  const said = text.length > 80 ? `${text.slice(0, 79)}…` : text;
  return verdict === 'refuted' ? say`The evidence is against "${said}": ${reason}` : say`The evidence does not bear "${said}": ${reason}`;
}

/** Every word of the short answer stands in one sentence of the evidence, with its headings; of a long one most do. */
function isSaid(text: string, { minimal }: Evidence): boolean {
  const words = [...new Set(tokenize(text).map(({ lower }) => lower))];
  const least = words.length <= 6 ? words.length : Math.ceil(words.length * 0.8);
  return minimal.some(({ citation, headingPath }) => {
    const said = new Set(tokenize([citation.quote, ...headingPath].join(' ')).map(({ lower }) => lower));
    return words.filter((word) => said.has(word)).length >= least;
  });
}

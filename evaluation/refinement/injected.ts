import { join } from 'node:path';

import { causesIn } from '../../src/audit/checked-answer.ts';
import type { AuditContext } from '../../src/audit/types.ts';
import { causalRelations } from '../../src/causal/extract/extract.ts';
import type { Models } from '../../src/models/ports.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';
import { quantitiesIn } from '../../src/text/quantities.ts';
import { sentences } from '../../src/text/sentences.ts';
import { checkClaims, type ClaimVerdict } from '../../src/verify/answer-claims.ts';
import { contextOf } from '../arms.ts';
import { type EvaluationDocument, isAudit } from '../item.ts';
import { evidenceInference } from '../sets/evidence-inference.ts';
import { type Estimate, estimate } from '../statistics.ts';
import { claimEvidence } from './claim-evidence.ts';

export const injections = ['as it stands', 'another figure', 'cause, as stated', 'cause, reversed', 'from another paper'] as const;
type Injection = (typeof injections)[number];

export interface InjectedResult {
  readonly injection: Injection;
  readonly verdicts: Readonly<Record<ClaimVerdict, Estimate>>;
}

interface Claim {
  readonly injection: Injection;
  readonly text: string;
  /** What is looked for: the sentence that it was made of. */
  readonly from: string;
}

/**
 * Sentences of medical papers as they stand, and with one thing made false by rule, each held against what the paper's index gives for the
 * sentence: how often what is false is found, and what is true is let through.
 */
export async function measureInjected(data: string, papers: number, models: Models): Promise<InjectedResult[]> {
  const items = (await evidenceInference.read(join(data, evidenceInference.defaultFile))).filter(isAudit);
  const documents = [...new Map(items.flatMap((item) => item.documents).map((document) => [document.path, document])).values()].slice(
    0,
    papers,
  );
  const found = new Map<Injection, ClaimVerdict[]>();
  for (const [place, document] of documents.entries()) {
    const context: AuditContext = await contextOf([document], models);
    const other = documents[(place + 1) % documents.length];
    for (const claim of claimsOf(document, other)) {
      const retrieved = await retrieve(claim.from, context.index, models, { limit: 20, exclude: [] }, { seed: 1 });
      const { texts, judge } = await claimEvidence(retrieved, context, models);
      const [checked] = await checkClaims([claim.text], texts, judge, causesIn);
      if (checked !== undefined) found.set(claim.injection, [...(found.get(claim.injection) ?? []), checked.verdict]);
    }
  }
  return injections.map((injection) => {
    const verdicts = found.get(injection) ?? [];
    const share = (verdict: ClaimVerdict): Estimate => estimate(verdicts.map((own) => (own === verdict ? 1 : 0)));
    return { injection, verdicts: { entailed: share('entailed'), refuted: share('refuted'), unsupported: share('unsupported') } };
  });
}

/** One of each kind from a paper, from the first sentence that admits it. */
function claimsOf(document: EvaluationDocument, other: EvaluationDocument | undefined): Claim[] {
  const own = plainSentences(document);
  const measured = own.find((text) => wrongFigure(text) !== null);
  const causal = own.find((text) => causeClaims(text) !== null);
  const foreign = other === undefined ? undefined : plainSentences(other).find((text) => quantitiesIn(text).length > 0);
  const claims: (Claim | null)[] = [
    measured === undefined ? null : { injection: 'as it stands', text: measured, from: measured },
    measured === undefined ? null : { injection: 'another figure', text: wrongFigure(measured) ?? '', from: measured },
    ...(causal === undefined ? [] : (causeClaims(causal) ?? []).map((claim) => ({ ...claim, from: causal }))),
    foreign === undefined ? null : { injection: 'from another paper', text: foreign, from: foreign },
  ];
  return claims.filter((claim) => claim !== null);
}

function plainSentences({ text }: EvaluationDocument): string[] {
  return sentences(text)
    .map(({ start, end }) => text.slice(start, end).replaceAll(/\s+/g, ' ').trim())
    .filter((sentence) => sentence.length > 50 && sentence.length < 260 && /^[A-Z]/.test(sentence) && sentence.endsWith('.'));
}

/** Another amount in the place of the first whole number that measures something. */
function wrongFigure(text: string): string | null {
  for (const { start, end } of quantitiesIn(text)) {
    const digits = /(?<![\d.,])\d{1,4}(?![\d.,])/.exec(text.slice(start, end));
    if (digits === null) continue;
    const at = start + digits.index;
    return `${text.slice(0, at)}${String(Number(digits[0]) * 3 + 1)}${text.slice(at + digits[0].length)}`;
  }
  return null;
}

/** "Effect was caused by cause", and the other way round. */
function causeClaims(text: string): Omit<Claim, 'from'>[] | null {
  const [relation] = causalRelations(text).filter(
    ({ polarity, denied, pointsBack, certainty }) => polarity === 'causes' && !denied && !pointsBack && certainty === 'stated',
  );
  if (relation === undefined) return null;
  const [cause, effect] = [text.slice(...relation.cause).trim(), text.slice(...relation.effect).replace(/[.\s]+$/, '')];
  if (cause.split(' ').length < 2 || effect.split(' ').length < 2) return null;
  const claim = (a: string, b: string): string => `${b.charAt(0).toUpperCase()}${b.slice(1)} was caused by ${a}.`;
  return [
    { injection: 'cause, as stated', text: claim(cause, effect) },
    { injection: 'cause, reversed', text: claim(effect, cause) },
  ];
}

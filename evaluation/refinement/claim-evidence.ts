import { claimReaderOf } from '../../src/audit/claim.ts';
import type { AuditContext } from '../../src/audit/types.ts';
import type { Models } from '../../src/models/ports.ts';
import type { RetrievedEvidence } from '../../src/retrieve/types.ts';
import type { ClaimEvidence, ClaimJudge } from '../../src/verify/answer-claims.ts';
import { verifyQuotes } from '../../src/verify/quotes.ts';

const call = { seed: 1 };
/** As the check of an answer has it (src/audit/checked-answer.ts). */
const decides = 0.5;

export interface Checking {
  readonly texts: readonly ClaimEvidence[];
  readonly judge: ClaimJudge;
}

/** What was retrieved, as the check of an answer sees it, with what reads claims. */
export async function claimEvidence({ spans }: RetrievedEvidence, context: AuditContext, models: Models): Promise<Checking> {
  const quotes = await verifyQuotes(spans.slice(0, 60), context.readText);
  const reader = claimReaderOf(models);
  return {
    texts: quotes.kept.map(({ id, span, heading }) => ({ spanId: id, text: span.plain, heading })),
    judge: async (claim, near) => {
      const read = await reader.read(
        claim,
        near.map(({ heading, text }) => ({ heading, sentences: [text] })),
        call,
      );
      const [surest] = near
        .flatMap(({ spanId }, place) => {
          const stances = read[place]?.stances;
          return stances === undefined ? [] : [{ spanId, stances }];
        })
        .sort((a, b) => a.stances.neutral - b.stances.neutral);
      if (surest === undefined) return null;
      const { supports, refutes } = surest.stances;
      return { spanId: surest.spanId, stance: supports >= decides ? 'supports' : refutes >= decides ? 'refutes' : 'open' };
    },
  };
}

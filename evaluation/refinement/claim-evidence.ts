import { judgeClaim } from '../../src/audit/claim.ts';
import { evidenceCandidates } from '../../src/audit/evidence-candidates.ts';
import type { AuditContext } from '../../src/audit/types.ts';
import type { Models } from '../../src/models/ports.ts';
import type { RetrievedEvidence } from '../../src/retrieve/types.ts';
import type { ClaimEvidence, ClaimJudge } from '../../src/verify/answer-claims.ts';
import { verifyQuotes } from '../../src/verify/quotes.ts';

const call = { seed: 1 };

export interface Checking {
  readonly texts: readonly ClaimEvidence[];
  readonly judge: ClaimJudge;
}

/** What was retrieved, as the check of an answer sees it, with the judge of claims' atoms. */
export async function claimEvidence({ spans }: RetrievedEvidence, context: AuditContext, models: Models): Promise<Checking> {
  const quotes = await verifyQuotes(spans.slice(0, 60), context.readText);
  const candidates = evidenceCandidates(quotes);
  return {
    texts: quotes.kept.map(({ id, span, heading }) => ({ spanId: id, text: span.plain, heading })),
    judge: async (claim, near) => {
      const wanted = new Set(near.map(({ spanId }) => spanId));
      const [best] = (
        await judgeClaim(
          claim,
          quotes.kept.filter(({ id }) => wanted.has(id)),
          candidates,
          models,
          call,
        )
      ).sentences;
      return best === undefined ? null : { stance: best.stance, spanId: best.spanId };
    },
  };
}

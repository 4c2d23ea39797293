import { z } from 'zod';

import type { EvidenceText } from '../ports.ts';
import { dataRule, fence, fenceLines, plainName } from './fence.ts';
import type { Prompt } from './prompt.ts';

export interface ClaimCheckInput {
  readonly question: string;
  /** The claims of an answer, each readable by itself. */
  readonly claims: readonly string[];
  readonly evidence: readonly EvidenceText[];
}

export interface CheckedClaim {
  readonly claim: string;
  /** The evidence that is cited for it exists; whether it entails the claim is for the entailment model to say. */
  readonly supported: boolean;
  /** Of the evidence given. Empty where the claim is not supported. */
  readonly spanIds: readonly string[];
  /** What the evidence says instead, by its own spans; null for a supported claim, and where the evidence says nothing of it. */
  readonly correction: { readonly text: string; readonly spanIds: readonly string[] } | null;
}

const replySchema = z.object({
  checks: z.array(z.object({ claim: z.string(), supported: z.boolean(), evidence: z.array(z.string()).default([]), correction: z.string().nullable().default(null) })),
});

/** CDF-RAG sec. 2.5: which claims of an answer the evidence does not support, and what it says instead. One check for each claim, in order. */
export const checkClaimsPrompt: Prompt<ClaimCheckInput, z.infer<typeof replySchema>, CheckedClaim[]> = {
  name: 'check_claims',
  schema: replySchema,
  maxTokens: 1200,
  messages({ question, claims, evidence }, seed) {
    const shown = fence(evidence, seed);
    // Claims repeat what documents say.
    const listed = fenceLines(claims.map((claim, index) => `C${index + 1}: ${claim}`), seed);
    return [
      { role: 'system', content: `You check answers against evidence, claim by claim, and trust nothing that it does not say. ${dataRule(shown.delimiter, listed.delimiter)}` },
      {
        role: 'user',
        content: `Question: ${question}

Claims of the answer:
${listed.text}

Evidence:
${shown.text}

For each claim: "supported" is true only where named sentences state all of it - names, numbers, dates, direction of cause and effect - and "evidence" names them. Else "correction" is the claim changed as little as the evidence demands and "evidence" names the sentences that state the corrected claim; where the evidence says nothing of it, "correction" is null and "evidence" is empty.
Reply with one JSON object and nothing else, with every claim in it: {"checks": [{"claim": "C1", "supported": true or false, "evidence": ["E1"], "correction": "one sentence" or null}]}`,
      },
    ];
  },
  interpret(reply, { claims, evidence }, seed) {
    const { spanId } = fence(evidence, seed);
    return claims.map((claim, index) => {
      const checks = reply.checks.filter((each) => plainName(each.claim) === `C${index + 1}`);
      const [check] = checks;
      const none: CheckedClaim = { claim, supported: false, spanIds: [], correction: null };
      if (check === undefined || checks.some((each) => each.supported !== check.supported)) return none;
      const spanIds = [...new Set(check.evidence.flatMap((name) => spanId(name) ?? []))];
      if (spanIds.length === 0) return none;
      if (check.supported) return { ...none, supported: true, spanIds };
      const text = (check.correction ?? '').replaceAll(/\s+/g, ' ').trim();
      // A correction that runs away from its claim is another answer.
      const usable = text !== '' && text !== claim.trim() && text.length <= 2 * claim.length + 200;
      return usable ? { ...none, correction: { text, spanIds } } : none;
    });
  },
};

/** CDF-RAG sec. 2.5: 1 - supported / claims, [0, 1]; 0 where nothing is claimed. */
export function hallucinationScore(checks: readonly Pick<CheckedClaim, 'supported'>[]): number {
  return checks.length === 0 ? 0 : 1 - checks.filter((check) => check.supported).length / checks.length;
}

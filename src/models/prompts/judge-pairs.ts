import { z } from 'zod';

import type { EntailmentPair } from '../ports.ts';
import { dataRule, fenceLines, plainName } from './fence.ts';
import type { Prompt } from './prompt.ts';

const labels = ['support', 'refute', 'not_enough'] as const;
const confidences = ['high', 'medium', 'low'] as const;

export interface PairVerdict {
  readonly label: (typeof labels)[number];
  readonly confidence: (typeof confidences)[number];
}

const replySchema = z.object({
  verdicts: z.array(z.object({ pair: z.string(), label: z.enum(labels), confidence: z.enum(confidences).catch('low') })),
});

/** Whether evidence supports or refutes a claim, for many pairs at once. One verdict for each pair, in order; null where the reply has none, or two that differ. */
export const judgePairsPrompt: Prompt<readonly EntailmentPair[], z.infer<typeof replySchema>, (PairVerdict | null)[]> = {
  name: 'judge_pairs',
  schema: replySchema,
  maxTokens: 1000,
  messages(pairs, seed) {
    const { delimiter, text } = fenceLines(
      pairs.flatMap(({ premise, hypothesis, context }, index) => [
        ...(context === undefined || context === '' ? [] : [`P${index + 1} place: ${context}`]),
        `P${index + 1} evidence: ${premise}`,
        `P${index + 1} claim: ${hypothesis}`,
      ]),
      seed,
    );
    return [
      { role: 'system', content: `You judge whether evidence supports a claim. ${dataRule(delimiter)}` },
      {
        role: 'user',
        content: `Each pair has a piece of evidence and a claim, and where it is known the place (title and headings) of the evidence.

${text}

For each pair, by its evidence alone and not by what you know:
- support: whoever accepts the evidence must accept the claim, with its names, numbers, dates and conditions
- refute: both cannot be true of the same thing at the same time
- not_enough: anything else, such as evidence on the same subject that leaves the claim open
Reply with one JSON object and nothing else, with every pair in it: {"verdicts": [{"pair": "P1", "label": "support" or "refute" or "not_enough", "confidence": "high" or "medium" or "low"}]}`,
      },
    ];
  },
  interpret(reply, pairs) {
    return pairs.map((_, index) => {
      const said = reply.verdicts.filter((verdict) => plainName(verdict.pair) === `P${index + 1}`);
      const [first] = said;
      if (first === undefined || said.some((verdict) => verdict.label !== first.label)) return null;
      return { label: first.label, confidence: first.confidence };
    });
  },
};

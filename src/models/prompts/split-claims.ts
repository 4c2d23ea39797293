import { z } from 'zod';

import { dataRule, fenceLines } from './fence.ts';
import type { Prompt } from './prompt.ts';

const replySchema = z.object({ claims: z.array(z.string()) });

/** The factual claims of a text, each readable by itself. */
export const splitClaimsPrompt: Prompt<string, z.infer<typeof replySchema>, string[]> = {
  name: 'split_claims',
  schema: replySchema,
  maxTokens: 1500,
  messages(text, seed) {
    const fenced = fenceLines(text.split(/\r?\n/), seed);
    return [
      { role: 'system', content: `You take texts apart into the factual claims that they make. ${dataRule(fenced.delimiter)}` },
      {
        role: 'user',
        content: `${fenced.text}

List the factual claims of this text in order. Each is one sentence that can be checked by itself: put names in the place of pronouns, and take parts joined by "and" apart. Leave out opinions, questions and instructions. Add nothing.
Reply with one JSON object and nothing else: {"claims": ["…"]}`,
      },
    ];
  },
  interpret: (reply) => reply.claims.map((claim) => claim.replaceAll(/\s+/g, ' ').trim()).filter((claim) => claim !== ''),
};

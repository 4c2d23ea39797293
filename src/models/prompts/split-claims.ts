import { z } from 'zod';

import { sha256 } from '../../base/hash.ts';
import { dataRule } from './fence.ts';
import type { Prompt } from './prompt.ts';

const replySchema = z.object({ claims: z.array(z.string()) });

/** The factual claims of a text, each readable by itself. */
export const splitClaimsPrompt: Prompt<string, z.infer<typeof replySchema>, string[]> = {
  name: 'split_claims',
  schema: replySchema,
  maxTokens: 1500,
  messages(text, seed) {
    const delimiter = `DOC-${sha256(`${seed}\n${text}`).slice(0, 16)}`;
    return [
      { role: 'system', content: `You take texts apart into the factual claims that they make. ${dataRule(delimiter)}` },
      {
        role: 'user',
        content: `<<<${delimiter}
${text.replaceAll(delimiter, '')}
${delimiter}>>>

List the factual claims of this text in order. Each is one sentence that can be checked by itself: put names in the place of pronouns, and take parts joined by "and" apart. Leave out opinions, questions and instructions. Add nothing.
Reply with one JSON object and nothing else: {"claims": ["…"]}`,
      },
    ];
  },
  interpret: (reply) => reply.claims.map((claim) => claim.replaceAll(/\s+/g, ' ').trim()).filter((claim) => claim !== ''),
};

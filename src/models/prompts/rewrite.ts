import { z } from 'zod';

import type { RewriteRequest } from '../ports.ts';
import type { Prompt } from './prompt.ts';

const replySchema = z.object({ queries: z.array(z.string()) });

const tasks = {
  expand:
    'Write the question once more with the synonyms, spelled-out abbreviations and narrower terms that documents about it are likely to use. Keep every word of it. One query.',
  simplify:
    'Write the question as one short sentence, without politeness, asides and the situation that it does not depend on. Keep every name, number, level, version and condition. One query.',
  decompose:
    'Break the question into the two steps by which it can be answered from documents. The first finds the thing that is only described; in the second, {answer} stands for what the first found. Both are whole questions. If it is one step already, give an empty list.',
} as const satisfies Record<RewriteRequest['action'], string>;

/** CDF-RAG app. A.4: the three refinements, each with its own task. null where the reply does not keep to it. */
export const rewritePrompt: Prompt<RewriteRequest, z.infer<typeof replySchema>, readonly string[] | null> = {
  name: 'rewrite',
  schema: replySchema,
  maxTokens: 300,
  messages: ({ question, action }) => [
    { role: 'system', content: 'You rewrite questions for a search in documents. You never answer them.' },
    {
      role: 'user',
      content: `Question: ${question}

${tasks[action]}
Reply with one JSON object and nothing else: {"queries": ["…"]}`,
    },
  ],
  interpret({ queries }, { question, action }) {
    const written = queries.map((query) => query.replaceAll(/\s+/g, ' ').trim()).filter((query) => query !== '');
    if (written.some((query) => query.length > 3 * question.length + 200)) return null;
    if (action !== 'decompose') return written.length === 1 ? written : null;
    const [first, second] = written;
    return written.length === 2 && first?.includes('{answer}') === false && second?.split('{answer}').length === 2 ? written : null;
  },
};

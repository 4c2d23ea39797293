import { z } from 'zod';

import type { Prompt } from './prompt.ts';

/** CDF-RAG sec. 2.2, and ours: keep. */
export const refinementActions = ['keep', 'simplify', 'expand', 'decompose'] as const;
export type RefinementAction = (typeof refinementActions)[number];

export interface RefinementInput {
  readonly question: string;
  /** What a policy chose; null leaves the choice to the model. */
  readonly action: RefinementAction | null;
}

export interface Refinement {
  readonly action: RefinementAction;
  /** None for `keep`, one for `simplify` and `expand`, two to four for `decompose`, in the order in which they build on each other. */
  readonly queries: readonly string[];
}

const maxParts = 4;
const keep: Refinement = { action: 'keep', queries: [] };
const replySchema = z.object({ action: z.enum(refinementActions), queries: z.array(z.string()) });

const tasks: Readonly<Record<RefinementAction, string>> = {
  keep: 'keep: the question searches well as it is; "queries" is empty',
  simplify: 'simplify: one question without what does not bear on the answer',
  expand: 'expand: one question that names what the question leaves unsaid, such as the factor, the condition or the field it is about',
  decompose: `decompose: two to ${maxParts} questions, each answerable by itself, that together lead to the answer, in order`,
};

/** CDF-RAG sec. 2.2, app. A.4. A refinement that is out of bounds, or brings numbers that the question has not, is none: the question is kept. */
export const refineQueryPrompt: Prompt<RefinementInput, z.infer<typeof replySchema>, Refinement> = {
  name: 'refine_query',
  schema: replySchema,
  maxTokens: 500,
  messages({ question, action }) {
    const allowed = action === null ? refinementActions : [action];
    return [
      { role: 'system', content: 'You rewrite questions so that a search finds their answers. You do not answer them, and you assume nothing that they do not say.' },
      {
        role: 'user',
        content: `Question: ${question}

${allowed.length === 1 ? 'Do this:' : 'Choose what helps most, and keep the question where nothing does:'}
${allowed.map((each) => `- ${tasks[each]}`).join('\n')}
Keep every name, number, date, negation and condition on which the answer depends, and the question's language. Add no names or numbers.
Reply with one JSON object and nothing else: {"action": ${allowed.map((each) => `"${each}"`).join(' or ')}, "queries": ["…"]}`,
      },
    ];
  },
  interpret(reply, { question, action }) {
    if (reply.action === 'keep' || (action !== null && reply.action !== action)) return keep;
    const known = new Set(numbers(question));
    const asked = plain(question);
    const seen = new Set<string>([asked]);
    const queries = reply.queries.flatMap((each) => {
      const query = each.replaceAll(/\s+/g, ' ').trim();
      const usable = plain(query) !== '' && !seen.has(plain(query)) && query.length <= 2 * question.length + 200 && numbers(query).every((number) => known.has(number));
      if (!usable) return [];
      seen.add(plain(query));
      return [query];
    });
    if (reply.action === 'decompose') return queries.length >= 2 && queries.length <= maxParts ? { action: 'decompose', queries } : keep;
    const [only, second] = queries;
    if (only === undefined || second !== undefined) return keep;
    // What is simplified becomes no longer, and loses no number.
    const lost = reply.action === 'simplify' && (only.length > question.length || [...known].some((number) => !numbers(only).includes(number)));
    return lost ? keep : { action: reply.action, queries: [only] };
  },
};

function numbers(text: string): string[] {
  return text.match(/\d+(?:[.,]\d+)*/g) ?? [];
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
}

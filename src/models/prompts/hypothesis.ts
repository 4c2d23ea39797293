import { z } from 'zod';

import type { AnswerType } from '../../text/question.ts';
import type { AnswerRequest, GeneratedAnswer } from '../ports.ts';
import { dataRule, type Fence, fence } from './fence.ts';
import type { Prompt } from './prompt.ts';

const answerTypes = [
  'person',
  'place',
  'organisation',
  'date',
  'number',
  'yes-no',
  'comparison',
  'definition',
  'list',
  'reason',
  'method',
  'entity',
  'claim',
] as const satisfies readonly AnswerType[];

export const answerReplySchema = z.object({
  found: z.boolean(),
  answer: z.string(),
  statement: z.string(),
  type: z.enum(answerTypes).catch('entity'),
  claims: z.array(z.object({ text: z.string(), evidence: z.array(z.string()) })).default([]),
  rationale: z.string().default(''),
  key_evidence: z.array(z.string()).default([]),
  conflicts: z.array(z.array(z.string())).default([]),
});
export type AnswerReply = z.infer<typeof answerReplySchema>;

export const answerShape = `Reply with one JSON object and nothing else:
{"found": true or false, "answer": "as short as the question allows", "statement": "the answer as one full sentence that can be checked by itself", "type": one of ${answerTypes.join(', ')},
 "claims": [{"text": "one sentence of the answer", "evidence": ["E1"]}], "rationale": "why, in at most three sentences", "key_evidence": ["E1"], "conflicts": [["E2", "E5"]]}
Use only names like E1 that are given. If the evidence does not answer the question, "found" is false and "answer" and "statement" are empty.`;

/** A reply's answer in our terms; evidence that was not given is dropped, and an answer that cites nothing that exists is none. */
export function interpretAnswer(reply: AnswerReply, { spanId }: Fence): GeneratedAnswer {
  const known = (names: readonly string[]): string[] => [...new Set(names.flatMap((name) => spanId(name) ?? []))];
  const claims = reply.claims
    .map((claim) => ({ text: claim.text.trim(), spanIds: known(claim.evidence) }))
    .filter((claim) => claim.text !== '');
  const keySpans = known(reply.key_evidence);
  const citedSpans = [...new Set([...keySpans, ...claims.flatMap((claim) => claim.spanIds)])];
  const text = reply.answer.trim();
  const abstained = !reply.found || text === '' || citedSpans.length === 0;
  if (abstained)
    return {
      abstained,
      text: '',
      statement: '',
      type: reply.type,
      claims: [],
      rationale: reply.rationale,
      citedSpans: [],
      keySpans: [],
      conflicts: [],
      logProbability: null,
    };
  const conflicts = reply.conflicts.flatMap(([first, second]): [string, string][] => {
    const a = spanId(first ?? '');
    const b = spanId(second ?? '');
    return a === undefined || b === undefined || a === b ? [] : [[a, b]];
  });
  return {
    abstained,
    text,
    statement: reply.statement.trim() === '' ? text : reply.statement.trim(),
    type: reply.type,
    claims,
    rationale: reply.rationale,
    citedSpans,
    keySpans,
    conflicts,
    logProbability: null,
  };
}

/** CF-RAG app. G: a hypothesis from one evidence sample. */
export const hypothesisPrompt: Prompt<AnswerRequest, AnswerReply, GeneratedAnswer> = {
  name: 'hypothesis',
  schema: answerReplySchema,
  maxTokens: 900,
  messages(request, seed) {
    const { delimiter, text } = fence(request.evidence, seed);
    return [
      {
        role: 'system',
        content: `You audit evidence. You answer from the given sentences alone and cite each by its name. ${dataRule(delimiter)}`,
      },
      {
        role: 'user',
        content: `Question: ${request.question}

${text}

Answer the question. Rely on sentences that answer this question itself, and not on sentences that are merely about its subject: ask of each whether it would fit a neighbouring question just as well. Name pairs of sentences that contradict each other.
${answerShape}`,
      },
    ];
  },
  interpret: (reply, request, seed) => interpretAnswer(reply, fence(request.evidence, seed)),
};

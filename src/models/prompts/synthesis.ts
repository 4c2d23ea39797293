import type { EvidenceText, GeneratedAnswer } from '../ports.ts';
import { dataRule, fence, fenceLines } from './fence.ts';
import { type AnswerReply, answerReplySchema, answerShape, interpretAnswer } from './hypothesis.ts';
import type { Prompt } from './prompt.ts';

export interface SynthesisInput {
  readonly question: string;
  /** Best first. */
  readonly drafts: readonly GeneratedAnswer[];
  readonly evidence: readonly EvidenceText[];
}

/** CF-RAG app. J: one answer from the top drafts. */
export const synthesisPrompt: Prompt<SynthesisInput, AnswerReply, GeneratedAnswer> = {
  name: 'synthesis',
  schema: answerReplySchema,
  maxTokens: 900,
  messages({ question, drafts, evidence }, seed) {
    const fenced = fence(evidence, seed);
    // Drafts repeat what documents say: they are data too.
    const candidates = fenceLines(
      drafts.map((draft, index) => `Candidate ${index + 1}: ${JSON.stringify({ answer: draft.text, rationale: draft.rationale })}`),
      seed,
    );
    return [
      {
        role: 'system',
        content: `You audit evidence. You settle between candidate answers from the given sentences alone and cite each by its name. ${dataRule(fenced.delimiter, candidates.delimiter)}`,
      },
      {
        role: 'user',
        content: `Question: ${question}

Candidates, best first:
${candidates.text}

${fenced.text}

Where candidates agree, say so with more confidence. Where they differ, decide by which sentences answer this question itself and would not fit a neighbouring one. Do not average: one answer.
${answerShape}`,
      },
    ];
  },
  interpret: (reply, { evidence }, seed) => interpretAnswer(reply, fence(evidence, seed)),
};

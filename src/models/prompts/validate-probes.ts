import { z } from 'zod';

import type { EvidenceText } from '../ports.ts';
import { dataRule, fence, fenceLines, plainName } from './fence.ts';
import type { Prompt } from './prompt.ts';

export interface ProbeValidationInput {
  readonly question: string;
  /** The candidates' queries. */
  readonly probes: readonly string[];
  /** What the answers are taken from; may be empty, and then the wording alone decides. */
  readonly evidence: readonly EvidenceText[];
}

/** Whether a candidate's true answer is another than the question's; `unclear` also where the model did not say, or said both. */
export type ProbeVerdict = 'different' | 'same' | 'unclear';

const replySchema = z.object({ verdicts: z.array(z.object({ probe: z.string(), answer: z.enum(['different', 'same', 'unclear']).catch('unclear') })) });

/** CF-RAG sec. 4.1.1, validation: a candidate with the question's own answer is a paraphrase and no probe. One verdict for each, in order. */
export const validateProbesPrompt: Prompt<ProbeValidationInput, z.infer<typeof replySchema>, ProbeVerdict[]> = {
  name: 'validate_probes',
  schema: replySchema,
  maxTokens: 700,
  messages({ question, probes, evidence }, seed) {
    // Candidates hold names from documents: they are data as well.
    const listed = fenceLines(probes.map((probe, index) => `Q${index + 1}: ${probe}`), seed);
    const shown = fence(evidence, seed);
    return [
      { role: 'system', content: `You compare questions by their answers. ${dataRule(listed.delimiter, ...(evidence.length === 0 ? [] : [shown.delimiter]))}` },
      {
        role: 'user',
        content: `Question: ${question}

Variants:
${listed.text}
${evidence.length === 0 ? '' : `\nSentences that may hold the answers:\n${shown.text}\n`}
For each variant: is its true answer another than the question's? "same" for a paraphrase or a question with the very same answer, "unclear" where neither can be told.
Reply with one JSON object and nothing else: {"verdicts": [{"probe": "Q1", "answer": "different" or "same" or "unclear"}]}`,
      },
    ];
  },
  interpret(reply, { probes }) {
    return probes.map((_, index) => {
      const said = new Set(reply.verdicts.filter((verdict) => plainName(verdict.probe) === `Q${index + 1}`).map((verdict) => verdict.answer));
      const [only] = said;
      return said.size === 1 && only !== undefined ? only : 'unclear';
    });
  },
};

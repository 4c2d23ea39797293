import type { CorrectionRequest, GeneratedAnswer } from '../ports.ts';
import { dataRule, fence, fenceLines } from './fence.ts';
import { type AnswerReply, answerReplySchema, answerShape, interpretAnswer } from './hypothesis.ts';
import type { Prompt } from './prompt.ts';

/** CDF-RAG sec. 2.4 and 2.5: an answer again under strict grounding, with the sentences named that the evidence does not bear. */
export const correctionPrompt: Prompt<CorrectionRequest, AnswerReply, GeneratedAnswer> = {
  name: 'correction',
  schema: answerReplySchema,
  maxTokens: 900,
  messages({ question, answer, wrong, evidence }, seed) {
    const fenced = fence(evidence, seed);
    // The answer repeats what documents say: it is data too.
    const drafted = fenceLines([`Answer: ${JSON.stringify({ answer: answer.text, statement: answer.statement })}`], seed);
    const faults = fenceLines(
      wrong.map(({ text, reason }, index) => `Fault ${index + 1}: ${JSON.stringify({ sentence: text, reason })}`),
      seed,
    );
    return [
      {
        role: 'system',
        content: `You correct an answer so that every sentence of it is said by the given sentences, which you cite by name. ${dataRule(fenced.delimiter, drafted.delimiter, faults.delimiter)}`,
      },
      {
        role: 'user',
        content: `Question: ${question}

The answer so far:
${drafted.text}

Its sentences that do not hold:
${faults.text}

${fenced.text}

Answer again. Every sentence must follow from a sentence that you cite: the same names, the same figures and dates, the same direction of cause and effect, nothing added. Put right what the evidence says otherwise; leave out what it does not say; keep the rest. If nothing is left that answers the question, "found" is false.
${answerShape}`,
      },
    ];
  },
  interpret: (reply, { evidence }, seed) => interpretAnswer(reply, fence(evidence, seed)),
};

import { z } from 'zod';

import type { EvidenceText } from '../ports.ts';
import { dataRule, fence } from './fence.ts';
import type { Prompt } from './prompt.ts';

/** An explicit causal statement: cause -> effect, as one span states it (CC-RAG sec. 3; CDF-RAG sec. 2.1). */
export interface CausalTriple {
  /** Both cut from the span, in its own letters. */
  readonly cause: string;
  readonly effect: string;
  /** `negative`: the cause prevents, reduces or ends the effect. */
  readonly polarity: 'positive' | 'negative';
  /** How plainly the span states it. */
  readonly confidence: 'high' | 'medium' | 'low';
  readonly spanId: string;
}

const replySchema = z.object({
  relations: z.array(
    z.object({ cause: z.string(), effect: z.string(), polarity: z.enum(['positive', 'negative']), evidence: z.string(), confidence: z.enum(['high', 'medium', 'low']).catch('low') }),
  ),
});

/** The causal statements of some spans. Statements whose words are not in the span that they cite are dropped. */
export const extractCausalPrompt: Prompt<readonly EvidenceText[], z.infer<typeof replySchema>, CausalTriple[]> = {
  name: 'extract_causal',
  schema: replySchema,
  maxTokens: 1500,
  messages(evidence, seed) {
    const { delimiter, text } = fence(evidence, seed);
    return [
      { role: 'system', content: `You find causal statements in texts. ${dataRule(delimiter)}` },
      {
        role: 'user',
        content: `${text}

List every relation of cause and effect that one of these sentences states in words. Two events that merely stand side by side, follow each other or occur together are none, nor is one that the sentence denies, asks about or only supposes.
"cause" and "effect" are copied from the sentence, letter by letter and as short as they can be understood; mind the direction ("A because of B": B is the cause). "polarity" is "positive" where the cause brings about or raises the effect, "negative" where it prevents, lowers or ends it.
Reply with one JSON object and nothing else; the list may be empty: {"relations": [{"cause": "…", "effect": "…", "polarity": "positive" or "negative", "evidence": "E1", "confidence": "high" or "medium" or "low"}]}`,
      },
    ];
  },
  interpret(reply, evidence, seed) {
    const { spanId } = fence(evidence, seed);
    const texts = new Map(evidence.map((entry) => [entry.spanId, entry.text]));
    const seen = new Set<string>();
    return reply.relations.flatMap((relation): CausalTriple[] => {
      const id = spanId(relation.evidence);
      const text = id === undefined ? undefined : texts.get(id);
      if (id === undefined || text === undefined) return [];
      const cause = cut(relation.cause, text);
      const effect = cut(relation.effect, text);
      if (cause === null || effect === null || cause.toLowerCase() === effect.toLowerCase()) return [];
      const key = JSON.stringify([id, cause.toLowerCase(), effect.toLowerCase()]);
      if (seen.has(key)) return [];
      seen.add(key);
      return [{ cause, effect, polarity: relation.polarity, confidence: relation.confidence, spanId: id }];
    });
  },
};

/** The whole words of `text` that a phrase repeats, case and spaces aside; null where it does not. */
function cut(phrase: string, text: string): string | null {
  const words = phrase.match(/[\p{L}\p{M}\p{N}]+/gu);
  if (words === null || phrase.length > text.length * 2) return null;
  const pattern = words.join(String.raw`[^\p{L}\p{M}\p{N}]+`);
  return new RegExp(String.raw`(?<![\p{L}\p{M}\p{N}])${pattern}(?![\p{L}\p{M}\p{N}])`, 'iu').exec(text)?.[0] ?? null;
}

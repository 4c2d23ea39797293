import type { EvidenceText, GeneratedAnswer, Generator, ModelCall } from '../models/ports.ts';
import type { SpanId } from '../contract/citation.ts';

export interface GenerativeNecessity {
  readonly spanId: SpanId;
  /** The answer without it is another one, or none. */
  readonly necessary: boolean;
  /** What is answered without it; null where the generator abstains. */
  readonly answer: string | null;
}

/**
 * docs/methods.md 2.2: does the answer change when the generator answers again from the minimal evidence without a span? All removals are
 * asked in one batch, and cost one answer each. It is another question than support necessity, which holds the answer fixed.
 *
 * @param evidence the minimal evidence
 * @param same whether two short answers are the same one
 * @throws what the generator throws.
 */
export async function generativeNecessity(
  question: string,
  answer: string,
  evidence: readonly EvidenceText[],
  generator: Generator,
  same: (a: string, b: string) => boolean,
  call: ModelCall,
): Promise<GenerativeNecessity[]> {
  if (evidence.length === 0) return [];
  const answers = await generator.answer(
    evidence.map(({ spanId }) => ({ question, evidence: evidence.filter((other) => other.spanId !== spanId) })),
    call,
  );
  return evidence.map(({ spanId }, index) => {
    const text = textOf(answers[index]);
    return { spanId, necessary: text === null || !same(text, answer), answer: text };
  });
}

function textOf(answer: GeneratedAnswer | undefined): string | null {
  return answer === undefined || answer.abstained ? null : answer.text;
}

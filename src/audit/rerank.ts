import { headingsOf } from '../documents/headings.ts';
import { choosePool } from '../minimise/pool.ts';
import { shippedReranker } from '../minimise/reranker/shipped.ts';
import type { EvidenceCandidate } from '../minimise/types.ts';
import type { ModelCall, Models } from '../models/ports.ts';
import type { CandidateSpan } from '../retrieve/types.ts';

/** CER K2. */
const poolSize = 25;

/**
 * The spans that together tell most about a question, in the order in which each adds most to those before it (CER eq. 1 and 8-10, with
 * the question in the place of a statement, as there is no answer yet). The second step of a chain, which has few words of the question,
 * comes up because of the first.
 * @returns at most `count` spans; fewer where there are fewer
 */
export async function rerank(
  question: string,
  spans: readonly CandidateSpan[],
  models: Pick<Models, 'embedder' | 'entailment'>,
  count: number,
  call: ModelCall,
): Promise<CandidateSpan[]> {
  if (spans.length === 0) return [];
  const byId = new Map(spans.map((entry) => [entry.id, entry]));
  const { chosen, reading } = await choosePool(
    { question, statement: question, candidates: spans.map(toCandidate) },
    models,
    { candidates: poolSize },
    call,
  );
  const reranker = shippedReranker();
  const order: number[] = [];
  while (order.length < Math.min(count, chosen.length)) {
    let best = -1;
    let bestGain = -Infinity;
    for (let index = 0; index < chosen.length; index += 1) {
      if (order.includes(index)) continue;
      const gain = reranker.gain(reading, index, order);
      if (gain > bestGain) {
        best = index;
        bestGain = gain;
      }
    }
    if (best < 0) break;
    order.push(best);
  }
  return order.flatMap((index) => byId.get(chosen[index]?.spanId ?? '') ?? []);
}

/** As the index has it: for scoring only, quotes are verified later. */
function toCandidate({ id, passage, span, heading, relevance }: CandidateSpan): EvidenceCandidate {
  const quote = passage.text.slice(span.start - passage.start, span.end - passage.start);
  return {
    spanId: id,
    text: span.plain,
    heading,
    headingPath: headingsOf(span),
    relevance,
    citation: {
      path: passage.path,
      start: span.start,
      end: span.end,
      line: passage.line,
      quote,
      prefix: '',
      suffix: '',
      contentHash: passage.contentHash,
    },
    copies: [],
  };
}

import weights from '../../../models/reranker/weights.json' with { type: 'json' };
import { createReranker, type Reranker } from './reranker.ts';

let opened: Reranker | null = null;

/** The weights that ship, read on first use; models/reranker holds the card, training/reranker the recipe. */
export function shippedReranker(): Reranker {
  opened ??= createReranker(weights);
  return opened;
}

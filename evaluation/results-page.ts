import { aimsTable } from './aims.ts';
import type { SetResult } from './run.ts';
import { resultTables } from './tables.ts';

const legend = `## What the columns say

- **Arms.** *closed*: no documents. *bm25-top-k*: the k sentences of the highest BM25, nothing is answered. *plain*: retrieve and read, the two most relevant sentences shown. *plain+rerank*: the same after the reranker. *linchpin*: the product. *linchpin-without-…*: the product without a stage; without *minimise* it shows the first five spans of its pool. Of pairs, sentences and sufficiency the scorer alone is measured.
- **Answers.** EM, F1 and containment, case, articles and punctuation aside; the best of the accepted answers.
- **Evidence.** Precision, recall, F1 and exact match of the shown spans against gold sentences, the best of alternative gold sets. *Span hit* and *span recall* where gold is marked by characters.
- **Minimality@3**: the share of items with an answer F1 (of sets without answers: an evidence F1) of 0.6 at least and no more than three spans shown; *AUC* is the mean over 1 to 10 spans.
- **Citation recall**: of the answers given, the share whose shown spans together entail what they are shown for, by the bundled scorer; *citation precision*: the share of shown spans that do so alone or are needed for it; *contradiction rate*: the share with a span that contradicts it. What they are shown for is the claim, or question and answer as one statement.
- **Deletion sensitivity**: the mean drop of calibrated quality when a shown span is taken away. **ECE**: ten bins of equal width.`;

/** docs/RESULTS.md. Every figure is of this run. */
export function resultsPage(command: string, results: readonly SetResult[]): string {
  const aims = aimsTable(results);
  return [
    '# Results',
    '',
    `Written by \`${command}\`. Bundled models. Each figure has a bootstrap 95 % interval; differences are paired, with a permutation test.`,
    '',
    ...(aims === ''
      ? []
      : [
          '## Aims',
          '',
          'Set before the models were fitted; on development sets. What was tried where one is missed is in the cards in `models/`.',
          '',
          aims,
          '',
        ]),
    legend,
    '',
    resultTables(results),
    '',
  ].join('\n');
}

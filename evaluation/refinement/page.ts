import type { Estimate, Paired } from '../statistics.ts';
import { type FigureRow, figureNames } from './figures.ts';
import type { HotpotResult } from './hotpot.ts';
import type { InjectedResult } from './injected.ts';
import type { LearningResult } from './learning.ts';
import { type RouteResult, routeNames } from './routes.ts';

function figure({ mean, low, high }: Estimate): string {
  return `${mean.toFixed(3)} (${low.toFixed(3)}-${high.toFixed(3)})`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => '---'), ...rows].map((row) => `| ${row.join(' | ')} |`).join('\n');
}

export function page(sections: readonly string[]): string {
  return `# Routing, refinement and verification\n\nWritten by \`npm run evaluate:refinement -- --write docs/REFINEMENT.md\`. Bundled models. Each figure has a bootstrap 95 % interval.\n\n${sections.join('\n\n')}\n`;
}

export function routeTables(results: readonly RouteResult[]): string {
  const rules = results.filter(({ name }) => name.startsWith('rules'));
  return [
    '## Routing',
    `${String(results[0]?.accuracy.n ?? 0)} + ${String(results.find(({ half }) => half === 'held-out')?.accuracy.n ?? 0)} questions and statements written for this (evaluation/refinement/routes.jsonl). The rules were set on the tuning half; the held-out half was written before them and asked once.`,
    table(
      ['half', 'router', 'accuracy', 'n'],
      results.map(({ half, name, accuracy }) => [half, name, figure(accuracy), String(accuracy.n)]),
    ),
    ...rules.map(({ half, confusion }) =>
      [
        `Rules on the ${half} half (rows: what it is, columns: what was said):`,
        table(
          ['', ...routeNames],
          confusion.map((row, place) => [routeNames[place] ?? '', ...row.map(String)]),
        ),
      ].join('\n\n'),
    ),
  ].join('\n\n');
}

function difference({ difference: mean, low, high, p }: Paired): string {
  return `${signed(mean)} (${signed(low)} to ${signed(high)}), p ${p < 0.001 ? '< 0.001' : p.toFixed(3)}`;
}

function signed(value: number): string {
  return `${value < 0 ? '-' : '+'}${Math.abs(value).toFixed(3)}`;
}

export function learningTables({ curve, shipped, arms, decision, calibration }: LearningResult): string {
  const [first] = curve.curves;
  return [
    '## The refinement policy',
    `Each possible action was carried out once, with the product's own search and readers, on HotpotQA train and on questions of three reading sets over one corpus (training/refinement/build-table.ts; every fourth question wrapped in talk). ${String(curve.training)} questions train, ${String(curve.heldOut)} are kept aside. Reward: 0.3 coverage of gold sentences + 0.4 answer F1 + 0.2 evidence F1 + 0.1 likeness to the question - 0.02 for each further search. CDF-RAG's causal depth has no place here: the sets have no causal paths.`,
    'On the questions kept aside (difference: reward against keeping every question, paired):',
    table(
      [
        'chosen by',
        'reward',
        'coverage',
        'answer F1',
        'evidence F1',
        'likeness',
        'cost',
        'kept / expanded / simplified / taken apart',
        'difference',
      ],
      arms.map(({ name, reward, parts, paired, taken }) => [
        name,
        figure(reward),
        parts.coverage.toFixed(3),
        parts.answer.toFixed(3),
        parts.evidence.toFixed(3),
        parts.similarity.toFixed(3),
        parts.cost.toFixed(3),
        [taken.keep, taken.expand, taken.simplify, taken.decompose].join(' / '),
        difference(paired),
      ]),
    ),
    'The last line is no refinement: it shows what cutting answers to words brings by itself, which the arms that take questions apart have for those alone.',
    `Policy against tuned rule: ${difference(decision)}. The policy ships only where the whole interval is above 0: **the ${shipped} ships**.`,
    `Learning curve of PPO (clip ${String(curve.options['clip'])}, rate ${String(curve.options['rate'])}, entropy ${String(curve.options['entropy'])}, batch ${String(curve.options['batch'])}, two layers of ${String(curve.options['hidden'])}), ${String(curve.curves.length)} seeds: reward that the policy expects on the training questions, with its likeliest action there, and with it on the questions kept aside; entropy of seed ${String(first?.seed ?? 0)}.`,
    table(
      ['iteration', ...curve.curves.flatMap(({ seed }) => [`seed ${String(seed)} expected`, 'likeliest', 'kept aside']), 'entropy'],
      (first?.points ?? []).map(({ iteration, entropy }, place) => [
        String(iteration),
        ...curve.curves.flatMap(({ points }) => {
          const point = points[place];
          return point === undefined ? ['', '', ''] : [point.expected.toFixed(3), point.greedy.toFixed(3), point.heldOut.toFixed(3)];
        }),
        entropy.toFixed(3),
      ]),
    ),
    'The chance that is shown beside an answer in steps, on the questions kept aside:',
    table(
      ['shown', 'mean shown', 'right', 'n'],
      calibration.map(({ band, shown, right }) => [band, shown.toFixed(2), figure(right), String(right.n)]),
    ),
  ].join('\n\n');
}

export function hotpotTable({ items, decomposed, rows }: HotpotResult): string {
  return [
    '## HotpotQA with decomposition beside without',
    `The whole audit, default settings, on the first ${String(items)} questions of HotpotQA dev (distractor setting), with \`refinement: auto\` and with \`refinement: keep\`; ${String(decomposed)} were taken apart. "Asserted and wrong": called supported, and the gold answer is not in the answer. Where a question is taken apart its answer is cut to the words that answer, and answer F1 rewards that by itself (see above); whether the gold answer is contained does not.`,
    table(
      ['questions', 'measure', 'kept', 'refined', 'difference', 'n'],
      rows.map(({ over, measure, without, beside, paired }) => [
        over,
        measure,
        figure(without),
        figure(beside),
        difference(paired),
        String(paired.n),
      ]),
    ),
  ].join('\n\n');
}

export function injectedTable(results: readonly InjectedResult[], papers: number): string {
  return [
    '## False sentences put into answers',
    `Sentences of the first ${String(papers)} papers of evidence-inference, as they stand and with one thing made false by rule, each held against what its paper's index gives. "Another figure": a number that measures something is changed. "Cause": "effect was caused by cause", from a link that the extractor reads, and the two exchanged; the extractor reads both sides, so that this shows the comparison and not the extraction. "From another paper": a sentence with a figure of the next paper. What is false is found where it is refuted or unsupported; what is true is let through where it is entailed.`,
    table(
      ['sentence', 'entailed', 'refuted', 'unsupported', 'n'],
      results.map(({ injection, verdicts }) => [
        injection,
        figure(verdicts.entailed),
        figure(verdicts.refuted),
        figure(verdicts.unsupported),
        String(verdicts.entailed.n),
      ]),
    ),
  ].join('\n\n');
}

export function figureTable(rows: readonly FigureRow[]): string {
  return [
    "## CDF-RAG's figures",
    [
      "CDF-RAG's table 3 for plain RAG and each module that is built here, bundled models. The paper judges with GPT-4 and a gold graph; what stands for them:",
      '',
      '- **CRC** (causal retrieval coverage): share of the ten most relevant sentences that are gold evidence, or state a cause and share two words with the question.',
      '- **CCD** (causal chain depth): links of the longest chain of stated causes among those ten in which the effect of one is the cause of the next.',
      "- **SRS** (semantic refinement score): cosine of the question and its refinement, the bundled embedder's; 1 where it was kept.",
      "- **Groundedness**: share of the answer's sentences that the check of `src/verify/answer-claims.ts` finds entailed; **hallucination rate**: share of answers with one that is not. Both by our own check, which calls unsupported what it cannot settle: they compare arms, and are no measure of truth.",
      '- **F1**: words of the answer against the gold answer (StrategyQA), of the cited sentences against the gold ones (evidence-inference, which has no short answers).',
      "- CC-RAG's **precision** and **recall**: gold sentences among those ten, and how many of the gold ones; **CCIS** (eq. 3, equal weights): cosine of the answer and the ideal one (gold answer and gold sentences), and the judge's two marks, correctness 1 + 4 F1 and faithfulness 1 + 4 groundedness, over 10. Its **CRS** needs questions of what would have been with a known answer, which these sets do not have: docs/CAUSAL.md measures it on incident reports.",
      '',
      "StrategyQA's facts of all dev questions make one corpus. The bundled reader quotes and hardly writes: rewriting has little to do here; a language model's answers are what it is for (test/unit/audit/checked-answer.test.ts). The causal graph is asked only on the causal route, which evidence-inference's questions take and StrategyQA's hardly.",
    ].join('\n'),
    table(
      ['set', 'arm', ...figureNames, 'n'],
      rows.map(({ set, arm, figures }) => [set, arm, ...figureNames.map((name) => figure(figures[name])), String(figures.F1.n)]),
    ),
  ].join('\n\n');
}

import { findCauses } from '../../src/audit/causal.ts';
import { readOnce } from '../../src/audit/settle.ts';
import { createUsage, StageRunner } from '../../src/audit/stages.ts';
import type { CausalAnswer } from '../../src/contract/causal.ts';
import { createMemoryIndex } from '../../src/index/memory-store.ts';
import type { PassageIndex } from '../../src/index/types.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import type { Models } from '../../src/models/ports.ts';
import { mechanisms, toldSentences } from '../../src/causal/mechanism.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';
import type { CandidateSpan } from '../../src/retrieve/types.ts';
import { contentStems } from '../../src/text/tokens.ts';
import { type Estimate, estimate } from '../statistics.ts';
import { phraseOverlap, readReports, type ReportTruth } from './reports.ts';

/** CC-RAG's four figures, with what stands for its language-model judge; docs/CAUSAL.md defines each. */
export interface CcRagRow {
  readonly arm: string;
  readonly precision: Estimate;
  readonly recall: Estimate;
  /** Eq. 3. */
  readonly ccis: Estimate;
  /** Eq. 3, over what would have been. */
  readonly crs: Estimate;
  /** Of the counterfactual questions: is "yes" or "no" the right one? None given counts as wrong. */
  readonly right: Estimate;
}

const call = { seed: 1 };
/** Retrieved sentences that plain reading looks at. */
const depth = 10;
/** Of the words of a phrase that a sentence must have to say it. */
const says = 0.6;
const leastOverlap = 0.5;

interface Answered {
  readonly retrieved: readonly CandidateSpan[];
  readonly text: string;
  /** Sentences that the answer is made of. */
  readonly shown: readonly CandidateSpan[];
  readonly causal: CausalAnswer | null;
}

/** Questions of a half, and for each of their verdicts "would the outcome have come about without the cause", asked of plain reading and of the causal graph. */
export async function measureCcRag(half: string, limit: number): Promise<CcRagRow[]> {
  const { truths, texts } = await readReports(half);
  const models = bundledModels();
  const index = await createMemoryIndex(texts, models.embedder);
  const values = new Map<string, { precision: number[]; recall: number[]; ccis: number[]; crs: number[]; right: number[] }>(
    arms.map((arm) => [arm, { precision: [], recall: [], ccis: [], crs: [], right: [] }]),
  );
  const asked = truths.flatMap((truth) => truth.questions.map((each) => ({ truth, ...each }))).slice(0, limit);
  for (const { truth, question, verdicts } of asked) {
    const causes = verdicts.flatMap(({ cause, verdict }) => (verdict === 'correlated' ? [] : [cause]));
    const gold = await statingSentences(truth, index);
    for (const arm of arms) {
      const own = values.get(arm);
      if (own === undefined) continue;
      const answered = await answersOf[arm](question, index, models);
      const right = answered.retrieved.filter(({ span, passage }) => isGold(gold, passage.path, span.start)).length;
      own.precision.push(answered.retrieved.length === 0 ? 0 : right / answered.retrieved.length);
      own.recall.push(gold.length === 0 ? 1 : right / gold.length);
      if (causes.length > 0) {
        const named = causes.filter((cause) => shareSaid(answered.text, cause) >= says).length / causes.length;
        own.ccis.push(await score(answered.text, causes.join('. '), named, faithfulness(answered, gold), models));
      }
      for (const { cause, verdict } of verdicts) {
        if (verdict === 'unknown') continue;
        const outcome = outcomeOf(truth, question);
        const what = await answersOf[arm](`Would "${outcome}" have happened without "${cause}"?`, index, models);
        // Where the graph holds nothing of the cause, an audit goes by what was read.
        const tested = arm === 'plain RAG' ? null : byIntervention(what.causal, truth.report, cause);
        const would = tested ?? (arm === 'causal graph' ? null : yesOrNo(what.text));
        const ideal = verdict === 'necessary' ? 'No' : 'Yes';
        own.right.push(Number(would === ideal));
        own.crs.push(
          await score(
            `${would ?? ''}. ${what.shown.map(({ span }) => span.plain).join(' ')}`,
            `${ideal}. ${cause}. ${outcome}.`,
            would === null ? 0.5 : Number(would === ideal),
            faithfulness(what, gold),
            models,
          ),
        );
      }
    }
  }
  return arms.map((arm) => {
    const { precision = [], recall = [], ccis = [], crs = [], right = [] } = values.get(arm) ?? {};
    return {
      arm,
      precision: estimate(precision),
      recall: estimate(recall),
      ccis: estimate(ccis),
      crs: estimate(crs),
      right: estimate(right),
    };
  });
}

const arms = ['plain RAG', 'causal graph', 'paths and passages'] as const;
const answersOf: Readonly<Record<(typeof arms)[number], (question: string, index: PassageIndex, models: Models) => Promise<Answered>>> = {
  'plain RAG': async (question, index, models) => {
    const found = await retrieve(question, index, models, { limit: 20, exclude: [] }, call);
    const retrieved = found.spans.slice(0, depth);
    const answer = await readOnce(question, found.spans, models, call);
    const shown = answer.abstained ? [] : found.spans.filter(({ id }) => answer.citedSpans.includes(id));
    return { retrieved, text: answer.abstained ? '' : answer.text, shown, causal: null };
  },
  'causal graph': async (question, index, models) => {
    const plain = await answersOf['plain RAG'](question, index, models);
    const runner = new StageRunner({ seed: call.seed, usage: createUsage() });
    const finding = await findCauses('causal', question, [], plain.retrieved, { index, models, runner });
    if (finding === null || finding.spans.length === 0) return plain;
    const ids = toldSentences(mechanisms(finding.answer)).map(({ spanId }) => spanId);
    const shown = ids.flatMap((id) => finding.spans.filter((span) => span.id === id));
    return { retrieved: finding.spans, text: shown.map(({ span }) => span.plain).join(' '), shown, causal: finding.answer };
  },
  // CDF-RAG's dual path, as an audit joins them: the sentences of the paths, and behind them what the search gives.
  'paths and passages': async (question, index, models) => {
    const own = await answersOf['causal graph'](question, index, models);
    const plain = await answersOf['plain RAG'](question, index, models);
    const known = new Set(own.retrieved.map(({ id }) => id));
    return { ...own, retrieved: [...own.retrieved, ...plain.retrieved.filter(({ id }) => !known.has(id))].slice(0, depth) };
  },
};

/** Eq. 3 with equal weights: likeness of the answer and the ideal one, and the judge's two marks of 1 to 5, over 10. */
async function score(answer: string, ideal: string, correct: number, faithful: number, { embedder }: Models): Promise<number> {
  const [a, b] = await embedder.embed([answer === '' ? '-' : answer, ideal], 'passage', call);
  const similarity = Math.max(
    0,
    (a ?? new Float32Array()).reduce((sum, value, place) => sum + value * (b?.[place] ?? 0), 0),
  );
  return 0.5 * similarity + 0.5 * ((1 + 4 * correct + (1 + 4 * faithful)) / 10);
}

const pointer = /^(?:\W*\d{1,2}[:.]\d{2}\s+)?(?:this|that|it|they|these)\b|\bas a result\W*$/iu;

interface Place {
  readonly path: string;
  readonly start: number;
}

/** Share of the sentences of an answer that state a true link of the report. */
function faithfulness({ shown }: Answered, gold: readonly Place[]): number {
  return shown.length === 0 ? 0 : shown.filter(({ passage, span }) => isGold(gold, passage.path, span.start)).length / shown.length;
}

function isGold(gold: readonly Place[], path: string, start: number): boolean {
  return gold.some((place) => place.path === path && place.start === start);
}

/** The sentences of a report that name both ends of one of its true or denied links; "this" and "it" take one end from the sentence before. */
async function statingSentences({ report, edges, denied }: ReportTruth, index: PassageIndex): Promise<Place[]> {
  const spans = (await index.passagesOf(report)).flatMap((passage) => passage.spans);
  const states = (plain: string, before: string): boolean =>
    [...edges, ...denied].some(({ cause, effect }) => {
      const said = [cause, effect].filter((phrase) => shareSaid(plain, phrase) >= says).length;
      return (
        said === 2 ||
        (said === 1 && pointer.test(plain) && [cause, effect].every((phrase) => shareSaid(`${before} ${plain}`, phrase) >= says))
      );
    });
  return spans.filter(({ plain }, place) => states(plain, spans[place - 1]?.plain ?? '')).map(({ start }) => ({ path: report, start }));
}

/** Share of the content words of a phrase that a text has, [0, 1]. */
function shareSaid(text: string, phrase: string): number {
  const said = new Set(contentStems(text));
  const words = contentStems(phrase);
  return words.length === 0 ? 0 : words.filter((word) => said.has(word)).length / words.length;
}

/** The effect of the report that a question asks about, in its words. */
function outcomeOf({ edges, denied }: ReportTruth, question: string): string {
  const effects = [...edges, ...denied].map(({ effect }) => effect);
  return effects.reduce(
    (best, effect) => (phraseOverlap(effect, question) > phraseOverlap(best, question) ? effect : best),
    effects[0] ?? '',
  );
}

function byIntervention(causal: CausalAnswer | null, report: string, cause: string): 'Yes' | 'No' | null {
  const nodes = new Map((causal?.graph.nodes ?? []).map((node) => [node.id, node]));
  const tested = (causal?.interventions ?? [])
    .map(({ cause: id, verdict }) => {
      const node = nodes.get(id);
      const mentions = node?.mentions.filter(({ citation }) => citation.path === report) ?? [];
      const words =
        mentions.length === 0 ? [] : [node?.label ?? '', ...mentions.map(({ citation, offsets }) => citation.quote.slice(...offsets))];
      return {
        verdict,
        overlap: Math.max(0, ...words.map((text) => phraseOverlap(text, cause))),
      };
    })
    .filter(({ overlap }) => overlap >= leastOverlap)
    .sort((a, b) => b.overlap - a.overlap)[0];
  if (tested === undefined || tested.verdict === 'unknown') return null;
  return tested.verdict === 'necessary' ? 'No' : 'Yes';
}

function yesOrNo(text: string): 'Yes' | 'No' | null {
  const word = /^\s*(yes|no)\b/i.exec(text)?.[1]?.toLowerCase();
  return word === undefined ? null : word === 'yes' ? 'Yes' : 'No';
}

import { withAnswer } from '../../src/audit/judged-statement.ts';
import { type Mask, toMask } from '../../src/minimise/mask.ts';
import { type ScoredPool, scorePool } from '../../src/minimise/pool.ts';
import type { EvidenceCandidate, MinimiseRequest } from '../../src/minimise/types.ts';
import type { Entailment, Models } from '../../src/models/ports.ts';
import { spanId } from '../../src/contract/citation.ts';
import type { EntailmentScores } from '../../src/contract/evidence.ts';
import { sentences } from '../../src/text/sentences.ts';
import { type AuditItem, sentenceRef } from '../item.ts';
import { sameSpan } from '../set-metrics.ts';

/** The pool of one item, scored once, with what is gold in it. All that is measured of sets is arithmetic on it. */
export interface GoldPool {
  readonly item: AuditItem;
  readonly statement: string;
  readonly scored: ScoredPool;
  /** Alternative gold sets by pool index; one of which a sentence is not in the pool is left out. */
  readonly gold: readonly Mask[];
  /** Sizes of all gold sets, in or out of the pool. */
  readonly goldSizes: readonly number[];
  /** What the pool holds of each gold set. */
  readonly goldParts: readonly Mask[];
  /** For sets that mark characters: the spans of the pool that stand for each gold span. */
  readonly goldSpans: readonly Mask[];
}

const call = { seed: 1 };

/** The claim, or the question with its first gold answer; where a set gives a finding and no answer, with the finding. */
export function statementOf(item: AuditItem): string {
  if (item.kind === 'claim') return item.question;
  const answer = item.answers[0] ?? (item.goldSpans.length > 0 ? item.group : undefined);
  return answer === undefined ? item.question : withAnswer(item.question, answer);
}

export interface Candidates {
  readonly request: MinimiseRequest;
  /** Span of each gold-able sentence. */
  readonly refs: ReadonlyMap<string, string>;
}

/** Every sentence of the item's documents, each once, scored for relevance, as the request that the product's search would make. */
export async function candidatesOf(item: AuditItem, { relevance }: Pick<Models, 'relevance'>): Promise<Candidates> {
  const refs = new Map<string, string>();
  const spans = item.documents
    .flatMap((document) => {
      const own = document.sentences.length > 0;
      return (own ? document.sentences : sentences(document.text)).map((place, index) => {
        const id = spanId(document.path, place.start, place.end);
        if (own) refs.set(sentenceRef(document.path, index), id);
        return {
          id,
          text: document.text.slice(place.start, place.end).trim(),
          title: document.title,
          path: document.path,
          start: place.start,
          end: place.end,
        };
      });
    })
    .filter((span) => span.text !== '');
  const scores = await relevance.score(
    item.question,
    spans.map(({ text, title }) => ({ text, heading: title })),
    call,
  );
  const seen = new Set<string>();
  const candidates = spans.flatMap((span, index): EvidenceCandidate[] => {
    if (seen.has(span.text.toLowerCase())) return [];
    seen.add(span.text.toLowerCase());
    return [
      {
        spanId: span.id,
        text: span.text,
        heading: span.title,
        headingPath: [span.title],
        relevance: scores[index] ?? 0,
        copies: [],
        citation: { path: span.path, start: span.start, end: span.end, line: 1, quote: span.text, prefix: '', suffix: '', contentHash: '' },
      },
    ];
  });
  return {
    request: { question: item.question, statement: statementOf(item), candidates, stance: item.label === 'refuted' ? 'refute' : 'support' },
    refs,
  };
}

/** @param models as the product has them; entailment is most of the cost, and `rememberPairs` saves asking again */
export async function poolOf(item: AuditItem, models: Pick<Models, 'embedder' | 'relevance' | 'entailment'>): Promise<GoldPool> {
  const { request, refs } = await candidatesOf(item, models);
  const scored = await scorePool(request, models, { candidates: 25 }, call);
  const place = new Map(scored.pool.map((candidate, index) => [candidate.spanId, index]));
  const parts = item.goldSets.map((set) => set.map((ref) => place.get(refs.get(ref) ?? '')));
  const known = (part: readonly (number | undefined)[]): Mask => toMask(part.filter((index) => index !== undefined));
  return {
    item,
    statement: request.statement,
    scored,
    gold: parts.filter((part) => part.every((index) => index !== undefined)).map(known),
    goldSizes: item.goldSets.map((set) => set.length),
    goldParts: parts.map(known),
    goldSpans: item.goldSpans.map((gold) =>
      toMask(scored.pool.flatMap(({ citation }, index) => (citation.path === gold.path && sameSpan(citation, gold) ? [index] : []))),
    ),
  };
}

/** Asks for no pair twice, in this process or, by `known`, in an earlier one. */
export function rememberPairs(inner: Entailment, known: Map<string, EntailmentScores> = new Map()): Entailment {
  return {
    identity: inner.identity,
    async classify(pairs, options) {
      const keys = pairs.map((pair) => [pair.premise, pair.hypothesis, pair.context ?? ''].join('\u0000'));
      const missing = [...new Map(keys.map((key, index) => [key, pairs[index]] as const)).entries()].filter(([key]) => !known.has(key));
      const scores = await inner.classify(
        missing.flatMap(([, pair]) => pair ?? []),
        options,
      );
      missing.forEach(([key], index) => {
        const found = scores[index];
        if (found !== undefined) known.set(key, found);
      });
      return keys.map((key) => known.get(key) ?? { entail: 0, neutral: 1, contradict: 0 });
    },
  };
}

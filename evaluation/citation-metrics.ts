import type { Entailment } from '../src/models/ports.ts';

/** A statement with the texts that are shown for it. */
export interface Cited {
  readonly statement: string;
  /** Each with what stands above it, "" for nothing. */
  readonly spans: readonly { readonly text: string; readonly heading: string }[];
}

export interface CitationScores {
  /** 1 when the spans together entail the statement, else 0. */
  readonly recall: number;
  /** Share of the spans that are needed: each entails it alone, or the others do not without it; 0 without recall. [0, 1]. */
  readonly precision: number;
  /** 1 when one of the spans contradicts the statement, else 0. */
  readonly contradiction: number;
}

/** From here on the scorer's word counts as a yes. */
const decided = 0.5;

/**
 * Citation precision and recall by an entailment scorer, the way of ALCE, and the contradiction rate (docs/methods.md 5), for each of `cited`.
 * Nothing shown scores 0 in all three.
 */
export async function citationScores(cited: readonly Cited[], entailment: Entailment, seed: number): Promise<CitationScores[]> {
  const pairs: { premise: string; hypothesis: string; context: string }[] = [];
  const ask = (statement: string, spans: Cited['spans']): number => {
    pairs.push({
      premise: spans.map((span) => span.text).join(' '),
      hypothesis: statement,
      context: [...new Set(spans.map((span) => span.heading).filter((heading) => heading !== ''))].join(' | '),
    });
    return pairs.length - 1;
  };
  const places = cited.map(({ statement, spans }) => ({
    together: spans.length === 0 ? null : ask(statement, spans),
    alone: spans.map((span) => ask(statement, [span])),
    without:
      spans.length < 2
        ? []
        : spans.map((_, index) =>
            ask(
              statement,
              spans.filter((__, other) => other !== index),
            ),
          ),
  }));
  const scores = pairs.length === 0 ? [] : await entailment.classify(pairs, { seed });
  const entails = (place: number): boolean => (scores[place]?.entail ?? 0) >= decided;
  return places.map(({ together, alone, without }) => {
    if (together === null) return { recall: 0, precision: 0, contradiction: 0 };
    const contradiction = Number(alone.some((place) => (scores[place]?.contradict ?? 0) >= decided));
    if (!entails(together)) return { recall: 0, precision: 0, contradiction };
    const needed = alone.filter((place, index) => {
      const rest = without[index];
      return entails(place) || rest === undefined || !entails(rest);
    });
    return { recall: 1, precision: needed.length / alone.length, contradiction };
  });
}

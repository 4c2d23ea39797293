import { canonicalJson, sha256 } from '../base/hash.ts';
import type { ModelIdentity } from '../contract/report.ts';
import type { PairReading } from '../contract/reading.ts';
import { nothingRead, type PairEncoder, type PairScore, type TextPair } from '../inference/types.ts';

/** The name of a pair of texts: another question, heading or sentence has another. */
export function pairName({ query, heading, sentences }: TextPair): string {
  return sha256(canonicalJson([query, heading, [...sentences]])).slice(0, 32);
}

/** The judge, keeping what it says for the report. */
export class RecordingJudge implements PairEncoder {
  readonly #judge: PairEncoder;
  readonly #read = new Map<string, PairScore>();

  constructor(judge: PairEncoder) {
    this.#judge = judge;
  }

  get identity(): ModelIdentity {
    return this.#judge.identity;
  }

  async scorePairs(pairs: readonly TextPair[], call: { readonly signal?: AbortSignal }): Promise<PairScore[]> {
    const scores = await this.#judge.scorePairs(pairs, call);
    for (const [place, pair] of pairs.entries()) this.note(pair, scores[place] ?? nothingRead);
    return scores;
  }

  /** What was read before this recording began. */
  note(pair: TextPair, score: PairScore): void {
    this.#read.set(pairName(pair), score);
  }

  /** In the order in which they were first read. */
  pairs(): PairReading[] {
    return [...this.#read].map(([pair, { answered, entails, form, spans, evidence }]) => ({
      pair,
      answered,
      entails: { ...entails },
      form: { ...form },
      spans: spans.map((span) => ({ ...span })),
      evidence: [...evidence],
    }));
  }
}

/** Says of each pair what a report says that the judge said of it. */
export class RecordedJudge implements PairEncoder {
  readonly identity: ModelIdentity;
  readonly #known: ReadonlyMap<string, PairReading>;
  /** Pairs that were asked for, by their names. */
  readonly asked = new Map<string, TextPair>();
  /** How many of them the report does not have. */
  missing = 0;

  constructor(identity: ModelIdentity, pairs: readonly PairReading[]) {
    this.identity = identity;
    this.#known = new Map(pairs.map((reading) => [reading.pair, reading]));
  }

  async scorePairs(pairs: readonly TextPair[]): Promise<PairScore[]> {
    return await Promise.resolve(
      pairs.map((pair) => {
        const name = pairName(pair);
        const known = this.#known.get(name);
        this.asked.set(name, pair);
        if (known === undefined) this.missing += 1;
        return known ?? nothingRead;
      }),
    );
  }
}

import { type AskedForm, answerFormOf } from '../../../text/answer-form.ts';
import { stem } from '../../../text/stem.ts';
import { isStopword } from '../../../text/stopwords.ts';
import { tokenize } from '../../../text/tokens.ts';
import type { StaticEncoder } from '../encoder.ts';
import type { WordRarity } from '../word-rarity.ts';

/** A content word of the question. */
export interface QueryWord {
  /** In lower case, as it is first met. */
  readonly word: string;
  readonly stem: string;
  /** How much it says, 0 to about 9. */
  readonly weight: number;
  readonly vector: Float32Array;
}

/** A question as the ranker reads it: once, whatever the number of sentences. */
export interface RankingQuery {
  readonly text: string;
  readonly form: AskedForm;
  readonly words: readonly QueryWord[];
  readonly totalWeight: number;
  readonly pairs: ReadonlySet<string>;
  /** Numbers and codes of the question: "AAL2", "3", "2024". */
  readonly codes: ReadonlySet<string>;
  readonly vector: Float32Array;
}

/** Words that ask, and words that say nothing about what is asked for. */
const idle = new Set(
  'how what which who whom whose when where why many much long often get got gets getting thing things someone somebody anyone please exactly ever still'.split(
    ' ',
  ),
);

export function readQuery(text: string, encoder: StaticEncoder, rarity: WordRarity): RankingQuery {
  const words = new Map<string, QueryWord>();
  const stems: string[] = [];
  const codes = new Set<string>();
  for (const { lower } of tokenize(text)) {
    if (/\d/.test(lower)) codes.add(lower);
    if (isStopword(lower) || idle.has(lower)) continue;
    const root = stem(lower);
    stems.push(root);
    if (!words.has(root)) words.set(root, { word: lower, stem: root, weight: rarity(lower), vector: encoder.vector(lower) });
  }
  const list = [...words.values()];
  return {
    text,
    form: answerFormOf(text),
    words: list,
    totalWeight: list.reduce((sum, word) => sum + word.weight, 0),
    pairs: new Set(stems.slice(1).map((root, index) => `${stems[index] ?? ''} ${root}`)),
    codes,
    vector: encoder.vector(text),
  };
}

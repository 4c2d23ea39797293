import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

import { LinchpinError, throwIfCancelled } from '../../../base/error.ts';
import { sha256 } from '../../../base/hash.ts';
import type { EntailmentScores } from '../../../contract/evidence.ts';
import type { ModelIdentity } from '../../../contract/report.ts';
import { Lexicon } from '../../../text/lexicon.ts';
import type { Entailment, EntailmentPair, ModelCall } from '../../ports.ts';
import type { StaticEncoder } from '../encoder.ts';
import { readSide, type Side } from './alignment.ts';
import { featureNames, hypothesisLimit, premiseLimit, readPair } from './features.ts';
import { Network, networkSchema, type EncodedSide } from './network.ts';
import { Trees, treesSchema } from './trees.ts';
import { WordBook } from './words.ts';

const weightsSchema = z.object({
  version: z.literal(3),
  features: z.array(z.string()),
  trees: treesSchema,
  network: networkSchema,
  /** Logits are divided by it; fitted on held-out training pairs that people wrote. */
  temperature: z.number().positive(),
});
type Weights = z.infer<typeof weightsSchema>;

/**
 * Work between two looks at the abort signal, which also let other work of the process run: the networks beside wait for what they are
 * given next. A pair that is known already is 1, one that has to be scored `scoring`.
 */
const turn = 64;
const scoring = 16;
/** Sides kept ready between calls: an audit asks about the same spans many times. */
const sideLimit = 2000;

const lexicons = new Map<string, Lexicon>();

/** A new book over the lexicon, which is read once. @param models the folder of bundled models. @throws LinchpinError `model-unavailable`. */
export function openWordBook(models: string, encoder: StaticEncoder): WordBook {
  const file = join(models, 'lexicon', 'lexicon.txt.gz');
  let lexicon = lexicons.get(file);
  if (lexicon === undefined) lexicons.set(file, (lexicon = Lexicon.load(file)));
  return new WordBook(lexicon, (word) => encoder.wordVector(word));
}

function softmax(logits: readonly number[], temperature: number): EntailmentScores {
  const scaled = logits.map((logit) => logit / temperature);
  const top = Math.max(...scaled);
  const [entail = 0, neutral = 0, contradict = 0] = scaled.map((logit) => Math.exp(logit - top));
  const sum = entail + neutral + contradict;
  return { entail: entail / sum, neutral: neutral / sum, contradict: contradict / sum };
}

function logSoftmax(logits: readonly number[]): number[] {
  const top = Math.max(...logits);
  const total = Math.log(logits.reduce((sum, logit) => sum + Math.exp(logit - top), 0)) + top;
  return logits.map((logit) => logit - total);
}

/** A scorer over word alignment and linguistics (models/entailment/README.md). A pair's scores depend on nothing but the pair. */
export class BundledEntailment implements Entailment {
  readonly identity: ModelIdentity;
  readonly #book: WordBook;
  readonly #trees: Trees;
  readonly #network: Network;
  readonly #temperature: number;
  readonly #encoded = new WeakMap<Side, Map<string, EncodedSide>>();
  readonly #sides = new Map<string, Side>();
  /** By premise, then by hypothesis: an audit reads what it found again and again, with some of it taken away. */
  readonly #scores = new WeakMap<Side, WeakMap<Side, EntailmentScores>>();
  #running = 0;

  constructor(book: WordBook, weights: string) {
    let read: Weights;
    let experts: { trees: Trees; network: Network };
    try {
      read = weightsSchema.parse(JSON.parse(weights));
      experts = { trees: new Trees(read.trees), network: new Network(read.network) };
    } catch (error) {
      throw unusable('they are not in the expected form', error);
    }
    if (read.features.join() !== featureNames(book).join()) throw unusable('they were fitted to other features');
    this.identity = { id: 'linchpin-entailment', provider: 'bundled', version: sha256(weights).slice(0, 12), local: true };
    this.#book = book;
    this.#trees = experts.trees;
    this.#network = experts.network;
    this.#temperature = read.temperature;
  }

  /** @param models the folder of bundled models. @throws LinchpinError `model-unavailable`. */
  static open(models: string, encoder: StaticEncoder): BundledEntailment {
    let weights: string;
    try {
      weights = readFileSync(join(models, 'entailment', 'weights.json'), 'utf8');
    } catch (error) {
      throw unusable('the file is missing', error);
    }
    return new BundledEntailment(openWordBook(models, encoder), weights);
  }

  /**
   * Scores in input order, each summing to 1. A premise or hypothesis without words is neutral.
   * @throws LinchpinError `cancelled`.
   */
  async classify(pairs: readonly EntailmentPair[], call: ModelCall): Promise<EntailmentScores[]> {
    const scores: EntailmentScores[] = [];
    // Word numbers must live as long as any call that uses them.
    if (this.#running === 0 && this.#book.trim()) this.#sides.clear();
    this.#running += 1;
    try {
      throwIfCancelled(call.signal);
      let work = 0;
      for (const pair of pairs) {
        if (work >= turn) {
          await new Promise((resolve) => setImmediate(resolve));
          throwIfCancelled(call.signal);
          work = 0;
        }
        work += 1;
        const premise = this.#side(pair.premise, pair.context, premiseLimit);
        const hypothesis = this.#side(pair.hypothesis, undefined, hypothesisLimit);
        let known = this.#scores.get(premise);
        if (known === undefined) this.#scores.set(premise, (known = new WeakMap<Side, EntailmentScores>()));
        let score = known.get(hypothesis);
        if (score === undefined) {
          known.set(hypothesis, (score = this.#score(premise, hypothesis)));
          work += scoring;
        }
        scores.push({ ...score });
      }
    } finally {
      this.#running -= 1;
    }
    return scores;
  }

  #side(text: string, context: string | undefined, limit: number): Side {
    const key = `${limit} ${context ?? ''}\u0000${text}`;
    let side = this.#sides.get(key);
    if (side === undefined) {
      side = readSide(this.#book, text, context, limit);
      if (this.#sides.size >= sideLimit) this.#sides.clear();
      this.#sides.set(key, side);
    }
    return side;
  }

  #score(premise: Side, hypothesis: Side): EntailmentScores {
    const said = (side: Side): boolean => side.tokens.some((token, at) => at >= side.contextLength && token.kind !== 'mark');
    if (!said(premise) || !said(hypothesis)) return { entail: 0, neutral: 1, contradict: 0 };
    const { features, focus } = readPair(this.#book, premise, hypothesis);
    const words = hypothesis.tokens.flatMap((token, at) => (token.kind === 'mark' ? [] : [at]));
    const network = logSoftmax(
      this.#network.logits(this.#book, this.#encode(premise, focus, 'premise'), this.#encode(hypothesis, words, 'hypothesis'), features),
    );
    const trees = logSoftmax(this.#trees.logits(features));
    return softmax(
      trees.map((logit, at) => (logit + (network[at] ?? 0)) / 2),
      this.#temperature,
    );
  }

  #encode(side: Side, positions: readonly number[], role: 'premise' | 'hypothesis'): EncodedSide {
    let known = this.#encoded.get(side);
    if (known === undefined) this.#encoded.set(side, (known = new Map<string, EncodedSide>()));
    const key = `${role} ${positions.join()}`;
    let encoded = known.get(key);
    if (encoded === undefined) known.set(key, (encoded = this.#network.encode(this.#book, side, positions, role)));
    return encoded;
  }
}

function unusable(detail: string, cause?: unknown): LinchpinError {
  return new LinchpinError(
    'model-unavailable',
    `The bundled entailment weights cannot be used: ${detail}.`,
    'Install the extension again.',
    cause,
  );
}

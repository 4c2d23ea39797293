import { join } from 'node:path';

import { LRUCache } from 'lru-cache';

import { throwIfCancelled } from '../../../base/error.ts';
import { sha256 } from '../../../base/hash.ts';
import type { EntailmentScores } from '../../../contract/evidence.ts';
import type { ModelIdentity } from '../../../contract/report.ts';
import type { Entailment, EntailmentPair, ModelCall } from '../../ports.ts';
import type { PhraseBook } from '../../../text/phrases.ts';
import { unreadableModel } from '../assets.ts';
import type { StaticEncoder } from '../encoder.ts';
import { featureNames } from '../entailment/features.ts';
import type { WordBook } from '../entailment/words.ts';
import { Graph } from '../graph.ts';
import { pairInputs, type WordNumbers } from './inputs.ts';
import { type EncodedPair, PairReader } from './pair.ts';
import { logOf, type LogProbabilities, scoresOf, weighted } from './scores.ts';
import { EntailmentWeights } from './weights.ts';

/** Pairs that are encoded together: a side that several have is read once. A few milliseconds each. */
const encodedTogether = 8;
const keptPairs = 20_000;
const keptVectors = 5000;

interface Parts {
  readonly book: WordBook;
  readonly phrases: PhraseBook | undefined;
  readonly weights: EntailmentWeights;
  readonly numbers: WordNumbers;
}

/** The entailment network that ships (models/neural-entailment/README.md), alone. */
export class NeuralEntailment implements Entailment {
  readonly #name: string;
  readonly #folder: string;
  /** Of the vectors of word order, which networks of this kind share. */
  readonly #tables: string;
  readonly #encoder: StaticEncoder;
  readonly #openBook: () => WordBook;
  readonly #openPhrases: (() => PhraseBook) | undefined;
  readonly #graph: Graph;
  readonly #scored = new LRUCache<string, LogProbabilities>({ max: keptPairs });
  #parts: Parts | undefined;

  /**
   * @param models the folder of bundled models. Nothing is read before it is needed.
   * @param openBook of words, which is this scorer's alone
   * @param name of the folder: another network of the same kind may be read
   * @param openPhrases that the network was trained to be told of
   */
  constructor(
    models: string,
    encoder: StaticEncoder,
    openBook: () => WordBook,
    name = 'neural-entailment',
    openPhrases?: () => PhraseBook,
  ) {
    this.#name = name;
    this.#folder = join(models, name);
    this.#tables = join(models, 'neural-entailment');
    this.#encoder = encoder;
    this.#openBook = openBook;
    this.#openPhrases = openPhrases;
    this.#graph = new Graph(name.replace('-', ' '), graphFile(models, name));
  }

  get identity(): ModelIdentity {
    return { id: `linchpin/${this.#name}`, provider: 'bundled', version: this.#graph.version, local: true };
  }

  /** Of the average with the bundled scorer: the network's weight, and the temperature. @throws LinchpinError `model-unavailable`. */
  get average(): { readonly weight: number; readonly temperature: number } {
    return this.#open().weights.settings.average;
  }

  /** Scores in input order, each summing to 1. @throws LinchpinError as `logProbabilities` does. */
  async classify(pairs: readonly EntailmentPair[], call: ModelCall): Promise<EntailmentScores[]> {
    const logits = await this.logProbabilities(pairs, call);
    const { temperature } = this.#open().weights.settings;
    return logits.map((each) => scoresOf(each, temperature));
  }

  /**
   * Before calibration, in input order. A premise or claim without words is neutral.
   * @throws LinchpinError `cancelled`, `model-unavailable`, `model-failed`.
   */
  async logProbabilities(pairs: readonly EntailmentPair[], call?: Pick<ModelCall, 'signal'>): Promise<LogProbabilities[]> {
    const keys = pairs.map(({ premise, hypothesis, context }) => sha256(JSON.stringify([premise, hypothesis, context ?? ''])));
    const found = new Map<string, LogProbabilities>();
    const wanted = new Map<string, EntailmentPair>();
    for (const [at, pair] of pairs.entries()) {
      const key = keys[at] ?? '';
      const known = this.#scored.get(key);
      if (known === undefined) wanted.set(key, pair);
      else found.set(key, known);
    }
    const list = [...wanted];
    // While the network runs on some pairs, the next are encoded.
    let running: Promise<unknown> = Promise.resolve();
    for (let from = 0; from < list.length; from += encodedTogether) {
      throwIfCancelled(call?.signal);
      const part = list.slice(from, from + encodedTogether);
      const encoded = this.encode(part.map(([, pair]) => pair));
      await running;
      running = Promise.all(
        part.map(async ([key], at) => {
          const scored = await this.run(encoded[at] ?? null);
          found.set(key, scored);
          this.#scored.set(key, scored);
        }),
      );
      // Told when it is waited for, which a cancelled call does no more.
      running.catch(() => undefined);
    }
    await running;
    return keys.map((key) => found.get(key) ?? neutral);
  }

  /** What the network is given of each pair; null where a side has no words. */
  encode(pairs: readonly EntailmentPair[]): (EncodedPair | null)[] {
    const { book, phrases } = this.#open();
    // Word numbers do not outlive this call, so that the book may forget them here.
    book.trim();
    const reader = new PairReader(book, phrases);
    return pairs.map((pair) => reader.encode(pair));
  }

  /** Of an encoded pair. @throws LinchpinError as `logProbabilities` does. */
  async run(pair: EncodedPair | null): Promise<LogProbabilities> {
    if (pair === null) return neutral;
    const { weights, numbers } = this.#open();
    const output = await this.#graph.run(pairInputs({ ...pair, features: weights.scaled(pair.features) }, numbers));
    const [supports = NaN, neither = NaN, refutes = NaN] = output('logp');
    return [supports, neither, refutes];
  }

  #open(): Parts {
    if (this.#parts === undefined) {
      const book = this.#openBook();
      const weights = new EntailmentWeights(this.#folder, this.#encoder, this.#tables);
      if (weights.settings.feature_names.join() !== featureNames(book).join())
        throw unreadableModel(this.#name.replace('-', ' '), 'fitted to other features');
      const vectors = new LRUCache<string, Float32Array>({ max: keptVectors });
      const vector = (text: string): Float32Array => {
        let known = vectors.get(text);
        if (known === undefined) vectors.set(text, (known = weights.vector(book.word(book.id(text)))));
        return known;
      };
      this.#parts = { book, phrases: this.#openPhrases?.(), weights, numbers: { vector, own: (text) => weights.own(text) } };
    }
    return this.#parts;
  }
}

/** @param models the folder of bundled models @param name of a network of this kind */
export function graphFile(models: string, name: string): string {
  return join(models, name, 'entailment.onnx');
}

const neutral: LogProbabilities = logOf({ entail: 0, neutral: 1, contradict: 0 });

/** The network and another scorer together: their log-probabilities, weighted as the network's card says. */
export class AveragedEntailment implements Entailment {
  readonly #network: NeuralEntailment;
  readonly #other: Entailment;

  /** @param other the bundled scorer: weight and temperature were fitted with it */
  constructor(network: NeuralEntailment, other: Entailment) {
    this.#network = network;
    this.#other = other;
  }

  get identity(): ModelIdentity {
    const [network, other] = [this.#network.identity, this.#other.identity];
    return {
      id: 'linchpin/averaged-entailment',
      provider: 'bundled',
      version: `${network.version}+${other.version}`,
      local: network.local && other.local,
    };
  }

  /** Scores in input order, each summing to 1. @throws LinchpinError as both scorers do. */
  async classify(pairs: readonly EntailmentPair[], call: ModelCall): Promise<EntailmentScores[]> {
    const network = await this.#network.logProbabilities(pairs, call);
    const others = await this.#other.classify(pairs, call);
    const { weight, temperature } = this.#network.average;
    return network.map((logits, at) => {
      const other = others[at];
      return scoresOf(other === undefined ? logits : weighted(logits, logOf(other), weight), temperature);
    });
  }
}

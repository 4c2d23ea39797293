import { join } from 'node:path';

import { LRUCache } from 'lru-cache';

import { throwIfCancelled } from '../../../base/error.ts';
import { sha256 } from '../../../base/hash.ts';
import type { ModelIdentity } from '../../../contract/report.ts';
import type { ModelCall, PassageSentences, SentenceChoice, SentenceScores } from '../../ports.ts';
import { Graph } from '../graph.ts';
import type { GraphInput } from '../graph-thread.ts';
import type { ContextSentence } from '../neural-reader/context.ts';
import { encoderInputs } from '../neural-reader/inputs.ts';
import type { ReaderWord, ReaderWords } from '../neural-reader/words.ts';
import { featuresPerSentence, sentenceFeatures } from './features.ts';

const questionWords = 64;
const titleWords = 24;
/** Sentences that see one another (models/sentence-choice/README.md). */
const pieceSentences = 40;
/** Words of a piece, beyond which the next begins, and of a sentence, beyond which it is not read: bounds for texts that are no prose. */
const pieceWords = 1200;
const sentenceWords = 200;
/** Words of a sentence that are pooled. */
const pooledWords = 90;
/** Of the probability's logit; fitted on development passages. */
const bias = 1.622;
const keptPassages = 5000;

interface ScoredSentence {
  readonly score: number;
  readonly probability: number;
  readonly share: number;
}

interface ScoredPassage {
  readonly sentences: readonly ScoredSentence[];
  readonly none: number;
}

/** @param models the folder of bundled models */
export function choiceFile(models: string): string {
  return join(models, 'sentence-choice', 'choice.onnx');
}

/** The network that tells which sentence of a passage answers. A passage's scores depend on nothing but the question and the passage. */
export class NeuralSentenceChoice implements SentenceChoice {
  readonly #words: ReaderWords;
  readonly #graph: Graph;
  readonly #passages = new LRUCache<string, Promise<ScoredPassage>>({ max: keptPassages });

  /** @param models the folder of bundled models. Nothing is read before it is needed. */
  constructor(models: string, words: ReaderWords) {
    this.#words = words;
    this.#graph = new Graph('sentence choice', choiceFile(models));
  }

  get identity(): ModelIdentity {
    return { id: 'linchpin/sentence-choice', provider: 'bundled', version: this.#graph.version, local: true };
  }

  async score(question: string, passages: readonly PassageSentences[], call?: Pick<ModelCall, 'signal'>): Promise<SentenceScores> {
    throwIfCancelled(call?.signal);
    // All at once: while the network reads one, the next is made ready.
    const scored = await Promise.all(passages.map(({ title, sentences }) => this.#scoreOnce(question, title, sentences)));
    const all = (of: keyof ScoredSentence): number[][] => scored.map(({ sentences }) => sentences.map((sentence) => sentence[of]));
    return { scores: all('score'), probabilities: all('probability'), shares: all('share'), none: scored.map(({ none }) => none) };
  }

  /** The network's inputs for the sentences of one piece, none of them without a word; nor may the question be. */
  inputs(question: readonly ReaderWord[], title: string, sentences: readonly ContextSentence[]): Record<string, GraphInput> {
    const heading = this.#words.read(title, titleWords).words;
    const { graph, places } = encoderInputs(question, [{ title: heading, sentences }]);
    const width = Math.min(pooledWords, Math.max(...sentences.map(({ words }) => words.length)));
    const pooled = new Int32Array(sentences.length * width).fill(-1);
    const rowOf = new Map(sentences.map((sentence, row) => [sentence, row]));
    for (const [at, { sentence, word }] of places.entries()) {
      const row = sentence === null ? undefined : rowOf.get(sentence);
      if (row !== undefined && word < width) pooled[row * width + word] = at;
    }
    return {
      ...graph,
      idx: { values: pooled, shape: [sentences.length, width] },
      s_feat: { values: sentenceFeatures(question, sentences), shape: [sentences.length, featuresPerSentence] },
    };
  }

  /** The network's logits for each sentence, and for none of them. @throws LinchpinError as `score` does. */
  async logits(inputs: Readonly<Record<string, GraphInput>>): Promise<{ sentences: number[]; none: number }> {
    const output = await this.#graph.run(inputs);
    return { sentences: Array.from(output('sentence')), none: output('none')[0] ?? Infinity };
  }

  /** The words of the question, and the sentences that have a word, in pieces. */
  read(question: string, sentences: readonly string[]): { asked: readonly ReaderWord[]; pieces: ContextSentence[][] } {
    const pieces: ContextSentence[][] = [];
    let words = Infinity;
    for (const [at, text] of sentences.entries()) {
      const sentence = { at, ...this.#words.read(text, sentenceWords) };
      if (sentence.words.length === 0) continue;
      const piece = pieces.at(-1);
      if (piece === undefined || piece.length === pieceSentences || words + sentence.words.length > pieceWords) {
        pieces.push([sentence]);
        words = sentence.words.length;
      } else {
        piece.push(sentence);
        words += sentence.words.length;
      }
    }
    return { asked: this.#words.read(question, questionWords).words, pieces };
  }

  async #scoreOnce(question: string, title: string, sentences: readonly string[]): Promise<ScoredPassage> {
    const key = sha256(JSON.stringify([question, title, sentences]));
    const known = this.#passages.get(key);
    if (known !== undefined) return await known;
    const passage = this.#score(question, title, sentences);
    this.#passages.set(key, passage);
    try {
      return await passage;
    } catch (error) {
      this.#passages.delete(key);
      throw error;
    }
  }

  async #score(question: string, title: string, sentences: readonly string[]): Promise<ScoredPassage> {
    const { asked, pieces } = this.read(question, sentences);
    const scored = sentences.map((): ScoredSentence => ({ score: 0, probability: 0, share: 0 }));
    let none = 1;
    if (asked.length === 0) return { sentences: scored, none };
    for (const piece of pieces) {
      const logits = await this.logits(this.inputs(asked, title, piece));
      const top = Math.max(logits.none, ...logits.sentences);
      const powers = logits.sentences.map((logit) => Math.exp(logit - top));
      const sum = powers.reduce((total, power) => total + power, Math.exp(logits.none - top));
      for (const [row, { at }] of piece.entries()) {
        const probability = 1 / (1 + Math.exp(bias - (logits.sentences[row] ?? -Infinity)));
        const share = (powers[row] ?? 0) / sum;
        scored[at] = { score: Math.sqrt(probability * share), probability, share };
      }
      none = Math.min(none, Math.exp(logits.none - top) / sum);
    }
    return { sentences: scored, none };
  }
}

import { join } from 'node:path';

import { LRUCache } from 'lru-cache';

import { throwIfCancelled } from '../../../base/error.ts';
import { sha256 } from '../../../base/hash.ts';
import type { ModelIdentity } from '../../../contract/report.ts';
import type { ModelCall, Reading, ReadingRequest, SpanReader } from '../../ports.ts';
import { Graph } from '../graph.ts';
import { readContext, type TitledSentence } from './context.ts';
import { type EncoderInputs, encoderInputs } from './inputs.ts';
import { bestOfSentences, bestSpans } from './spans.ts';
import { longestText, type ReaderWords } from './words.ts';

/** What the network was made for and measured on, with some room (models/neural-reader/README.md). */
const limits = { words: longestText, titleWords: 24 };
const questionWords = 64;
const spansOfReading = 5;
const keptReadings = 5000;

const nothing: Reading = { answerable: 0, spans: [] };

/** @param models the folder of bundled models */
export function readerFile(models: string): string {
  return join(models, 'neural-reader', 'reader.onnx');
}

/** The small extractive network that ships. A reading depends on nothing but its question and sentences. */
export class NeuralReader implements SpanReader {
  readonly #words: ReaderWords;
  readonly #graph: Graph;
  readonly #readings = new LRUCache<string, Promise<Reading>>({ max: keptReadings });

  /** @param models the folder of bundled models. Nothing is read before it is needed. */
  constructor(models: string, words: ReaderWords) {
    this.#words = words;
    this.#graph = new Graph('neural reader', readerFile(models));
  }

  get identity(): ModelIdentity {
    return { id: 'linchpin/neural-reader', provider: 'bundled', version: this.#graph.version, local: true };
  }

  async read(question: string, sentences: readonly TitledSentence[], call?: Pick<ModelCall, 'signal'>): Promise<Reading> {
    throwIfCancelled(call?.signal);
    const key = sha256(JSON.stringify([question, sentences.map(({ title, text }) => [title, text])]));
    const known = this.#readings.get(key);
    if (known !== undefined) return await known;
    const reading = this.#read(question, sentences);
    this.#readings.set(key, reading);
    try {
      return await reading;
    } catch (error) {
      this.#readings.delete(key);
      throw error;
    }
  }

  async readAll(requests: readonly ReadingRequest[], call?: Pick<ModelCall, 'signal'>): Promise<Reading[]> {
    // All at once: while the network reads one, the next is made ready.
    return await Promise.all(requests.map(({ question, sentences }) => this.read(question, sentences, call)));
  }

  /** The network's inputs; null where there is nothing to ask or to read. */
  inputs(question: string, sentences: readonly TitledSentence[]): EncoderInputs | null {
    const asked = this.#words.read(question, questionWords).words;
    const documents = readContext(this.#words, sentences, limits);
    return asked.length === 0 || documents.length === 0 ? null : encoderInputs(asked, documents);
  }

  /** The network's logits, one of each kind for each word of the context. @throws LinchpinError as `read` does. */
  async logits({ graph }: EncoderInputs): Promise<{ start: Float32Array; end: Float32Array; answerable: number }> {
    const output = await this.#graph.run(graph);
    return { start: output('start'), end: output('end'), answerable: output('answerable')[0] ?? -Infinity };
  }

  async #read(question: string, sentences: readonly TitledSentence[]): Promise<Reading> {
    const inputs = this.inputs(question, sentences);
    if (inputs === null) return nothing;
    const { start, end, answerable } = await this.logits(inputs);
    const spans = bestSpans(start, end, inputs.places, spansOfReading).flatMap(({ first, last, probability }) => {
      const from = inputs.places[first];
      const begin = from?.sentence?.tokens[from.word];
      const finish = from?.sentence?.tokens[from.word + last - first];
      if (!from?.sentence || begin === undefined || finish === undefined) return [];
      return [{ sentence: from.sentence.at, start: begin.start, end: finish.end, probability }];
    });
    const best = bestOfSentences(start, end, inputs.places);
    return { answerable: 1 / (1 + Math.exp(-answerable)), spans, best: sentences.map((_sentence, at) => best.get(at) ?? 0) };
  }
}

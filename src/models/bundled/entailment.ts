import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';

import { LinchpinError, throwIfCancelled } from '../../base/error.ts';
import { sha256 } from '../../base/hash.ts';
import type { EntailmentScores } from '../../report/evidence.ts';
import type { ModelIdentity } from '../../report/report.ts';
import { Lexicon } from '../../text/lexicon.ts';
import type { Entailment, EntailmentPair, ModelCall } from '../ports.ts';
import type { StaticEncoder } from './encoder.ts';
import { readSide, type Side } from './entailment-alignment.ts';
import { featureNames, hypothesisLimit, premiseLimit, readPair } from './entailment-features.ts';
import { Trees, treesSchema } from './entailment-trees.ts';
import { WordBook } from './entailment-words.ts';

const weightsSchema = z.object({
  version: z.literal(1),
  features: z.array(z.string()),
  trees: treesSchema,
  /** Logits are divided by it; fitted on held-out training pairs. */
  temperature: z.number().positive(),
});

/** Pairs between two looks at the abort signal, which also lets other work of the process run. */
const turn = 64;

/** @param models the folder of bundled models. @throws LinchpinError `model-unavailable`. */
export function openWordBook(models: string, encoder: StaticEncoder): WordBook {
  return new WordBook(Lexicon.load(join(models, 'lexicon', 'lexicon.txt.gz')), (word) => encoder.wordVector(word));
}

function softmax(logits: readonly number[], temperature: number): EntailmentScores {
  const scaled = logits.map((logit) => logit / temperature);
  const top = Math.max(...scaled);
  const [entail = 0, neutral = 0, contradict = 0] = scaled.map((logit) => Math.exp(logit - top));
  const sum = entail + neutral + contradict;
  return { entail: entail / sum, neutral: neutral / sum, contradict: contradict / sum };
}

/** A scorer over word alignment and linguistics (models/entailment/README.md). A pair's scores depend on nothing but the pair. */
export class BundledEntailment implements Entailment {
  readonly identity: ModelIdentity;
  readonly #book: WordBook;
  readonly #trees: Trees;
  readonly #temperature: number;

  constructor(book: WordBook, weights: string) {
    let read: z.infer<typeof weightsSchema>;
    try {
      read = weightsSchema.parse(JSON.parse(weights));
    } catch (error) {
      throw unusable('they are not in the expected form', error);
    }
    if (read.features.join() !== featureNames(book).join()) throw unusable('they were fitted to other features');
    this.identity = { id: 'linchpin-entailment', provider: 'bundled', version: sha256(weights).slice(0, 12), local: true };
    this.#book = book;
    this.#trees = new Trees(read.trees);
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
    const sides = new Map<string, Side>();
    this.#book.trim();
    for (const [at, pair] of pairs.entries()) {
      if (at % turn === 0) {
        throwIfCancelled(call.signal);
        if (at > 0) await new Promise((resolve) => setImmediate(resolve));
      }
      const premise = this.#side(sides, pair.premise, pair.context, premiseLimit);
      const hypothesis = this.#side(sides, pair.hypothesis, undefined, hypothesisLimit);
      scores.push(this.#score(premise, hypothesis));
    }
    return scores;
  }

  #side(sides: Map<string, Side>, text: string, context: string | undefined, limit: number): Side {
    const key = `${limit} ${context ?? ''}\u0000${text}`;
    let side = sides.get(key);
    if (side === undefined) {
      side = readSide(this.#book, text, context, limit);
      sides.set(key, side);
    }
    return side;
  }

  #score(premise: Side, hypothesis: Side): EntailmentScores {
    const said = (side: Side): boolean => side.tokens.some((token, at) => at >= side.contextLength && token.kind !== 'mark');
    if (!said(premise) || !said(hypothesis)) return { entail: 0, neutral: 1, contradict: 0 };
    const { features } = readPair(this.#book, premise, hypothesis);
    return softmax(this.#trees.logits(features), this.#temperature);
  }
}

function unusable(detail: string, cause?: unknown): LinchpinError {
  return new LinchpinError('model-unavailable', `The bundled entailment weights cannot be used: ${detail}.`, 'Install the extension again.', cause);
}

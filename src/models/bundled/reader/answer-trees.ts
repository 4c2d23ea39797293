import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { unreadableModel } from '../assets.ts';
import { signalNames } from './answerability.ts';
import { featureNames } from './candidates.ts';
import { probabilityOf, type Trees, treesSchema } from './trees.ts';

const answerSchema = treesSchema.extend({
  features: z.array(z.string()),
  /** Below this probability the reader abstains: chosen on the training data. */
  abstain: z.number(),
});
const answerableSchema = z.object({ features: z.array(z.string()), right: treesSchema, answerable: treesSchema });

/** What `AnswerTrees` reads: the candidates' weights, then those of what is an answer at all. */
export function treeFiles(models: string): [string, string] {
  return [join(models, 'reader', 'weights.json'), join(models, 'reader', 'answerable.json')];
}

/** The reader's fitted parts (models/reader): which candidate answers, and whether what was read is an answer at all. */
export class AnswerTrees {
  readonly abstain: number;
  readonly #candidate: Trees;
  readonly #right: Trees;
  readonly #answerable: Trees;

  /** @throws LinchpinError `model-unavailable`. */
  constructor(models: string) {
    const [candidates, answers] = treeFiles(models);
    try {
      const candidate = answerSchema.parse(readJson(candidates));
      const reading = answerableSchema.parse(readJson(answers));
      if (candidate.features.join() !== featureNames.join() || reading.features.join() !== signalNames.join())
        throw new RangeError('the weights were fitted to other features');
      this.#candidate = candidate;
      this.#right = reading.right;
      this.#answerable = reading.answerable;
      this.abstain = candidate.abstain;
    } catch (error) {
      throw unreadableModel('reader', error);
    }
  }

  /** How likely a candidate answers, [0, 1]. */
  probability(features: Float32Array): number {
    return probabilityOf(this.#candidate, features);
  }

  /** How likely what was read is right, [0, 1]. */
  right(signals: Float32Array): number {
    return probabilityOf(this.#right, signals);
  }

  /** How likely the evidence answers the question at all, [0, 1]. */
  answerable(signals: Float32Array): number {
    return probabilityOf(this.#answerable, signals);
  }
}

function readJson(file: string): unknown {
  return JSON.parse(readFileSync(file, 'utf8'));
}

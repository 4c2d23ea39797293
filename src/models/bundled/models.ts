import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { BundledPairEncoder } from '../../inference/pair-encoder.ts';
import { openSentenceEncoder, sentenceEncoderFiles } from '../../inference/sentence-encoder.ts';
import { modelsFolder } from '../../inference/weights.ts';
import { Lexicon } from '../../text/lexicon.ts';
import type { Models } from '../ports.ts';
import { createBundledEmbedder } from './embedder.ts';
import { StaticEncoder } from './encoder.ts';
import { createBundledEntailment } from './entailment.ts';
import { createBundledGenerator } from './generator.ts';
import { writeProbes } from './probes.ts';
import { createBundledRelevance } from './relevance.ts';
import { WordBook } from './word-book.ts';
import { openWordRarity, type WordRarity } from './word-rarity.ts';

let loaded: Models | undefined;
let encoder: StaticEncoder | undefined;
let lexicon: Lexicon | undefined;
let judge: BundledPairEncoder | undefined;

function sharedEncoder(folder: string): StaticEncoder {
  encoder ??= new StaticEncoder(join(folder, 'static-embedder'));
  return encoder;
}

function sharedJudge(folder: string): BundledPairEncoder {
  judge ??= new BundledPairEncoder(folder);
  return judge;
}

/** The embedder's encoder, for the causal graph and for training recipes. @throws LinchpinError `model-unavailable`. */
export function bundledEncoder(): StaticEncoder {
  return sharedEncoder(modelsFolder());
}

/** How much a word says, for training recipes. @throws LinchpinError `model-unavailable`. */
export function bundledWordRarity(): WordRarity {
  return openWordRarity(modelsFolder());
}

/** A new book over the lexicon, which is read once: how events of the causal graph are told to be one. @throws LinchpinError `model-unavailable`. */
export function openWordBook(): WordBook {
  const folder = modelsFolder();
  lexicon ??= Lexicon.load(join(folder, 'lexicon', 'lexicon.txt.gz'));
  const shared = sharedEncoder(folder);
  return new WordBook(lexicon, (word) => shared.wordVector(word));
}

/** Opens what every question is read with, beside what comes before: reading it from the disk takes longer than the search. */
export function prepareReading(): void {
  sharedJudge(modelsFolder()).prepare();
}

/** The bundled models, loaded once a process. @throws LinchpinError `model-unavailable`. */
export function bundledModels(): Models {
  if (loaded !== undefined) return loaded;
  const folder = modelsFolder();
  const shared = sharedEncoder(folder);
  const reading = sharedJudge(folder);
  const generator = createBundledGenerator(reading, writeProbes);
  loaded = {
    embedder: createBundledEmbedder(folder, shared),
    sentenceEncoder: sentenceEncoderFiles(folder).every((file) => existsSync(file)) ? openSentenceEncoder(folder) : undefined,
    relevance: createBundledRelevance(folder, shared, openWordRarity(folder)),
    entailment: createBundledEntailment(reading),
    generator,
    reader: generator,
    judge: reading,
  };
  return loaded;
}

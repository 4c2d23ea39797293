import { join } from 'node:path';

import type { Entailment, Models, QuestionMatch, SentenceChoice, SentenceRanker, SpanReader } from '../ports.ts';
import { modelsFolder, weightsVersion } from './assets.ts';
import { createBundledEmbedder } from './embedder.ts';
import { StaticEncoder } from './encoder.ts';
import { BundledEntailment, openWordBook } from './entailment/entailment.ts';
import { createBundledGenerator } from './generator.ts';
import { hasGraphRuntime, prepareGraph } from './graph.ts';
import { AveragedEntailment, NeuralEntailment } from './neural-entailment/entailment.ts';
import { NeuralReader, readerFile } from './neural-reader/reader.ts';
import { ReaderWords } from './neural-reader/words.ts';
import { readPhrases } from './phrases.ts';
import { matchFile, NeuralQuestionMatch } from './question-match.ts';
import { openRanker } from './ranking/ranker.ts';
import type { WordLore } from './ranking/word-match.ts';
import { AnswerTrees, treeFiles } from './reader/answer-trees.ts';
import { writeProbes } from './probes.ts';
import { createBundledRelevance } from './relevance.ts';
import { choiceFile, NeuralSentenceChoice } from './sentence-choice/chooser.ts';
import type { PhraseBook } from '../../text/phrases.ts';
import { openWordRarity, rarityFile, type WordRarity } from './word-rarity.ts';

let loaded: Models | undefined;
let encoder: StaticEncoder | undefined;

function sharedEncoder(folder: string): StaticEncoder {
  encoder ??= new StaticEncoder(join(folder, 'static-embedder'));
  return encoder;
}

/** The embedder's encoder, for training recipes. @throws LinchpinError `model-unavailable`. */
export function bundledEncoder(): StaticEncoder {
  return sharedEncoder(modelsFolder());
}

/** How much a word says, for training recipes. @throws LinchpinError `model-unavailable`. */
export function bundledWordRarity(): WordRarity {
  return openWordRarity(modelsFolder());
}

/** Opens the networks that every question is read with, beside what comes before: reading them from the disk takes longer than the search. */
export function prepareReading(): void {
  if (!hasGraphRuntime()) return;
  const folder = modelsFolder();
  prepareGraph(choiceFile(folder));
  prepareGraph(readerFile(folder));
  prepareGraph(matchFile(folder));
}

let lore: WordLore | undefined;

function sharedLore(folder: string): WordLore {
  if (lore === undefined) {
    const { lexicon } = openWordBook(folder, sharedEncoder(folder));
    lore = { lexicon, phrases: readPhrases((word) => lexicon.lemmas(word), true) };
  }
  return lore;
}

/** The network of claims was told of phrases that say one another, and not of what only comes up with them. */
function claimPhrases(folder: string): PhraseBook {
  const { lexicon } = sharedLore(folder);
  return readPhrases((word) => lexicon.lemmas(word), 'same');
}

/** WordNet, and phrases that say one another. @throws LinchpinError `model-unavailable`. */
export function bundledWordLore(): WordLore {
  return sharedLore(modelsFolder());
}

/** The bundled models, loaded once a process. @throws LinchpinError `model-unavailable`. */
export function bundledModels(): Models {
  if (loaded !== undefined) return loaded;
  const folder = modelsFolder();
  const shared = sharedEncoder(folder);
  const generator = createBundledGenerator(
    () => weightsVersion('reader', [...treeFiles(folder), rarityFile(folder)]),
    openWordRarity(folder),
    new AnswerTrees(folder),
    writeProbes,
  );
  const entailment = BundledEntailment.open(folder, shared);
  const neural = neuralModels(folder, shared, entailment);
  loaded = {
    embedder: createBundledEmbedder(folder, shared),
    relevance: createBundledRelevance(folder, shared, openWordRarity(folder)),
    entailment,
    generator,
    reader: generator,
    get spanReader() {
      return neural()?.spanReader;
    },
    get sentenceChoice() {
      return neural()?.sentenceChoice;
    },
    get questionMatch() {
      return neural()?.questionMatch;
    },
    get neuralEntailment() {
      return neural()?.neuralEntailment;
    },
    get averagedEntailment() {
      return neural()?.averagedEntailment;
    },
    get ranker() {
      return neural()?.ranker;
    },
  };
  return loaded;
}

interface NeuralModels {
  readonly spanReader: SpanReader;
  readonly sentenceChoice: SentenceChoice;
  readonly questionMatch: QuestionMatch;
  readonly neuralEntailment: Entailment;
  readonly averagedEntailment: Entailment;
  readonly ranker: SentenceRanker;
}

/** The networks, none of them read before its first use; null where their runtime is missing. */
function neuralModels(folder: string, shared: StaticEncoder, entailment: Entailment): () => NeuralModels | null {
  let models: NeuralModels | undefined;
  return () => {
    if (!hasGraphRuntime()) return null;
    if (models === undefined) {
      const words = new ReaderWords(shared);
      const neuralEntailment = new NeuralEntailment(
        folder,
        shared,
        () => openWordBook(folder, shared),
        'neural-entailment',
        () => claimPhrases(folder),
      );
      const networks = {
        spanReader: new NeuralReader(folder, words),
        sentenceChoice: new NeuralSentenceChoice(folder, words),
        questionMatch: new NeuralQuestionMatch(
          folder,
          shared,
          () => openWordBook(folder, shared),
          () => sharedLore(folder).phrases,
        ),
      };
      models = {
        ...networks,
        neuralEntailment,
        averagedEntailment: new AveragedEntailment(neuralEntailment, entailment),
        ranker: openRanker(
          folder,
          shared,
          openWordRarity(folder),
          () => sharedLore(folder),
          () => networks,
        ),
      };
    }
    return models;
  };
}

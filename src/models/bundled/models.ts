import { join } from 'node:path';

import type { Models } from '../ports.ts';
import { modelsFolder } from './assets.ts';
import { createBundledEmbedder } from './embedder.ts';
import { StaticEncoder } from './encoder.ts';
import { BundledEntailment } from './entailment.ts';
import { createBundledGenerator } from './generator.ts';
import { writeProbes } from './probes.ts';
import { createBundledRelevance } from './relevance.ts';

let loaded: Models | undefined;

/** The bundled models, loaded once a process. @throws LinchpinError `model-unavailable`. */
export function bundledModels(): Models {
  if (loaded !== undefined) return loaded;
  const folder = modelsFolder();
  const encoder = new StaticEncoder(join(folder, 'static-embedder'));
  const generator = createBundledGenerator((word) => encoder.weight(word), writeProbes);
  loaded = {
    embedder: createBundledEmbedder(folder, encoder),
    relevance: createBundledRelevance(encoder),
    entailment: BundledEntailment.open(folder, encoder),
    generator,
    reader: generator,
  };
  return loaded;
}

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openWorkspace } from '../../src/audit/workspace.ts';
import { switchTelemetryOff } from '../../src/base/no-telemetry.ts';
import { searchText } from '../../src/index/rank.ts';
import { modelsFolder } from '../../src/inference/weights.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { estimate } from '../statistics.ts';
import { mostTokens, writeModel } from './model.ts';

/** Passages that are embedded the common way. */
const sample = 60;

/**
 * Indexing of a folder beside the common design, in one run on one machine: each passage by itself through a sentence encoder of MiniLM's shape, with random
 * weights. That side only embeds: it reads no file, and writes no index.
 */
export async function besideCommonDesign(folder: string, tell: (name: string, value: string) => void): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'linchpin-common-'));
  try {
    const workspace = await openWorkspace({ folder, indexLocation: join(home, 'index') });
    const indexing = process.cpuUsage();
    const summary = await workspace.index();
    const oursProcessor = processorMs(indexing) / summary.passages;
    const texts = await workspace.withIndex(async (index) => {
      const found: string[] = [];
      for (const { path } of await index.documents()) found.push(...(await index.passagesOf(path)).map(searchText));
      return found;
    });
    await workspace.close();
    const step = Math.max(1, Math.floor(texts.length / sample));
    const drawn = texts.filter((_, at) => at % step === 0).slice(0, sample);

    await writeModel(join(home, 'minilm'), join(modelsFolder(), 'static-embedder', 'vocab.txt'));
    switchTelemetryOff();
    const { env, pipeline } = await import('@huggingface/transformers');
    env.allowRemoteModels = false;
    env.localModelPath = home;
    const embed = await pipeline('feature-extraction', 'minilm', { dtype: 'fp32' });
    for (const text of drawn.slice(0, 3)) await embed(text, { pooling: 'mean', normalize: true });
    const embedding = process.cpuUsage();
    const times: number[] = [];
    for (const text of drawn) {
      const started = performance.now();
      await embed(text, { pooling: 'mean', normalize: true });
      times.push(performance.now() - started);
    }
    const processor = processorMs(embedding) / drawn.length;
    await embed.dispose();

    const { embedder } = bundledModels();
    const started = performance.now();
    await embedder.embed(texts, 'passage', { seed: 0 });
    const ours = (performance.now() - started) / texts.length;
    const { mean, low, high } = estimate(times);
    const whole = (1000 * summary.seconds) / summary.passages;
    tell(
      "common design: a passage through MiniLM's shape, ms",
      `${mean.toFixed(1)} (${low.toFixed(1)}-${high.toFixed(1)}, n = ${times.length}, at most ${mostTokens} tokens)`,
    );
    tell('bundled embedder: a passage, ms', `${ours.toFixed(3)} (n = ${texts.length})`);
    tell('indexing from files to a searchable index: a passage, ms', `${whole.toFixed(2)} (n = ${summary.passages})`);
    tell('embedding alone: times as fast as the common design', (mean / ours).toFixed(0));
    tell('all of indexing: times as fast as embedding by the common design', (mean / whole).toFixed(0));
    tell(
      'processor time a passage, ms: embedding by the common design, all of indexing, ratio',
      `${processor.toFixed(1)}, ${oursProcessor.toFixed(2)}, ${(processor / oursProcessor).toFixed(0)}`,
    );
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** Of all threads of the process, since then. */
function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

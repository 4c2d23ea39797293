import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { openWorkspace } from '../src/audit/workspace.ts';
import type { Workspace } from '../src/audit/types.ts';
import { createRandom } from '../src/base/random.ts';
import { EngineClient } from '../src/engine/client.ts';
import { requests } from '../src/engine/protocol.ts';
import { bundledModels } from '../src/models/bundled/models.ts';
import { type Stock, stockOf, writeMade } from './bench-corpus.ts';

/** Passages of a document of 50 KB, about. */
const passagesEach = 41;
const bytesEach = 50_000;
const saves = 30;
const searches = 100;

type Tell = (name: string, value: string) => void;

/**
 * What an index costs as it grows: made folders of Markdown files of 50 KB, indexed by the engine's own process as the editor does it; then
 * one file saved again and again, each time until a search of another process finds its new word.
 * @param sizes passages, about
 */
export async function growth(rfcs: string, sizes: readonly number[], tell: Tell): Promise<void> {
  const module = resolve('dist/engine.mjs');
  if (!existsSync(module)) {
    tell('growth of the index', 'skipped: run "npm run build" first');
    return;
  }
  const stock = await stockOf(rfcs);
  for (const size of sizes) {
    const home = await mkdtemp(join(tmpdir(), 'linchpin-growth-'));
    const engine = new EngineClient({ modulePath: module });
    const options = { folder: join(home, 'documents'), indexLocation: join(home, 'index') };
    const workspace = await (async (): Promise<Workspace> => {
      await writeMade(options.folder, stock, 0, Math.max(1, Math.round(size / passagesEach)), bytesEach);
      return await openWorkspace(options);
    })();
    try {
      const before = await processorSeconds(engine.pid);
      const summary = await engine.index(options, false, () => undefined);
      const processor = (await processorSeconds(engine.pid)) - before;
      const of = `${summary.passages} passages`;
      tell(
        `index of ${of}: s, passages/s, processor s`,
        `${summary.seconds.toFixed(1)}, ${(summary.passages / summary.seconds).toFixed(0)}, ${processor.toFixed(1)}`,
      );
      tell(
        `index of ${of}: MB on disk, most MB of memory`,
        `${megabytes(await sizeOf(options.indexLocation))}, ${await mostMemory(engine.pid)}`,
      );
      tell(`index of ${of}: search p50 / p95, ms`, await searching(workspace, stock));
      tell(`index of ${of}: a save of 50 KB until it is found p50 / p95, ms`, await saving(engine, workspace, options));
    } finally {
      await workspace.close();
      engine.dispose();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  tell('processors, and what waited for them at the end', `${availableParallelism()}, ${loadavg()[0]?.toFixed(1) ?? ''}`);
}

async function searching(workspace: Workspace, { sentences }: Stock): Promise<string> {
  const random = createRandom(7);
  const texts = Array.from({ length: searches }, () =>
    (sentences[random.integer(sentences.length)] ?? '').split(' ').slice(0, 10).join(' '),
  );
  const vectors = await bundledModels().embedder.embed(texts, 'query', { seed: 0 });
  const times: number[] = [];
  for (const [at, text] of texts.entries()) {
    const vector = vectors[at];
    if (vector === undefined) continue;
    const started = performance.now();
    await workspace.withIndex((index) => index.search([{ text, vector }], { limit: 20 }));
    times.push(performance.now() - started);
  }
  return spread(times);
}

async function saving(
  engine: EngineClient,
  workspace: Workspace,
  options: { readonly folder: string; readonly indexLocation: string },
): Promise<string> {
  const path = 'part-0/document-0.md';
  const original = (await readFile(join(options.folder, path), 'utf8')).split('\n\n');
  const times: number[] = [];
  const before = await processorSeconds(engine.pid);
  let embedded = 0;
  for (let save = 0; save < saves; save += 1) {
    const word = `zq${save}x${Date.now().toString(36)}`;
    const paragraphs = [...original];
    paragraphs[(save * 7) % paragraphs.length] = `The word ${word} stands here.`;
    await writeFile(join(options.folder, path), paragraphs.join('\n\n'));
    const started = performance.now();
    ({ embedded } = await engine.request(requests.updateIndex, { options, paths: [path] }));
    const [vector = new Float32Array()] = await bundledModels().embedder.embed([word], 'query', { seed: 0 });
    const [hits = []] = await workspace.withIndex((index) => index.search([{ text: word, vector }], { limit: 5 }));
    if (hits[0]?.passage.text.includes(word) !== true) throw new Error(`${word} was saved and is not found`);
    times.push(performance.now() - started);
  }
  const processor = ((await processorSeconds(engine.pid)) - before) / saves;
  return `${spread(times)}; the engine's processor ${(processor * 1000).toFixed(0)} ms a save, ${embedded} of ${passagesEach} passages embedded at the last`;
}

function spread(times: readonly number[]): string {
  const sorted = [...times].sort((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(0);
  return `${at(0.5)} / ${at(0.95)} (n = ${times.length})`;
}

function megabytes(bytes: number): string {
  return (bytes / 1e6).toFixed(0);
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(entries.filter((each) => each.isFile()).map((each) => stat(join(each.parentPath, each.name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** Most memory that a process has had, MB; where the system tells. */
async function mostMemory(pid: number | undefined): Promise<string> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  const kilobytes = /VmHWM:\s+(\d+)/.exec(status)?.[1];
  return kilobytes === undefined ? 'not known' : (Number(kilobytes) / 1000).toFixed(0);
}

/** Processor time that a process has had; 0 where the system does not tell. */
async function processorSeconds(pid: number | undefined): Promise<number> {
  const fields = (await readFile(`/proc/${pid ?? 0}/stat`, 'utf8').catch(() => '')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

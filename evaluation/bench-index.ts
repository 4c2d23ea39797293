import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';

import { z } from 'zod';

import { openWorkspace } from '../src/audit/workspace.ts';
import type { Workspace } from '../src/audit/types.ts';
import { createRandom } from '../src/base/random.ts';
import { EngineClient } from '../src/engine/client.ts';
import { requests } from '../src/engine/protocol.ts';
import { lancedb } from '../src/index/lance.ts';
import { probesOf } from '../src/index/lance-upkeep.ts';
import { bundledModels } from '../src/models/bundled/models.ts';
import { type Stock, stockOf, writeMade } from './bench-corpus.ts';
import { quantile } from './statistics.ts';

/** Passages of a document of 50 KB, about. */
const passagesEach = 41;
const bytesEach = 50_000;
const saves = 30;
const searches = 100;
/** Searches that a process is asked before its time is taken: its first opens the index. */
const firstSearches = 20;

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
  const rows: Row[] = [];
  for (const size of sizes) {
    const home = await mkdtemp(join(tmpdir(), 'linchpin-growth-'));
    const engine = new EngineClient({ modulePath: module });
    const options = { folder: join(home, 'documents'), indexLocation: join(home, 'index') };
    try {
      await writeMade(options.folder, stock, 0, Math.max(1, Math.round(size / passagesEach)), bytesEach);
      const row = await measured(engine, options, stock);
      rows.push(row);
      for (const [name, value] of Object.entries(row))
        if (name !== 'passages') tell(`index of ${row.passages} passages: ${name}`, String(value));
    } finally {
      engine.dispose();
      await rm(home, { recursive: true, force: true, maxRetries: 5 });
    }
  }
  if (rows.length > 2)
    for (const name of ['index, s', 'processor, s', 'on disk, MB', 'most memory, MB', 'search p95, ms', 'processor a search, ms'] as const)
      tell(`growth with the number of passages: ${name}`, `n^${exponent(rows, name).toFixed(2)} (n = ${rows.length})`);
}

interface Row {
  readonly passages: number;
  readonly 'index, s': number;
  readonly 'passages/s': number;
  readonly 'processor, s': number;
  readonly 'on disk, MB': number;
  /** Of the engine, while it indexed and then answered searches. */
  readonly 'most memory, MB': number;
  /** What it has once that is done. */
  readonly 'memory then, MB': number;
  readonly 'first search, ms': number;
  readonly 'search p50, ms': number;
  readonly 'search p95, ms': number;
  readonly 'processor a search, ms': number;
  /** Of the ten nearest by their vectors, how many are among the candidates. */
  readonly 'recall at 10': number;
  readonly 'a save until it is found p50 / p95, ms': string;
}

interface Place {
  readonly folder: string;
  readonly indexLocation: string;
}

async function measured(engine: EngineClient, options: Place, stock: Stock): Promise<Row> {
  const before = await processorSeconds(engine.pid);
  const summary = await engine.index(options, false, () => undefined);
  const processor = (await processorSeconds(engine.pid)) - before;
  const random = createRandom(8);
  for (let search = 0; search < 50; search += 1)
    await engine.request(requests.search, { options, query: askedOf(stock, random), limit: 10 });
  const memory = await memoryOf(engine.pid);
  const workspace = await openWorkspace(options);
  try {
    const found = await searching(workspace, stock);
    return {
      passages: summary.passages,
      'index, s': rounded(summary.seconds),
      'passages/s': Math.round(summary.passages / summary.seconds),
      'processor, s': rounded(processor),
      'on disk, MB': rounded((await sizeOf(options.indexLocation)) / 1e6),
      'most memory, MB': memory.most,
      'memory then, MB': memory.now,
      'first search, ms': rounded(found.firstMs),
      'search p50, ms': rounded(quantile(found.times, 0.5)),
      'search p95, ms': rounded(quantile(found.times, 0.95)),
      'processor a search, ms': rounded(found.processorMs),
      'recall at 10': await recallOf(options.indexLocation, stock),
      'a save until it is found p50 / p95, ms': await saving(engine, workspace, options),
    };
  } finally {
    await workspace.close();
  }
}

/** Slope of the least-squares line through the logarithms: time or space grows as passages to this power. */
function exponent(rows: readonly Row[], name: keyof Row): number {
  const points = rows.map((row) => [Math.log(row.passages), Math.log(Math.max(0.001, Number(row[name])))] as const);
  const mean = (of: 0 | 1): number => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [x, y] = [mean(0), mean(1)];
  return (
    points.reduce((sum, point) => sum + (point[0] - x) * (point[1] - y), 0) / points.reduce((sum, point) => sum + (point[0] - x) ** 2, 0)
  );
}

function askedOf({ sentences }: Stock, random: ReturnType<typeof createRandom>): string {
  return (sentences[random.integer(sentences.length)] ?? '').split(' ').slice(0, 10).join(' ');
}

async function recallOf(location: string, stock: Stock): Promise<number> {
  const { connect } = await lancedb();
  const connection = await connect(join(location, 'lance'));
  const name = (await connection.tableNames()).find((each) => each.startsWith('passages__')) ?? '';
  const table = await connection.openTable(name);
  const random = createRandom(9);
  const texts = Array.from({ length: searches }, () => askedOf(stock, random));
  const vectors = await bundledModels().embedder.embed(texts, 'query', { seed: 0 });
  const probes = probesOf(await table.countRows());
  let found = 0;
  for (const vector of vectors) {
    const query = (): ReturnType<ReturnType<typeof table.query>['nearestTo']> => table.query().nearestTo(vector).distanceType('cosine');
    const exact: unknown[] = await query().bypassVectorIndex().select(['id', '_distance']).limit(10).toArray();
    const near: unknown[] = await query().nprobes(probes).select(['id', '_distance']).limit(200).toArray();
    const ids = new Set(near.map((row) => idSchema.parse({ ...Object(row) }).id));
    found += exact.filter((row) => ids.has(idSchema.parse({ ...Object(row) }).id)).length;
  }
  connection.close();
  return found / (10 * vectors.length);
}

const idSchema = z.object({ id: z.string() });

interface Searching {
  readonly firstMs: number;
  /** Of those after the first ones, sorted. */
  readonly times: readonly number[];
  readonly processorMs: number;
}

/** In the process of the bench, which opens the index for its first search. */
async function searching(workspace: Workspace, stock: Stock): Promise<Searching> {
  const random = createRandom(7);
  const texts = Array.from({ length: firstSearches + searches }, () => askedOf(stock, random));
  const vectors = await bundledModels().embedder.embed(texts, 'query', { seed: 0 });
  const times: number[] = [];
  let before = process.cpuUsage();
  for (const [at, text] of texts.entries()) {
    const vector = vectors[at];
    if (vector === undefined) continue;
    if (at === firstSearches) before = process.cpuUsage();
    const started = performance.now();
    await workspace.withIndex((index) => index.search([{ text, vector }], { limit: 20 }));
    times.push(performance.now() - started);
  }
  const { user, system } = process.cpuUsage(before);
  const [firstMs = 0] = times;
  return { firstMs, times: times.slice(firstSearches).sort((a, b) => a - b), processorMs: (user + system) / 1000 / searches };
}

async function saving(engine: EngineClient, workspace: Workspace, options: Place): Promise<string> {
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

function spread(all: readonly number[]): string {
  const times = [...all].sort((a, b) => a - b);
  return `${quantile(times, 0.5).toFixed(0)} / ${quantile(times, 0.95).toFixed(0)} (n = ${times.length})`;
}

function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const sizes = await Promise.all(entries.filter((each) => each.isFile()).map((each) => stat(join(each.parentPath, each.name))));
  return sizes.reduce((sum, { size }) => sum + size, 0);
}

/** Memory that a process has had at most, and has now, MB; 0 where the system does not tell. */
async function memoryOf(pid: number | undefined): Promise<{ readonly most: number; readonly now: number }> {
  const status = await readFile(`/proc/${pid ?? 0}/status`, 'utf8').catch(() => '');
  const megabytes = (field: string): number => Math.round(Number(new RegExp(`${field}:\\s+(\\d+)`).exec(status)?.[1] ?? 0) / 1000);
  return { most: megabytes('VmHWM'), now: megabytes('VmRSS') };
}

/** Processor time that a process has had; 0 where the system does not tell. */
async function processorSeconds(pid: number | undefined): Promise<number> {
  const fields = (await readFile(`/proc/${pid ?? 0}/stat`, 'utf8').catch(() => '')).split(') ')[1]?.split(' ') ?? [];
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) / 100;
}

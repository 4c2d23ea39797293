import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';

import type { AuditSettings } from '../src/contract/settings.ts';
import { openWorkspace } from '../src/audit/workspace.ts';
import { discover } from '../src/documents/discover.ts';
import { EngineClient } from '../src/engine/client.ts';
import { requests } from '../src/engine/protocol.ts';
import { bundledModels } from '../src/models/bundled/models.ts';
import type { AuditReport } from '../src/contract/report.ts';
import { busyTimes } from './bench-busy.ts';
import { stockOf } from './bench-corpus.ts';
import { formatSpeed } from './bench-formats.ts';
import { growth } from './bench-index.ts';
import { questionTimes } from './bench-questions.ts';
import { besideCommonDesign } from './common-design/ratio.ts';
import { measureLatency } from './latency.ts';
import { readDraft } from './review/draft.ts';
import { estimate } from './statistics.ts';

// npm run bench [data] [--growth 1000,10000,50000,1000000]: what things cost, as ratios within one run; absolute times are this machine's.
// With --growth only what the index costs as it grows; with --formats only how fast each kind of document is read; with --questions 20 only what so many questions cost, with and without the start of a process,
// and with --beside DIR those of another build in turn;
// with --busy only what a search takes while another folder is indexed, and with --server only what a language model's replies of a second add up to; with --session only what the host feels while claims are checked.

const places = process.argv
  .slice(2)
  .filter((each, at, all) => !each.startsWith('--') && !['--growth', '--questions', '--beside'].includes(all[at - 1] ?? ''));
const data = resolve(places[0] ?? '../shared/data');
const growthAt = process.argv.indexOf('--growth');
const sizes = growthAt < 0 ? null : (process.argv[growthAt + 1] ?? '').split(',').map(Number);
const questionsAt = process.argv.indexOf('--questions');
const nist = join(data, 'workspaces', 'nist-800-63-3');
const rfcs = join(data, 'workspaces', 'rust-rfcs');
const asvs = join(data, 'workspaces', 'owasp-asvs');
const questions = [
  'How long must memorized secrets chosen by the subscriber be?',
  'May email be used for out-of-band authentication?',
  'How often must subscribers be reauthenticated at AAL1?',
  'What is a relying party?',
  'How many bits must the salt have at least?',
];

function line(name: string, value: string): void {
  process.stdout.write(`${name.padEnd(58)} ${value}\n`);
}

/** The host's own event loop while the engine process indexes: what the editor would feel. */
async function hostDelay(folder: string): Promise<void> {
  const module = resolve('dist/engine.mjs');
  if (!existsSync(module)) {
    line('host blocked while indexing', 'skipped: run "npm run build" first');
    return;
  }
  const location = await mkdtemp(join(tmpdir(), 'linchpin-bench-'));
  const client = new EngineClient({ modulePath: module });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  try {
    // Starting a process is the operating system's time, once; what follows is indexing.
    await client.index({ folder: join(folder, '..', 'nist-800-63-3'), indexLocation: join(location, 'first') }, false, () => undefined);
    delay.enable();
    let told = 0;
    const summary = await client.index({ folder, indexLocation: join(location, 'second') }, false, () => {
      told += 1;
    });
    delay.disable();
    line('host: documents indexed, progress messages handled', `${summary.documents}, ${told}`);
    line(
      'host: event loop delay p50 / p99 / max, ms',
      `${(delay.percentile(50) / 1e6).toFixed(1)} / ${(delay.percentile(99) / 1e6).toFixed(1)} / ${(delay.max / 1e6).toFixed(1)}`,
    );
  } finally {
    client.dispose();
    await rm(location, { recursive: true, force: true });
  }
}

/** The host's own event loop while a draft of 25 claims is checked on an engine that runs: each verdict comes with the session as it stands. */
async function sessionDelay(): Promise<void> {
  const module = resolve('dist/engine.mjs');
  if (!existsSync(module)) {
    line('host blocked while a session is checked', 'skipped: run "npm run build" first');
    return;
  }
  const home = await mkdtemp(join(tmpdir(), 'linchpin-bench-'));
  const options = { folder: join(home, 'folder'), indexLocation: join(home, 'index') };
  await cp(nist, options.folder, { recursive: true });
  await writeFile(join(options.folder, 'draft.md'), (await readDraft('tuning')).text);
  const client = new EngineClient({ modulePath: module });
  const delay = monitorEventLoopDelay({ resolution: 1 });
  try {
    await client.index(options, false, () => undefined);
    const opened = await client.requestSession(requests.openSession, { options, path: 'draft.md', blind: false });
    let told = 0;
    delay.enable();
    const session = await client.checkSession(options, opened.id, () => {
      told += 1;
    });
    delay.disable();
    const of = (percent: number): string => (delay.percentile(percent) / 1e6).toFixed(1);
    line('host: claims checked, messages handled', `${session.claims.length}, ${told}`);
    line('host in a session: delay p50 / p99 / max, ms', `${of(50)} / ${of(99)} / ${(delay.max / 1e6).toFixed(1)} (n = ${delay.count})`);
  } finally {
    client.dispose();
    await rm(home, { recursive: true, force: true });
  }
}

async function indexing(name: string, folder: string): Promise<void> {
  const location = await mkdtemp(join(tmpdir(), 'linchpin-bench-'));
  try {
    const workspace = await openWorkspace({ folder, indexLocation: location });
    const before = process.cpuUsage();
    const first = await workspace.index();
    const { user, system } = process.cpuUsage(before);
    const second = await workspace.index();
    await workspace.close();
    line(
      `index ${name}: documents, passages, s, processor s`,
      `${first.documents}, ${first.passages}, ${first.seconds.toFixed(1)}, ${((user + system) / 1e6).toFixed(1)}`,
    );
    line(
      `index ${name} again: texts embedded, s, share of the first time`,
      `${second.embedded}, ${second.seconds.toFixed(2)}, ${(second.seconds / first.seconds).toFixed(3)}`,
    );
  } finally {
    await rm(location, { recursive: true, force: true });
  }
}

/** In a process of its own: this one keeps what it has read of the same files. */
function formats(): void {
  const { status } = spawnSync(process.execPath, [...process.execArgv, ...process.argv.slice(1, 2), data, '--formats'], {
    stdio: 'inherit',
  });
  if (status !== 0) throw new Error(`reading the formats ended with ${String(status)}`);
}

/** What else the machine does: wall-clock times of a busy one say little. */
function machine(when: string): void {
  line(`machine ${when}: processors, processes that wait for them`, `${availableParallelism()}, ${loadavg()[0]?.toFixed(1) ?? ''}`);
}

async function embedding(): Promise<void> {
  const { embedder } = bundledModels();
  const texts: string[] = [];
  for await (const found of discover(rfcs)) if (found.ok) texts.push(...(await readFile(found.file, 'utf8')).split(/\n{2,}/));
  const bytes = texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0);
  await embedder.embed(texts.slice(0, 5000), 'passage', { seed: 0 });
  const started = performance.now();
  await embedder.embed(texts, 'passage', { seed: 0 });
  line('embedder, MB/s on one core', `${(bytes / 1e6 / ((performance.now() - started) / 1000)).toFixed(1)} (n = ${texts.length})`);
}

async function auditing(): Promise<void> {
  const location = await mkdtemp(join(tmpdir(), 'linchpin-bench-'));
  try {
    const workspace = await openWorkspace({ folder: nist, indexLocation: location });
    await workspace.index();
    const run = async (settings: Partial<AuditSettings>): Promise<AuditReport[]> => {
      const reports: AuditReport[] = [];
      for (const question of questions) reports.push(await workspace.audit({ question, kind: 'question', settings }));
      return reports;
    };
    const total = (reports: readonly AuditReport[]): number[] =>
      reports.map((report) => report.stages.reduce((sum, stage) => sum + stage.ms, 0));
    await run({});
    const plain = await run({ probes: 0, drafts: 0 });
    const full = await run({});
    for (const name of ['retrieve', 'probe', 'arbitrate', 'answer', 'verify', 'minimise', 'report'] as const) {
      const { mean, low, high } = estimate(full.map((report) => report.stages.find((stage) => stage.name === name)?.ms ?? 0));
      line(`audit: ${name}, ms`, `${mean.toFixed(0)} (${low.toFixed(0)}-${high.toFixed(0)}, n = ${full.length})`);
    }
    const [a, b] = [estimate(total(plain)).mean, estimate(total(full)).mean];
    line(
      'audit with probes and drafts over one without',
      `${(b / a).toFixed(2)} (${b.toFixed(0)} ms over ${a.toFixed(0)} ms, n = ${full.length})`,
    );
    await workspace.close();
  } finally {
    await rm(location, { recursive: true, force: true });
  }
}

/** A language model that takes a second for each reply: what no speed-up of ours hides. */
async function waiting(asked: readonly string[]): Promise<void> {
  const location = await mkdtemp(join(tmpdir(), 'linchpin-bench-'));
  try {
    for (const { name, rounds, calls, meanMs, ratio, n } of await measureLatency(nist, location, asked))
      line(`server of 1 s: ${name}`, `${ratio.toFixed(2)} (${meanMs.toFixed(0)} ms, ${rounds} rounds, ${calls} calls, n = ${n})`);
  } finally {
    await rm(location, { recursive: true, force: true });
  }
}

if (!existsSync(nist) || !existsSync(rfcs)) {
  process.stdout.write(`bench: skipped, ${join(data, 'workspaces')} is not there. Give the data folder: npm run bench -- DIR\n`);
} else if (process.argv.includes('--session')) {
  await sessionDelay();
} else if (process.argv.includes('--busy')) {
  await busyTimes(nist, rfcs, questions, line);
} else if (process.argv.includes('--formats')) {
  await formatSpeed(await stockOf(rfcs), [nist, asvs].filter(existsSync), line);
} else if (sizes !== null) {
  await growth(rfcs, sizes, line);
} else if (questionsAt >= 0) {
  const besideAt = process.argv.indexOf('--beside');
  await questionTimes(nist, Number(process.argv[questionsAt + 1] ?? '20'), besideAt < 0 ? undefined : process.argv[besideAt + 1], line);
} else if (process.argv.includes('--server')) {
  await waiting(questions);
} else {
  machine('before');
  await hostDelay(rfcs);
  await sessionDelay();
  await growth(rfcs, [1000, 10_000, 50_000], line);
  await indexing('NIST', nist);
  await indexing('RFCs', rfcs);
  if (existsSync(asvs)) await indexing('ASVS, PDF and DOCX', asvs);
  formats();
  await besideCommonDesign(rfcs, line);
  await embedding();
  await auditing();
  // With `--server` all of them.
  await waiting(questions.slice(0, 2));
  machine('after');
}

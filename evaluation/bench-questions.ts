import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { availableParallelism, loadavg, tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';

import { z } from 'zod';

import { EngineClient } from '../src/engine/client.ts';
import { readQuestions } from './beds/bed.ts';

/** Questions that a running engine is asked before its time is taken. */
const first = 3;

type Tell = (name: string, value: string) => void;

interface Took {
  readonly wall: number;
  /** All threads of the process, user and system; NaN where the system does not tell. */
  readonly processor: number;
}

/** Those of the tests and of the tuning half about a folder that is indexed anew, each asked once. */
async function questionsAbout(count: number): Promise<string[]> {
  const fixed = z
    .array(z.object({ question: z.string() }))
    .parse(JSON.parse(await readFile(resolve('test/fixtures/nist-questions.json'), 'utf8')));
  const tuning = (await readQuestions('tuning')).filter(({ workspace }) => workspace === 'nist');
  return [...new Set([...fixed, ...tuning].map(({ question }) => question))].slice(0, count);
}

/**
 * What a question costs, by the built program, milliseconds of the wall clock and of the processor: on the command line with the start of the
 * process, and in an engine that runs, there also until the first evidence is told.
 * @param count questions, each asked once in each way
 * @param other folder of another build, which is asked each question in turn: on a machine that others use, only so can two be compared
 */
export async function questionTimes(documents: string, count: number, other: string | undefined, tell: Tell): Promise<void> {
  const builds = ['dist', ...(other === undefined ? [] : [other])].map((folder) => resolve(folder));
  if (!builds.every((folder) => existsSync(join(folder, 'cli.mjs')) && existsSync(join(folder, 'engine.mjs')))) {
    tell('questions', 'skipped: run "npm run build" first');
    return;
  }
  const home = await mkdtemp(join(tmpdir(), 'linchpin-bench-'));
  const [folder, location] = [join(home, 'documents'), join(home, 'index')];
  const questions = await questionsAbout(count);
  const clients = builds.map((build) => new EngineClient({ modulePath: join(build, 'engine.mjs') }));
  const inTurn = async (work: (build: number, question: string, at: number) => Promise<void>): Promise<void> => {
    for (const [at, question] of questions.entries()) for (const build of builds.keys()) await work(build, question, at);
  };
  const times = builds.map(() => ({ help: [] as Took[], asked: [] as Took[], evidence: [] as Took[], whole: [] as Took[] }));
  try {
    const options = { folder, indexLocation: location };
    await cp(documents, folder, { recursive: true });
    await clients[0]?.index(options, false, () => undefined);
    await inTurn(async (build, question) => {
      const cli = join(builds[build] ?? '', 'cli.mjs');
      times[build]?.help.push(await started([cli, '--help']));
      times[build]?.asked.push(await started([cli, 'ask', folder, question, '--index-dir', location]));
    });
    await inTurn(async (build, question, at) => {
      const client = clients[build];
      const clock = await clockOf(client?.pid);
      let reading: Promise<Took> | undefined;
      await client?.ask({ options, question, kind: 'question', settings: {}, exclude: [] }, (event) => {
        if (event.type === 'report' && event.patch.passages !== undefined) reading ??= clock();
      });
      const end = await clock();
      const seen = await reading;
      if (at < first) return;
      times[build]?.whole.push(end);
      if (seen !== undefined) times[build]?.evidence.push(seen);
    });
    for (const [at, { help, asked, evidence, whole }] of times.entries()) {
      const of = at === 0 ? '' : `, build of ${other ?? ''}`;
      tell(`help on the command line${of}`, spread(help));
      tell(`a question on the command line${of}`, spread(asked));
      tell(`first evidence of a running engine${of}`, spread(evidence));
      tell(`a question in a running engine${of}`, spread(whole));
    }
    tell('processors, and what waited for them at the end', `${availableParallelism()}, ${loadavg()[0]?.toFixed(1) ?? ''}`);
  } finally {
    for (const client of clients) client.dispose();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

const tellsProcessor =
  "data:text/javascript,import{writeSync}from'node:fs';process.on('exit',()=>{const{user,system}=process.cpuUsage();writeSync(3,String((user+system)/1000))})";

/** A process from its start to its end. @throws Error where it fails. */
async function started(args: readonly string[]): Promise<Took> {
  const from = performance.now();
  const child = spawn(process.execPath, ['--import', tellsProcessor, ...args], { stdio: ['ignore', 'ignore', 'pipe', 'pipe'] });
  const read = (stream: (typeof child.stdio)[number] | undefined): Promise<string> =>
    stream instanceof Readable ? text(stream) : Promise.resolve('');
  const [processor, complaint, code] = await Promise.all([
    read(child.stdio[3]),
    read(child.stderr),
    new Promise<number | null>((done) => child.once('exit', done)),
  ]);
  // 3: not enough evidence, an answer like others.
  if (code !== 0 && code !== 3) throw new Error(complaint);
  return { wall: performance.now() - from, processor: Number(processor) };
}

/** Ticks of the system's clock in a second. */
const ticks = 100;

async function clockOf(pid: number | undefined): Promise<() => Promise<Took>> {
  const spent = async (): Promise<number> => {
    const fields = (await readFile(`/proc/${String(pid ?? 0)}/stat`, 'utf8').catch(() => '')).split(') ')[1]?.split(' ') ?? [];
    return ((Number(fields[11]) + Number(fields[12])) / ticks) * 1000;
  };
  const [before, from] = [await spent(), performance.now()];
  return async () => {
    const wall = performance.now() - from;
    return { wall, processor: (await spent()) - before };
  };
}

function spread(times: readonly Took[]): string {
  const at = (share: number, of: (took: Took) => number): string => {
    const sorted = times.map(of).sort((a, b) => a - b);
    return (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(0);
  };
  const of = (name: string, part: (took: Took) => number): string => `${name} ${at(0, part)} / ${at(0.5, part)} / ${at(0.95, part)}`;
  return `${of('wall', ({ wall }) => wall)}, ${of('processor', ({ processor }) => processor)} ms least / p50 / p95 (n = ${String(times.length)})`;
}

import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as later } from 'node:timers/promises';

import { EngineClient } from '../src/engine/client.ts';
import { requests } from '../src/engine/protocol.ts';
import { quantile } from './statistics.ts';

/** Keys that a quick typist presses. */
const keyMs = 150;
const searches = 60;
/** Before the time of a search is taken. */
const first = 10;

type Tell = (name: string, value: string) => void;
type Asking = (goesOn: () => boolean) => Promise<void>;

/**
 * What a user who searches one folder feels while another is indexed, and what indexing is slowed down by it: searched all the time, and
 * typed all the time.
 */
export async function busyTimes(asked: string, indexed: string, questions: readonly string[], tell: Tell): Promise<void> {
  const module = resolve('dist/engine.mjs');
  if (!existsSync(module)) {
    tell('a search while something is indexed', 'skipped: run "npm run build" first');
    return;
  }
  const home = await mkdtemp(join(tmpdir(), 'linchpin-bench-'));
  const engine = new EngineClient({ modulePath: module });
  const options = { folder: asked, indexLocation: join(home, 'asked') };
  const search = async (at: number): Promise<number> => {
    const started = performance.now();
    await engine.request(requests.search, { options, query: questions[at % questions.length] ?? '', limit: 10 });
    return performance.now() - started;
  };
  const told = (name: string, times: readonly number[]): void => {
    const sorted = [...times].sort((a, b) => a - b);
    const of = (share: number): string => quantile(sorted, share).toFixed(0);
    tell(`a search ${name}: p50 / p95 / most, ms`, `${of(0.5)} / ${of(0.95)} / ${of(1)} (n = ${times.length})`);
  };
  let runs = 0;
  /** Indexes anew, and does something as long as that goes on. @returns seconds */
  const indexing = async (beside: Asking): Promise<number> => {
    let goesOn = true;
    runs += 1;
    const place = { folder: indexed, indexLocation: join(home, `indexed-${runs}`) };
    const run = engine.index(place, false, () => undefined).finally(() => (goesOn = false));
    await beside(() => goesOn);
    return (await run).seconds;
  };
  try {
    await engine.index(options, false, () => undefined);
    for (let at = 0; at < first; at += 1) await search(at);
    const idle: number[] = [];
    for (let at = 0; at < searches; at += 1) idle.push(await search(at));
    told('while nothing else is done', idle);
    const alone = await indexing(() => Promise.resolve());
    const times: number[] = [];
    const searched = await indexing(async (goesOn) => {
      for (let at = 0; goesOn(); at += 1) times.push(await search(at));
    });
    told('while another folder is indexed', times);
    const typed = await indexing(async (goesOn) => {
      while (goesOn()) {
        engine.typed();
        await later(keyMs);
      }
    });
    const seconds = [alone, searched, typed].map((each) => each.toFixed(1));
    tell('indexing alone / searched / typed all the time, s', seconds.join(' / '));
  } finally {
    engine.dispose();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

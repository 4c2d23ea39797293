import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { SamplePlan } from '../../../src/contract/sample.ts';
import { FolderSamples } from '../../../src/engine/samples.ts';
import { openItems } from '../../../src/review/session-view.ts';
import { decided, sessionOf } from '../sampling/sessions.ts';

const plan: SamplePlan = { confidence: 0.95, tolerable: 0.05, by: 'verdict', seed: 4 };

describe('Samples of a folder', () => {
  const session = sessionOf(
    Array.from({ length: 80 }, (_, place) => ({ status: 'supported', ...(place < 5 ? { verdict: 'supported' as const } : {}) })),
  );
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linchpin-samples-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true });
  });

  it('draws what nobody has decided, and finds it again in another process', async () => {
    const drawn = await new FolderSamples(folder).draw(session, plan, 'Vera');
    assert.equal(drawn.population, 75);
    assert.deepEqual(await new FolderSamples(folder).state(session), drawn);
    assert.deepEqual(await readdir(join(folder, '.linchpin', 'samples')), [`${session.id}.json`]);
  });

  it('draws once: of two at once one is refused, and the first stays', async () => {
    const samples = new FolderSamples(folder);
    const both = await Promise.allSettled([samples.draw(session, plan, 'Vera'), samples.draw(session, { ...plan, seed: 5 }, 'Tom')]);
    assert.deepEqual(both.map(({ status }) => status).sort(), ['fulfilled', 'rejected']);
    await assert.rejects(samples.draw(session, { ...plan, seed: 6 }, 'Tom'), { code: 'review-invalid' });
    const kept = await new FolderSamples(folder).state(session);
    assert.ok(kept !== null && (kept.seed === 4 || kept.seed === 5));
  });

  it('draws of no signed session, and of none without open claims', async () => {
    const samples = new FolderSamples(folder);
    await assert.rejects(samples.draw({ ...session, signed: true }, plan, 'Vera'), { code: 'review-invalid' });
    const all = decided(
      session,
      session.claims.map(({ id }) => id),
    );
    await assert.rejects(samples.draw(all, plan, 'Vera'), { code: 'review-invalid' });
    assert.equal(await samples.state(session), null);
  });

  it('says so where a file is no sample, or that of another session', async () => {
    await mkdir(join(folder, '.linchpin', 'samples'), { recursive: true });
    const file = join(folder, '.linchpin', 'samples', `${session.id}.json`);
    for (const text of [
      '{',
      '{}',
      JSON.stringify({ schemaVersion: 1, ...plan, sessionId: 'x', reviewer: 'V', createdAt: '', strata: [] }),
    ]) {
      await writeFile(file, text);
      await assert.rejects(new FolderSamples(folder).state(session), { code: 'review-invalid' });
    }
  });

  it('stands for undecided claims at the sign-off once its bound is within what is tolerated', async () => {
    const samples = new FolderSamples(folder);
    const { strata } = await samples.draw(session, plan, 'Vera');
    const state = await samples.state(session);
    assert.ok(state !== null);
    assert.ok(openItems({ ...session, documentChanged: false, sample: state }).length > 0);
    const looked = decided(session, await order(samples, strata[0]?.planned ?? 0));
    const reached = await samples.state(looked);
    assert.ok(reached?.reached === true);
    assert.deepEqual(openItems({ ...looked, documentChanged: false, sample: reached }), []);
  });

  /** The first claims of the draw, as they are named one after the other. */
  async function order(samples: FolderSamples, count: number): Promise<string[]> {
    const ids: string[] = [];
    while (ids.length < count) ids.push(...((await samples.state(decided(session, ids)))?.next ?? []).slice(0, count - ids.length));
    return ids;
  }
});

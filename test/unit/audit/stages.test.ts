import assert from 'node:assert/strict';

import { createUsage, StageRunner } from '../../../src/audit/stages.ts';
import type { AuditEvent } from '../../../src/contract/event.ts';

const spent = { promptTokens: 1, completionTokens: 1 };

describe('the stages of an audit', () => {
  it('keep their calls, notes and warnings apart while they overlap', async () => {
    const usage = createUsage();
    const runner = new StageRunner({ seed: 1, usage });
    let letProbeGo = (): void => undefined;
    const gate = new Promise<void>((go) => {
      letProbeGo = go;
    });
    await Promise.all([
      runner.run('probe', async ({ call, note }) => {
        await gate;
        call.usage?.add(spent);
        note('no valid probe');
      }),
      runner.run('arbitrate', ({ call }) => {
        call.usage?.add(spent);
        call.usage?.add(spent);
        call.warn?.('the model did not answer');
        letProbeGo();
      }),
    ]);
    const stage = (name: string): { calls?: number; note?: string | undefined } => runner.stages.find((entry) => entry.name === name) ?? {};
    assert.deepEqual([stage('probe').calls, stage('probe').note], [1, 'no valid probe']);
    assert.deepEqual([stage('arbitrate').calls, stage('arbitrate').note], [2, 'the model did not answer']);
    assert.deepEqual(runner.warnings, ['The model did not answer.']);
    assert.equal(usage.total.calls, 3);
  });

  it('add up what runs in several parts, and say what was skipped or never reached', async () => {
    const told: AuditEvent[] = [];
    const runner = new StageRunner({ seed: 1, usage: createUsage(), onEvent: (event) => told.push(event) });
    await runner.run('answer', ({ call }) => call.usage?.add(spent));
    await runner.run('answer', ({ call }) => call.usage?.add(spent));
    runner.skip('probe', 'turned off: probes is 0');
    const stages = runner.stages;
    assert.equal(stages.find(({ name }) => name === 'answer')?.calls, 2);
    assert.deepEqual(
      stages.filter(({ ran }) => !ran).map(({ note }) => note),
      stages.filter(({ ran }) => !ran).map(({ name }) => (name === 'probe' ? 'turned off: probes is 0' : 'not reached')),
    );
    assert.deepEqual(
      told.map((event) => (event.type === 'stage' ? event.state : '')),
      ['started', 'finished', 'started', 'finished', 'skipped'],
    );
  });

  it('count the time of parts of one stage once where they overlap, and tell its start and end once', async () => {
    const told: AuditEvent[] = [];
    const runner = new StageRunner({ seed: 1, usage: createUsage(), onEvent: (event) => told.push(event) });
    const started = performance.now();
    const part = (): Promise<void> =>
      runner.run('answer', async () => {
        while (performance.now() - started < 5) await new Promise((turn) => setImmediate(turn));
      });
    await Promise.all([part(), part(), part()]);
    const ms = runner.stages.find(({ name }) => name === 'answer')?.ms ?? 0;
    assert.ok(ms > 0 && ms <= performance.now() - started);
    assert.deepEqual(
      told.map((event) => (event.type === 'stage' ? event.state : '')),
      ['started', 'finished'],
    );
  });

  it('stop when the audit is cancelled, before and after their work', async () => {
    const abort = new AbortController();
    const runner = new StageRunner({ seed: 1, usage: createUsage(), signal: abort.signal });
    await assert.rejects(
      runner.run('answer', () => {
        abort.abort();
      }),
      { code: 'cancelled' },
    );
    await assert.rejects(
      runner.run('verify', () => assert.fail('it ran')),
      { code: 'cancelled' },
    );
  });
});

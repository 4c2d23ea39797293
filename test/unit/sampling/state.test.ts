import assert from 'node:assert/strict';

import type { SamplePlan } from '../../../src/contract/sample.ts';
import type { Session } from '../../../src/contract/session.ts';
import { drawSample } from '../../../src/sampling/plan.ts';
import { sampleState } from '../../../src/sampling/state.ts';
import type { StoredSample } from '../../../src/sampling/stored-sample.ts';
import { decided, sessionOf } from './sessions.ts';

const plan: SamplePlan = { confidence: 0.95, tolerable: 0.05, by: 'none', seed: 4 };

function sampleOf(session: Session): StoredSample {
  const candidates = session.claims.map(({ id, status, chance }) => ({ id, status: status ?? ('uncertain' as const), chance }));
  const strata = drawSample(candidates, plan).map(({ name, planned, claims }) => ({ name, planned, claims: [...claims] }));
  return { schemaVersion: 1, ...plan, sessionId: session.id, reviewer: 'Vera', createdAt: '2026-03-02T10:00:00Z', strata };
}

describe('The state of a sample', () => {
  const session = sessionOf(Array.from({ length: 100 }, (_, place) => ({ status: place % 2 === 0 ? 'supported' : 'uncertain' })));
  const sample = sampleOf(session);
  const order = sample.strata[0]?.claims.map(({ id }) => id) ?? [];
  const planned = sample.strata[0]?.planned ?? 0;

  it('bounds nothing before anything was looked at', () => {
    const state = sampleState(sample, session);
    assert.deepEqual([state.looked, state.unseen, state.wrongAtMost, state.reached, state.further], [0, 100, 100, false, planned]);
    assert.deepEqual(state.next, order.slice(0, 20));
  });

  it('is reached when what was planned is looked at and right', () => {
    const state = sampleState(sample, decided(session, order.slice(0, planned)));
    assert.deepEqual([state.looked, state.wrong, state.reached, state.further, state.unseen], [planned, 0, true, 0, 100 - planned]);
    assert.ok(state.wrongAtMost <= 5);
    assert.ok(state.wrongAtPlannedSize !== null && state.wrongAtPlannedSize <= state.wrongAtMost);
  });

  it('counts only the beginning of the draw: a choice of what to look at is no draw', () => {
    const state = sampleState(sample, decided(session, order.slice(1, planned + 1)));
    assert.deepEqual([state.looked, state.unseen, state.reached], [0, 100 - planned, false]);
    assert.equal(state.next[0], order[0]);
  });

  it('subtracts wrong ones that were found, wherever they stand in the draw', () => {
    const before = sampleState(sample, decided(session, order.slice(0, planned)));
    const found = new Set(order.slice(-2));
    const after = sampleState(sample, decided(session, [...order.slice(0, planned), ...found], found));
    assert.equal(after.wrongAtMost, Math.max(0, before.wrongAtMost - 2));
    assert.equal(after.wrong, 0);
  });

  it('takes "not enough evidence" for the machine\'s "uncertain", and another verdict for an error', () => {
    const [first = ''] = order;
    assert.equal(sampleState(sample, decided(session, [first])).wrong, 0);
    assert.equal(sampleState(sample, decided(session, [first], new Set([first]))).wrong, 1);
  });

  it('names claims that have gone or whose verdict is another now; what has gone counts as wrong', () => {
    const [first = '', second = ''] = order;
    const changed = {
      claims: session.claims
        .filter(({ id }) => id !== first)
        .map((claim) => (claim.id === second ? { ...claim, status: 'refuted' as const } : claim)),
    };
    const state = sampleState(sample, changed);
    assert.deepEqual([...state.changed].sort(), [first, second].sort());
    assert.deepEqual([state.looked, state.wrong], [1, 1]);
  });

  it('bounds nothing when all is decided', () => {
    const state = sampleState(sample, decided(session, order));
    assert.deepEqual([state.unseen, state.wrongAtMost, state.reached, state.next], [0, 0, true, []]);
  });
});

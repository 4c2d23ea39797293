import assert from 'node:assert/strict';

import type { WhatIf } from '../../../src/contract/whatif.ts';
import type { SpanReview } from '../../../src/contract/review.ts';
import { requests } from '../../../src/engine/protocol.ts';
import type { Controller } from '../../../src/panel/controller.ts';
import { removedAfter } from '../../../src/panel/reviews.ts';
import { controlled, deferred, FakeEngine, report } from './fake-engine.ts';

const left: WhatIf = {
  status: 'not-enough-evidence',
  reason: 'Nothing is left.',
  terms: { entail: 0, coverage: 0, contradiction: 0, length: 0, raw: 0, calibrated: 0 },
  sufficient: false,
  missing: [],
  alternative: null,
};
const [first = '', second = ''] = report('a').evidence.minimal.map((entry) => entry.spanId);

/** An engine that keeps decisions by audit, as the log does. */
function keeping(): FakeEngine {
  const engine = new FakeEngine();
  const kept = new Map<string, SpanReview[]>();
  engine.on(requests.decide, ({ auditId, spanId, action, reviewer }) => {
    const verdict = action === 'accept' ? 'accepted' : 'rejected';
    const others = (kept.get(auditId) ?? []).filter((entry) => entry.spanId !== spanId);
    kept.set(auditId, [
      ...others,
      { spanId, verdict, by: [{ reviewer, verdict, at: '2026-03-02T10:00:00Z', decisionId: 'd' }], notes: [] },
    ]);
    return null;
  });
  engine.on(requests.undo, ({ auditId, spanId }) => {
    kept.set(
      auditId,
      (kept.get(auditId) ?? []).filter((entry) => entry.spanId !== spanId),
    );
    return { undone: true };
  });
  engine.on(requests.reviews, ({ auditId }) => ({ reviews: kept.get(auditId) ?? [], damaged: [] }));
  engine.on(requests.whatIf, () => left);
  return engine;
}

function mine(controller: Controller, spanId: string): string {
  return controller.state.audit?.reviews[spanId]?.mine ?? 'undecided';
}

describe('Decisions', () => {
  it('go to the audit that they name, and change nothing of another one that is shown', async () => {
    const engine = keeping();
    const { controller } = controlled(engine);
    await controller.open('a');
    await controller.open('b');
    await controller.decide({ auditId: 'a', spanId: first }, 'reject');
    assert.deepEqual(
      engine.sent(requests.decide).map(({ auditId, reviewer }) => [auditId, reviewer]),
      [['a', 'ada']],
    );
    assert.equal(mine(controller, first), 'undecided');
    assert.equal(controller.state.audit?.whatIf, null);
    await controller.open('a');
    assert.equal(mine(controller, first), 'rejected');
  });

  it('are not read into an audit that is shown by the time that they arrive', async () => {
    const engine = keeping();
    const { controller } = controlled(engine);
    await controller.open('a');
    const writing = deferred<null>();
    engine.on(requests.decide, () => writing.promise);
    const decided = controller.decide({ auditId: 'a', spanId: first }, 'reject');
    await controller.open('b');
    writing.resolve(null);
    await decided;
    assert.equal(controller.report?.id, 'b');
    assert.equal(mine(controller, first), 'undecided');
  });

  it('that reject, wherever they were made, show at once what is left, and an undo takes that back', async () => {
    const engine = keeping();
    const { controller } = controlled(engine);
    await controller.open('a');
    await controller.decide({ auditId: 'a', spanId: first }, 'reject');
    assert.deepEqual(engine.sent(requests.whatIf), [{ folder: '/docs', auditId: 'a', removed: [first] }]);
    assert.deepEqual(controller.state.audit?.whatIf, { state: 'ready', removed: [first], result: left });
    await controller.undo({ auditId: 'a', spanId: first });
    assert.equal(controller.state.audit.whatIf, null);
  });

  it('of before that reject are followed when the audit is opened, and a second look asks nothing more', async () => {
    const engine = keeping();
    const { controller } = controlled(engine);
    await controller.decide({ auditId: 'a', spanId: first }, 'reject');
    await controller.open('a');
    await controller.refresh();
    assert.equal(engine.sent(requests.whatIf).length, 1);
    assert.deepEqual(controller.state.audit?.whatIf?.removed, [first]);
  });

  it('leave alone what was taken away by hand', async () => {
    const engine = keeping();
    const { controller } = controlled(engine);
    await controller.open('a');
    await controller.whatIf('a', [second]);
    await controller.decide({ auditId: 'a', spanId: first }, 'reject');
    assert.deepEqual(controller.state.audit?.whatIf?.removed, [second, first]);
    await controller.undo({ auditId: 'a', spanId: first });
    assert.deepEqual(controller.state.audit.whatIf.removed, [second]);
    assert.deepEqual(removedAfter(['x', 'y'], ['x'], ['z', 'y']), ['y', 'z']);
  });

  it('that cannot be read are told with their file and lines', async () => {
    const engine = keeping();
    engine.on(requests.reviews, () => ({
      reviews: [],
      damaged: [
        { file: '.linchpin/reviews/ada.jsonl', line: 3 },
        { file: '.linchpin/reviews/ada.jsonl', line: 7 },
      ],
    }));
    engine.on(requests.audits, () => ({ audits: [], damaged: [{ file: '.linchpin/audits/torn.json', line: null }] }));
    const { controller } = controlled(engine);
    await controller.open('a');
    await controller.audits();
    assert.deepEqual(
      controller.state.damaged.map(({ path, line }) => [path, line]),
      [
        ['.linchpin/reviews/ada.jsonl', 3],
        ['.linchpin/audits/torn.json', null],
      ],
    );
    const [decisions] = controller.state.damaged;
    assert.match(decisions?.message ?? '', /2 decisions .* \(lines 3, 7\)/u);
    assert.match(decisions?.next ?? '', /Open the file/u);
  });
});

describe('What if', () => {
  it('shows the newest alone, whichever comes last', async () => {
    const engine = keeping();
    const slow = deferred<WhatIf>();
    engine.on(requests.whatIf, ({ removed }) => (removed.includes(first) ? slow.promise : { ...left, reason: 'second' }));
    const { controller } = controlled(engine);
    await controller.open('a');
    const early = controller.whatIf('a', [first]);
    await controller.whatIf('a', [second]);
    slow.resolve({ ...left, reason: 'first' });
    await early;
    const { whatIf } = controller.state.audit ?? {};
    assert.ok(whatIf?.state === 'ready');
    assert.deepEqual([whatIf.removed, whatIf.result.reason], [[second], 'second']);
  });

  it('of an audit that is not shown any more is dropped, on its way there and back', async () => {
    const engine = keeping();
    const slow = deferred<WhatIf>();
    engine.on(requests.whatIf, () => slow.promise);
    const { controller } = controlled(engine);
    await controller.open('a');
    const early = controller.whatIf('a', [first]);
    await controller.open('b');
    slow.resolve(left);
    await early;
    await controller.whatIf('a', [second]);
    assert.equal(controller.state.audit?.whatIf, null);
    assert.equal(engine.sent(requests.whatIf).length, 1);
  });
});

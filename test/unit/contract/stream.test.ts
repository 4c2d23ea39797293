import assert from 'node:assert/strict';

import { endedAudit, startedAudit, withEvent } from '../../../src/contract/stream.ts';

describe('The stream of an audit', () => {
  it('folds stages, text and patches, and a stage keeps its place when it ends', () => {
    let state = startedAudit('Who?', 'question');
    state = withEvent(state, { type: 'stage', stage: 'route', state: 'started' });
    state = withEvent(state, { type: 'stage', stage: 'retrieve', state: 'started' });
    state = withEvent(state, { type: 'stage', stage: 'route', state: 'finished' });
    state = withEvent(state, { type: 'text', text: 'A' });
    state = withEvent(state, { type: 'text', text: 'da' });
    state = withEvent(state, { type: 'report', patch: { question: 'Who?', seed: 1 } });
    state = withEvent(state, { type: 'report', patch: { seed: 2 } });
    assert.deepEqual(state.stages, [
      { name: 'route', state: 'finished' },
      { name: 'retrieve', state: 'started' },
    ]);
    assert.equal(state.text, 'Ada');
    assert.deepEqual(state.report, { question: 'Who?', seed: 2 });
    assert.equal(state.phase, 'asking');
  });

  it('keeps what had arrived when it is cancelled or fails', () => {
    const begun = withEvent(startedAudit('Who?', 'question'), { type: 'text', text: 'Ada' });
    assert.deepEqual(endedAudit(begun, { code: 'cancelled', message: '', next: '' }), { ...begun, phase: 'cancelled' });
    const failed = endedAudit(begun, { code: 'model-failed', message: 'm', next: 'n' });
    assert.equal(failed.phase, 'failed');
    assert.equal(failed.text, 'Ada');
    assert.equal(failed.error?.code, 'model-failed');
  });
});

import assert from 'node:assert/strict';
import { appendFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import type { Decision, DecisionAction } from '../../../src/contract/review.ts';
import { fold, lastDecision, reviewKey, standing } from '../../../src/review/fold.ts';
import { ReviewLogs } from '../../../src/review/log.ts';
import { logFileName } from '../../../src/review/log-file.ts';

const citation = { path: 'a.md', start: 0, end: 4, line: 1, quote: 'Text', prefix: '', suffix: '', contentHash: 'h' };

function decision(id: string, action: DecisionAction, more: Partial<Decision> = {}): Decision {
  return {
    schemaVersion: 1,
    id,
    at: `2026-01-01T00:00:${id.padStart(2, '0')}Z`,
    reviewer: 'ann',
    auditId: 'audit',
    question: 'Q?',
    spanId: 'a.md:0-4',
    citation,
    action,
    ...more,
  };
}

const verdictOf = (decisions: readonly Decision[]) => fold(decisions).get(reviewKey('audit', 'a.md:0-4'))?.verdict;

describe('review fold', () => {
  it('keeps the last verdict of a reviewer', () => {
    assert.equal(verdictOf([decision('1', 'accept'), decision('2', 'reject')]), 'rejected');
  });

  it('takes an undone verdict back to what stood before', () => {
    assert.equal(verdictOf([decision('1', 'accept'), decision('2', 'reject'), decision('3', 'undo', { undoes: '2' })]), 'accepted');
  });

  it('lets an undo be undone', () => {
    const log = [decision('1', 'reject'), decision('2', 'undo', { undoes: '1' }), decision('3', 'undo', { undoes: '2' })];
    assert.equal(verdictOf(log), 'rejected');
  });

  it('says that reviewers disagree', () => {
    assert.equal(verdictOf([decision('1', 'accept'), decision('2', 'reject', { reviewer: 'bob' })]), 'split');
  });

  it('keeps notes beside the verdict', () => {
    const review = fold([decision('1', 'accept'), decision('2', 'note', { note: 'see annex' })]).get(reviewKey('audit', 'a.md:0-4'));
    assert.ok(review !== undefined);
    assert.equal(review.verdict, 'accepted');
    assert.deepEqual(
      review.notes.map((note) => note.text),
      ['see annex'],
    );
  });

  it('takes nothing back that another reviewer decided, whatever the undo names', () => {
    assert.equal(verdictOf([decision('1', 'accept'), decision('2', 'undo', { undoes: '1', reviewer: 'mallory' })]), 'accepted');
  });

  it('goes by the place in the file, whatever the clock says', () => {
    for (const at of ['2026-01-01T00:00:05Z', '2025-12-31T00:00:00Z']) {
      const log = [decision('b', 'accept', { at: '2026-01-01T00:00:05Z' }), decision('a', 'undo', { undoes: 'b', at })];
      assert.equal(verdictOf(log), undefined, at);
    }
  });

  it('undo of the last decision always restores the verdict before it', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom<DecisionAction>('accept', 'reject'), { minLength: 1, maxLength: 10 }), (actions) => {
        const log = actions.map((action, index) => decision(String(index + 1), action));
        const last = lastDecision(log, 'ann', 'audit', 'a.md:0-4');
        assert.ok(last !== undefined);
        const undone = [...log, decision('99', 'undo', { undoes: last.id, at: '2026-01-01T00:01:00Z' })];
        assert.deepEqual(standing(undone), standing(log.slice(0, -1)));
      }),
    );
  });
});

describe('review log', () => {
  let folder = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linchpin-review-'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('reads back what was appended, from every reviewer', async () => {
    await new ReviewLogs(folder).append(decision('1', 'accept'));
    await new ReviewLogs(folder).append(decision('2', 'reject', { reviewer: 'Bob Ünal' }));
    const log = await new ReviewLogs(folder).read();
    assert.deepEqual(log.decisions.map((entry) => entry.id).sort(), ['1', '2']);
    assert.deepEqual(log.damaged, []);
  });

  it('keeps a line that was cut off, reports it, and loses nothing after it', async () => {
    await new ReviewLogs(folder).append(decision('1', 'accept'));
    const file = join(folder, '.linchpin', 'reviews', logFileName('ann'));
    await appendFile(file, '{"schemaVersion":1,"id":"2","at');
    await new ReviewLogs(folder).append(decision('3', 'reject'));
    const log = await new ReviewLogs(folder).read();
    assert.deepEqual(
      log.decisions.map((entry) => entry.id),
      ['1', '3'],
    );
    assert.deepEqual(log.damaged, [{ file: `.linchpin/reviews/${logFileName('ann')}`, line: 2, reason: 'It cannot be read.' }]);
    assert.match(await readFile(file, 'utf8'), /"id":"2","at\n/);
  });

  it('says that a folder cannot be written', async () => {
    await writeFile(join(folder, '.linchpin'), 'a file where the folder should be');
    await assert.rejects(new ReviewLogs(folder).append(decision('1', 'accept')), { code: 'review-invalid' });
  });

  it('has no decisions where there is no folder', async () => {
    assert.deepEqual(await new ReviewLogs(folder).read(), { decisions: [], sessions: new Map(), damaged: [], logs: new Map() });
  });

  it('gives different reviewers different files that cannot leave the folder', () => {
    const names = ['ann', 'Ann', '../ann', 'a/nn', '', '..', 'ann.', 'Ünal'].map(logFileName);
    assert.equal(new Set(names).size, names.length);
    for (const name of names) assert.match(name, /^[a-z0-9_][a-z0-9._-]*\.jsonl$/);
  });
});

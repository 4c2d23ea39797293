import assert from 'node:assert/strict';

import type { AuditReport } from '../../../src/contract/report.ts';
import { type AnswerState, checkAnswer, type Rereader } from '../../../src/minimise/verify-answer.ts';
import { type Fact, judgeOfFacts, modelsWith } from '../../support/judge.ts';

const quote = '- The lock opens at **06:30** on weekdays.';
const identity = { id: 'a', provider: 'bundled', version: '1', local: true } as const;

/** A report by reading, of which only what is checked is made. */
function reportOf(text: string, short: string | null): AuditReport {
  const citation = { path: 'lock.md', start: 0, end: quote.length, line: 1, quote, prefix: '', suffix: '', contentHash: '' };
  return {
    kind: 'question',
    question: 'When does the lock open on weekdays?',
    seed: 1,
    models: { judge: identity },
    answer: { text, statement: 'The lock opens at 06:30 on weekdays.', status: 'uncertain', reason: '', short, chance: 0.4, form: null },
    evidence: { minimal: [{ spanId: 's', citation, headingPath: ['Locks', 'Hours'], relevance: 1 }], scores: { statement: text } },
  } as unknown as AuditReport;
}

const readerOf = (...facts: readonly Fact[]): Rereader => modelsWith(judgeOfFacts(facts));
const marks = (words: RegExp, surety = 0.9): Fact => ({ asked: /lock open/, says: words, surety });

describe('an answer by reading, read again', () => {
  const stateOf = async (report: AuditReport, ...facts: readonly Fact[]): Promise<AnswerState> =>
    (await checkAnswer(report, readerOf(...facts))).state;

  it('is the same where the judge marks it in what is cited', async () => {
    assert.deepEqual(await checkAnswer(reportOf('06:30', '06:30'), readerOf(marks(/(06:30)/))), { state: 'read-again', read: '06:30' });
    // Less surely than words that stand for an answer, though the same.
    assert.equal(await stateOf(reportOf('06:30', '06:30'), marks(/(06:30)/, 0.3)), 'read-again');
  });

  it('differs where the judge reads other words', async () => {
    assert.equal(await stateOf(reportOf('07:15', '07:15'), marks(/(06:30)/)), 'differs');
    assert.equal(await stateOf(reportOf('Yes', 'Yes'), { asked: /lock open/, says: /opens/, side: 'no' }), 'differs');
  });

  it('is what stands in the cited sentences where the judge marks nothing', async () => {
    assert.equal(await stateOf(reportOf('06:30', '06:30')), 'quoted');
    assert.equal(await stateOf(reportOf('07:15', '07:15')), 'differs');
  });

  it('is the cited sentence itself where no words were read from it', async () => {
    assert.equal(await stateOf(reportOf('The lock opens at 06:30 on weekdays.', null), marks(/(weekdays)/)), 'quoted');
    assert.equal(await stateOf(reportOf('The lock opens at 07:15 on weekdays.', null)), 'differs');
  });

  it('is read as a reader sees it, under the headings of the quote', async () => {
    const judge = judgeOfFacts([marks(/(06:30)/)]);
    await checkAnswer(reportOf('06:30', '06:30'), modelsWith(judge));
    assert.deepEqual(
      judge.asked.map(({ heading, sentences }) => [heading, sentences]),
      [['Locks > Hours', ['The lock opens at 06:30 on weekdays.']]],
    );
  });

  it('must stand in the cited sentences where nobody reads', async () => {
    assert.equal((await checkAnswer(reportOf('06:30', '06:30'))).state, 'quoted');
    assert.equal((await checkAnswer(reportOf('07:15', '07:15'))).state, 'not-quoted');
  });
});

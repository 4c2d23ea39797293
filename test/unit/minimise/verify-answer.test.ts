import assert from 'node:assert/strict';

import type { AuditReport } from '../../../src/contract/report.ts';
import { checkAnswer, type Rereader } from '../../../src/minimise/verify-answer.ts';
import type { GeneratedAnswer } from '../../../src/models/ports.ts';
import { readShort } from '../../../src/read/short-answer.ts';
import { bundledModels } from '../../../src/models/bundled/models.ts';

const quote = '- The lock opens at **06:30** on weekdays.';
const identity = { id: 'a', provider: 'bundled', version: '1', local: true } as const;

/** A report by reading, of which only what is checked is made. */
function reportOf(text: string, short: string | null): AuditReport {
  const citation = { path: 'lock.md', start: 0, end: quote.length, line: 1, quote, prefix: '', suffix: '', contentHash: '' };
  return {
    kind: 'question',
    question: 'When does the lock open on weekdays?',
    seed: 1,
    models: { ranker: identity },
    answer: { text, statement: 'The lock opens at 06:30 on weekdays.', status: 'uncertain', reason: '', short, chance: 0.4, form: 'time' },
    evidence: { minimal: [{ spanId: 's', citation, headingPath: [], relevance: 1 }], scores: { statement: text } },
  } as unknown as AuditReport;
}

/** Reads by marking these words; its rules know another answer. */
function readerOf(words: string): Rereader {
  const other: GeneratedAnswer = {
    abstained: false,
    text: 'weekdays',
    statement: '',
    type: 'date',
    claims: [],
    rationale: '',
    citedSpans: [],
    keySpans: [],
    conflicts: [],
    logProbability: -1,
  };
  const read: NonNullable<Rereader['models']['spanReader']>['read'] = (_question, sentences) => {
    const text = sentences[0]?.text ?? '';
    const start = text.indexOf(words);
    return Promise.resolve({
      answerable: 1,
      spans: start < 0 ? [] : [{ sentence: 0, start, end: start + words.length, probability: 0.9 }],
    });
  };
  return {
    readShort,
    models: {
      reader: { ...bundledModels().reader, answer: () => Promise.resolve([other]) },
      spanReader: {
        identity,
        read,
        readAll: (requests) => Promise.all(requests.map(({ question, sentences }) => read(question, sentences))),
      },
    },
  };
}

describe('an answer by reading, read again', () => {
  it('is the same where the network that answered marks it in what is cited, whatever the rules read', async () => {
    assert.deepEqual(await checkAnswer(reportOf('06:30', '06:30'), readerOf('06:30')), { state: 'read-again', read: '06:30' });
  });

  it('differs where neither reads it', async () => {
    assert.equal((await checkAnswer(reportOf('07:15', '07:15'), readerOf('06:30'))).state, 'differs');
  });

  it('is the cited sentence itself where no words were read from it', async () => {
    const report = reportOf('The lock opens at 06:30 on weekdays.', null);
    assert.equal((await checkAnswer(report, readerOf('06:30'))).state, 'quoted');
  });
});

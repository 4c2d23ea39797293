import assert from 'node:assert/strict';

import { answerFrom, type JudgedCandidate } from '../../../../src/audit/answer/by-reading.ts';
import type { EvidenceCandidate } from '../../../../src/minimise/types.ts';
import { rankedSentence } from '../../../support/ranked-sentence.ts';

const nothingRead = { ranked: [], candidates: [] };
const second = (text: string) => ({ abstained: false, text, citedSpans: [], logProbability: null });

describe('An answer that the second reader alone has', () => {
  it('is never a yes or a no: these are more likely wrong than right', () => {
    for (const text of ['yes', 'no', 'Yes', 'No'])
      assert.equal(
        answerFrom('Can I sue a contributor and keep my licence?', nothingRead, [], second(text), undefined, true).settled,
        true,
        text,
      );
  });

  it('is not heard where no probe has contested its first one: it is rarely right', () => {
    assert.equal(answerFrom('How many days may a visitor stay?', nothingRead, [], second('30 days'), undefined).settled, true);
  });

  it('is heard where it is of the kind that is asked for', () => {
    assert.equal(answerFrom('How many days may a visitor stay?', nothingRead, [], second('30 days'), undefined, true).settled, false);
    assert.equal(answerFrom('How many days may a visitor stay?', nothingRead, [], second('the mayor'), undefined, true).settled, true);
  });
});

describe('a sentence that both readers take for the answer', () => {
  const status = (question: string, text: string, own: Partial<JudgedCandidate>): string => {
    const by = rankedSentence('a', text);
    const within = { text: 'x', start: 0, end: 1, probability: 0.5, fits: true, others: 0 };
    const candidate: JudgedCandidate = {
      form: 'number',
      short: null,
      sentences: [by],
      by,
      within,
      chance: 0.8,
      share: 0.8,
      features: new Float32Array(),
      ...own,
    };
    const verified = {
      spanId: 'a',
      text,
      heading: '',
      headingPath: [],
      relevance: 0.5,
      citation: { path: 'a.md', start: 0, end: text.length, quote: text, line: 1, contentHash: '', headingPath: [] },
      copies: [],
    } as unknown as EvidenceCandidate;
    const second = { abstained: false, text: 'x', citedSpans: ['a'], logProbability: -0.1 };
    return answerFrom(question, { ranked: [by], candidates: [candidate] }, [verified], second, undefined).answer.status;
  };
  const sentence = 'Restoring is free twice a month; Starter pays 40 euros each time, Fleet 20 euros.';
  const question = 'How much is a third restore?';
  const words = { text: '40 euros', start: 50, end: 58, fits: true };

  it('is supported where one amount is there', () => {
    assert.equal(status(question, sentence, { within: { ...words, probability: 0, others: 0 } }), 'supported');
  });

  it('only may answer where it has several amounts, or none of the kind', () => {
    assert.equal(status(question, sentence, { within: { ...words, probability: 0.9, others: 1 } }), 'uncertain');
    assert.equal(status(question, sentence, { within: { ...words, probability: 0.5, others: 0, fits: false } }), 'uncertain');
    assert.equal(status(question, sentence, { within: null }), 'uncertain');
  });

  it('only may answer why where it says little of what is asked', () => {
    const text = 'It had bent by 19 mm, because its bearing had sunk into rotten oak.';
    assert.equal(status('Why did no inspection find that the oak had gone soft?', text, { form: 'reason' }), 'uncertain');
    assert.equal(status('Why had it bent into the oak?', text, { form: 'reason' }), 'supported');
  });

  it('only may answer who or what, unless nearly certain', () => {
    const text = 'Complaints go to the privacy officer.';
    assert.equal(status('Whom do I complain to?', text, { form: 'entity' }), 'uncertain');
    assert.equal(status('Whom do I complain to?', text, { form: 'entity', chance: 0.95 }), 'supported');
  });
});

import assert from 'node:assert/strict';

import { answerFrom, judgeRead, type JudgedCandidate } from '../../../../src/audit/answer/by-reading.ts';
import type { AuditReport } from '../../../../src/contract/report.ts';
import type { EvidenceCandidate } from '../../../../src/minimise/types.ts';
import { rankedSentence } from '../../../support/ranked-sentence.ts';

const nothingRead = { ranked: [], chain: [], candidates: [] };
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

describe('a yes that its sentence leaves open', () => {
  it('is judged with the sentence and never shown', () => {
    const by = rankedSentence('a', 'Bikes may be charged in the shed only.');
    const whole = { form: 'permission' as const, short: null, sentences: [by], by, features: new Float32Array() };
    const yes = { text: 'Yes', start: 0, end: 0, probability: 0.9, fits: true, others: 0 };
    const shorts = (short: typeof yes & { open?: true }): (string | null)[] =>
      judgeRead('May I charge my bike here?', { ranked: [by], chain: [], candidates: [{ ...whole, short }, whole] }, []).candidates.map(
        (candidate) => candidate.short?.text ?? null,
      );
    assert.deepEqual(shorts({ ...yes, open: true }), [null]);
    const { candidates } = judgeRead(
      'May I charge my bike here?',
      { ranked: [by], chain: [], candidates: [{ ...whole, short: { ...yes, open: true } }, whole] },
      [],
    );
    const alone = judgeRead('May I charge my bike here?', { ranked: [by], chain: [], candidates: [whole] }, []).candidates;
    assert.ok((candidates[0]?.chance ?? 1) <= Math.max(0.5, alone[0]?.chance ?? 0));
  });
});

describe('no answer', () => {
  const reason = (texts: readonly string[]): string => {
    const ranked = texts.map((text, place) => rankedSentence(String(place), text));
    const verified = ranked.map(({ id, text }) => ({ spanId: id, text, headingPath: [], copies: [] }) as unknown as EvidenceCandidate);
    return answerFrom(
      'May I keep chickens?',
      { ranked, chain: [], candidates: [] },
      verified,
      { ...second(''), abstained: true },
      undefined,
    ).answer.reason;
  };

  it('does not say that nothing is about the question while it shows what comes closest', () => {
    assert.match(reason(['Hens may be kept with consent.']), /Nothing was found that answers this/);
    assert.match(reason([]), /Nothing in the documents is about this/);
  });
});

describe('a sentence that both readers take for the answer', () => {
  const shown = (question: string, text: string, own: Partial<JudgedCandidate>): AuditReport['answer'] => {
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
    return answerFrom(question, { ranked: [by], chain: [], candidates: [candidate] }, [verified], second, undefined).answer;
  };
  const status = (question: string, text: string, own: Partial<JudgedCandidate>): string => shown(question, text, own).status;
  const sentence = 'Restoring is free twice a month; Starter pays 40 euros each time, Fleet 20 euros.';
  const question = 'How much is a third restore?';
  const words = { text: '40 euros', start: 50, end: 58, fits: true };

  it('is supported where one amount is there', () => {
    const one = 'After the free ones Starter pays 40 euros for a restore.';
    assert.equal(status(question, one, { within: { ...words, start: 33, end: 41, probability: 0, others: 0 } }), 'supported');
  });

  it('only may answer where it has several amounts, or none of the kind', () => {
    assert.equal(status(question, sentence, { within: { ...words, probability: 0.9, others: 1 } }), 'uncertain');
    assert.equal(status(question, sentence, { within: { ...words, probability: 0.5, others: 0, fits: false } }), 'uncertain');
    assert.equal(status(question, sentence, { within: null }), 'uncertain');
  });

  it('only may answer where it has a bare number beside what is counted, and picks neither', () => {
    const quorum = 'The committee has seven members; four make a quorum.';
    const seven = { text: 'seven members', start: 18, end: 31, probability: 0.7, fits: true, others: 0 };
    assert.equal(status('How many committee members must be there for a vote?', quorum, { within: seven }), 'uncertain');
    assert.equal(shown('How many committee members must be there for a vote?', quorum, { within: seven }).short, null);
    assert.equal(status('How many members has the committee?', 'The committee has seven members.', { within: seven }), 'supported');
    assert.equal(
      shown('How many members has the committee?', 'The committee has seven members.', { within: seven }).short,
      'seven members',
    );
  });

  it('picks no amount where another of the asked kind stands beside it', () => {
    const rent = 'The rent is £62 for a full plot and £34 for a half plot; tenants over 66 pay half.';
    const within = { text: '£62', start: 12, end: 15, probability: 0.4, fits: true, others: 1 };
    const { short, text, body } = shown('How much does half a plot cost a pensioner?', rent, { within });
    assert.deepEqual([short, text, body?.[0]?.marks], [null, rent, []]);
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

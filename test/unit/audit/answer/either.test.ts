import assert from 'node:assert/strict';

import { answerFrom, type JudgedCandidate } from '../../../../src/audit/answer/by-reading.ts';
import type { RankedSpan } from '../../../../src/audit/answer/candidates.ts';
import { eitherOf } from '../../../../src/audit/answer/either.ts';
import type { EvidenceCandidate } from '../../../../src/minimise/types.ts';
import { rankingSignNames } from '../../../../src/models/ports.ts';
import { rankedSentence } from '../../../support/ranked-sentence.ts';

const candidate = (by: RankedSpan, chance: number, share: number, own: Partial<JudgedCandidate> = {}): JudgedCandidate => ({
  form: 'entity',
  short: null,
  sentences: [by],
  by,
  chance,
  share,
  features: new Float32Array(),
  ...own,
});
const verified = (...all: readonly RankedSpan[]): EvidenceCandidate[] =>
  all.map(({ id, text, path }) => ({
    spanId: id,
    text,
    heading: '',
    headingPath: [],
    relevance: 0.5,
    citation: {
      path,
      start: 0,
      end: text.length,
      quote: text,
      line: 1,
      contentHash: '',
      headingPath: [],
    } as unknown as EvidenceCandidate['citation'],
    copies: [],
  }));

const officer = rankedSentence('officer', 'Complaints go to the privacy officer.');
const board = rankedSentence('board', 'The board hears complaints.');
const phrase = { text: 'the privacy officer', start: 17, end: 36, probability: 0.6, fits: true, others: 0 };
const question = 'Whom do I complain to?';
const second = (text: string, cites: readonly string[]) => ({ abstained: false, text, citedSpans: [...cites], logProbability: -0.1 });

describe('two sentences of which one may answer', () => {
  it('are both about the question: one that says nothing of what it names does not stand beside one that does', () => {
    const saying = (sentence: RankedSpan, own: number, headed = own): RankedSpan => ({
      ...sentence,
      signs: Float32Array.from(rankingSignNames, (name) => (name === 'said' ? own : name === 'saidHeaded' ? headed : 1)),
    });
    const bonfires = candidate(saying(rankedSentence('bonfires', 'Bonfires are permitted in winter.'), 0.4), 0.4, 0.35);
    const cockerels = rankedSentence('cockerels', 'Cockerels are not allowed.');
    const alone = eitherOf([bonfires, candidate(saying(cockerels, 0), 0.3, 0.25)]);
    assert.deepEqual([alone?.sentences.map(({ id }) => id), alone?.either], [['bonfires'], undefined]);
    assert.equal(eitherOf([bonfires, candidate(saying(cockerels, 0, 0.2), 0.3, 0.25)])?.sentences.length, 2);
    assert.equal(eitherOf([bonfires, candidate(saying(cockerels, 0.1), 0.3, 0.25)])?.sentences.length, 2);
  });

  it('are a cause and another cause: a sentence that has not what every answer has does not stand beside one that has', () => {
    const fits = (sentence: RankedSpan, value: number): RankedSpan => ({
      ...sentence,
      signs: Float32Array.from(rankingSignNames, (name) => (name === 'fitsForm' ? value : 0)),
    });
    const cause = fits(rankedSentence('cause', 'The outage was caused by an expired licence.'), 1);
    const none = fits(rankedSentence('none', 'The outage lasted three hours.'), 0);
    const other = fits(rankedSentence('other', 'Backups failed because the disk was full.'), 1);
    const [first, second, third] = [candidate(cause, 0.4, 0.35), candidate(none, 0.3, 0.25), candidate(other, 0.3, 0.25)].map(
      (own): JudgedCandidate => ({ ...own, form: 'reason' }),
    );
    assert.ok(first !== undefined && second !== undefined && third !== undefined);
    assert.deepEqual(
      eitherOf([first, third])?.sentences.map(({ id }) => id),
      ['cause', 'other'],
    );
    assert.equal(eitherOf([first, second, third]), null);
    assert.ok(eitherOf([second, first]) !== null);
  });

  it('are the two likeliest where no answer is more likely right than wrong, and likelier together', () => {
    const either = eitherOf([candidate(officer, 0.4, 0.35), candidate(board, 0.3, 0.25)]);
    assert.ok(either !== null);
    assert.deepEqual(
      either.sentences.map(({ id }) => id),
      ['officer', 'board'],
    );
    assert.ok(either.chance > 0.4);
  });

  it('are none where one answer stands alone, is a list, or rests on several sentences', () => {
    const other = candidate(board, 0.3, 0.25);
    assert.equal(eitherOf([candidate(officer, 0.6, 0.6), other]), null);
    assert.equal(eitherOf([candidate(officer, 0.4, 0.35, { form: 'list' }), other]), null);
    assert.equal(eitherOf([candidate(officer, 0.4, 0.35, { sentences: [officer, board] }), other]), null);
    assert.equal(eitherOf([candidate(officer, 0.4, 0.35)]), null);
    assert.equal(eitherOf([]), null);
  });

  it('are shown as two, the likelier first, with the words of each that may answer, and are never asserted', () => {
    const all = [candidate(officer, 0.45, 0.45, { within: phrase }), candidate(board, 0.4, 0.4)];
    const { answer, evidence } = answerFrom(
      question,
      { ranked: [officer, board], chain: [], candidates: all },
      verified(officer, board),
      second('the privacy officer', ['officer']),
      undefined,
    );
    assert.equal(answer.status, 'uncertain');
    assert.equal(answer.either, true);
    assert.equal(answer.short, null);
    assert.deepEqual(answer.body, [
      { spanId: 'officer', marks: [[17, 36]] },
      { spanId: 'board', marks: [] },
    ]);
    assert.deepEqual(evidence.minimal.map(({ spanId }) => spanId).sort(), ['board', 'officer']);
    assert.equal(evidence.sufficient, false);
    assert.equal(evidence.quality, answer.chance);
  });

  it('are not shown where even together they are too unlikely', () => {
    const { answer } = answerFrom(
      question,
      { ranked: [officer, board], chain: [], candidates: [candidate(officer, 0.1, 0.05), candidate(board, 0.08, 0.04)] },
      verified(officer, board),
      { abstained: true, text: '', citedSpans: [], logProbability: null },
      undefined,
    );
    assert.equal(answer.status, 'not-enough-evidence');
  });
});

describe('an answer that both readers give', () => {
  const asked = 'Who hears complaints?';
  const short = { ...phrase, text: 'The board', start: 0, end: 9 };
  const given = (own: Partial<JudgedCandidate>) =>
    answerFrom(
      asked,
      { ranked: [board], chain: [], candidates: [candidate(board, 0.9, 0.9, { short, ...own })] },
      verified(board),
      second('The board', ['board']),
      undefined,
    ).answer.status;

  it('is supported where each read it by itself', () => {
    assert.equal(given({}), 'supported');
  });

  it('is not where the second reader’s rules are where it came from: nobody confirms itself', () => {
    assert.equal(given({ byRules: true }), 'uncertain');
  });
});

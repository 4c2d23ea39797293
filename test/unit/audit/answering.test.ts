import assert from 'node:assert/strict';

import { AnswerChance } from '../../../src/answer/chance.ts';
import { judgeAnswers } from '../../../src/answer/judge-answers.ts';
import { type AnswerByReading, answerFrom, onlySuperseded, type Reading, spansToVerify } from '../../../src/audit/answering.ts';
import { readableOf } from '../../../src/audit/readable.ts';
import { evidenceSchema } from '../../../src/contract/evidence.ts';
import { readingFit } from '../../../src/minimise/reading-quality.ts';
import type { EvidenceCandidate } from '../../../src/minimise/types.ts';
import { certificateProblems } from '../../../src/minimise/verify-report.ts';
import { type Fact, judgeOfFacts, modelsWith } from '../../support/judge.ts';
import { answerFit } from '../answer/fit.ts';
import { type Document, type Found, findIn } from './found.ts';

const question = 'When does the lock open?';
const chance = new AnswerChance(answerFit());
const documents: Document[] = [
  { path: 'hours.md', text: '# Hours\n\nThe lock is on the old canal.\n\nIt **opens at 06:30** on weekdays.\n' },
  { path: 'notice.md', text: '# Notice\n\nFrom May on the lock opens at 06:30.\n' },
  { path: 'other.md', text: '# Bern\n\nThe lock of Bern opens at 07:15.\n' },
];
const says = (surety: number): Fact => ({ asked: /open/, says: /opens at (06:30)/, surety });

interface Read extends Found {
  readonly reading: Reading;
}

async function read(facts: readonly Fact[], own: readonly Document[] = documents): Promise<Read> {
  const judge = judgeOfFacts(facts);
  const found = await findIn(question, own, modelsWith(judge));
  const { passages, spans } = readableOf(found.retrieved);
  return { ...found, reading: { ...(await judgeAnswers(question, passages, [], { judge, chance }, {})), spans } };
}

function answered({ reading, verified }: Read, stands: (candidate: EvidenceCandidate) => boolean = () => true): AnswerByReading {
  const told = answerFrom(question, reading, verified.filter(stands), undefined, chance);
  evidenceSchema.parse(JSON.parse(JSON.stringify(told.evidence)));
  assert.deepEqual(certificateProblems(told.evidence), []);
  return told;
}

const quotes = ({ evidence }: AnswerByReading): string[] => evidence.minimal.map(({ citation }) => citation.quote);

describe('the answer of a reading, as it is shown', () => {
  it('is supported where it is likely enough, by the fewest sentences that say it alone', async () => {
    const told = answered(await read([says(0.99)]));
    assert.deepEqual([told.answer.status, told.answer.text, told.answer.short], ['supported', '06:30', '06:30']);
    assert.equal(told.evidence.minimal.length, 1);
    assert.ok(told.evidence.sufficient && told.evidence.quality >= told.evidence.threshold);
    assert.deepEqual(told.answer.promise, { risk: 0.1, confidence: 0.9, questions: 100, asserted: 40, set: 'test' });
    // Two places say it: both must fall.
    assert.equal(told.evidence.certificate?.robustness, 2);
  });

  it('marks the words in the quote, markup and all', async () => {
    const { answer, evidence } = answered(await read([says(0.99)], documents.slice(0, 1)));
    const [part] = answer.body ?? [];
    const [mark] = part?.marks ?? [];
    assert.ok(part !== undefined && mark !== undefined);
    const quote = evidence.minimal.find(({ spanId }) => spanId === part.spanId)?.citation.quote ?? '';
    assert.equal(quote.slice(...mark), '06:30');
  });

  it('may answer where it is less likely, and promises nothing', async () => {
    const { answer, evidence } = answered(await read([says(0.7)]));
    assert.deepEqual([answer.status, answer.promise, evidence.sufficient], ['uncertain', null, false]);
    assert.match(answer.reason, /about \d of 10/);
  });

  it('is none where it is unlikely, nothing answers or nothing was found, and says which, with what comes closest', async () => {
    const unlikely = answered(await read([says(0.3)]));
    assert.deepEqual([unlikely.answer.status, unlikely.answer.text, unlikely.answer.short], ['not-enough-evidence', '', null]);
    assert.match(unlikely.answer.reason, /surely enough/);
    assert.ok(quotes(unlikely).length > 0 && !unlikely.evidence.sufficient);
    const nothing = answered(await read([]));
    assert.equal(nothing.answer.status, 'not-enough-evidence');
    assert.match(nothing.answer.reason, /None of the \d+ passages that were read answers this/);
    const empty = answered(await read([says(0.99)], []));
    assert.deepEqual([empty.answer.status, empty.evidence.minimal], ['not-enough-evidence', []]);
    assert.match(empty.answer.reason, /Nothing in the documents is about this/);
  });

  it('is the sentences themselves where no words are sure', async () => {
    const { answer, evidence } = answered(await read([{ asked: /open/, says: /opens at 06:30/, surety: 0.99 }], documents.slice(0, 1)));
    assert.deepEqual([answer.status, answer.short], ['supported', null]);
    assert.equal(answer.text, 'It opens at 06:30 on weekdays.');
    assert.equal(answer.body?.length, evidence.minimal.length);
  });

  it('is said to permit or forbid where it is yes or no', async () => {
    const { answer } = answered(await read([{ asked: /open/, says: /opens at 06:30/, side: 'no', surety: 0.99 }]));
    assert.deepEqual([answer.form, answer.text], ['permission', 'No']);
  });

  it('never rests on a sentence that no longer stands in its document', async () => {
    const found = await read([says(0.99)]);
    const best = found.reading.best?.by.id ?? '';
    const told = answered(found, ({ spanId }) => spanId !== best);
    assert.notEqual(told.answer.status, 'supported');
    assert.ok(told.evidence.pool.every(({ spanId }) => spanId !== best));
    const none = answered(found, () => false);
    assert.deepEqual([none.answer.status, none.evidence.pool], ['not-enough-evidence', []]);
  });

  it('is measured by the curve that the folder has drawn', async () => {
    const found = await read([says(0.99)]);
    const told = answerFrom(question, found.reading, found.verified, { ...readingFit, id: 'mine', shift: 8 }, chance);
    assert.equal(told.answer.status, 'not-enough-evidence');
  });

  it('is the same each time', async () => {
    assert.deepEqual(answered(await read([says(0.9)])), answered(await read([says(0.9)])));
  });
});

describe('what is verified of a reading', () => {
  it('is all that the answer shows and all that was read, once each', async () => {
    const { reading, retrieved } = await read([says(0.99)]);
    const ids = spansToVerify(reading, retrieved.spans).map(({ id }) => id);
    assert.equal(new Set(ids).size, ids.length);
    for (const { passage } of reading.read) for (const { id } of passage.spans) if (reading.spans.has(id)) assert.ok(ids.includes(id));
    for (const { spanIds } of reading.best?.sets ?? []) assert.ok(spanIds.every((id) => ids.includes(id)));
  });
});

describe('a superseded document that answers', () => {
  it('is named where it does, and only where it is one', async () => {
    const judge = judgeOfFacts([says(0.9)]);
    const { retrieved } = await findIn(question, documents, modelsWith(judge));
    const named = (paths: readonly string[]): Promise<string | null> =>
      onlySuperseded(question, retrieved, new Set(paths), { judge }, { seed: 1 });
    assert.equal(await named(['hours.md']), 'hours.md');
    assert.equal(await named(['other.md']), null);
    assert.equal(await named([]), null);
  });
});

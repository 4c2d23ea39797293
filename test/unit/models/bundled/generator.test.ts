import assert from 'node:assert/strict';

import { createBundledGenerator } from '../../../../src/models/bundled/generator.ts';
import { writeProbes } from '../../../../src/models/bundled/probes.ts';
import type { EvidenceText } from '../../../../src/models/ports.ts';
import { judgeOfFacts, type ScriptedJudge } from '../../../support/judge.ts';

const call = { seed: 1 };
const question = 'When does the lock open?';
const evidenceOf = (heading: string, ...texts: readonly string[]): EvidenceText[] =>
  texts.map((text, place) => ({ spanId: `${heading}#${String(place)}`, path: `${heading}.md`, heading, text, relevance: 0.5 }));
const hours = evidenceOf('Hours', 'The lock is old.', 'It opens at 06:30 on weekdays.');
const knowing = (surety = 0.9): ScriptedJudge => judgeOfFacts([{ asked: /open/, says: /opens at (06:30)/, surety }]);

describe('the bundled generator', () => {
  it('answers what the judge reads in the sentences that it is given, and cites them', async () => {
    const judge = knowing();
    const [answer] = await createBundledGenerator(judge, writeProbes).answer([{ question, evidence: hours }], call);
    assert.deepEqual([answer?.abstained, answer?.text, answer?.statement], [false, '06:30', 'It opens at 06:30 on weekdays.']);
    assert.deepEqual([answer?.citedSpans, answer?.keySpans], [['Hours#1'], ['Hours#1']]);
    assert.equal(answer?.logProbability, Math.log(0.9));
    assert.deepEqual(judge.asked, [{ query: question, heading: 'Hours', sentences: hours.map(({ text }) => text) }]);
  });

  it('abstains where the judge is not sure, and where there is nothing to read', async () => {
    for (const [surety, evidence] of [
      [0.4, hours],
      [0.9, []],
    ] as const) {
      const [answer] = await createBundledGenerator(knowing(surety), writeProbes).answer([{ question, evidence }], call);
      assert.deepEqual([answer?.abstained, answer?.text, answer?.citedSpans], [true, '', []]);
    }
  });

  it('reads sentences of several places each under its own heading, and says them without it', async () => {
    const judge = knowing();
    const evidence = [...hours, ...evidenceOf('Notices > May', 'The keeper is ill.')];
    const [answer] = await createBundledGenerator(judge, writeProbes).answer([{ question, evidence }], call);
    const [asked] = judge.asked;
    assert.equal(asked?.heading, '');
    assert.deepEqual(asked.sentences, ['Hours: The lock is old.', 'Hours: It opens at 06:30 on weekdays.', 'May: The keeper is ill.']);
    assert.deepEqual([answer?.text, answer?.statement], ['06:30', 'It opens at 06:30 on weekdays.']);
  });

  it('reads the most relevant sentences, as many as it can at once, in the order that they were given', async () => {
    const judge = knowing();
    const long = Array.from({ length: 40 }, (_, place): EvidenceText => ({
      ...(hours[0] ?? { spanId: '', path: '', heading: 'Hours', text: '', relevance: 0 }),
      spanId: String(place),
      text: `Rule ${String(place)} of the lock says what its keeper does.`,
      relevance: place % 7,
    }));
    await createBundledGenerator(judge, writeProbes).answer([{ question, evidence: long }], call);
    const read = judge.asked[0]?.sentences ?? [];
    assert.ok(read.length > 1 && read.length < long.length);
    const places = read.map((text) => Number(/\d+/.exec(text)?.[0]));
    assert.deepEqual(
      places,
      [...places].sort((a, b) => a - b),
    );
    assert.ok(places.every((place) => place % 7 >= 4));
  });

  it('joins drafts by reading all their evidence again, and keeps the first where that says nothing', async () => {
    const generator = createBundledGenerator(knowing(), writeProbes);
    const [draft] = await generator.answer([{ question, evidence: hours }], call);
    assert.ok(draft !== undefined);
    assert.equal((await generator.synthesise(question, [], hours, call)).text, '06:30');
    assert.deepEqual(await generator.synthesise(question, [draft], [], call), draft);
    assert.equal((await generator.synthesise(question, [], [], call)).abstained, true);
  });

  it('has the name of the judge', () => {
    const judge = knowing();
    assert.deepEqual(createBundledGenerator(judge, writeProbes).identity, judge.identity);
  });
});

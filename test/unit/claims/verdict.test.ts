import assert from 'node:assert/strict';

import fc from 'fast-check';

import { ClaimChance } from '../../../src/claims/chance.ts';
import type { ClaimReading } from '../../../src/claims/read.ts';
import { type ClaimVerdict, decideClaim } from '../../../src/claims/verdict.ts';
import { anyReading, claimFit, stanceOf, stances } from './readings.ts';

const calibration = new ClaimChance(claimFit());
const decide = (claim: string, reading: ClaimReading): ClaimVerdict => decideClaim(claim, reading, calibration);

const claim = 'The fee is £40.';
const says = stanceOf('fees.md', 0, stances(0.95, 0.02), 'Members pay a fee of £40.', 'It is due in May.');
const denies = stanceOf('notice.md', 1, stances(0.02, 0.95), 'The fee has been abolished.');
const alone = (path: string, own: ReturnType<typeof stances>, from = 0) => ({ spanIds: [`${path}#0`], stances: own, from });

describe('the verdict on a claim', () => {
  it('is that of the passage that says most, shown by the sentence that says it alone', () => {
    const supported = decide(claim, { passages: [says], sets: [alone('fees.md', stances(0.95, 0.02))] });
    assert.equal(supported.verdict, 'supported');
    assert.deepEqual(
      supported.sides.map(({ stance, shown }) => [stance, shown]),
      [['supports', ['fees.md#0']]],
    );
    const refuted = decide(claim, { passages: [denies], sets: [alone('notice.md', stances(0.02, 0.95))] });
    assert.deepEqual([refuted.verdict, refuted.sides[0]?.shown], ['refuted', ['notice.md#0']]);
  });

  it('is open where nothing was read, or nothing says enough', () => {
    assert.equal(decide(claim, { passages: [], sets: [] }).verdict, 'open');
    const quiet = stanceOf('a.md', 0, stances(0.1, 0.05), 'The office is in Bern.');
    assert.deepEqual(decide(claim, { passages: [quiet], sets: [] }).sides, []);
  });

  it('is taken back where the sentences give another figure, with both in their words', () => {
    const other = stanceOf('fees.md', 0, stances(0.95, 0.02), 'Members pay a fee of £45.');
    const verdict = decide(claim, { passages: [other], sets: [alone('fees.md', stances(0.95, 0.02))] });
    assert.deepEqual(
      [verdict.verdict, verdict.withdrawn?.side.stance, verdict.withdrawn?.by, verdict.sides],
      ['open', 'supports', 'figures', []],
    );
    assert.deepEqual([verdict.figures.claimed, verdict.figures.stated], ['£40', '£45']);
  });

  it('is that sources disagree where two passages surely say the opposite, each alone', () => {
    const sets = [alone('fees.md', stances(0.9, 0.05)), alone('notice.md', stances(0.05, 0.9), 1)];
    const verdict = decide(claim, { passages: [says, denies], sets });
    assert.equal(verdict.verdict, 'conflicting');
    assert.deepEqual(
      verdict.sides.map(({ stance, shown }) => [stance, shown]),
      [
        ['supports', ['fees.md#0']],
        ['refutes', ['notice.md#0']],
      ],
    );
    // The sentences of one of them do not say it alone.
    assert.notEqual(decide(claim, { passages: [says, denies], sets: sets.slice(0, 1) }).verdict, 'conflicting');
  });

  it('shows one sentence where it says about as much as several, and what is needed most where none was read alone', () => {
    const set = { spanIds: ['fees.md#0', 'fees.md#1'], stances: stances(0.97, 0.01), from: 0 };
    assert.deepEqual(decide(claim, { passages: [says], sets: [set, alone('fees.md', stances(0.95, 0.01))] }).sides[0]?.shown, [
      'fees.md#0',
    ]);
    assert.deepEqual(decide(claim, { passages: [says], sets: [set, alone('fees.md', stances(0.4, 0.01))] }).sides[0]?.shown, set.spanIds);
    const trusting = new ClaimChance(claimFit({ least: { supported: 0.1, refuted: 0.9 } }));
    assert.deepEqual(decideClaim(claim, { passages: [says], sets: [] }, trusting).sides[0]?.shown, ['fees.md#0']);
  });

  const claims = fc.constantFrom(claim, 'Dogs are allowed.', 'The keeper pays 20 per cent.', 'It was signed on 3 May 2024.');

  it('has the sides that it names, shows sentences of theirs, and is the same each time', () => {
    fc.assert(
      fc.property(claims, anyReading, (own, reading) => {
        const verdict = decide(own, reading);
        assert.deepEqual(decide(own, structuredClone(reading)), verdict);
        const expected = { supported: ['supports'], refuted: ['refutes'], conflicting: ['supports', 'refutes'], open: [] };
        assert.deepEqual(
          verdict.sides.map(({ stance }) => stance),
          expected[verdict.verdict],
        );
        for (const { shown, passage, readings, chance } of verdict.sides) {
          const spans = passage.spans.map(({ id }) => id);
          assert.ok(shown.length > 0 && shown.every((id) => spans.includes(id)));
          assert.ok(readings.every((set) => set.chance >= 0 && set.chance <= chance + 1e-9));
        }
      }),
    );
  });

  it('is supported by a sentence that is the claim itself, character for character', () => {
    fc.assert(
      fc.property(anyReading, (reading) => {
        const text = reading.passages[0]?.spans[0]?.text;
        fc.pre(text !== undefined && text.trim() !== '');
        const { verdict, sides } = decide(text, reading);
        assert.ok(verdict === 'supported' || verdict === 'conflicting');
        assert.equal(sides[0]?.stance, 'supports');
      }),
    );
  });

  it('is never turned to supported by a figure: with one that contradicts it is supported no more often than without', () => {
    fc.assert(
      fc.property(claims, anyReading, (own, reading) => {
        // A sentence that is the claim itself supports it, whatever else is read.
        fc.pre(!reading.passages.some(({ spans }) => spans.some(({ text }) => text.trim() === own.trim())));
        const { verdict, figures, withdrawn } = decide(own, reading);
        if (figures.result === 'contradicts') assert.notEqual(verdict, 'supported');
        if (verdict !== 'open') assert.equal(withdrawn, null);
        // The fit of this test gives figures no weight: what is left of them can only take a verdict back.
        const silent = decide('Dogs are allowed.', reading).verdict;
        if (verdict === 'supported') assert.equal(silent, 'supported');
      }),
    );
  });
});

import assert from 'node:assert/strict';

import fc from 'fast-check';

import { agreements } from '../../../src/arbitrate/consensus.ts';
import {
  causalDiscrimination,
  coherence,
  confidence,
  counterfactualRelevanceRatio,
  crrBand,
  dualScore,
  margin,
  specificity,
  weightedScore,
} from '../../../src/arbitrate/score.ts';
import { diagnoseTrap } from '../../../src/arbitrate/trap.ts';
import { sameAnswer } from '../../../src/text/same-answer.ts';

const near = (actual: number | null, expected: number) => {
  assert.ok(actual !== null && Math.abs(actual - expected) < 1e-9, `${actual} is not ${expected}`);
};
const passage = (relevance: number, ...probeRelevance: number[]) => ({ relevance, probeRelevance });

describe('arbitration scores', () => {
  it('appendix D: 0.85 and 0.72 give 0.798, 0.91 and -0.15 give 0.486, with lambda 0.4', () => {
    near(dualScore(0.85, 0.72, 0.4), 0.798);
    near(dualScore(0.91, -0.15, 0.4), 0.486);
  });

  it('equations 9 and 10: mean of half similarity and half relevance where the answer is mentioned', () => {
    near(
      coherence([
        { similarity: 0.8, relevance: 0.6, mentioned: true },
        { similarity: 0.4, relevance: 0.9, mentioned: false },
      ]),
      (0.7 + 0.2) / 2,
    );
    near(coherence([]), 0);
  });

  it('equation 11: mean of relevance less the strongest probe', () => {
    near(margin(passage(0.9, 0.2, 0.5)), 0.4);
    near(causalDiscrimination([passage(0.9, 0.2, 0.5), passage(0.6, 0.8, 0.1)]), (0.4 - 0.2) / 2);
  });

  it('is undefined, not zero, without probes', () => {
    assert.equal(causalDiscrimination([passage(0.9)]), null);
    near(dualScore(0.7, null, 0.4), 0.7);
  });

  it('equation 11 is never larger than the max-of-means form of appendix A', () => {
    const evidence = fc.integer({ min: 1, max: 4 }).chain((probes) =>
      fc.array(
        fc.record({
          relevance: fc.double({ min: 0, max: 1, noNaN: true }),
          probeRelevance: fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: probes, maxLength: probes }),
        }),
        { minLength: 1, maxLength: 8 },
      ),
    );
    fc.assert(
      fc.property(evidence, (passages) => {
        const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length;
        const probes = passages[0]!.probeRelevance.map((_value, probe) => mean(passages.map((entry) => entry.probeRelevance[probe]!)));
        const appendix = mean(passages.map((entry) => entry.relevance)) - Math.max(...probes);
        assert.ok(causalDiscrimination(passages)! <= appendix + 1e-9);
      }),
    );
  });

  it('lemma 2: scores do not change when all evidence is copied', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.double({ min: 0, max: 1, noNaN: true }), fc.double({ min: 0, max: 1, noNaN: true })), {
          minLength: 1,
          maxLength: 6,
        }),
        fc.integer({ min: 2, max: 50 }),
        (values, copies) => {
          const passages = values.map(([relevance, probe]) => passage(relevance, probe));
          const copied = Array.from({ length: copies }, () => passages).flat();
          assert.ok(Math.abs(causalDiscrimination(copied)! - causalDiscrimination(passages)!) < 1e-9);
        },
      ),
    );
  });

  it('confidence is the exponential of the mean log-probability', () => {
    near(confidence(Math.log(0.5)), 0.5);
    assert.equal(confidence(null), null);
  });

  it('specificity: 1 for one keyword, 0 for keywords all different, between for a leaning', () => {
    near(specificity(['bale']), 1);
    near(specificity([]), 1);
    near(specificity(['a', 'b', 'c']), 0);
    const leaning = specificity(['a', 'a', 'a', 'b']);
    near(leaning, 1 - -(0.75 * Math.log(0.75) + 0.25 * Math.log(0.25)) / Math.log(2));
  });

  it('the weight of an undefined criterion goes to the others in proportion', () => {
    near(weightedScore({ coherence: 1, causalDiscrimination: 1, confidence: 1, specificity: 1 }), 1);
    near(weightedScore({ coherence: 0.8, causalDiscrimination: null, confidence: null, specificity: 0.8 }), 0.8);
    near(weightedScore({ coherence: 1, causalDiscrimination: 0, confidence: null, specificity: 0 }), 0.4 / 0.85);
  });

  it('equation 47 and its bands', () => {
    near(counterfactualRelevanceRatio(0.8, [0.2, 0.4]), 0.5);
    assert.equal(counterfactualRelevanceRatio(0.8, []), null);
    assert.equal(counterfactualRelevanceRatio(0, [0.4]), null);
    assert.deepEqual([0.2, 0.5, 0.69, 0.7, 0.9, 0.91, 3].map(crrBand), ['causal', 'moderate', 'moderate', 'high', 'high', 'trap', 'trap']);
  });
});

describe('agreement of answers', () => {
  const cases: [a: string, b: string, same: boolean][] = [
    ['Christian Bale', 'christian bale.', true],
    ['Bale', 'Christian Bale', true],
    ['Christian Bale', 'Heath Ledger', false],
    ['14 characters', '8 characters', false],
    ['14', '14 characters', true],
    ['yes', 'no', false],
    ['', 'Bale', false],
    ['', '', true],
    ['An expired licence in the control software caused it', 'an expired licence of the control software caused it', true],
    ['The storm cut the power of the pumping station', 'An expired licence in the control software caused it', false],
  ];
  for (const [a, b, same] of cases)
    it(`"${a}" and "${b}" ${same ? 'agree' : 'differ'}`, () => {
      assert.equal(sameAnswer(a, b), same);
      assert.equal(sameAnswer(b, a), same);
    });

  it('is the share of the drafts', () => {
    assert.deepEqual(agreements(['Bale', 'Ledger', 'Christian Bale']), [2 / 3, 1 / 3, 2 / 3]);
  });
});

describe('trap diagnosis', () => {
  const answer = { text: 'Christian Bale', coherence: 0.85, support: [passage(0.92, 0.2), passage(0.8, 0.1)] };
  const rival = { text: 'Heath Ledger', coherence: 0.91, support: [passage(0.6, 0.75), passage(0.5, 0.6)] };

  it('certifies the Dark Knight, with lambda* of equation 41', () => {
    const trap = diagnoseTrap({ answer, rival, causalWeight: 0.4 });
    assert.ok(trap?.certified === true);
    near(trap.delta, 0.7);
    near(trap.epsilon, 0.15);
    near(trap.lambdaStar, 0.06 / (0.55 + 0.06));
  });

  it('names the condition that fails', () => {
    assert.match(diagnoseTrap({ answer, rival, causalWeight: 0.05 })?.explanation ?? '', /causal weight/);
    assert.match(
      diagnoseTrap({ answer: { ...answer, support: [passage(0.5, 0.6)] }, rival, causalWeight: 0.4 })?.explanation ?? '',
      /neighbouring question as well/,
    );
    assert.match(
      diagnoseTrap({ answer, rival: { ...rival, support: [passage(0.9, 0.1)] }, causalWeight: 0.4 })?.explanation ?? '',
      /no probe shows/,
    );
  });

  it('above lambda* the answer scores higher than the rival, whatever the numbers', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true });
    const side = fc.record({
      text: fc.constant('x'),
      coherence: share,
      support: fc.array(fc.record({ relevance: share, probeRelevance: fc.tuple(share, share).map((pair) => [...pair]) }), {
        minLength: 1,
        maxLength: 4,
      }),
    });
    fc.assert(
      fc.property(side, side, share, (one, two, causalWeight) => {
        const trap = diagnoseTrap({ answer: one, rival: two, causalWeight });
        if (trap?.certified !== true) return;
        const score = (draft: typeof one) => dualScore(draft.coherence, causalDiscrimination(draft.support), causalWeight);
        assert.ok(score(one) > score(two) - 1e-9);
      }),
      { numRuns: 2000 },
    );
  });

  it('says nothing without probes', () => {
    assert.equal(diagnoseTrap({ answer: { ...answer, support: [passage(0.9)] }, rival, causalWeight: 0.4 }), null);
  });
});

import assert from 'node:assert/strict';

import type { JudgedCandidate } from '../../../src/audit/answer/by-reading.ts';
import type { RankedSpan } from '../../../src/audit/answer/candidates.ts';
import type { AnsweredSteps } from '../../../src/audit/steps.ts';
import { withSteps } from '../../../src/audit/with-steps.ts';
import { rankedSentence } from '../../support/ranked-sentence.ts';

const candidate = (text: string | null, by: RankedSpan, chance: number, others: readonly RankedSpan[] = []): JudgedCandidate => ({
  form: 'entity',
  short: text === null ? null : { text, start: 0, end: text.length, probability: 1, fits: true, others: 0 },
  sentences: [by, ...others],
  by,
  chance,
  features: new Float32Array(),
});
const [bridge, last, other] = [
  rankedSentence('bridge', 'Marsh directed it.'),
  rankedSentence('last', '1921 in Rotterdam.'),
  rankedSentence('other', '1930 in Bern.'),
];
const steps = (chance: number): AnsweredSteps => ({ kind: 'bridge', steps: [], candidate: candidate('1921', last, chance, [bridge]) });
const chances = (agreeing: number, steps: number, direct: number) => (signs: { agrees: boolean }) => ({
  steps: signs.agrees ? agreeing : steps,
  direct,
});

describe('the answer in steps beside the whole question’s own', () => {
  it('rests on the sentences of all steps where both give the same, and is no less likely than either', () => {
    const { candidates } = withSteps(
      { ranked: [last], chain: [], candidates: [candidate('1921', last, 0.9)] },
      steps(0.2),
      chances(0.7, 0.1, 0.1),
    );
    assert.deepEqual(
      candidates.map(({ sentences, chance }) => ({ chance, on: sentences.map(({ id }) => id).sort() })),
      [{ chance: 0.9, on: ['bridge', 'last'] }],
    );
  });

  it('stands behind a likelier one, whose chance is lowered for a question of several steps', () => {
    const direct = { ranked: [other], chain: [], candidates: [candidate('1930', other, 0.9)] };
    const { candidates } = withSteps(direct, steps(0.2), chances(0.7, 0.3, 0.4));
    assert.deepEqual(
      candidates.map(({ short, chance }) => [short?.text, chance]),
      [
        ['1930', 0.4],
        ['1921', 0.3],
      ],
    );
  });

  it('goes first where it is likelier, with its sentences among the ranked ones', () => {
    const { candidates, ranked } = withSteps(
      { ranked: [other], chain: [], candidates: [candidate('1930', other, 0.9)] },
      steps(0.2),
      chances(0.7, 0.5, 0.2),
    );
    assert.equal(candidates[0]?.short?.text, '1921');
    assert.deepEqual(ranked.map(({ id }) => id).sort(), ['bridge', 'last', 'other']);
  });

  it('is the whole question’s own alone where no step was answered', () => {
    const direct = { ranked: [other], chain: [], candidates: [candidate('1930', other, 0.9)] };
    assert.equal(withSteps(direct, null, null), direct);
    assert.equal(withSteps(direct, { kind: 'sides', steps: [], candidate: null }, null), direct);
  });
});

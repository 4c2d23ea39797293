import assert from 'node:assert/strict';

import { checkClaims, type ClaimEvidence, type ClaimJudge } from '../../../src/verify/answer-claims.ts';
import { causeOf, relateCauses, statedCauses } from '../../../src/verify/answer-claims-cause.ts';
import { figureAgainst } from '../../../src/verify/answer-claims-figures.ts';
import { claimsIn, type Regenerate, verifyAnswer } from '../../../src/verify/answer-claims-loop.ts';
import type { GeneratedAnswer } from '../../../src/models/ports.ts';

const evidence: readonly ClaimEvidence[] = [
  { spanId: 'a', text: 'The pumping station stopped because its control licence had expired.', heading: 'Incident 12' },
  { spanId: 'b', text: 'Access logs are kept for 90 days.', heading: 'Logging policy' },
  { spanId: 'c', text: 'The contractor Bering replaced both pumps on 3 May 2021.', heading: 'Incident 12' },
  { spanId: 'd', text: 'Visitors must not enter the switch room.', heading: 'Access' },
];
/** Decides nothing, so that the rules are seen alone. */
const silent: ClaimJudge = () => Promise.resolve(null);
const verdictOf = async (claim: string): Promise<string | undefined> => (await checkClaims([claim], evidence, silent))[0]?.verdict;

const injected = 'The mayor apologised to every household.';
const reversed = 'The control licence expired because the pumping station had stopped.';
const wrongFigure = 'Access logs are kept for 30 days.';
const right = 'Access logs are kept for 90 days.';

describe('the sentences of an answer, held against the evidence', () => {
  const known: readonly (readonly [string, string])[] = [
    [right, 'entailed'],
    ['The pumping station stopped because its control licence had expired.', 'entailed'],
    ['The expired control licence caused the pumping station to stop.', 'entailed'],
    [injected, 'unsupported'],
    [reversed, 'refuted'],
    [wrongFigure, 'refuted'],
    ['The contractor Bering replaced both pumps on 4 May 2021.', 'refuted'],
    ['The contractor Nordal replaced both pumps on 3 May 2021.', 'unsupported'],
    ['Visitors must enter the switch room.', 'unsupported'],
    ['Visitors must not enter the switch room.', 'entailed'],
    ['Only visitors must not enter the switch room.', 'unsupported'],
    ['Both pumps replaced the contractor Bering on 3 May 2021.', 'unsupported'],
    ['Access logs must be kept for 90 days.', 'unsupported'],
    ['The contractor Bering replaced both pumps because the control licence had expired.', 'unsupported'],
  ];
  for (const [claim, verdict] of known) {
    it(`calls "${claim}" ${verdict}`, async () => {
      assert.equal(await verdictOf(claim), verdict);
    });
  }

  it('names why, and the sentence that it is judged by', async () => {
    const [figure, cause, other] = await checkClaims([wrongFigure, reversed, injected], evidence, silent);
    assert.match(figure?.reason ?? '', /30 days/);
    assert.deepEqual(figure?.spanIds, ['b']);
    assert.match(cause?.reason ?? '', /other way round/);
    assert.deepEqual(cause?.spanIds, ['a']);
    assert.match(other?.reason ?? '', /Nothing in the evidence|does not say/);
  });

  it('takes the word of a judge of atoms, but not over a figure or a reversed cause', async () => {
    const willing: ClaimJudge = (_claim, near) => Promise.resolve({ stance: 'supports', spanId: near[0]?.spanId ?? '' });
    const verdicts = (await checkClaims([injected, wrongFigure, reversed], evidence, willing)).map(({ verdict }) => verdict);
    assert.deepEqual(verdicts, ['unsupported', 'refuted', 'refuted']);
  });
});

describe('causes that sentences state', () => {
  for (const sentence of [
    'The leak caused the shutdown of the plant.',
    'The shutdown of the plant was caused by the leak.',
    'Because of the leak, the plant went into shutdown.',
    'The plant went into shutdown because of the leak.',
    'The leak led to the shutdown of the plant.',
    'The shutdown of the plant resulted from the leak.',
  ]) {
    it(`are read from "${sentence}"`, () => {
      const [stated] = statedCauses(sentence);
      const [claimed] = statedCauses('The leak triggered the plant shutdown.');
      const [turned] = statedCauses('The plant shutdown triggered the leak.');
      assert.ok(stated !== undefined && claimed !== undefined && turned !== undefined);
      assert.equal(relateCauses(stated, claimed), 'same');
      assert.equal(relateCauses(stated, turned), 'reversed');
    });
  }

  it('are not read where none is stated', () => {
    assert.deepEqual(statedCauses('The plant was built after the war.'), []);
  });

  it('are opposed where one is denied, and proved by nothing where one is prevented', () => {
    const claimed = causeOf('the leak', 'the shutdown');
    assert.ok(claimed !== null);
    assert.equal(relateCauses({ ...claimed, denied: true }, claimed), 'opposed');
    assert.equal(relateCauses({ ...claimed, prevents: true }, claimed), 'other');
  });
});

describe('figures of a claim', () => {
  it('hold where the evidence says the same or what implies it', () => {
    assert.equal(figureAgainst('at least 8 characters', 'at least 12 characters'), null);
    assert.equal(figureAgainst('in 2021', 'on 3 May 2021'), null);
  });
  it('are broken by another figure, and missing where there is none', () => {
    assert.equal(figureAgainst('kept for 30 days', 'kept for 90 days')?.state, 'broken');
    assert.equal(figureAgainst('kept for 30 days', 'kept for ever')?.state, 'missing');
  });
});

const answer: GeneratedAnswer = {
  abstained: false,
  text: '90 days',
  statement: right,
  type: 'number',
  claims: [injected, reversed, wrongFigure].map((text) => ({ text, spanIds: ['b'] })),
  rationale: '',
  citedSpans: ['b'],
  keySpans: [],
  conflicts: [],
  logProbability: null,
};

describe('the loop of verification and correction', () => {
  it('without a model puts right what the evidence says otherwise and takes out what it does not say', async () => {
    const checked = await verifyAnswer(answer, evidence, silent, null);
    assert.equal(checked.hallucination.before, 0.75);
    assert.equal(checked.hallucination.after, 0);
    assert.deepEqual(claimsIn(checked.answer).sort(), [right, evidence[0]?.text].sort());
    assert.ok(checked.claims.every(({ verdict }) => verdict === 'entailed'));
  });

  it('asks a model twice at most, and marks what remains', async () => {
    let asked = 0;
    const stubborn: Regenerate = (current) => {
      asked += 1;
      return Promise.resolve(current);
    };
    const checked = await verifyAnswer(answer, evidence, silent, stubborn);
    assert.equal(asked, 2);
    assert.deepEqual(
      checked.claims.map(({ verdict }) => verdict),
      ['entailed', 'unsupported', 'refuted', 'refuted'],
    );
  });

  it('keeps an answer that a model only made worse', async () => {
    const worse: Regenerate = () => Promise.resolve({ ...answer, statement: wrongFigure, claims: [{ text: injected, spanIds: [] }] });
    const checked = await verifyAnswer(answer, evidence, silent, worse);
    assert.equal(checked.answer, answer);
  });

  it('tells the model which sentences do not hold, and stops when all do', async () => {
    const told: string[][] = [];
    const willing: Regenerate = (_current, wrong) => {
      told.push(wrong.map(({ text }) => text));
      return Promise.resolve({ ...answer, claims: [] });
    };
    const checked = await verifyAnswer(answer, evidence, silent, willing);
    assert.deepEqual(told, [[injected, reversed, wrongFigure]]);
    assert.equal(checked.rounds, 1);
    assert.equal(checked.hallucination.after, 0);
  });
});

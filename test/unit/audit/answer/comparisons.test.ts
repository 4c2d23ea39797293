import assert from 'node:assert/strict';

import { isNeither, sayBothSides } from '../../../../src/audit/answer/comparisons.ts';
import { rankedSentence } from '../../../support/ranked-sentence.ts';

const said = (...texts: string[]) => texts.map((text) => rankedSentence(text, text));

describe('two things that are held against each other', () => {
  const question = 'do I get a bigger share for an extensive roof or an intensive one?';

  it('are both said, by one sentence or by two', () => {
    assert.equal(sayBothSides(question, said('An extensive roof gets 40 per cent, an intensive one 55.')), true);
    assert.equal(sayBothSides(question, said('Extensive roof: 40 per cent', 'Intensive roof: 55 per cent')), true);
  });

  it('are not compared by a sentence on one of them', () => {
    assert.equal(sayBothSides(question, said('Intensive roof means a planted roof with more than 15 centimetres.')), false);
    assert.equal(
      sayBothSides(
        'do you get more days when a parent dies or when a grandparent dies?',
        said('death of a grandparent or sibling: two days;'),
      ),
      false,
    );
  });

  it('are not answered by a third', () => {
    assert.equal(isNeither('where do I get more for a hotel, London or abroad?', 'Edinburgh, Bristol and Manchester'), true);
    assert.equal(isNeither('where do I get more for a hotel, London or abroad?', 'Abroad'), false);
    assert.equal(isNeither('how much more do I get, London or abroad?', '£15'), false);
    assert.equal(isNeither('what do I get for a hotel?', 'Edinburgh'), false);
  });
});

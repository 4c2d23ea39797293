import assert from 'node:assert/strict';

import { compare, type Comparison } from '../../../src/claims/compare.ts';
import { bundledKnowledge } from '../../../src/claims/knowledge.ts';
import { readText } from '../../../src/claims/reading.ts';

function compared(claim: string, text: string): Comparison {
  const sentence = { text, headings: [], document: ['Guide'], beside: [], elsewhere: [] };
  return compare(readText(claim), sentence, new Map(), bundledKnowledge());
}

describe('what is said of others', () => {
  it('takes no permission from a relative clause about somebody else', () => {
    const said = compared(
      'The plan lets a billing contact look at invoices, which a developer cannot do.',
      'Billing contacts can see invoices.',
    );
    assert.equal(said.modality, 'same');
    assert.equal(compared('Developers cannot see invoices.', 'Developers can see invoices.').modality, 'breaks');
  });

  it('finds the rule of a word that stands twice', () => {
    const text = 'They should inform the applicant of the steps but should not inform the applicant of the reason why it failed.';
    assert.equal(compared('They should not inform the applicant why it failed.', text).modality, 'same');
  });

  it('takes no rule of the others for the claimed one', () => {
    const text = 'Two firms have been suspended until they show cover; the other nine may continue.';
    assert.notEqual(compared('Firms must not continue until they show cover.', text).modality, 'breaks');
  });

  it('knows whom a sentence sets aside, and whose questions they are, for no doer', () => {
    const text = "The Caterer, not the House, answers guests' questions about ingredients.";
    assert.equal(compared('When a guest asks what is in a dish, the caterer has to answer.', text).exchanged, false);
    assert.equal(compared('The House answers questions about ingredients.', text).exchanged, true);
  });
});

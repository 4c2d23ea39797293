import assert from 'node:assert/strict';

import { definingFirst } from '../../../../src/audit/answer/defining.ts';
import type { Unit } from '../../../../src/audit/answer/units.ts';
import { rankedSentence } from '../../../support/ranked-sentence.ts';

function unit(text: string, chance: number): Unit {
  const by = { ...rankedSentence(text, text), chance };
  return { by, chance, list: null };
}
const near = unit('6.1 For each Service Failure the Supplier shall allow a credit of £250.', 0.4);
const meaning = unit('1.3 "Service Failure" means a delivery that is more than 90 minutes late.', 0.1);
const first = (question: string, form: 'definition' | 'number', units: readonly Unit[]): string | undefined =>
  definingFirst(question, form, units)[0]?.by.text;

describe('a sentence that defines', () => {
  it('goes before what is nearer in its words, where the meaning of its term is asked for', () => {
    assert.equal(first('what exactly is a service failure?', 'definition', [near, meaning]), meaning.by.text);
  });

  it('stays where it is when something else is asked of the term', () => {
    assert.equal(first('what is the credit for a late delivery with a service failure?', 'definition', [near, meaning]), near.by.text);
    assert.equal(first('how much do we get for a service failure?', 'number', [near, meaning]), near.by.text);
  });

  it('stays where it is when another one defines the term too', () => {
    const other = unit('"Service Failure" means an outage of the portal.', 0.05);
    assert.equal(first('what exactly is a service failure?', 'definition', [near, meaning, other]), near.by.text);
  });

  it('adds none and takes none away', () => {
    assert.deepEqual(
      new Set(definingFirst('what is a service failure?', 'definition', [near, meaning]).map(({ by }) => by.id)),
      new Set([near.by.id, meaning.by.id]),
    );
  });
});

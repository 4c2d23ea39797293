import assert from 'node:assert/strict';

import { compare } from '../../../src/claims/compare.ts';
import { bundledKnowledge } from '../../../src/claims/knowledge.ts';
import { readText } from '../../../src/claims/reading.ts';
import { replacementsIn } from '../../../src/claims/replaced.ts';

function replaced(claim: string, text: string): string[] {
  const [own, stated] = [readText(claim), readText(text)];
  const sentence = { text, headings: [], document: ['Guide'], beside: [], elsewhere: [] };
  const { aligned } = compare(own, sentence, new Map(), bundledKnowledge(), stated);
  return replacementsIn(own, stated, aligned, bundledKnowledge()).map(
    (entry) => `${entry.kind}: ${entry.own.map((word) => word.text).join(' ')} > ${entry.stated.map((word) => word.text).join(' ')}`,
  );
}

describe('what a sentence says in the place of what a claim says', () => {
  const cases: readonly (readonly [claim: string, text: string, expected: readonly string[]])[] = [
    ['Four colonies had European foulbrood.', 'Four colonies had American foulbrood.', ['name: European > American']],
    ['The site partners with Facebook to serve ads.', 'The site partners with Google to serve ads.', ['name: Facebook > Google']],
    ['The trial was set in the southwest of England.', 'The trial was set in the northeast of England.', ['kin: southwest > northeast']],
    ['The gate is painted red.', 'The gate is painted red.', []],
    ['The pumps failed at night.', 'The council met in May.', []],
  ];
  for (const [claim, text, expected] of cases) {
    it(`${claim} | ${text}`, () => {
      assert.deepEqual(replaced(claim, text), expected);
    });
  }
});

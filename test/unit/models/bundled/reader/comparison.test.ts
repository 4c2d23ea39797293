import assert from 'node:assert/strict';

import { analyseQuestion } from '../../../../../src/text/question.ts';
import { bundledModels } from '../../../../../src/models/bundled/models.ts';
import type { EvidenceText, GeneratedAnswer } from '../../../../../src/models/ports.ts';

const { generator } = bundledModels();

/** Evidence by title: sentences under it. */
async function ask(question: string, documents: Readonly<Record<string, readonly string[]>>): Promise<GeneratedAnswer> {
  const evidence = Object.entries(documents).flatMap(([heading, texts]) =>
    texts.map((text, at): EvidenceText => ({
      spanId: `${heading}#${at}`,
      path: `${heading}.md`,
      heading,
      text,
      relevance: 0.8 - 0.1 * at,
    })),
  );
  const [answer] = await generator.answer([{ question, evidence }], { seed: 1 });
  assert.ok(answer !== undefined);
  return answer;
}

const poets = {
  'Ada Marlow': ['Ada Marlow (12 May 1901 – 3 June 1964) was an English poet and painter.', 'She published four books.'],
  'Ivo Brandt': ['Ivo Brandt (born Ivo Brant; 2 March 1899 – 9 October 1970) was a German poet and teacher.'],
};
const towns = {
  Harrow: ['Harrow is a town on the coast with a population of 1.2 million as of 2014.'],
  Lunden: ['Lunden is a town of 300,000 inhabitants, founded in 1610.'],
};

describe('Comparing two things', () => {
  it('finds what is compared, whether by "or", "both" or "same"', () => {
    const compared = (text: string): [readonly string[] | null, boolean] => {
      const { options, choice } = analyseQuestion(text);
      return [options, choice];
    };
    assert.deepEqual(compared('Who was born first, Ada Marlow or Ivo Brandt?'), [['Ada Marlow', 'Ivo Brandt'], true]);
    assert.deepEqual(compared('Was Ada Marlow or Ivo Brandt born first?'), [['Ada Marlow', 'Ivo Brandt'], true]);
    assert.deepEqual(compared('Are Ada Marlow and Ivo Brandt of the same nationality?'), [['Ada Marlow', 'Ivo Brandt'], false]);
    assert.deepEqual(compared('What profession do Ada Marlow and Ivo Brandt share?'), [['Ada Marlow', 'Ivo Brandt'], false]);
    assert.deepEqual(compared('Who met Ada Marlow and Ivo Brandt in Vienna?'), [null, false]);
    assert.equal(analyseQuestion('Was Ada Marlow or Ivo Brandt born first?').type, 'comparison');
  });

  it('by dates of birth and death, in the direction that is asked', async () => {
    assert.equal((await ask('Who was born first, Ada Marlow or Ivo Brandt?', poets)).text, 'Ivo Brandt');
    assert.equal((await ask('Who is younger, Ada Marlow or Ivo Brandt?', poets)).text, 'Ada Marlow');
    assert.equal((await ask('Who died first, Ada Marlow or Ivo Brandt?', poets)).text, 'Ada Marlow');
    assert.equal((await ask('Was Ada Marlow or Ivo Brandt born first?', poets)).text, 'Ivo Brandt');
  });

  it('by the numbers of what is counted', async () => {
    assert.equal((await ask('Which has the larger population, Lunden or Harrow?', towns)).text, 'Harrow');
    assert.equal((await ask('Which has the smaller population, Lunden or Harrow?', towns)).text, 'Lunden');
  });

  it('by what each side says where there is nothing to count, the order of the two not mattering', async () => {
    assert.equal((await ask('Which poet was also a painter, Ivo Brandt or Ada Marlow?', poets)).text, 'Ada Marlow');
    assert.equal((await ask('Which poet was also a painter, Ada Marlow or Ivo Brandt?', poets)).text, 'Ada Marlow');
  });

  it('says whether two agree', async () => {
    assert.equal((await ask('Are Ada Marlow and Ivo Brandt of the same nationality?', poets)).text, 'no');
    assert.equal((await ask('Were both Ada Marlow and Ivo Brandt poets?', poets)).text, 'yes');
  });

  it('says what two have in common', async () => {
    assert.equal((await ask('What profession did Ada Marlow and Ivo Brandt share?', poets)).text, 'poet');
  });

  it('cites the evidence of both sides', async () => {
    assert.deepEqual([...(await ask('Who was born first, Ada Marlow or Ivo Brandt?', poets)).citedSpans].sort(), [
      'Ada Marlow#0',
      'Ivo Brandt#0',
    ]);
  });

  it('abstains where neither is in the evidence', async () => {
    const answer = await ask('Who was born first, Una Vale or Tom Reed?', towns);
    assert.ok(answer.abstained || (answer.logProbability ?? -1) < Math.log(0.3));
  });
});

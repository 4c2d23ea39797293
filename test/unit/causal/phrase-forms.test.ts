import assert from 'node:assert/strict';

import { buildGraph } from '../../../src/causal/graph.ts';
import { causalRelations } from '../../../src/causal/extract/extract.ts';
import type { CausalLink } from '../../../src/causal/links.ts';
import { linksOf, sentencesOf } from '../../../src/causal/read-document.ts';
import { createMemoryIndex } from '../../../src/index/memory-store.ts';
import { bundledModels } from '../../../src/models/bundled/models.ts';

function told(sentence: string): [string, string, string][] {
  return causalRelations(sentence).map(({ cause, effect, denied, certainty }) => [
    sentence.slice(...cause),
    `${denied ? '/' : ''}>${certainty === 'hedged' ? '?' : ''}`,
    sentence.slice(...effect),
  ]);
}

async function linksIn(text: string): Promise<CausalLink[]> {
  const index = await createMemoryIndex([{ path: 'a.md', text }], bundledModels().embedder);
  return linksOf(sentencesOf(await index.passagesOf('a.md')));
}

describe('causes that a phrase gives', () => {
  const cases: readonly (readonly [string, readonly [string, string, string][]])[] = [
    ['The engine did not start, its air valve being shut.', [['its air valve being shut', '>', 'The engine did not start']]],
    ['There being no heating, the group moved out.', [['There being no heating', '>', 'the group moved out']]],
    ['The sensor froze, and because of that the heater stayed on.', [['The sensor froze', '>', 'the heater stayed on']]],
    ['The engineers put the losses down to damp.', [['damp', '>', 'the losses']]],
    ['Mrs Lund attributed the noise to the new fans.', [['the new fans', '>?', 'the noise']]],
    [
      'The culvert was one reason for the flood; the raised road was the other.',
      [
        ['The culvert', '>', 'the flood'],
        ['the raised road', '>', 'the flood'],
      ],
    ],
    [
      'The delay had two causes: thick fog, and a late crew.',
      [
        ['thick fog', '>', 'The delay'],
        ['a late crew', '>', 'The delay'],
      ],
    ],
    ['Gland packing worn by vibration.', [['vibration', '>', 'Gland packing worn']]],
    [
      'As the bridge is shut, pupils walk along the lane, which has added to the traffic.',
      [
        ['the bridge is shut', '>', 'pupils walk along the lane'],
        ['pupils walk along the lane', '>', 'the traffic'],
      ],
    ],
    ['The pump tripped on low oil pressure.', [['low oil pressure', '>', 'The pump tripped']]],
    ["The water escaped when the machine's hose split.", [["the machine's hose split", '>', 'The water escaped']]],
    ['The frost was mild, and because the willow was late there was no pollen.', [['the willow was late', '>', 'there was no pollen']]],
    ['It is often said that soot caused the stain.', [['soot', '>?', 'the stain']]],
    ['Many believe the frost split the hose.', [['the frost', '>?', 'split the hose']]],
    ['The gilding was lost through careless cleaning.', [['careless cleaning', '>', 'The gilding was lost']]],
    ['The roof collapsed under the weight of snow.', [['the weight of snow', '>', 'The roof collapsed']]],
    [
      'Neither the wind nor the load had anything to do with the fall.',
      [
        ['the wind', '/>', 'the fall'],
        ['the load', '/>', 'the fall'],
      ],
    ],
  ];
  for (const [sentence, pairs] of cases)
    it(sentence, () => {
      assert.deepEqual(told(sentence), pairs);
    });

  for (const sentence of [
    'It has three wings, the oldest being the chapel.',
    'The scheme is being closed, having been replaced by another.',
    'Two things changed at once, so we cannot say which of them raised the yield.',
    'The film comes from the library.',
    'As the train was leaving the station, a passenger waved.',
  ])
    it(`none: ${sentence}`, () => {
      assert.deepEqual(told(sentence), []);
    });
});

describe('what earlier sentences give to a link', () => {
  it('is what "the rise" is a rise of, for questions', async () => {
    const graph = buildGraph(await linksIn('On day 5 her creatinine rose to 210. The rise was due to a blocked duct.'));
    const readings = [...graph.readings.values()].flat().find(({ text }) => text === 'The rise');
    assert.deepEqual([readings?.trend, readings?.words, readings?.implied], ['up', ['creatinine'], ['creatinine']]);
  });

  it('is the supposition that a denial answers', async () => {
    const links = await linksIn(
      'The outage was caused by a fallen tree. Mrs Lund attributed the noise to the new fans. The fans could hardly be responsible.',
    );
    assert.deepEqual(
      links.map(({ causeText, effectText, denied }) => [causeText, denied, effectText]),
      [
        ['a fallen tree', false, 'The outage'],
        ['The fans', true, 'the noise'],
      ],
    );
  });

  it('is nothing where it is only denied', async () => {
    const links = await linksIn(
      'Turnover has doubled because of the new shifts. Pay was not a factor. Late deliveries increased as a result.',
    );
    assert.deepEqual(
      links.map(({ causeText, effectText, denied }) => [causeText, denied, effectText]),
      [
        ['the new shifts', false, 'Turnover has doubled'],
        ['Pay', true, 'Turnover has doubled'],
        ['Turnover has doubled', false, 'Late deliveries increased'],
      ],
    );
  });

  it('is a submission that a court rejects', async () => {
    const links = await linksIn('The defendant submits that the wind caused the fall. I reject that submission.');
    assert.deepEqual(
      links.map(({ causeText, denied, effectText }) => [causeText, denied, effectText]),
      [['the wind', true, 'the fall']],
    );
  });
});

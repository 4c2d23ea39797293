import assert from 'node:assert/strict';

import fc from 'fast-check';

import { sameWord, synonymous } from '../../../src/causal/event.ts';
import { buildGraph } from '../../../src/causal/graph.ts';
import { matchEvents } from '../../../src/causal/match.ts';
import { linksOf, sentencesOf } from '../../../src/causal/read-document.ts';
import { synonymShare, vocabularyOf } from '../../../src/causal/vocabulary.ts';
import { createMemoryIndex } from '../../../src/index/memory-store.ts';
import { bundledModels } from '../../../src/models/bundled/models.ts';

const told = [
  'The pump failed because its bearing seized.',
  'The loss of flow was caused by a leak.',
  'The traveller died because the ice broke.',
  'Two ewes perished because the gate froze.',
  'The shutdown was caused by a broken fuse.',
  'The fall was caused by the strike.',
];

describe('the words of a graph', () => {
  it('are found by their forms and senses as by comparing each with each', async () => {
    const index = await createMemoryIndex([{ path: 'a.md', text: told.join(' ') }], bundledModels().embedder);
    const graph = buildGraph(linksOf(sentencesOf(await index.passagesOf('a.md'))));
    const known = [...graph.readings].flatMap(([id, readings]) => readings.flatMap(({ words }) => words.map((word) => ({ id, word }))));
    const asked = [
      'leaked',
      'die',
      'perish',
      'death',
      'broke',
      'breakage',
      'lost',
      'lose',
      'shut',
      'fail',
      'failure',
      'freeze',
      'frozen',
      'zyx',
    ];
    const vocabulary = vocabularyOf(graph);
    fc.assert(
      fc.property(fc.constantFrom(...asked, ...known.map(({ word }) => word)), fc.constantFrom(synonymShare, 1), (word, least) => {
        const like = (other: string): number => (sameWord(word, other) ? 1 : synonymous(word, other) ? synonymShare : 0);
        const wanted = known.filter((each) => like(each.word) >= least).map(({ id }) => id);
        assert.deepEqual([...vocabulary.eventsWith([word], least)].sort(), [...new Set(wanted)].sort());
      }),
    );
    assert.ok(vocabulary.eventsWith(['die'], 1).size > 0);
  });

  it('do not take any movement for the one that is asked about', async () => {
    const index = await createMemoryIndex([{ path: 'a.md', text: `# Wool\n\n${told.join(' ')}` }], bundledModels().embedder);
    const graph = buildGraph(linksOf(sentencesOf(await index.passagesOf('a.md'))));
    assert.equal(matchEvents('the fall of wool', graph).length, 1);
    assert.equal(matchEvents('compile times fall', graph).length, 0);
  });
});

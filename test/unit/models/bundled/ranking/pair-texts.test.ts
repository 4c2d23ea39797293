import assert from 'node:assert/strict';

import { pairTexts } from '../../../../../src/models/bundled/ranking/pair-texts.ts';
import type { RankingPassage, RankingSentence } from '../../../../../src/models/ports.ts';

function passage(...sentences: readonly (readonly [text: string, scope: string, kind?: RankingSentence['kind']])[]): RankingPassage {
  return {
    path: 'guide.md',
    title: 'Sleep Centre',
    score: 1,
    relevance: 0.5,
    sentences: sentences.map(([text, scope, kind = 'paragraph']) => ({ text, kind, scope, relevance: 0.5 })),
  };
}

describe('models/bundled/ranking/pair-texts', () => {
  it('names what a sentence itself stands under, not what the passage begins with', () => {
    const own = passage(
      ['Alcohol must be avoided.', 'Sleep Centre > Before you come'],
      ['You are woken at six.', 'Sleep Centre > The night > Morning'],
    );
    assert.deepEqual(pairTexts(own, 1), { text: 'You are woken at six.', context: 'Sleep Centre: The night: Morning' });
    assert.equal(pairTexts(own, 0).context, 'Sleep Centre: Before you come');
  });

  it('reads the sentence before where a sentence points back to it, under the same heading', () => {
    const own = passage(
      ['You may cancel up to three days before.', 'Sleep Centre > Fees'],
      ['Later than that we charge 75.', 'Sleep Centre > Fees'],
      ['It is payable at once.', 'Sleep Centre > Payment'],
    );
    assert.equal(pairTexts(own, 1).context, 'Sleep Centre: Fees: You may cancel up to three days before.');
    assert.equal(pairTexts(own, 2).context, 'Sleep Centre: Payment');
  });

  it('does not take "there are" or "that is why" for a word that points back', () => {
    const own = passage(['The disk is full.', 'Disk'], ['There are three roles.', 'Disk'], ['That is why we ask.', 'Disk']);
    assert.equal(pairTexts(own, 1).context, 'Sleep Centre: Disk');
    assert.equal(pairTexts(own, 2).context, 'Sleep Centre: Disk');
  });

  it('reads the lead-in of a list with its items, and an item under its lead-in', () => {
    const lead = 'Bring the following:';
    const own = passage(
      [lead, 'Sleep Centre > Before'],
      ['a diary', `Sleep Centre > Before > ${lead}`, 'list-item'],
      ['a pillow', `Sleep Centre > Before > ${lead}`, 'list-item'],
      ['We are open daily.', 'Sleep Centre > Before'],
    );
    assert.equal(pairTexts(own, 0).text, 'Bring the following: a diary a pillow');
    assert.deepEqual(pairTexts(own, 2), { text: 'a pillow', context: `Sleep Centre: Before: ${lead}` });
  });

  it('reads no more of a long list than fits', () => {
    const lead = 'You need:';
    const items = Array.from({ length: 40 }, (_, at) => [`thing number ${String(at)}`, lead, 'list-item'] as const);
    assert.ok(pairTexts(passage([lead, ''], ...items), 0).text.length < 300);
  });
});

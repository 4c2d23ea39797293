import assert from 'node:assert/strict';

import fc from 'fast-check';

import { findWords } from '../../../webview/viewer/match.ts';

describe('Words on a drawn page', () => {
  const cut = (texts: readonly string[], words: string): string[] =>
    findWords(texts, words).map(({ text, start, end }) => texts[text]?.slice(start, end) ?? '');

  it('are found over lines, hyphens, ligatures and other spaces', () => {
    assert.deepEqual(cut(['The bridge was ope-', 'ned by the', ' board. Later'], 'opened by the board.'), ['ope', 'ned by the', 'board']);
    assert.deepEqual(cut(['The ﬁrst oﬃce', '2019'], 'first office 2019'), ['ﬁrst oﬃce', '2019']);
    assert.deepEqual(cut(['No such words'], 'bridge'), []);
    assert.deepEqual(cut(['…'], '—'), []);
  });

  it('wherever a text is broken, are its own', () => {
    const word = fc.stringMatching(/^[a-zäß]{1,8}$/u);
    fc.assert(
      fc.property(fc.array(word, { minLength: 3, maxLength: 12 }), fc.nat(), fc.nat(), (words, a, b) => {
        const [from, to] = [a % words.length, b % words.length].sort((x, y) => x - y);
        const wanted = words.slice(from, (to ?? 0) + 1).join(' ');
        const found = cut(words, wanted);
        const letters = (text: string): string =>
          text
            .normalize('NFKD')
            .replaceAll(/[^\p{L}\p{N}]/gu, '')
            .toLowerCase();
        assert.equal(letters(found.join('')), letters(wanted));
      }),
    );
  });
});

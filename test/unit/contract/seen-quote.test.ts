import assert from 'node:assert/strict';

import fc from 'fast-check';

import { hiddenIn, seenLine, seenQuote, withoutHidden } from '../../../src/contract/seen-quote.ts';
import { shownParts } from '../../../src/contract/answer-words.ts';

describe('a quote as a reader sees it', () => {
  for (const [quote, seen] of [
    ['- Cookies SHALL be **secure**.', 'Cookies SHALL be secure.'],
    ['2. [x] Ask `sudo` for leave', 'Ask sudo for leave'],
    ['| Water samples, wards | every six months | nurse |', 'Water samples, wards · every six months · nurse'],
    ['> As [Section 5](#five) says', 'As Section 5 says'],
    ['let y = *x * *z; // 2 * 3', 'let y = *x * *z; // 2 * 3'],
    ['|x| x + 1', '|x| x + 1'],
    ['a snake_case name and __init__', 'a snake_case name and __init__'],
  ] as const)
    it(quote, () => {
      assert.equal(seenQuote(quote, 'a/guide.md'), seen);
    });

  it('leaves every other kind of document as it stands', () => {
    assert.equal(seenQuote('- **a** | b', 'notes.txt'), '- **a** | b');
  });

  it('only leaves out: every letter of the quote that is not in a link stays, in order', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', 'b', ' ', '*', '_', '`', '|', '-', '\n', '#'), maxLength: 40 }), (quote) => {
        const letters = (text: string): string => text.replaceAll(/[^ab]/g, '');
        assert.equal(letters(seenQuote(quote, 'x.md')), letters(quote));
      }),
    );
  });

  it('cuts at any place without losing or doubling anything', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '*', '|', ' ', '`'), maxLength: 30 }), fc.nat(30), (quote, place) => {
        const at = Math.min(place, quote.length);
        const hidden = hiddenIn(quote, 'x.md');
        assert.equal(withoutHidden(quote, hidden, 0, at) + withoutHidden(quote, hidden, at), withoutHidden(quote, hidden));
      }),
    );
  });
});

describe('the sentences of an answer', () => {
  it('are shown without the marks of lists, with the words that answer still marked', () => {
    const citation = {
      path: 'a.md',
      start: 0,
      end: 30,
      line: 1,
      quote: '- at most **100** attempts',
      prefix: '',
      suffix: '',
      contentHash: 'x',
    };
    const entry = { spanId: 's', citation };
    const [part] = shownParts({
      answer: { text: '', statement: '', status: 'uncertain', reason: '', body: [{ spanId: 's', marks: [[2, 17]] }] },
      // Only what is read of the evidence.
      evidence: { minimal: [{ ...entry, marker: 1 }], pool: [] } as never,
    });
    assert.deepEqual(part?.pieces, [
      { text: 'at most 100', marked: true },
      { text: ' attempts', marked: false },
    ]);
  });
});

describe('a quote on one line', () => {
  it('has no marks of Markdown, and those of other documents as they stand', () => {
    const quote = '- **methods** `string[]`\n  > to retry';
    assert.equal(seenLine({ quote, path: 'a.md' }), 'methods string[] to retry');
    assert.equal(seenLine({ quote, path: 'a.txt' }), '- **methods** `string[]` > to retry');
  });
});

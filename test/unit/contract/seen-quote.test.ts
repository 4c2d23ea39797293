import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import fc from 'fast-check';

import { hiddenIn, seenLine, seenQuote, withoutHidden } from '../../../src/contract/seen-quote.ts';
import { shownParts } from '../../../src/contract/answer-words.ts';
import { readDocument } from '../../../src/documents/read.ts';

describe('a quote as a reader sees it', () => {
  for (const [quote, seen] of [
    ['- Cookies SHALL be **secure**.', 'Cookies SHALL be secure.'],
    ['2. [x] Ask `sudo` for leave', 'Ask sudo for leave'],
    ['| Water samples, wards | every six months | nurse |', 'Water samples, wards · every six months · nurse'],
    ['> As [Section 5](#five) says', 'As Section 5 says'],
    ['let y = *x * *z; // 2 * 3', 'let y = *x * *z; // 2 * 3'],
    ['|x| x + 1', '|x| x + 1'],
    ['a snake_case name and __init__', 'a snake_case name and __init__'],
    ['*Kept for the record.', 'Kept for the record.'],
    ['It was signed.*', 'It was signed.'],
    ['The store has two locks.[^locks]', 'The store has two locks.'],
    ['Water &amp; gas &mdash; <em>all</em> of `<b>` and Vec<T>', 'Water & gas — all of <b> and Vec<T>'],
  ] as const)
    it(quote, () => {
      assert.equal(seenQuote(quote, 'a/guide.md'), seen);
    });

  for (const [path, quote, seen] of [
    [
      'p.html',
      'Put it in <code class="x"><span>/usr/share</span></code>, not&nbsp;in <em>/usr</em>.',
      'Put it in /usr/share, not in /usr.',
    ],
    ['p.htm', '<td>A1</td><td>Ines &#38; Jo</td>', 'A1 · Ines & Jo'],
    ['p.html', 'Exit status<a class="headerlink" href="#exit">¶</a>', 'Exit status'],
    ['p.html', 'one<br>two &unknown; &#0;', 'one two &unknown; &#0;'],
    ['p.rst', 'See `the list <keys.html>`_ and ``open``, **twice** [1]_.', 'See the list and open, twice.'],
    ['p.adoc', 'See link:list.html[the list] of the *north* store.', 'See the list of the north store.'],
    ['p.tex', 'At least \\textbf{two} locks~\\cite{a} cost 5\\,\\% of it.', 'At least two locks cost 5\\,% of it.'],
    ['p.ts', 'It is slow,\n   * and it squeaks.', 'It is slow, and it squeaks.'],
    ['p.txt', '*a* <b> &amp; `c`', '*a* <b> &amp; `c`'],
  ] as const)
    it(`${path}: ${quote}`, () => {
      assert.equal(seenLine({ quote, path }), seen);
    });

  it('is what the models read, whatever the format', async () => {
    const folder = join(import.meta.dirname, '../../fixtures/documents');
    const words = (text: string): string => text.replaceAll(/[^\p{L}\p{N}]+/gu, ' ').trim();
    for (const path of await readdir(folder)) {
      const read = await readDocument(join(folder, path), path);
      assert.ok(read.ok, path);
      const { text, spans } = read.document;
      // Rows are read with the names of their columns.
      for (const { start, end, plain, row } of spans)
        if (row === undefined) assert.equal(words(seenLine({ quote: text.slice(start, end), path })), words(plain), path);
    }
  });

  it('leaves plain text as it stands', () => {
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

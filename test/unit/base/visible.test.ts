import assert from 'node:assert/strict';

import fc from 'fast-check';

import { acting } from '../../support/acting.ts';
import { visible, visibleJson, visibleLine } from '../../../src/base/visible.ts';

const hostile = fc.string({
  unit: fc.oneof(
    fc.integer({ min: 0, max: 0x9f }).map((code) => String.fromCharCode(code)),
    fc.constantFrom('\u202e', '\u2066', '\u2069', '\u200f', '\u061c', '\u2028', '\u{e0041}', 'א', 'é', '🙂'),
  ),
});

describe('What cannot be seen in a text', () => {
  it('is made visible, whatever the text: nothing that acts is left but lines and tabs', () => {
    fc.assert(
      fc.property(hostile, (text) => {
        assert.deepEqual(acting(visible(text)), []);
        assert.deepEqual(acting(visibleLine(text)), []);
        assert.doesNotMatch(visibleLine(text), /[\n\t]/);
        assert.equal(visible(visible(text)), visible(text));
      }),
    );
  });

  it('is shown as what it is, and the rest stays as it stands', () => {
    assert.equal(visible('\u001b]0;PWNED\u0007 a\r\nb\tc\rd \u202etxt.exe\u009b'), '␛]0;PWNED␇ a\nb\tc␍d \\u{202e}txt.exe\\u{9b}');
    assert.equal(visibleLine('a\nb.md'), 'a␊b.md');
    const plain = 'Größe “14” – שלום 日本 👩‍👩‍👧 100 %\n\tx';
    assert.equal(visible(plain), plain);
  });

  it('in JSON is escaped, and the value is the same', () => {
    fc.assert(
      fc.property(fc.dictionary(hostile, hostile), (value) => {
        const json = visibleJson(value);
        assert.deepEqual(acting(json), []);
        assert.deepEqual(JSON.parse(json), JSON.parse(JSON.stringify(value)));
      }),
    );
  });
});

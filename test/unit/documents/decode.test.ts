import assert from 'node:assert/strict';

import fc from 'fast-check';

import { decode } from '../../../src/documents/decode.ts';

function check(bytes: Uint8Array, text: string, encoding: string): void {
  assert.deepEqual(decode(bytes), { kind: 'text', text, encoding });
}

const sentence = 'The lock is shut, says Zoë — “at 5 €”. ';

describe('decoding', () => {
  it('reads UTF-8, and keeps its byte order mark', () => {
    check(Buffer.from(sentence), sentence, 'utf-8');
    check(Buffer.from(`\uFEFF${sentence}`), `\uFEFF${sentence}`, 'utf-8');
    check(new Uint8Array(), '', 'utf-8');
  });

  it('reads UTF-16 of both orders, with the mark and without', () => {
    const words = 'A sentence in wide characters, é too.';
    const little = Buffer.from(words, 'utf16le');
    const big = Buffer.from(little).swap16();
    check(little, words, 'utf-16le');
    check(big, words, 'utf-16be');
    check(Buffer.from(`\uFEFF${words}`, 'utf16le'), `\uFEFF${words}`, 'utf-16le');
    check(Buffer.from(`\uFEFF${words}`, 'utf16le').swap16(), `\uFEFF${words}`, 'utf-16be');
  });

  it('reads what is no UTF-8 as Windows-1252', () => {
    check(Buffer.from([0x43, 0x61, 0x66, 0xe9, 0x20, 0x93, 0x78, 0x94, 0x20, 0x80]), 'Café “x” €', 'windows-1252');
  });

  it('reads UTF-8 with a broken byte as such', () => {
    const bytes = Buffer.concat([Buffer.from(sentence.repeat(10)), Buffer.from([0xff]), Buffer.from(sentence)]);
    check(bytes, `${sentence.repeat(10)}\uFFFD${sentence}`, 'utf-8');
  });

  it('takes a stray NUL for text, and many for a binary file', () => {
    check(Buffer.from('The lock\u0000 is shut, and so is the door.'), 'The lock\u0000 is shut, and so is the door.', 'utf-8');
    assert.deepEqual(decode(Buffer.alloc(100)), { kind: 'binary' });
    assert.deepEqual(decode(Buffer.from([1, 2, 3, 0, 4, 5, 6, 0x80, 0x81, 0, 7])), { kind: 'binary' });
  });

  it('knows the commonest binary files by their first bytes', () => {
    for (const start of ['%PDF-1.7 all text', 'PK\u0003\u0004 all text', 'GIF89a all text'])
      assert.deepEqual(decode(Buffer.from(start, 'latin1')), { kind: 'binary' });
  });

  it('makes lone surrogates well-formed, one for one', () => {
    const bytes = Buffer.from('\uFEFFab\ud800cd\udc00', 'utf16le');
    check(bytes, '\uFEFFab\uFFFDcd\uFFFD', 'utf-16le');
  });

  it('gives the offsets of reading the file as UTF-8, wherever it is UTF-8', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (text) => {
        const bytes = Buffer.from(text);
        const decoded = decode(bytes);
        if (decoded.kind === 'text' && decoded.encoding === 'utf-8') assert.equal(decoded.text, bytes.toString('utf8'));
      }),
    );
  });

  it('never throws, and gives well-formed text', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        const decoded = decode(bytes);
        assert.ok(decoded.kind === 'binary' || decoded.text.isWellFormed());
      }),
    );
  });
});

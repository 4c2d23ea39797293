import assert from 'node:assert/strict';

import fc from 'fast-check';

import { anchor } from '../../../extension/anchor.ts';

const context = 32;

/** A citation as the engine cuts it from the file's text. */
function cite(text: string, start: number, end: number): { quote: string; start: number; prefix: string; suffix: string } {
  return {
    quote: text.slice(start, end),
    start,
    prefix: text.slice(Math.max(0, start - context), start),
    suffix: text.slice(end, end + context),
  };
}

/** What the editor makes of a file. */
function asEditorHolds(text: string, eol: string): string {
  return text.replace(/^\uFEFF/, '').replaceAll(/\r\n|\r|\n/g, eol);
}

describe('Finding cited words in an open document', () => {
  const eols = ['\n', '\r\n'] as const;

  it('finds them at their place, whatever the byte order mark and the line ends of the file', () => {
    const word = fc.constantFrom('must', 'may', 'keys', 'logs', 'ä', '𝒳', '14');
    const line = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(' '));
    const file = fc
      .tuple(fc.constantFrom('', '\uFEFF'), fc.array(fc.tuple(line, fc.constantFrom('\n', '\r\n', '\r')), { minLength: 1, maxLength: 12 }))
      .map(([bom, lines]) => bom + lines.map(([words, eol], at) => `${at}: ${words}${eol}`).join(''));
    fc.assert(
      fc.property(file, fc.nat(), fc.nat(), fc.constantFrom(...eols), (text, a, b, eol) => {
        // Whole lines, which their numbers make the only ones of their words.
        const lines = [...text.matchAll(/\d+: [^\r\n]*/g)];
        const first = lines[a % lines.length];
        const last = lines[Math.max(a % lines.length, b % lines.length)];
        assert.ok(first !== undefined && last !== undefined);
        const [start, end] = [first.index, last.index + last[0].length];
        const held = asEditorHolds(text, eol);
        const found = anchor(held, eol, cite(text, start, end));
        assert.deepEqual(found, {
          start: asEditorHolds(text.slice(0, start), eol).length,
          end: asEditorHolds(text.slice(0, end), eol).length,
        });
      }),
    );
  });

  it('takes the place among the same neighbours even when edits have moved it far away', () => {
    const text = 'One. It must be 14. Two.\n\nThree. It must be 14. Four.\n';
    const start = text.lastIndexOf('It must');
    const cited = cite(text, start, start + 'It must be 14.'.length);
    const longer = `${'New line.\n'.repeat(40)}It must be 14.\n${text}`;
    assert.equal(anchor(longer, '\n', cited)?.start, longer.lastIndexOf('It must'));
  });

  it('takes the nearest place when the neighbours tell nothing', () => {
    const text = 'same x same y same';
    assert.equal(anchor(text, '\n', { quote: 'same', start: 8, prefix: '?', suffix: '?' })?.start, 7);
    assert.equal(anchor(text, '\n', { quote: 'same', start: 90, prefix: '?', suffix: '?' })?.start, 14);
  });

  it('finds nothing where the words are gone, and nothing for no words', () => {
    assert.equal(anchor('other words', '\n', { quote: 'these words', start: 0, prefix: '', suffix: '' }), null);
    assert.equal(anchor('other words', '\n', { quote: '', start: 0, prefix: '', suffix: '' }), null);
  });

  it('whatever it finds are the cited words', () => {
    fc.assert(
      fc.property(
        fc.string({ maxLength: 60 }),
        fc.string({ maxLength: 4 }),
        fc.nat(80),
        fc.constantFrom(...eols),
        (text, quote, start, eol) => {
          const found = anchor(text, eol, { quote, start, prefix: '', suffix: '' });
          const words = (source: string): string =>
            source
              .replace(/^\uFEFF/, '')
              .replaceAll(/\s+/g, ' ')
              .trim();
          if (found !== null) assert.equal(words(text.slice(found.start, found.end)), words(quote));
        },
      ),
    );
  });
});

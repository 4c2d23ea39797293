import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { z } from 'zod';

import { modelsFolder } from '../../../src/inference/weights.ts';
import { WordPiece } from '../../../src/inference/wordpiece.ts';

const vocabularyFile = join(modelsFolder(), 'judge', 'vocab.txt');
const vocabulary = readFileSync(vocabularyFile, 'utf8').trimEnd().split('\n');
const tokens = WordPiece.read(vocabularyFile);

/**
 * What the training recipe's own encoder (training/pair-encoder/wordpiece.py) makes of texts, offsets in UTF-16: the two must cut alike. The
 * first file is written by its tests (golden_wordpiece.py), which hold it to the same.
 */
const golden = ['wordpiece.json', 'inference/wordpiece.json'].flatMap((file) =>
  z
    .array(z.object({ text: z.string(), ids: z.array(z.int()), starts: z.array(z.int()), ends: z.array(z.int()) }))
    .min(10)
    .parse(JSON.parse(readFileSync(join(import.meta.dirname, '../../fixtures', file), 'utf8'))),
);

const word = fc.constantFrom(
  'password',
  'unaffable',
  'Straße',
  'naïve',
  'ΣΊΣΥΦΟΣ',
  'Ёлка',
  '漢字',
  '£1,350.50',
  're-sign',
  "don't",
  'e\u0301',
  '\n',
  '😀',
);
const texts = fc.oneof(
  fc.array(word, { maxLength: 20 }).map((words) => words.join(' ')),
  fc.string({ unit: 'binary', maxLength: 80 }),
);

/** Lower case, without accents, one letter for each place; said here anew, so that the encoder is not asked about itself. */
function letters(text: string): string {
  return Array.from(text, (letter) => Array.from(letter.toLowerCase().normalize('NFD')).find((each) => !/\p{M}/u.test(each)) ?? ' ').join(
    '',
  );
}

describe('word pieces', () => {
  for (const { text, ...expected } of golden)
    it(`cuts ${JSON.stringify(text.slice(0, 40))} as the recipe does`, () => {
      assert.deepEqual(tokens.encode(text), expected);
    });

  it('stand where their letters stand', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { ids, starts, ends } = tokens.encode(text);
        assert.ok(starts.length === ids.length && ends.length === ids.length);
        for (const [place, id] of ids.entries()) {
          if (id === tokens.unknown) continue;
          const piece = vocabulary[id] ?? '';
          const cut = letters(text.slice(starts[place], ends[place]));
          // A piece `##` that is a mark of the text and no continuation is not in the list.
          assert.equal(cut, piece.length > 2 && piece.startsWith('##') ? piece.slice(2) : piece);
        }
      }),
    );
  });

  it('come in reading order, do not overlap, and are never empty', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { starts, ends } = tokens.encode(text);
        let last = 0;
        for (const [place, start] of starts.entries()) {
          assert.ok(start >= last && (ends[place] ?? 0) > start);
          last = ends[place] ?? 0;
        }
        assert.ok(last <= text.length);
      }),
    );
  });

  it('leave out nothing but spaces and marks that stand on letters', () => {
    fc.assert(
      fc.property(texts, (text) => {
        const { starts, ends } = tokens.encode(text);
        let rest = '';
        let last = 0;
        for (const [place, start] of starts.entries()) {
          rest += text.slice(last, start);
          last = ends[place] ?? 0;
        }
        assert.match(letters(rest + text.slice(last)), /^[\s\p{M}]*$/u);
      }),
    );
  });

  it('are the same each time, and of a text those of its words one after the other', () => {
    fc.assert(
      fc.property(fc.array(texts, { maxLength: 5 }), (parts) => {
        const whole = tokens.encode(parts.join(' '));
        assert.deepEqual(new WordPiece(vocabulary).encode(parts.join(' ')), whole);
        assert.deepEqual(
          parts.flatMap((part) => tokens.encode(part).ids),
          whole.ids,
        );
      }),
      { numRuns: 30 },
    );
  });

  it('know a run of more than a hundred letters as one unknown piece', () => {
    assert.deepEqual(tokens.encode('a'.repeat(101)), { ids: [tokens.unknown], starts: [0], ends: [101] });
    assert.ok(tokens.encode('a'.repeat(100)).ids.length > 1);
  });

  it('need the pieces that windows are made with', () => {
    assert.throws(() => new WordPiece(['[PAD]', 'a']), /lacks \[CLS\]/);
  });
});

import assert from 'node:assert/strict';

import fc from 'fast-check';

import { rowPieces, rowWords } from '../../../src/contract/row-words.ts';

describe('a row of a table in words', () => {
  const row = { columns: ['', 'Off-peak', 'Full'], cells: ['Monthly fee', '£22', '£58'] };
  const quote = '| Monthly fee | £22 | £58 |';

  it('names each value by its column', () => {
    assert.equal(rowWords(row), 'Monthly fee · Off-peak: £22 · Full: £58');
  });

  it('leaves out empty cells and a colon at the end of a name', () => {
    assert.equal(rowWords({ columns: ['Licence :', 'Areas', 'Age'], cells: ['M', '', '21'] }), 'Licence: M · Age: 21');
  });

  it('marks the words that are marked in the quote, in their own cell', () => {
    const at = quote.indexOf('£58');
    assert.deepEqual(
      rowPieces(row, quote, [[at, at + 3]]).filter(({ marked }) => marked),
      [{ text: '£58', marked: true }],
    );
    const twice = { columns: ['Plan', 'Setup', 'Month'], cells: ['A', '£10', '£10'] };
    const pieces = rowPieces(twice, 'A  £10  £10', [[8, 11]]);
    assert.equal(pieces.map(({ text, marked }) => (marked ? `[${text}]` : text)).join(''), 'Plan: A · Setup: £10 · Month: [£10]');
  });

  it('marks nothing where no cell says the words', () => {
    assert.ok(rowPieces(row, 'Monthly fee, £22', [[0, 16]]).every(({ marked }) => !marked));
  });

  it('says the same words whatever is marked', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string(), fc.string()), { minLength: 1, maxLength: 5 }),
        fc.array(fc.tuple(fc.nat(40), fc.nat(40)), { maxLength: 3 }),
        (cells, marks) => {
          const table = { columns: cells.map(([name]) => name), cells: cells.map(([, cell]) => cell) };
          const said = rowPieces(table, table.cells.join(' | '), marks);
          assert.equal(said.map(({ text }) => text).join(''), rowWords(table));
        },
      ),
    );
  });
});

import assert from 'node:assert/strict';

import fc from 'fast-check';

import { plainText } from '../../../../src/documents/parsers/plain-text.ts';
import { parseDocument } from '../../../../src/documents/document.ts';
import { parseAndCheck } from '../checks.ts';

/** Each span as [kind, quote, plain]. */
function spans(text: string): [string, string, string][] {
  const document = parseDocument('a.txt', text);
  assert.ok(document !== null);
  return document.spans.map(({ kind, start, end, plain }) => [kind, text.slice(start, end), plain]);
}

const rows = (text: string): string[] =>
  spans(text)
    .filter(([kind]) => kind === 'table-row')
    .map(([, , plain]) => plain);

describe('tables that are set in columns of plain text', () => {
  it('are read row by row, under the names of their columns, and quoted as they stand', () => {
    const text = [
      'The hire desk charges by the day.',
      '  Tool            Day     Deposit',
      '  ------------------------------',
      '  Tile cutter     £14     £60',
      '  Floor sander    £32     £150',
      'Prices include the tax. They change in May.',
    ].join('\n');
    assert.deepEqual(spans(text), [
      ['paragraph', 'The hire desk charges by the day.', 'The hire desk charges by the day.'],
      ['table-row', 'Tool            Day     Deposit', 'Tool; Day; Deposit'],
      ['table-row', 'Tile cutter     £14     £60', 'Tool: Tile cutter; Day: £14; Deposit: £60'],
      ['table-row', 'Floor sander    £32     £150', 'Tool: Floor sander; Day: £32; Deposit: £150'],
      ['paragraph', 'Prices include the tax.', 'Prices include the tax.'],
      ['paragraph', 'They change in May.', 'They change in May.'],
    ]);
  });

  it('may leave the first name out, part their cells by tabs or bars, and go on in the next line', () => {
    assert.deepEqual(rows('          Weekdays   Sunday\nPool      06:30      08:00\nSauna     12:00      closed'), [
      'Weekdays; Sunday',
      'Pool; Weekdays: 06:30; Sunday: 08:00',
      'Sauna; Weekdays: 12:00; Sunday: closed',
    ]);
    assert.deepEqual(rows('Name\tRole\tSince\nInes\tchair\t2021\nBo\tclerk\t2019'), [
      'Name; Role; Since',
      'Name: Ines; Role: chair; Since: 2021',
      'Name: Bo; Role: clerk; Since: 2019',
    ]);
    assert.deepEqual(rows('Plan  | Fee a month | Runs\nBasic | £29         | 1\nWhole | £65         | any'), [
      'Plan; Fee a month; Runs',
      'Plan: Basic; Fee a month: £29; Runs: 1',
      'Plan: Whole; Fee a month: £65; Runs: any',
    ]);
    assert.deepEqual(
      rows('rent        due on the first of the month,\n            by bank transfer\ndeposit     two months\nkeys        three'),
      ['rent; due on the first of the month, by bank transfer', 'deposit; two months', 'keys; three'],
    );
  });

  it('are not prose: sentences that two spaces part, two columns of text, clauses and items with hanging numbers', () => {
    for (const text of [
      'The pool opens at six.  It closes at nine.\nThe sauna is shut now.  It opens in May again.\nNobody may smoke here.  That holds outside too.',
      'The pool opens at six in    Nobody may bring glass\nthe morning and closes      bottles to the side of\nat nine in the evening.     the pool or the lawn.',
      '4.1  The tenant pays the rent.\n4.2  The landlord keeps the roof.\n4.3  Both may end the lease.',
      'ii.   The tenant pays the rent.\niii.  The landlord keeps the roof.\niv.   Both may end the lease.',
      '1.  Pay the rent.\n2.  Keep the keys.\n3.  Sweep the stairs.',
      'n\u00a0=\u00a028\nn\u00a0=\u00a029\nn\u00a0=\u00a031',
      'Yours sincerely,    12 May 2026\nInes Marlowe',
      'Kind regards\n\n    Ines Marlowe\n    Secretary',
    ])
      assert.deepEqual(rows(text), [], text);
  });

  it('are never found in paragraphs, however they are broken and indented', () => {
    const word = fc.stringMatching(/^[A-Za-z]{1,9}[,;:.]?$/);
    const line = fc
      .tuple(fc.nat(12), fc.array(word, { minLength: 1, maxLength: 12 }))
      .map(([indent, words]) => ' '.repeat(indent) + words.join(' '));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 12 }), (lines) => {
        assert.deepEqual(rows(lines.join('\n')), []);
      }),
      { numRuns: 300 },
    );
  });

  it('are cut where they stand, whatever they are made of', () => {
    const cell = fc.constantFrom('', 'a', 'a b', '12', '---', '-', '1.', '|', '\t', '😀', 'long words of a cell here');
    const gap = fc.constantFrom('  ', '    ', '\t', ' ');
    const line = fc.array(fc.tuple(cell, gap), { maxLength: 5 }).map((cells) => cells.flat().join(''));
    const end = fc.constantFrom('\n', '\r\n', '\r', '\n\n');
    fc.assert(
      fc.property(fc.array(fc.tuple(line, end), { maxLength: 14 }), (lines) => {
        parseAndCheck(plainText, lines.flat().join(''));
      }),
      { numRuns: 500 },
    );
  });
});

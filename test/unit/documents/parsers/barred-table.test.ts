import assert from 'node:assert/strict';

import fc from 'fast-check';

import { plainText } from '../../../../src/documents/parsers/plain-text.ts';
import { parseDocument } from '../../../../src/documents/document.ts';
import { parseAndCheck } from '../checks.ts';

function rows(text: string): [string, string][] {
  const document = parseDocument('a.txt', text);
  assert.ok(document !== null);
  return document.spans.filter(({ kind }) => kind === 'table-row').map(({ start, end, plain }) => [text.slice(start, end), plain]);
}

describe('tables between bars in plain text', () => {
  it('are read row by row, under the names of their columns, wherever the bars stand', () => {
    const text = [
      'Who may drive',
      '',
      '| Licence | Areas | Age |',
      '| L | Stands only | 18 |',
      '| M | Stands and taxiways | 21 |',
      '',
    ].join('\n');
    assert.deepEqual(rows(text), [
      ['| Licence | Areas | Age |', 'Licence; Areas; Age'],
      ['| L | Stands only | 18 |', 'Licence: L; Areas: Stands only; Age: 18'],
      ['| M | Stands and taxiways | 21 |', 'Licence: M; Areas: Stands and taxiways; Age: 21'],
    ]);
  });

  it('take a rule for the end of the names, and leave rules out', () => {
    const text = [
      'The berths:',
      '| Berth | Depth |',
      '|---|---|',
      '| north | deep |',
      '| south | shallow |',
      'They are let by the day.',
    ].join('\n');
    assert.deepEqual(
      rows(text).map(([, plain]) => plain),
      ['Berth; Depth', 'Berth: north; Depth: deep', 'Berth: south; Depth: shallow'],
    );
  });

  it('are none where one line has bars, or where rows have different numbers of cells', () => {
    assert.deepEqual(rows('Type | wc -l | at the end.\n\n| a | b |\n'), []);
    assert.deepEqual(rows('Some text here.\n| a | b |\n| c | d | e |\nMore text here.\n'), []);
  });

  it('keep to the rules of parsers, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('| a | b |', '| 1 | 2 |', '|---|', '|', '||', 'words', '', '| c'), { maxLength: 12 }),
        (lines) => {
          parseAndCheck(plainText, lines.join('\n'));
        },
      ),
    );
  });
});

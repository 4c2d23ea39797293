import assert from 'node:assert/strict';

import { parseDocument } from '../../../src/documents/document.ts';
import type { EvidenceSpan } from '../../../src/documents/types.ts';

function spansOf(path: string, text: string): readonly EvidenceSpan[] {
  const document = parseDocument(path, text);
  assert.ok(document !== null);
  return document.spans;
}

function leads(path: string, text: string): [plain: string, leadIn: string | undefined][] {
  return spansOf(path, text).map(({ plain, leadIn }) => [plain, leadIn]);
}

describe('The scope of a span: what introduces it', () => {
  it('is the sentence with a colon before a list, for each of its items and sentences', () => {
    assert.deepEqual(
      leads('a.md', 'Keys are kept. The warden shall:\n\n- Lock the gate. Always.\n- Count the keys.\n\nAfter that:\n\nNothing.\n'),
      [
        ['Keys are kept.', undefined],
        ['The warden shall:', undefined],
        ['Lock the gate.', 'The warden shall:'],
        ['Always.', 'The warden shall:'],
        ['Count the keys.', 'The warden shall:'],
        ['After that:', undefined],
        ['Nothing.', undefined],
      ],
    );
  });

  it('goes down into nested lists, with the item above when that introduces them', () => {
    const source = 'The warden shall:\n\n- Lock:\n  - the gate\n  - the barn\n- Count\n  - keys\n\nAlways.\n\n- Alone\n';
    assert.deepEqual(leads('a.md', source), [
      ['The warden shall:', undefined],
      ['Lock:', 'The warden shall:'],
      ['the gate', 'The warden shall: Lock:'],
      ['the barn', 'The warden shall: Lock:'],
      ['Count', 'The warden shall:'],
      ['keys', 'The warden shall:'],
      ['Always.', undefined],
      ['Alone', undefined],
    ]);
  });

  it('ends with a heading, and with a paragraph between', () => {
    assert.deepEqual(leads('a.md', 'These:\n\n# Other\n\n- one\n'), [
      ['These:', undefined],
      ['Other', undefined],
      ['one', undefined],
    ]);
  });

  it('is the same in HTML, plain text and reStructuredText', () => {
    for (const [path, text] of [
      ['a.html', '<p>It is old. Wardens <b>shall</b>:</p><ul><li>Lock:<ol><li>the gate</li></ol></li><li>Count</li></ul><p>End.</p>'],
      [
        'b.html',
        '<div>It is old. Wardens shall:<ul><li><p>Lock:</p><ul><li>the gate</li></ul></li><li>Count</li></ul></div><div>End.</div>',
      ],
    ] as const)
      assert.deepEqual(leads(path, text), [
        ['It is old.', undefined],
        ['Wardens shall:', undefined],
        ['Lock:', 'Wardens shall:'],
        ['the gate', 'Wardens shall: Lock:'],
        ['Count', 'Wardens shall:'],
        ['End.', undefined],
      ]);
    for (const path of ['a.txt', 'a.rst'])
      assert.deepEqual(leads(path, 'Wardens shall:\n\n- lock the gate.\n- count the keys.\n\nEnd of it.\n'), [
        ['Wardens shall:', undefined],
        ['lock the gate.', 'Wardens shall:'],
        ['count the keys.', 'Wardens shall:'],
        ['End of it.', undefined],
      ]);
  });

  it('introduces a table too', () => {
    const spans = spansOf('a.md', 'The rates are as follows:\n\n| Gate | Rate |\n|---|---|\n| North | 5 |\n');
    assert.deepEqual(
      spans.map(({ leadIn }) => leadIn),
      [undefined, 'The rates are as follows:', 'The rates are as follows:'],
    );
  });
});

describe('The scope of a span: its table', () => {
  const expected = [
    { columns: [], cells: ['Gate', 'Rate', 'Note'], head: null },
    { columns: ['Gate', 'Rate', 'Note'], cells: ['North', '5', ''], head: 'North' },
    { columns: ['Gate', 'Rate', 'Note'], cells: ['South', '7', 'new'], head: 'South' },
  ];

  it('gives a row its cells, the columns’ names and what names the row', () => {
    for (const [path, text] of [
      ['a.md', '| Gate | Rate | **Note** |\n|---|---|---|\n| North | 5 | |\n| South | 7 | new |\n'],
      ['a.csv', 'Gate,Rate,Note\nNorth,5,\nSouth,7,new\n'],
      [
        'a.html',
        '<table><tr><th>Gate</th><th>Rate</th><th>Note</th></tr><tr><td>North</td><td>5</td><td></td></tr><tr><td>South</td><td>7</td><td><i>new</i></td></tr></table>',
      ],
    ] as const)
      assert.deepEqual(
        spansOf(path, text).map(({ row }) => row),
        expected,
        path,
      );
  });

  it('takes header cells in a row for its name', () => {
    const spans = spansOf('a.html', '<table><tr><th>North</th><td>5</td></tr><tr><th>South</th><td>7</td></tr></table>');
    assert.deepEqual(
      spans.map(({ row }) => row),
      [
        { columns: [], cells: ['North', '5'], head: 'North' },
        { columns: [], cells: ['South', '7'], head: 'South' },
      ],
    );
  });
});

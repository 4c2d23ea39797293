import assert from 'node:assert/strict';

import { parseDocument } from '../../../../src/documents/document.ts';

/** Each span as [headings above, plain]; a heading stands under `#`. */
function spans(text: string): [string, string][] {
  const document = parseDocument('a.txt', text);
  assert.ok(document !== null);
  return document.spans.map(({ kind, headingPath, plain }) => [kind === 'heading' ? '#' : headingPath.join(' > '), plain]);
}

describe('numbered headings of plain text', () => {
  it('stand over the text right below them, under the heading of the section', () => {
    assert.deepEqual(
      spans('MINUTES\n\n1. Roof\nThe north slope leaks.\n\nTwo firms have quoted.\n\n2 Keys\n2.1 There are four.\n2.2 One is lost.'),
      [
        ['#', 'MINUTES'],
        ['#', '1. Roof'],
        ['MINUTES > 1. Roof', 'The north slope leaks.'],
        ['MINUTES > 1. Roof', 'Two firms have quoted.'],
        ['#', '2 Keys'],
        ['MINUTES > 2 Keys', '2.1 There are four.'],
        ['MINUTES > 2 Keys', '2.2 One is lost.'],
      ],
    );
  });

  it('stand alone where their own clauses follow', () => {
    assert.deepEqual(spans('3. Price\n\n3.1 The fee is £40.'), [
      ['#', '3. Price'],
      ['3. Price', '3.1 The fee is £40.'],
    ]);
  });

  it('stand over a table too', () => {
    assert.deepEqual(spans('2. Cut-offs\nPoint      Distance\nLow Bield  6 km\nRaven Gate 13 km\nScarth     19 km').slice(0, 1), [
      ['#', '2. Cut-offs'],
    ]);
  });

  it('are no items of lists, no lines that go on in the next, and no sentences', () => {
    for (const text of [
      '1. Eggs\n2. Milk\n3. Bread',
      '1. Eggs\n\n2. Milk\n\nMix all.',
      '1. Bring a towel and the card of the\nWater House with you, and soap.',
      '1. The gate is shut.\nNobody may pass.',
      '40 Members\nof the club came.',
      '2. Only at the end',
    ])
      assert.deepEqual(
        spans(text).filter(([above]) => above !== ''),
        [],
        text,
      );
  });
});

describe('items of lists in plain text', () => {
  const kinds = (text: string): [string, string][] => {
    const document = parseDocument('a.txt', text);
    assert.ok(document !== null);
    return document.spans.map(({ kind, plain }) => [kind, plain]);
  };

  it('end where a line begins a sentence that had room on the line before', () => {
    assert.deepEqual(kinds('Carry these:\n- a map\n- food for one hour\nKit is checked at the start. Poles are not permitted.'), [
      ['paragraph', 'Carry these:'],
      ['list-item', 'a map'],
      ['list-item', 'food for one hour'],
      ['paragraph', 'Kit is checked at the start.'],
      ['paragraph', 'Poles are not permitted.'],
    ]);
  });

  it('go on in lines that are indented, begin no sentence, or had no room', () => {
    for (const [text, item] of [
      ['- a map of the fell\n  Raven Gate is on it', 'a map of the fell Raven Gate is on it'],
      ['- a map of the fell\nand a compass', 'a map of the fell and a compass'],
      ['- a map that shows the fell from the\nRaven Gate on', 'a map that shows the fell from the Raven Gate on'],
    ] as const)
      assert.deepEqual(kinds(text), [['list-item', item]], text);
  });
});

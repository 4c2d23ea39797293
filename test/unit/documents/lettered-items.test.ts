import assert from 'node:assert/strict';

import fc from 'fast-check';

import { parseDocument } from '../../../src/documents/document.ts';

/** Each span as [kind, words, what introduces it]. */
function spans(text: string, path = 'a.md'): [string, string, string][] {
  const document = parseDocument(path, text);
  assert.ok(document !== null);
  for (const { start, end, plain } of document.spans) assert.ok(text.slice(start, end).includes(plain.split(' ')[0] ?? ''), plain);
  return document.spans.map(({ kind, plain, leadIn = '' }) => [kind, plain, leadIn]);
}

describe('paragraphs with the marks of a list', () => {
  it('are its items where a text introduces them, each within its own', () => {
    const text = [
      'The report shall state:',
      '(a) the number of items;',
      '(b) every failure, that is:',
      '(i) late deliveries;',
      '(ii) short deliveries;',
      '(c) the results of tests.',
      'The Trust may ask for more.',
    ].join('\n\n');
    const lead = 'The report shall state:';
    assert.deepEqual(spans(text), [
      ['paragraph', lead, ''],
      ['list-item', 'the number of items;', lead],
      ['list-item', 'every failure, that is:', lead],
      ['list-item', 'late deliveries;', `${lead} every failure, that is:`],
      ['list-item', 'short deliveries;', `${lead} every failure, that is:`],
      ['list-item', 'the results of tests.', lead],
      ['paragraph', 'The Trust may ask for more.', ''],
    ]);
  });

  it('are items where one paragraph holds them in lines of their own', () => {
    assert.deepEqual(spans('It covers:\n(1) fire\nand smoke;\n(2) theft.\n'), [
      ['paragraph', 'It covers:', ''],
      ['list-item', 'fire and smoke;', 'It covers:'],
      ['list-item', 'theft.', 'It covers:'],
    ]);
  });

  it('reads (i) after (h) as a letter', () => {
    const letters = 'abcdefghij'.split('').map((letter) => `(${letter}) item ${letter};`);
    assert.deepEqual(
      spans(['They are:', ...letters].join('\n\n')).map(([kind]) => kind),
      ['paragraph', ...letters.map(() => 'list-item')],
    );
  });

  it('stay paragraphs where nothing introduces them, one stands alone, or the first mark is missing', () => {
    for (const text of [
      'It is so.\n\n(a) One.\n\n(b) Two.',
      'It is:\n\n(a) One.\n\nMore.',
      'It is:\n\n(b) Two.\n\n(c) Three.',
      'See clause 7:\n\n(c) below.',
    ])
      assert.ok(
        spans(text).every(([kind]) => kind === 'paragraph'),
        text,
      );
  });

  it('lose no word, whatever the text', () => {
    fc.assert(
      fc.property(
        fc.array(fc.constantFrom('It is:', '(a) one;', '(b) two:', '(i) three;', '(ii) four.', '(1) five', '- six', 'Seven.', '(b)'), {
          maxLength: 10,
        }),
        fc.constantFrom('\n', '\n\n'),
        (lines, parting) => {
          const text = lines.join(parting);
          const said = spans(text)
            .map(([, words]) => words)
            .join(' ');
          for (const word of ['one', 'two', 'three', 'four', 'five', 'six', 'Seven'])
            assert.equal(said.split(word).length, text.split(word).length, text);
        },
      ),
    );
  });
});

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';

import { parserOf, parsers } from '../../../src/documents/parsers.ts';
import { parseDocument } from '../../../src/documents/document.ts';
import type { BlockKind, DocumentParser, EvidenceSpan } from '../../../src/documents/types.ts';
import { nastyText, parseAndCheck } from './checks.ts';

const fixtures = join(import.meta.dirname, '..', '..', 'fixtures', 'documents');

type Expected = readonly (readonly [kind: BlockKind, plain: string])[];

function parsed(name: string, text: string): { title: string; spans: readonly EvidenceSpan[] } {
  const document = parseDocument(name, text);
  assert.ok(document !== null);
  return document;
}

function checkFile(name: string, title: string, expected: Expected): void {
  const document = parsed(name, readFileSync(join(fixtures, name), 'utf8'));
  assert.equal(document.title, title);
  assert.deepEqual(
    document.spans.map(({ kind, plain }) => [kind, plain]),
    expected,
  );
}

/** Each span as [source, plain]. */
function check(name: string, source: string, expected: readonly (readonly [string, string])[]): void {
  assert.deepEqual(
    parsed(name, source).spans.map(({ start, end, plain }) => [source.slice(start, end), plain]),
    expected,
  );
}

describe('parsers', () => {
  it('read Markdown as a reader sees it', () => {
    checkFile('guide.md', 'Keys of the north store', [
      ['heading', 'Keys'],
      ['paragraph', 'The north store has two locks.'],
      ['paragraph', 'Each lock has its own key; see the list.'],
      ['paragraph', 'Nobody may copy a key without a permit.'],
      ['heading', 'Who holds them'],
      ['table-row', 'Key; Holder; Since'],
      ['table-row', 'Key: A1; Holder: Ines; Since: 2019'],
      ['table-row', 'Key: B2; Since: 2021'],
      ['list-item', 'Ask the holder first.'],
      ['list-item', 'Write it in the book.'],
      ['list-item', 'Name the key.'],
      ['quote', 'Lost keys are reported within a day.'],
      ['quote', 'The lock is changed.'],
      ['table-row', 'Door; Alarm'],
      ['table-row', 'Door: East; Alarm: on & armed'],
      ['heading', 'Old rule'],
      ['code-line', 'open --key A1'],
      ['paragraph', 'Both were fitted in 2019.'],
      ['paragraph', 'One spare is kept.'],
    ]);
  });

  it('read reStructuredText', () => {
    checkFile('guide.rst', 'Keys', [
      ['heading', 'Keys'],
      ['paragraph', 'The north store has two locks.'],
      ['paragraph', 'See the list and open.'],
      ['heading', 'Who holds them'],
      ['list-item', 'Ask the holder first.'],
      ['list-item', 'Write it in the book.'],
      ['paragraph', 'Lost keys are reported within a day.'],
      ['code-line', 'open --key A1'],
      ['paragraph', 'Type this::'],
      ['code-line', 'close --all'],
      ['table-row', 'Key; Holder'],
      ['table-row', 'A1; Ines'],
    ]);
  });

  it('read HTML, without scripts and navigation', () => {
    checkFile('guide.html', 'Keys & locks', [
      ['heading', 'Keys'],
      ['paragraph', 'The north store has two locks.'],
      ['paragraph', 'Unusual for R&D.'],
      ['paragraph', 'Each has its own key.'],
      ['list-item', 'Ask the holder.'],
      ['list-item', 'Write it in the book.'],
      ['table-row', 'Key; Holder'],
      ['table-row', 'Key: A1; Holder: Ines'],
      ['code-line', 'open --key A1'],
      ['code-line', 'close --all'],
    ]);
  });

  it('read CSV by the names of its columns, over quoted line breaks', () => {
    checkFile('keys.csv', 'keys', [
      ['table-row', 'key_name; holder; note'],
      ['table-row', 'key name: A1; holder: Ines; note: Fitted in 2019, with "care"'],
      ['table-row', 'key name: B2'],
    ]);
  });

  it('read plain text with its headings and lists', () => {
    checkFile('notes.txt', 'notes', [
      ['heading', 'Meeting on Monday'],
      ['paragraph', 'The store was shut.'],
      ['paragraph', 'Nobody had the key.'],
      ['paragraph', 'Open points'],
      ['list-item', 'who holds A1'],
      ['list-item', 'when to change the lock'],
    ]);
  });

  it('read JSON: fields, records by their columns, text by its sentences', () => {
    checkFile('keys.json', 'keys', [
      ['table-row', 'name: north store'],
      ['paragraph', 'The store has two locks.'],
      ['paragraph', 'Nobody may copy a key without a permit.'],
      ['heading', 'locks'],
      ['heading', 'east'],
      ['table-row', 'alarm: true'],
      ['table-row', 'fitted: 2019'],
      ['heading', 'west'],
      ['table-row', 'note: a "spare" one'],
      ['heading', 'keys'],
      ['table-row', 'key: A1; holder: Ines'],
      ['table-row', 'key: B2; since: 2021'],
      ['heading', 'doors'],
      ['table-row', 'name: East'],
      ['heading', 'hours'],
      ['table-row', 'opens: 08:00'],
    ]);
    const { spans } = parsed('a.json', readFileSync(join(fixtures, 'keys.json'), 'utf8'));
    assert.deepEqual(spans.find(({ plain }) => plain === 'fitted: 2019')?.headingPath, ['locks', 'east']);
    assert.deepEqual(spans.find(({ plain }) => plain === 'opens: 08:00')?.headingPath, ['doors', 'East', 'hours']);
    assert.deepEqual(spans.find(({ plain }) => plain.startsWith('key: A1'))?.row?.columns, ['key', 'holder']);
  });

  it('read JSON lines as records', () => {
    checkFile('keys.jsonl', 'keys', [
      ['table-row', 'key: A1; holder: Ines'],
      ['table-row', 'key: B2'],
      ['paragraph', 'It was lost.'],
      ['paragraph', 'It is sought.'],
    ]);
  });

  it('read YAML, block texts and all documents of a file too', () => {
    checkFile('keys.yaml', 'keys', [
      ['heading', 'store'],
      ['table-row', 'name: north'],
      ['heading', 'alarm'],
      ['table-row', 'east: on'],
      ['table-row', 'west: off'],
      ['paragraph', 'Nobody may copy a key without a permit.'],
      ['paragraph', 'Ask first.'],
      ['heading', 'keys'],
      ['table-row', 'key: A1; holder: Ines'],
      ['table-row', 'key: B2'],
      ['heading', 'doors'],
      ['list-item', 'East'],
      ['list-item', 'West'],
      ['table-row', 'since: 2019'],
    ]);
  });

  it('read data that is broken as plain text', () => {
    check('a.json', '{"a": 1, The gate is shut.', [['{"a": 1, The gate is shut.', '{"a": 1, The gate is shut.']]);
    check('a.yaml', 'a: [1\n\nThe gate is shut.', [
      ['a: [1', 'a: [1'],
      ['The gate is shut.', 'The gate is shut.'],
    ]);
  });

  it('read LaTeX without its marks, and leave mathematics as it is', () => {
    checkFile('guide.tex', 'Keys of the north store', [
      ['heading', 'Keys'],
      ['paragraph', 'The north store has two locks.'],
      ['paragraph', String.raw`Each lock has a fee of $f \ge 5$ per year, 100% of it due in May.`],
      ['heading', 'Who holds them'],
      ['list-item', 'Ask the holder first.'],
      ['list-item', 'Write it down:'],
      ['list-item', 'Name the key.'],
      ['table-row', 'Key; Holder'],
      ['table-row', 'Key: A1; Holder: Ines & Bo'],
      ['table-row', 'Key: B2; Holder: ---'],
      ['code-line', 'open --key A1'],
      ['quote', 'Lost keys are reported within a day.'],
    ]);
  });

  it('read AsciiDoc', () => {
    checkFile('guide.adoc', 'Keys of the north store', [
      ['heading', 'Keys of the north store'],
      ['paragraph', 'The north store has two locks.'],
      ['paragraph', 'See the list.'],
      ['heading', 'Who holds them'],
      ['list-item', 'Ask the holder first.'],
      ['list-item', 'Name the key.'],
      ['list-item', 'Write it down.'],
      ['paragraph', 'Holders'],
      ['table-row', 'Key; Holder'],
      ['table-row', 'Key: A1; Holder: Ines'],
      ['table-row', 'Key: B2; Holder: Jo'],
      ['code-line', 'open --key A1'],
      ['quote', 'Lost keys are reported within a day.'],
      ['paragraph', 'NOTE: One spare is kept.'],
    ]);
  });

  it('read what source code says in words, with what it stands over', () => {
    checkFile('gate.py', 'gate', [
      ['paragraph', 'Gates of the north store.'],
      ['paragraph', 'They are locked at night.'],
      ['paragraph', 'A gate with two locks.'],
      ['paragraph', 'Opens slowly.'],
      ['paragraph', 'It squeaks.'],
      ['paragraph', 'The key stays in.'],
    ]);
    const { spans } = parsed('gate.py', readFileSync(join(fixtures, 'gate.py'), 'utf8'));
    assert.deepEqual(
      spans.map(({ headingPath }) => headingPath.join()),
      ['', '', 'Gate', 'open', 'open', ''],
    );
    checkFile('gate.java', 'gate', [
      ['paragraph', 'Opens a gate.'],
      ['paragraph', 'It squeaks.'],
      ['paragraph', 'Asked once.'],
    ]);
    check('a.rs', "/// A gate.\n/// It locks.\npub struct Gate<'a>(&'a str); // Old.\n", [
      ['A gate.', 'A gate.'],
      ['It locks.', 'It locks.'],
      ['Old.', 'Old.'],
    ]);
    check('a.kt', '/* a /* b */ c. */ val x = 1', [['a /* b */ c.', 'a /* b */ c.']]);
    check('a.sh', 'echo $#x "# no" # Yes.\n', [['Yes.', 'Yes.']]);
  });

  it('carry the headings above', () => {
    const { spans } = parsed('a.md', '# One\n\na\n\n### Three\n\nb\n\n## Two\n\nc\n');
    assert.deepEqual(
      spans.map(({ plain, headingPath }) => [plain, ...headingPath]),
      [['One'], ['a', 'One'], ['Three', 'One'], ['b', 'One', 'Three'], ['Two', 'One'], ['c', 'One', 'Two']],
    );
  });

  it('quote the source, and read the text', () => {
    check('a.md', '* one **two**\n> a\n> b. Next\n', [
      ['one **two**', 'one two'],
      ['a\n> b.', 'a b.'],
      ['Next', 'Next'],
    ]);
    check('a.md', 'un**believ**able a\\*b <b>c</b>&nbsp;d', [['un**believ**able a\\*b <b>c</b>&nbsp;d', 'unbelievable a*b c d']]);
    check('a.md', '**Note.** The door. *Shut.*', [
      ['**Note.**', 'Note.'],
      ['The door.', 'The door.'],
      ['*Shut.*', 'Shut.'],
    ]);
    check('a.html', 'a &lt; b', [['a &lt; b', 'a < b']]);
    check('a.md', '<http://a.b> [c](http://d.e) http://f.g', [['<http://a.b> [c](http://d.e) http://f.g', 'http://a.b c http://f.g']]);
  });

  it('find nothing in what says nothing', () => {
    check('a.md', '---\n\n***\n\n#\n\n- \n\n!!!\n\n[a]: http://b.c\n', []);
    check('a.html', '<p></p><p>…</p><!-- text --><script>x</script>', []);
    for (const parser of parsers) assert.deepEqual(parser.parse('').blocks, [], parser.id);
  });

  it('cut a row too long for one span', () => {
    const cell = 'The lock was changed again. '.repeat(300);
    const { spans } = parsed('a.csv', `name,note\nA1,${cell}\n`);
    assert.ok(spans.length > 5);
    for (const span of spans) assert.ok(span.end - span.start <= 1200);
  });

  it('are chosen by the name of the file', () => {
    const cases: readonly (readonly [string, string | undefined])[] = [
      ['a/b.MD', 'markdown'],
      ['b.htm', 'html'],
      ['b.rst', 'restructured-text'],
      ['b.tsv', 'csv'],
      ['README', 'plain-text'],
      ['b.log', 'plain-text'],
      ['b.yml', 'yaml'],
      ['b.py', 'source-py'],
      ['b.hpp', 'source-c'],
      ['a.md/b', undefined],
      ['b.exe', undefined],
      ['.md', undefined],
    ];
    for (const [path, id] of cases) assert.equal(parserOf(path)?.id, id, path);
  });
});

const repeated = [
  '>',
  '> ',
  '* ',
  '*a ',
  '**a** ',
  '[',
  '<',
  '`a ',
  '[a](b) ',
  '<div>',
  '<b><i>',
  'word ',
  'x',
  'a. ',
  '漢字。',
  '| a ',
  ' ',
  '\n',
  '"',
  '"a',
  'a,b\n',
  '&amp;',
  '&',
  '`',
  '_a',
  '<!--',
  '<p>a <b>c</b>. ',
  '<table>a<tr>b<td>c',
  '\\',
  '= ',
  '\u0000',
  '\ud800',
  '\r\n',
  '- a\n',
  'a::\n\n b\n\n',
  '.. a\n',
  '=\n',
  '#',
  '{',
  '{"a":',
  '[1,',
  'a: ',
  '\\begin{itemize}\n\\item ',
  '\\emph{',
  '$',
  '/*',
  '// a\n',
  '"""',
  '|===\n',
  '|a\n',
  '* a\n',
  'link:',
  '<<a,',
];

/** Those for source code differ in their marks alone. */
const tried = parsers.filter(({ id }) => !id.startsWith('source-') || ['source-c', 'source-kt', 'source-py'].includes(id));

describe('any text', () => {
  for (const parser of tried) {
    it(`${parser.id}: offsets hold and nothing is thrown`, () => {
      fc.assert(
        fc.property(nastyText, (text) => {
          parseAndCheck(parser, text);
        }),
        { numRuns: 400 },
      );
    });

    it(`${parser.id}: 40,000 characters of one thing`, () => {
      for (const unit of repeated) parseAndCheck(parser, unit.repeat(Math.ceil(40_000 / unit.length)));
    }).timeout(120_000);

    it(`${parser.id}: a line of 200,000 characters between others`, () => {
      parseAndCheck(parser, `# One\n\n${'The *lock* is [shut](a.html). '.repeat(6_700)}\n\nLast.\n`);
    });
  }

  it('nested deeper than any document', () => {
    const nested = Array.from({ length: 300 }, (_, depth) => `${'  '.repeat(depth)}- item ${depth}`).join('\n');
    for (const parser of tried) parseAndCheck(parser, nested);
    const spans = parseDocument('a.md', nested)?.spans ?? [];
    assert.ok(
      spans.some((span) => span.plain.includes('item 299')),
      'no text is lost',
    );
  });

  it('says the same for the same text', () => {
    fc.assert(
      fc.property(nastyText, fc.constantFrom<DocumentParser>(...tried), (text, parser) => {
        assert.deepEqual(parser.parse(text), parser.parse(text));
      }),
      { numRuns: 50 },
    );
  });
});

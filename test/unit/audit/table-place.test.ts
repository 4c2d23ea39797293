import assert from 'node:assert/strict';

import { tablesOf } from '../../../src/audit/table-place.ts';
import { parserOf } from '../../../src/documents/parsers.ts';
import { evidenceSpans } from '../../../src/documents/spans.ts';

/** The table that the span with some words stands in. */
function tableOf(markdown: string, words: string): unknown {
  const parser = parserOf('rules.md');
  assert.ok(parser !== undefined);
  const spans = evidenceSpans(parser.parse(markdown));
  const span = spans.find(({ plain }) => plain.includes(words));
  assert.ok(span !== undefined);
  // The second half is in a passage of its own, which begins before the first ends.
  const passages = [spans.slice(0, 6), spans.slice(4)].map((part) => ({ path: 'rules.md', spans: part }));
  const passage = passages.find((each) => each.spans.includes(span));
  assert.ok(passage !== undefined);
  return tablesOf(passages.flatMap((each) => each.spans.map((own) => ({ passage: each, span: own }))))({ passage, span }).table;
}

const markdown = `# Rules

## Kit

Crew are given kit.

| Role | Jackets |
|---|---|
| Bosun | 3 |
| Deckhand | 2 |

## Hours

- Monday: closed
- Tuesday: 10 am to 5 pm
- Dogs stay outside
`;

describe('tables of rows', () => {
  it('gathers the rows of a table over its passages, with what its section says before it', () => {
    assert.deepEqual(tableOf(markdown, 'Deckhand'), {
      columns: ['Role', 'Jackets'],
      rows: [
        ['Bosun', '3'],
        ['Deckhand', '2'],
      ],
      at: 1,
      intro: ['Crew are given kit.'],
    });
  });
  it('reads items of a name and a value as a table', () => {
    assert.deepEqual(tableOf(markdown, 'Tuesday'), {
      columns: ['', ''],
      rows: [
        ['Monday', 'closed'],
        ['Tuesday', '10 am to 5 pm'],
      ],
      at: 1,
      intro: [],
    });
  });
  it('knows none for sentences and other items', () => {
    assert.equal(tableOf(markdown, 'Crew'), undefined);
    assert.equal(tableOf(markdown, 'Dogs'), undefined);
  });
});

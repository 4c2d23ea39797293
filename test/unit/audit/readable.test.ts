import assert from 'node:assert/strict';

import { readableOf } from '../../../src/audit/readable.ts';
import { judgeOfFacts, modelsWith } from '../../support/judge.ts';
import { findIn } from './found.ts';

const models = modelsWith(judgeOfFacts([]));
const rules = {
  path: 'rules.md',
  text: `# Rules of the lock

## Hours

The lock is opened by **the keeper**.

The keeper has these duties:

- to open the lock at 06:30
- to close it at dusk
`,
};

describe('what was retrieved, as the judge reads it', () => {
  it('has no headings among the sentences, but above them, and no markup in them', async () => {
    const { passages } = readableOf((await findIn('When does the keeper open the lock?', [rules], models)).retrieved);
    const [first] = passages;
    assert.ok(first !== undefined && first.path === 'rules.md' && first.heading.startsWith('Rules of the lock'));
    const texts = passages.flatMap(({ spans }) => spans.map(({ text }) => text));
    assert.ok(texts.includes('The lock is opened by the keeper.'));
    assert.ok(!texts.includes('Hours') && !texts.includes('Rules of the lock'));
  });

  it('knows what introduces an item', async () => {
    const { passages } = readableOf((await findIn('When does the keeper open the lock?', [rules], models)).retrieved);
    const item = passages.flatMap(({ spans }) => spans).find(({ text }) => text.includes('06:30'));
    assert.match(item?.leadIn ?? '', /has these duties/);
  });

  it('keeps the order of the search, and the place of each sentence', async () => {
    const others = ['minutes', 'notes'].map((name) => ({
      path: `${name}.md`,
      text: `# ${name}\n\nThe lock was painted in the ${name}.\n`,
    }));
    const { retrieved } = await findIn('When does the keeper open the lock?', [rules, ...others], models);
    const { passages, spans } = readableOf(retrieved);
    const order = retrieved.passages.map(({ passage }) => passage.id);
    assert.deepEqual(
      passages.map(({ id }) => id),
      order.filter((id) => passages.some((passage) => passage.id === id)),
    );
    for (const { path, spans: own } of passages)
      for (const { id, text } of own) {
        const entry = spans.get(id);
        assert.deepEqual([entry?.span.plain, entry?.passage.path], [text, path]);
      }
  });

  it('reads of copies the one that stands for them', async () => {
    const copy = { path: 'zz/rules.md', text: rules.text };
    const { passages, spans } = readableOf((await findIn('Who opens the lock?', [rules, copy], models)).retrieved);
    const ids = passages.flatMap((passage) => passage.spans.map(({ id }) => id));
    assert.ok(ids.every((id) => spans.has(id)));
    const opened = new Set(ids.filter((id) => spans.get(id)?.span.plain === 'The lock is opened by the keeper.'));
    assert.equal(opened.size, 1);
  });

  it('is nothing of nothing', () => {
    assert.deepEqual(readableOf({ passages: [], spans: [] }), { passages: [], spans: new Map() });
  });
});

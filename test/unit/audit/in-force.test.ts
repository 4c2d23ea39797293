import assert from 'node:assert/strict';

import { globOf, searchInForce } from '../../../src/audit/in-force.ts';
import { admits } from '../../../src/index/rank.ts';
import { createMemoryIndex } from '../../../src/index/memory-store.ts';
import { retrieve } from '../../../src/retrieve/retrieve.ts';
import type { RetrievedEvidence } from '../../../src/retrieve/types.ts';
import { judgeOfFacts, modelsWith } from '../../support/judge.ts';

const version = (number: number, last: number) => ({
  path: `rules (v${String(number)}).txt`,
  text: [
    `Rules of the Allotment Society, version ${String(number)}`,
    '',
    number === last ? `Adopted in ${String(2000 + number)}.` : `Superseded by version ${String(number + 1)}.`,
    '',
    'The treasurer keeps the key of the water main.',
    '',
    `Members meet ${String(number + 1)} times a year.`,
  ].join('\n'),
});

describe('a search among many versions of one document', () => {
  const last = 9;
  const documents = Array.from({ length: last }, (_, place) => version(place + 1, last));
  const texts = new Map(documents.map(({ path, text }) => [path, text]));
  const current = `rules (v${String(last)}).txt`;

  async function search(question: string, limit: number): Promise<RetrievedEvidence> {
    const models = modelsWith(judgeOfFacts([]));
    const index = await createMemoryIndex(documents, models.embedder);
    return await searchInForce(
      question,
      async (without) => await retrieve(question, index, models, { limit, exclude: without.map(globOf) }, { seed: 0 }),
      (path) => Promise.resolve(texts.get(path) ?? null),
    );
  }

  it('finds the one in force first, although fewer are found than there are, and it stands for its copies', async () => {
    const { passages, spans } = await search('Who keeps the key of the water main?', 2);
    assert.equal(passages[0]?.passage.path, current);
    const key = spans.find(({ span }) => span.plain.includes('key of the water main'));
    assert.equal(key?.passage.path, current);
    assert.ok(key.copies.length > 0);
    assert.ok(key.copies.every(({ path }) => path !== current));
    assert.equal(new Set(spans.map(({ id }) => id)).size, spans.length);
  });

  it('keeps what superseded ones say otherwise', async () => {
    const { spans } = await search('How often do members meet?', 2);
    const meetings = spans.filter(({ span }) => span.plain.startsWith('Members meet'));
    assert.ok(meetings.some(({ passage }) => passage.path === current));
    assert.ok(meetings.some(({ passage }) => passage.path !== current));
  });

  it('leaves the order alone where the past is asked about', async () => {
    const { passages } = await search('How often did members meet in the previous version of the rules?', 3);
    assert.equal(passages.length, 3);
  });

  it('leaves out a path by itself, whatever signs it has', () => {
    for (const path of ['a (1).md', 'b[2]/{c}.md', 'd*?.md', '!e+@(f|g).md', 'h,i.md', 'j^$#k.md'])
      assert.deepEqual([path, `${path}x`, 'other.md'].map(admits({ limit: 1, exclude: [globOf(path)] })), [false, true, true], path);
  });

  it('cites the version that the question names, where another says the same', async () => {
    const sentence = 'The treasurer keeps the key of the water main.';
    const both = ['2019', '2024'].map((year) => ({
      path: `rules-${year}.md`,
      text: `# Rules of the Allotment Society ${year}\n\n${sentence}\n`,
    }));
    const models = modelsWith(judgeOfFacts([]));
    const index = await createMemoryIndex(both, models.embedder);
    for (const year of ['2019', '2024']) {
      const question = `Rules of ${year}: who keeps the key of the water main?`;
      const { spans } = await searchInForce(
        question,
        async () => await retrieve(question, index, models, { limit: 5, exclude: [] }, { seed: 0 }),
        (path) => Promise.resolve(both.find((document) => document.path === path)?.text ?? null),
      );
      const key = spans.find(({ span }) => span.plain === sentence);
      assert.equal(key?.passage.path, `rules-${year}.md`);
      assert.equal(key.copies.length, 1);
    }
  });
});

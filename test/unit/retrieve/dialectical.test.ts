import assert from 'node:assert/strict';

import fc from 'fast-check';

import { createMemoryIndex } from '../../../src/index/memory-store.ts';
import {
  type DialecticalOptions,
  type DialecticalPassage,
  joinDuplicates,
  passageQuality,
  retrieveDialectically,
  sourcePriors,
} from '../../../src/retrieve/dialectical.ts';
import { modelsWith } from '../../support/judge.ts';
import { wordJudge } from '../../support/word-judge.ts';

const models = modelsWith(wordJudge());
const options: DialecticalOptions = {
  limit: 10,
  exclude: [],
  sources: [],
  duplicateSimilarity: 0.95,
  leastQuality: 0.2,
  leastRelevance: 0.05,
};
const question = 'How long is the notice period of the lease?';
const probe = 'How much is the rent of the lease?';
const documents = [
  { path: 'lease.md', text: '# Lease of the mill\n\nThe notice period of the lease is 75 days, counted from the day of the letter.\n' },
  { path: 'rent.md', text: '# Rent\n\nThe rent of the lease is 900 pounds a month, paid in advance by the tenant.\n' },
  {
    path: 'drafts/lease.md',
    text: '# Lease of the mill, draft\n\nThe notice period of the lease is 30 days, counted from the day of the letter.\n',
  },
  { path: 'bees.md', text: '# Bees\n\nA hive holds sixty thousand bees in summer and hums like an engine.\n' },
];
const find = async (
  given: readonly { path: string; text: string }[],
  changes: Partial<DialecticalOptions> = {},
  probes: readonly string[] = [probe],
): Promise<DialecticalPassage[]> =>
  await retrieveDialectically(
    question,
    probes,
    await createMemoryIndex(given, models.embedder),
    models,
    { ...options, ...changes },
    { seed: 1 },
  );
const paths = (passages: readonly DialecticalPassage[]): string[] => passages.map((entry) => entry.passage.path);

describe('dialectical retrieval', () => {
  it('brings evidence of the question and of each probe, each scored against all, best first', async () => {
    const found = await find(documents);
    assert.ok(paths(found).includes('lease.md') && paths(found).includes('rent.md'));
    const rent = found.find((entry) => entry.passage.path === 'rent.md');
    assert.ok(rent !== undefined && rent.probeRelevance.length === 1 && (rent.probeRelevance[0] ?? 0) > rent.relevance);
    assert.deepEqual(
      found.map((entry) => entry.relevance),
      found.map((entry) => entry.relevance).sort((a, b) => b - a),
    );
  });

  it('equation 5: what fits neither question nor probe is left out', async () => {
    const all = await find(documents, { leastRelevance: 0 });
    for (const leastRelevance of [0.1, 0.3, 0.6, 1]) {
      const kept = all.filter((entry) => Math.max(entry.relevance, ...entry.probeRelevance) > leastRelevance);
      assert.deepEqual(paths(await find(documents, { leastRelevance })), paths(kept));
    }
    assert.ok(!paths(await find(documents, { leastRelevance: 0.3 })).includes('bees.md'));
  });

  it('what is not trusted is left out; the first glob that matches counts', async () => {
    assert.ok(!paths(await find(documents, { sources: sourcePriors({ 'drafts/**': 0 }) })).includes('drafts/lease.md'));
    assert.ok(
      paths(await find(documents, { sources: sourcePriors({ 'drafts/lease.md': 1, 'drafts/**': 0 }) })).includes('drafts/lease.md'),
    );
    const [trusted] = await find(documents);
    const [doubted] = await find(documents, { sources: sourcePriors({ '**': 0.5 }) });
    assert.ok(trusted !== undefined && doubted !== undefined && doubted.quality < trusted.quality);
  });

  it('equation 4: passages that differ in a number alone are no copies, and copies elsewhere change neither order nor scores', async () => {
    const before = await find(documents);
    assert.ok(paths(before).includes('lease.md') && paths(before).includes('drafts/lease.md'));
    for (const copies of [1, 20]) {
      const after = await find([
        ...documents,
        ...Array.from({ length: copies }, (_, index) => ({ path: `zz/${index}-rent.md`, text: documents[1]?.text ?? '' })),
      ]);
      assert.deepEqual(
        after.map((entry) => [entry.passage.path, entry.relevance, entry.probeRelevance]),
        before.map((entry) => [entry.passage.path, entry.relevance, entry.probeRelevance]),
      );
    }
  });

  it('works without probes', async () => {
    for (const entry of await find(documents, {}, [])) assert.deepEqual(entry.probeRelevance, []);
  });
});

describe('joining near-duplicates', () => {
  const passage = (id: string, x: number, text = 'the same'): Pick<DialecticalPassage, 'passage' | 'vector' | 'duplicates'> => ({
    passage: { id, path: `${id}.md`, contentHash: '', title: '', start: 0, end: 1, line: 1, headingPath: [], text, spans: [] },
    vector: Float32Array.of(x),
    duplicates: [],
  });
  const likeness = (a: Float32Array, b: Float32Array): number => 1 - Math.abs((a[0] ?? 0) - (b[0] ?? 0));

  it('keeps the first of a pair and records the other on it', () => {
    const joined = joinDuplicates([passage('a', 0), passage('b', 0.01), passage('c', 0.5)], likeness, 0.95);
    assert.deepEqual(
      joined.map((entry) => [entry.passage.id, entry.duplicates]),
      [
        ['a', ['b']],
        ['c', []],
      ],
    );
  });

  it('keeps both where one says a number or a negation more', () => {
    assert.equal(joinDuplicates([passage('a', 0, 'the limit is 30'), passage('b', 0, 'the limit is 40')], likeness, 0.95).length, 2);
    assert.equal(joinDuplicates([passage('a', 0, 'it is allowed'), passage('b', 0, 'it is not allowed')], likeness, 0.95).length, 2);
  });

  it('loses nothing and keeps no two that are alike', () => {
    fc.assert(
      fc.property(fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 }), (values) => {
        const given = values.map((value, index) => passage(`p${index}`, value));
        const joined = joinDuplicates(given, likeness, 0.95);
        assert.deepEqual(
          joined.flatMap((entry) => [entry.passage.id, ...entry.duplicates]).sort(),
          given.map((entry) => entry.passage.id).sort(),
        );
        for (const a of joined) for (const b of joined) if (a !== b) assert.ok(likeness(a.vector, b.vector) <= 0.95);
      }),
    );
  });
});

describe('quality of a passage', () => {
  it('is high for prose, low for debris, and falls with trust', () => {
    const prose = passageQuality('The notice period of the lease is 75 days, counted from the letter.', 1);
    assert.ok(prose > 0.8, String(prose));
    assert.ok(passageQuality('|||--- ### ~~ == of the of the', 1) < prose / 1.5);
    assert.ok(
      Math.abs(passageQuality('The notice period is 75 days.', 0.125) - passageQuality('The notice period is 75 days.', 1) / 2) < 1e-9,
    );
    assert.equal(passageQuality('', 1), 0);
  });
});

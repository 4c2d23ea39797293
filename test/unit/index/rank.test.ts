import assert from 'node:assert/strict';

import fc from 'fast-check';

import { sha256 } from '../../../src/base/hash.ts';
import { fuse } from '../../../src/index/fusion.ts';
import {
  bm25,
  countWanted,
  countWords,
  keyOf,
  lengthOf,
  rank,
  type RankedRow,
  StatisticsBuilder,
  StatisticsCounter,
} from '../../../src/index/rank.ts';

function row(id: string, text: string, vector: readonly number[], textKey = text): RankedRow {
  const path = id.split(':')[0] ?? id;
  return {
    id,
    path,
    vector: Float32Array.from(vector),
    textKey,
    key: keyOf(sha256(textKey)),
    words: countWords(text.split(' ')),
  };
}

function statisticsOf(rows: readonly RankedRow[]): ReturnType<StatisticsBuilder['build']> {
  const builder = new StatisticsBuilder();
  for (const { textKey, id, words } of rows) builder.add(textKey, id, words);
  return builder.build();
}

describe('Ranking', () => {
  it('scores by BM25 as Robertson and Zaragoza define it', () => {
    const rows = [row('a:0-1', 'river river dam', [1, 0]), row('b:0-1', 'dam', [1, 0]), row('c:0-1', 'oak elm', [1, 0])];
    const statistics = statisticsOf(rows);
    assert.deepEqual(
      { rows: statistics.rows, totalLength: statistics.totalLength, dam: statistics.documentFrequency.get('dam') },
      { rows: 3, totalLength: 6, dam: 2 },
    );
    const idf = Math.log(1 + (3 - 1 + 0.5) / (1 + 0.5));
    const norm = 1.2 * (1 - 0.75 + 0.75 * (3 / 2));
    assert.equal(bm25(new Set(['river']), countWords(['river', 'river', 'dam']), statistics), (idf * 2 * 2.2) / (2 + norm));
    assert.equal(bm25(new Set(['river']), countWords(['oak', 'elm']), statistics), 0);
  });

  it('counts how many texts hold a stem as sets of their stems tell', () => {
    const stem = fc.constantFrom('a', 'ab', 'aab', 'ba', 'b', 'é', '水', 'a.b', 'x'.repeat(300));
    fc.assert(
      fc.property(fc.array(fc.array(stem, { maxLength: 12 }), { maxLength: 12 }), (texts) => {
        const counter = new StatisticsCounter();
        for (const stems of texts) counter.count(stems.join(' '));
        const documentFrequency = new Map<string, number>();
        for (const each of texts.flatMap((stems) => [...new Set(stems)]))
          documentFrequency.set(each, (documentFrequency.get(each) ?? 0) + 1);
        assert.deepEqual(counter.statistics(), { rows: texts.length, totalLength: texts.flat().length, documentFrequency });
      }),
    );
  });

  it('counts the words of a query as it counts all', () => {
    const stem = fc.constantFrom<string>('a', 'ab', 'aab', 'ba', 'b', 'abab', 'é', '水', 'a.b');
    fc.assert(
      fc.property(fc.array(stem, { maxLength: 12 }), fc.uniqueArray(stem, { maxLength: 5 }), (stems, wanted) => {
        const all = countWords(stems);
        assert.equal(lengthOf(stems.join(' ')), all.length);
        assert.deepEqual(
          new Map([...countWanted(stems.join(' '), new Set(wanted))].sort()),
          new Map([...all.counts].filter(([each]) => wanted.includes(each)).sort()),
        );
      }),
    );
  });

  it('weighs cosine and BM25 over the best BM25; without a match cosine alone counts', () => {
    assert.equal(fuse(0.6, 3, 6), 0.55);
    assert.equal(fuse(0.6, 0, 0), 0.3);
    assert.equal(fuse(0.6, 3, 6, 1), 0.6);
  });

  it('leaves out what nothing speaks for, and lists the best of passages that read the same, with the others as copies; ties by id', () => {
    const rows = [
      row('b:0-5', 'river dam', [0.6, 0.8], 'same'),
      row('a:0-5', 'river dam', [0, 1], 'same'),
      row('d:0-3', 'elm', [0.1, 0]),
      row('c:0-3', 'oak', [0.1, 0]),
      row('e:0-3', 'ash', [0, 0]),
    ];
    const hits = rank({ text: 'river', vector: Float32Array.from([1, 0]) }, rows, statisticsOf(rows), { limit: 10 });
    assert.deepEqual(
      hits.map((hit) => [hit.best.id, hit.copies.map((copy) => copy.id)]),
      [
        ['b:0-5', ['a:0-5']],
        ['c:0-3', []],
        ['d:0-3', []],
      ],
    );
    assert.deepEqual(
      rank({ text: 'river', vector: Float32Array.from([1, 0]) }, rows, statisticsOf(rows), { limit: 10, exclude: ['b', 'c'] }).map(
        (hit) => hit.best.id,
      ),
      ['a:0-5', 'd:0-3'],
    );
  });

  it('does not depend on the order of the passages, nor on how many copies there are', () => {
    const word = fc.constantFrom('river', 'dam', 'oak', 'elm', 'stone');
    const text = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    const unit = fc.integer({ min: 0, max: 12 }).map((step) => [Math.cos(step / 4), Math.sin(step / 4)]);
    fc.assert(
      fc.property(
        fc.uniqueArray(text, { minLength: 1, maxLength: 8 }),
        fc.array(unit, { minLength: 8, maxLength: 8 }),
        text,
        fc.array(fc.nat(7), { maxLength: 10 }),
        (texts, vectors, query, copied) => {
          const rows = texts.map((each, at) => row(`${at}:0-1`, each, vectors[at] ?? [1, 0]));
          const copies = copied.flatMap((of, at) =>
            rows.slice(of, of + 1).map((original) => ({ ...original, id: `z${at}:0-1`, path: `z${at}` })),
          );
          const asked = { text: query, vector: Float32Array.from([1, 0]) };
          const found = (of: readonly RankedRow[]): unknown =>
            rank(asked, of, statisticsOf(of), { limit: 5 }).map(({ best, score, bm25: words, cosine }) => [best.id, score, words, cosine]);
          assert.deepEqual(found([...rows, ...copies].reverse()), found(rows));
        },
      ),
    );
  });
});

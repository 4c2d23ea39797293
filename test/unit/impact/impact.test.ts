import assert from 'node:assert/strict';

import fc from 'fast-check';

import type { Citation, SpanId } from '../../../src/contract/citation.ts';
import { impactOf, type Record } from '../../../src/impact/impact.ts';

const citation = (path: string, start: number): Citation => ({
  ...{ path, start, end: start + 4, line: 1, quote: 'word', prefix: '', suffix: '', contentHash: 'c'.repeat(64) },
});
const span = (path: string, start: number): SpanId => `${path}:${start}-${start + 4}`;

/** Rests on sentences of a document each, by its sufficient sets' breaking sets. */
function record(
  text: string,
  paths: readonly string[],
  breaking: readonly (readonly string[])[],
  signedBy: readonly string[] = [],
): Record {
  return {
    auditId: text,
    kind: 'claim',
    text,
    status: 'supported',
    claim: { sessionId: 's', path: 'draft.md', line: 1, verdict: 'supported', signedBy: [...signedBy] },
    evidence: paths.map((path, place) => ({ spanId: span(path, place), citation: citation(path, place), necessity: 1 / paths.length })),
    breakingSets: breaking.map((set) => set.map((path) => span(path, paths.indexOf(path)))),
  };
}

const without =
  (...paths: readonly string[]) =>
  ({ path }: Citation): boolean =>
    paths.includes(path);

describe('The impact of evidence that is taken away', () => {
  it('makes fall what rests on it alone, and moves what has another leg', () => {
    const both = record('needs both', ['a', 'b'], [['a'], ['b']]);
    const either = record('needs either', ['a', 'b'], [['a', 'b']]);
    const other = record('rests elsewhere', ['c'], [['c']]);
    const found = impactOf([either, other, both], without('a'));
    assert.deepEqual(
      found.map(({ text, effect, lost }) => [text, effect, lost.map(({ alone }) => alone)]),
      [
        ['needs both', 'falls', [true]],
        ['needs either', 'moves', [false]],
      ],
    );
    assert.equal(impactOf([either], without('a', 'b'))[0]?.effect, 'falls');
  });

  it('moves what has no certificate: nothing is known to be enough', () => {
    assert.equal(impactOf([record('open', ['a'], [])], without('a'))[0]?.effect, 'moves');
  });

  it('names signed ones first, and of them those that fall', () => {
    const records = [
      record('unsigned', ['a'], [['a']]),
      record('signed moves', ['a', 'b'], [['a', 'b']], ['Vera']),
      record('signed falls', ['a'], [['a']], ['Vera']),
    ];
    assert.deepEqual(
      impactOf(records, without('a')).map(({ text }) => text),
      ['signed falls', 'signed moves', 'unsigned'],
    );
  });

  it('never spares a record that fell by losing more', () => {
    const paths = ['a', 'b', 'c', 'd'];
    const sets = fc.array(fc.subarray(paths, { minLength: 1 }), { maxLength: 4 });
    fc.assert(
      fc.property(sets, fc.subarray(paths), fc.subarray(paths), (breaking, some, more) => {
        const records = [record('r', paths, breaking)];
        const falls = (gone: readonly string[]): boolean => impactOf(records, without(...gone))[0]?.effect === 'falls';
        if (falls(some)) assert.ok(falls([...some, ...more]));
      }),
      { seed: 1 },
    );
  });
});

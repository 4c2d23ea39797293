import assert from 'node:assert/strict';

import fc from 'fast-check';

import { KeyTable } from '../../../src/index/key-table.ts';
import { plainProducts, rowProducts } from '../../../src/index/row-products.ts';
import { greatest } from '../../../src/index/sentence-vectors.ts';

describe('Products of rows', () => {
  it('are the same whole numbers with WebAssembly and without', () => {
    const row = fc.int8Array({ minLength: 48, maxLength: 48, min: -127, max: 127 });
    const vector = fc.int16Array({ minLength: 48, maxLength: 48, min: -16_000, max: 16_000 });
    fc.assert(
      fc.property(fc.array(row, { minLength: 1, maxLength: 9 }), vector, (rows, query) => {
        const [fast, plain] = [rowProducts(rows.length, 48), plainProducts(rows.length, 48)];
        for (const [at, values] of rows.entries()) {
          fast.rows.set(values, at * 48);
          plain.rows.set(values, at * 48);
        }
        const exact = rows.map((values) => values.reduce((sum, value, at) => sum + value * (query[at] ?? 0), 0));
        assert.deepEqual([...fast.products(query, rows.length)], exact);
        assert.deepEqual([...plain.products(query, rows.length)], exact);
      }),
    );
  });

  it('do not overflow at the greatest numbers that there are', () => {
    const products = rowProducts(1, 384);
    products.rows.fill(-127);
    assert.equal(products.products(new Int16Array(384).fill(16_000), 1)[0], -127 * 16_000 * 384);
  });

  it('take no width that is no multiple of sixteen', () => {
    assert.throws(() => rowProducts(1, 50), RangeError);
  });
});

describe('The greatest of many values', () => {
  it('are those of a sort, the earlier of equal ones first', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 60 }), fc.integer({ min: 1, max: 70 }), (values, wanted) => {
        const sorted = values.map((value, at) => ({ value, at })).sort((a, b) => b.value - a.value || a.at - b.at);
        const found = greatest(Float32Array.from(values), wanted);
        assert.deepEqual(
          found.map((at) => values[at]),
          sorted.slice(0, wanted).map(({ value }) => value),
        );
      }),
    );
  });
});

describe('Rows by their keys', () => {
  it('are found as in a Map of lists, newest first', () => {
    const key = fc.oneof(fc.bigInt({ min: 0n, max: 3n }), fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }));
    fc.assert(
      fc.property(fc.array(key, { maxLength: 3000 }), key, (keys, other) => {
        const table = new KeyTable();
        const rows = new Map<bigint, number[]>();
        for (const each of keys) {
          const row = table.add(each);
          assert.equal(table.keyOf(row), each);
          rows.set(each, [row, ...(rows.get(each) ?? [])]);
        }
        for (const each of [other, ...keys]) {
          const found: number[] = [];
          for (let row = table.last(each); row >= 0; row = table.before(row)) found.push(row);
          assert.deepEqual(found, rows.get(each) ?? []);
        }
      }),
      { numRuns: 30 },
    );
  });
});

import assert from 'node:assert/strict';

import { analyse } from '../../../src/minimise/analyse.ts';
import { smallestBreaking } from '../../../src/minimise/breaking.ts';
import { enumerateMinimal } from '../../../src/minimise/enumerate.ts';
import { smallestHittingSet, smallestHittingSets } from '../../../src/minimise/hitting-set.ts';
import { bySize, fullMask, indices, type Mask } from '../../../src/minimise/mask.ts';
import { exactGain, greedySearch, searchDefaults } from '../../../src/minimise/search.ts';
import { memoise, type SetFunction } from '../../../src/minimise/set-function.ts';
import { Sufficiency } from '../../../src/minimise/sufficiency.ts';
import { anyFunction, bruteBreaking, bruteMinimal, monotoneFunction, qualityFunction } from './brute.ts';

const threshold = 0.75;
const unlimited = Number.POSITIVE_INFINITY;

const families: readonly (readonly [
  name: string,
  make: (seed: number, size: number) => SetFunction,
  instances: number,
  largest: number,
])[] = [
  ['monotone', monotoneFunction, 300, 14],
  ['without structure', anyFunction, 300, 10],
  ['the quality function', qualityFunction, 400, 14],
];

function each(
  make: (seed: number, size: number) => SetFunction,
  instances: number,
  largest: number,
  check: (f: SetFunction, label: string) => void,
): void {
  for (let seed = 1; seed <= instances; seed += 1) {
    const size = 1 + (seed % largest);
    check(make(seed, size), `seed ${seed}, ${size} spans`);
  }
}

function assertIrreducible(f: SetFunction, set: Mask, label: string): void {
  assert.ok(f.value(set) >= threshold, `${label}: not sufficient`);
  for (const index of indices(set)) assert.ok(f.value(set & ~(1 << index)) < threshold, `${label}: span ${index} can go`);
}

describe('minimal sufficient sets against brute force', () => {
  for (const [name, make, instances, largest] of families) {
    it(`finds every one, and only those (${name}, ${instances} instances)`, () => {
      each(make, instances, largest, (f, label) => {
        const oracle = new Sufficiency(memoise(f), threshold, unlimited);
        const { sets, complete } = enumerateMinimal(oracle, unlimited);
        assert.equal(complete, true);
        assert.deepEqual(sets, bruteMinimal(f, threshold), label);
      });
    });

    it(`breaks with the smallest removals, all of them (${name})`, () => {
      each(make, instances, largest, (f, label) => {
        const minimal = bruteMinimal(f, threshold);
        const oracle = new Sufficiency(memoise(f), threshold, unlimited);
        const breaking = smallestBreaking(oracle, minimal, unlimited);
        if (minimal.length === 0 || minimal.includes(0)) assert.equal(breaking.robustness, null);
        else assert.deepEqual(breaking.sets, bruteBreaking(f.size, minimal), label);
      });
    });

    it(`breaks as surely when only one minimal set is known (${name})`, () => {
      each(make, instances, largest, (f, label) => {
        const minimal = bruteMinimal(f, threshold);
        const [first] = minimal;
        if (first === undefined || first === 0) return;
        const oracle = new Sufficiency(memoise(f), threshold, unlimited);
        const breaking = smallestBreaking(oracle, [first], unlimited);
        assert.deepEqual(breaking.sets[0], bruteBreaking(f.size, minimal)[0], label);
        assert.equal(breaking.proved, true);
      });
    });

    it(`shows no set that is not sufficient and irreducible, whatever the budget (${name})`, () => {
      for (const budget of [0, 10, 200, 20_000]) {
        each(make, Math.floor(instances / 4), largest, (f, label) => {
          const tokens = Array.from({ length: f.size }, (_, index) => 10 + index);
          const preference = { worth: () => 0.5, source: tokens.map(String) };
          const result = analyse(f, tokens, preference, { threshold, epsilon: 0.05, budget });
          assert.equal(result.sufficient, f.value(result.set) >= threshold, label);
          if (result.sufficient) assertIrreducible(f, result.set, `${label}, budget ${budget}`);
          for (const set of result.minimal) assertIrreducible(f, set, `${label}, budget ${budget}`);
          if (result.complete && result.sufficient) assert.ok(bruteMinimal(f, threshold).includes(result.set), label);
          if (result.complete) assert.equal(result.sufficient, bruteMinimal(f, threshold).length > 0, label);
        });
      }
    });

    it(`says core, alternative and idle as brute force does (${name})`, () => {
      each(make, Math.floor(instances / 2), largest, (f, label) => {
        const minimal = bruteMinimal(f, threshold);
        const tokens = Array.from({ length: f.size }, () => 10);
        const { roles, complete } = analyse(
          f,
          tokens,
          { worth: () => 0, source: tokens.map(() => 'a') },
          { threshold, epsilon: 0.05, budget: 1e6, most: unlimited },
        );
        assert.equal(complete, true);
        const expected = tokens.map((_, index) => {
          const holding = minimal.filter((set) => (set & (1 << index)) !== 0).length;
          return holding === 0 ? 'idle' : holding === minimal.length ? 'core' : 'alternative';
        });
        assert.deepEqual(roles, expected, label);
      });
    });
  }
});

describe('algorithm 1', () => {
  it('prunes to a fixed point: with epsilon 0 nothing can be taken from a sufficient result', () => {
    each(qualityFunction, 300, 14, (f, label) => {
      const quality = memoise(f);
      const greedy = greedySearch(
        quality,
        Array.from({ length: f.size }, () => 20),
        exactGain(quality),
        { ...searchDefaults, epsilon: 0 },
      );
      if (greedy.sufficient) assertIrreducible(f, greedy.set, label);
    });
  });

  it('leaves epsilon to spare where it can take nothing more', () => {
    each(qualityFunction, 300, 14, (f, label) => {
      const quality = memoise(f);
      const greedy = greedySearch(
        quality,
        Array.from({ length: f.size }, () => 20),
        exactGain(quality),
        searchDefaults,
      );
      if (!greedy.sufficient) return;
      assert.ok(f.value(greedy.set) >= threshold, label);
      for (const index of indices(greedy.set)) assert.ok(f.value(greedy.set & ~(1 << index)) < threshold + searchDefaults.epsilon, label);
    });
  });

  it('finds a sufficient set of a monotone function whenever there is one', () => {
    each(monotoneFunction, 200, 12, (f, label) => {
      const greedy = greedySearch(
        f,
        Array.from({ length: f.size }, () => 20),
        exactGain(f),
        searchDefaults,
      );
      assert.equal(greedy.sufficient, f.value(fullMask(f.size)) >= threshold, label);
    });
  });
});

describe('hitting sets', () => {
  it('meets every set with as few as possible', () => {
    assert.equal(smallestHittingSet(4, [0b0011, 0b0110, 0b1000]), 0b1010);
    assert.deepEqual(smallestHittingSets(3, [0b011, 0b110, 0b101], 9).sets, [0b011, 0b101, 0b110].sort(bySize));
  });

  it('contains no forbidden set, and says so when that leaves none', () => {
    assert.equal(smallestHittingSet(2, [0b01, 0b10], [0b11]), null);
    assert.equal(smallestHittingSet(2, [], [0]), null);
    assert.equal(smallestHittingSet(2, []), 0);
  });
});

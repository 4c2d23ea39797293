import assert from 'node:assert/strict';

import fc from 'fast-check';

import { canonicalJson, sha256 } from '../../../src/base/hash.ts';
import { createRandom, deriveSeed } from '../../../src/base/random.ts';

describe('seeded random', () => {
  it('gives the same sequence for the same seed, within the bounds', () => {
    fc.assert(
      fc.property(fc.integer(), fc.integer({ min: 1, max: 1000 }), (seed, bound) => {
        const a = createRandom(seed);
        const b = createRandom(seed);
        for (let draw = 0; draw < 20; draw += 1) {
          const value = a.integer(bound);
          assert.equal(value, b.integer(bound));
          assert.ok(Number.isInteger(value) && value >= 0 && value < bound);
          const share = a.next();
          assert.equal(share, b.next());
          assert.ok(share >= 0 && share < 1);
        }
      }),
    );
  });

  it('forks do not depend on how much was drawn before', () => {
    const drawn = createRandom(5);
    drawn.next();
    assert.equal(drawn.fork('clusters').next(), createRandom(5).fork('clusters').next());
    assert.notEqual(createRandom(5).fork('clusters').next(), createRandom(5).fork('samples').next());
  });

  it('spreads evenly', () => {
    const random = createRandom(1);
    const counts = [0, 0, 0, 0];
    for (let draw = 0; draw < 4000; draw += 1) {
      const at = random.integer(4);
      counts[at] = (counts[at] ?? 0) + 1;
    }
    for (const count of counts) assert.ok(count > 850 && count < 1150, String(counts));
  });

  it('neighbouring seeds do not begin alike', () => {
    let sum = 0;
    for (let seed = 0; seed < 500; seed += 1) sum += createRandom(seed).next();
    assert.ok(Math.abs(sum / 500 - 0.5) < 0.06, String(sum / 500));
  });

  it('seeds tell their parts apart', () => {
    assert.notEqual(deriveSeed('ab', 'c'), deriveSeed('a', 'bc'));
    assert.equal(deriveSeed('a', 'b'), deriveSeed('a', 'b'));
  });
});

describe('canonical JSON', () => {
  it('is the same for equal values whatever the order of keys', () => {
    assert.equal(canonicalJson({ b: 1, a: { d: [1, { y: 1, x: 2 }], c: null } }), '{"a":{"c":null,"d":[1,{"x":2,"y":1}]},"b":1}');
  });

  it('hashes text as UTF-8', () => {
    assert.equal(sha256('abc'), 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    assert.equal(sha256('é'), sha256(new TextEncoder().encode('é')));
  });
});

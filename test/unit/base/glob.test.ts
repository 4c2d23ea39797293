import assert from 'node:assert/strict';

import fc from 'fast-check';
import picomatch from 'picomatch';

import { LinchpinError } from '../../../src/base/error.ts';
import { globMatcher } from '../../../src/base/glob.ts';
import { linearGlob } from '../../../src/base/linear-glob.ts';

const name = fc.array(fc.constantFrom('a', 'b', 'ab', 'c.d', '1'), { minLength: 1, maxLength: 4 }).map((parts) => parts.join(''));
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('/'));
const patternOfName = fc
  .array(fc.constantFrom('a', 'b', 'c.d', '*', '?', '[ab]', '[^a]', '{a,b}', '{a,ab}', '{1..3}', '@(a|b)'), {
    minLength: 1,
    maxLength: 4,
  })
  // Two stars side by side are no wildcard of their own within a name.
  .map((parts) => parts.join('').replaceAll(/\*{2,}/g, '*'));
const pattern = fc
  .array(fc.oneof({ weight: 3, arbitrary: patternOfName }, fc.constant('**')), { minLength: 1, maxLength: 4 })
  .map((parts) => parts.join('/'))
  // Where the other one has ways of its own: "*/**" is not "a", and a question mark behind a group is the group's.
  .filter((glob) => !/\*\/\*\*(?:$|\/)|\)\?/.test(glob));

describe('Globs', () => {
  it('mean the same whichever way they are matched', () => {
    fc.assert(
      fc.property(pattern, path, (glob, each) => {
        const linear = linearGlob(glob, false);
        assert.ok(linear !== null);
        assert.equal(linear(each), picomatch(glob, { dot: true })(each));
      }),
      { numRuns: 3000 },
    );
  });

  it('with many wildcards never take long', () => {
    const long = 'a'.repeat(2000);
    for (const glob of [
      '*a*a*a*a*a*a*a*a*a*ab',
      '**/*a*/**/*a*/**/b',
      '+(a|aa)b',
      '+(a*)+(a*)b',
      `${'{a,aa}'.repeat(50)}*a*a*ab`,
      '?(*a*)*(a*)*b',
    ])
      for (const each of [long, `${'a/'.repeat(1000)}a`]) assert.equal(globMatcher([glob])(each), false, glob);
    assert.equal(globMatcher(['*a*a*a*a*ab'])(`${long}b`), true);
    assert.equal(globMatcher(['**/*draft*/**/*.{md,txt}'])('x/my-draft-2/y/z.txt'), true);
    assert.equal(globMatcher(['**/*Draft*/**/*.MD'], { nocase: true })('x/my-DRAFT-2/y/z.md'), true);
    assert.equal(globMatcher(['!**/*a*/**'])('x/b'), true);
  });

  it('that no linear time is known of are refused with what to do', () => {
    for (const glob of ['*a*a*!(a*)', 'a'.repeat(2000)])
      assert.throws(
        () => globMatcher([glob]),
        (error) => error instanceof LinchpinError && error.code === 'settings-invalid' && /fewer wildcards/.test(error.next),
      );
    assert.equal(globMatcher(['**/!(a).md'])('x/b.md'), true);
  });
});

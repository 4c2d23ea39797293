import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { z } from 'zod';

import { isInstalled } from '../../../scripts/setup.mjs';

const root = join(import.meta.dirname, '..', '..', '..');
const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), optionalDependencies: z.record(z.string(), z.string()).optional() }),
  ),
});

describe('The installed packages', () => {
  const locked = {
    '': { version: '1.0.0' },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/a-win32': { version: '1.0.0', integrity: 'sha512-w', optional: true },
  };
  const cases: readonly (readonly [what: string, installed: Parameters<typeof isInstalled>[1], expected: boolean])[] = [
    ['nothing is installed', {}, false],
    ["another platform's package is missing", { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' } }, true],
    ['another version is installed', { 'node_modules/a': { version: '0.9.0', integrity: 'sha512-b' } }, false],
    ['another file under the same version is installed', { 'node_modules/a': { version: '1.0.0', integrity: 'sha512-b' } }, false],
    [
      'an optional package has another version',
      {
        'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
        'node_modules/a-win32': { version: '2.0.0', integrity: 'sha512-x' },
      },
      false,
    ],
    ['something else is there besides', { ...locked, 'node_modules/b': { version: '1.0.0' } }, true],
  ];
  for (const [what, installed, expected] of cases)
    it(`are ${expected ? '' : 'not '}those of the lock when ${what}`, () => {
      assert.equal(isInstalled(locked, installed), expected);
    });
});

describe('package-lock.json', () => {
  it('names every optional package of every platform, or "npm ci" refuses it there', () => {
    const { packages } = lockSchema.parse(JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')));
    const missing = Object.entries(packages).flatMap(([folder, { optionalDependencies = {} }]) =>
      Object.keys(optionalDependencies).filter((name) => !foldersAbove(folder).some((above) => `${above}node_modules/${name}` in packages)),
    );
    assert.deepEqual(missing, []);
  });
});

/** Where a package in `folder` looks for its dependencies, from its own node_modules outwards. */
function foldersAbove(folder: string): string[] {
  const steps = folder === '' ? [] : folder.split(/(?<=.)\/(?=node_modules\/)/);
  return Array.from({ length: steps.length + 1 }, (_, kept) => steps.slice(0, kept).join('/')).map((path) =>
    path === '' ? '' : `${path}/`,
  );
}

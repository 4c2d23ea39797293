import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { documentRoles } from '../../../src/contract/document-role.ts';
import { DocumentRolesFile, parseRoles, roleLookup, type RoleLine, rolesFile, writtenRoles } from '../../../src/review/document-roles.ts';

const lineOf = fc.record(
  {
    role: fc.constantFrom(...documentRoles),
    pattern: fc.stringMatching(/^[a-zäß][a-z0-9 ._*()[\]-]{0,20}$/u).filter((text) => text === text.trim() && !text.includes('..')),
  },
  { noNullPrototype: true },
);

describe('The roles of documents', () => {
  it('are read as they were written, in any order, each pattern once', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(lineOf, { selector: ({ pattern }) => pattern, maxLength: 8 }),
        fc.infiniteStream(fc.nat()),
        (lines, keys) => {
          const { lines: read, odd } = parseRoles(writtenRoles(lines));
          assert.deepEqual(odd, []);
          const byPattern = (a: RoleLine, b: RoleLine): number => (a.pattern < b.pattern ? -1 : 1);
          assert.deepEqual([...read], [...lines].sort(byPattern));
          const shuffled = lines.map((line) => ({ line, key: Number(keys.next().value) })).sort((a, b) => a.key - b.key);
          assert.equal(writtenRoles(shuffled.map(({ line }) => line)), writtenRoles(lines));
        },
      ),
    );
  });

  it('take any text, name each line that says nothing, and lose none of them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.oneof(fc.string(), fc.constant('draft a.md'), fc.constant('source a.md'), fc.constant('<<<<<<< HEAD'))),
        (lines) => {
          const { odd } = parseRoles(lines.join('\n'));
          for (const { text } of odd)
            assert.ok(
              writtenRoles(
                [],
                odd.map((each) => each.text),
              ).includes(text),
            );
        },
      ),
    );
    const merged = [
      '<<<<<<< ours',
      'source a.md',
      '=======',
      'draft a.md',
      '>>>>>>> theirs',
      'drafts b.md',
      'draft ../c.md',
      'draft /d.md',
      '',
    ].join('\n');
    const { lines, odd } = parseRoles(merged);
    assert.deepEqual(
      odd.map(({ number }) => number),
      [1, 3, 4, 5, 6, 7, 8],
    );
    // Of two the more careful.
    assert.deepEqual(lines, [{ role: 'draft', pattern: 'a.md' }]);
  });

  it('go by the path itself, then by the longest glob', () => {
    const roleOf = roleLookup(
      parseRoles('draft drafts/**\nsource drafts/final/**\nnot-evidence drafts/final/old.md\nsuperseded a [1].md\n').lines,
    );
    assert.deepEqual(['drafts/a.md', 'drafts/final/a.md', 'drafts/final/old.md', 'a [1].md', 'b.md'].map(roleOf), [
      'draft',
      'source',
      'not-evidence',
      'superseded',
      null,
    ]);
  });

  describe('in a folder', () => {
    let folder: string;
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'linchpin-roles-'));
    });
    afterEach(() => rm(folder, { recursive: true, force: true }));

    it('are kept, one line each, beside what others wrote there', async () => {
      await mkdir(join(folder, '.linchpin'));
      await writeFile(join(folder, rolesFile), '# Ours.\nwhat is this\ndraft z.md\nsource b.md\ndraft b.md\n');
      const file = new DocumentRolesFile(folder);
      assert.deepEqual((await file.read()).damaged, [
        { file: rolesFile, line: 2 },
        { file: rolesFile, line: 5 },
      ]);
      await Promise.all([file.mark(['c.md', 'a.md'], 'superseded'), file.mark(['z.md'], null), file.mark(['b.md'], 'source')]);
      const text = await readFile(join(folder, rolesFile), 'utf8');
      assert.deepEqual(text.split('\n').slice(1), ['# Ours.', 'what is this', 'superseded a.md', 'source b.md', 'superseded c.md', '']);
      const again = await new DocumentRolesFile(folder).read();
      assert.deepEqual([again.roleOf('c.md'), again.roleOf('z.md'), again.roleOf('b.md')], ['superseded', null, 'source']);
      assert.deepEqual(again.damaged, [{ file: rolesFile, line: 3 }]);
    });

    it('refuse what is no path of the folder', async () => {
      const file = new DocumentRolesFile(folder);
      for (const pattern of ['', '../a.md', '/a.md', 'C:\\a.md', 'a\nb', ' a.md', '#a'])
        await assert.rejects(file.mark([pattern], 'draft'), { code: 'usage' }, pattern);
      assert.deepEqual((await file.read()).lines, []);
    });
  });
});

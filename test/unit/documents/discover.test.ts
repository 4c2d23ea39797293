import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmod, symlink } from 'node:fs/promises';
import { join } from 'node:path';

import { LinchpinError } from '../../../src/base/error.ts';
import { describeLeftOut } from '../../../src/contract/left-out.ts';
import { discover, type DiscoverOptions, type LeftOutFile } from '../../../src/documents/discover.ts';
import { groupLeftOut } from '../../../src/documents/left-out.ts';
import { withFolder } from './folder.ts';

/** Left out because somebody asked for it, or nobody could want it: told in a test of their own. */
const asked = new Set(['ignored', 'excluded', 'kind-not-read', 'machine-made']);

async function pathsIn(folder: string, options: DiscoverOptions = {}): Promise<string[]> {
  const paths: string[] = [];
  for await (const found of discover(folder, options)) {
    if (found.ok) paths.push(found.path);
    else if (!asked.has(found.cause)) paths.push(`! ${found.path}: ${found.cause}, ${found.reason}`);
  }
  return paths;
}

function isError(code: string): (error: unknown) => boolean {
  return (error) => error instanceof LinchpinError && error.code === code;
}

describe('discovering documents', () => {
  it('finds documents of known kinds in path order, with their size and time', () =>
    withFolder({ 'b.md': 'b', 'a/z.txt': 'zz', 'a/c.html': 'c', 'x.exe': 'x', README: 'r', 'd/e/f.rst': 'f' }, async (folder) => {
      assert.deepEqual(await pathsIn(folder), ['README', 'a/c.html', 'a/z.txt', 'b.md', 'd/e/f.rst']);
      for await (const found of discover(folder)) {
        if (!found.ok) continue;
        assert.ok(found.modifiedMs > 0 && found.file === join(folder, found.path));
        if (found.path === 'a/z.txt') assert.equal(found.bytes, 2);
      }
    }));

  it('never looks into what holds no documents', () =>
    withFolder(
      { '.git/a.md': 'a', 'node_modules/x/a.md': 'a', '.linchpin/audits/a.md': 'a', 'n/node_modules/a.md': 'a', '.github/a.md': 'a' },
      async (folder) => {
        assert.deepEqual(await pathsIn(folder, { include: ['**/*.md'] }), ['.github/a.md']);
      },
    ));

  it('honours every .gitignore on the way, the inner over the outer', () =>
    withFolder(
      {
        '.gitignore': '# build\nout/\n*.log\n!keep.log\n/top.md\n',
        'out/a.md': '',
        'a.log': '',
        'keep.log': '',
        'top.md': '',
        'b.md': '',
        'in/top.md': '',
        'in/.gitignore': '*.md\n!c.md\n!d.log\n',
        'in/b.md': '',
        'in/c.md': '',
        'in/d.log': '',
        'in/out/a.txt': '',
        'in/deep/e.md': '',
        'in/deep/.gitignore': '!e.md\n',
      },
      async (folder) => {
        assert.deepEqual(await pathsIn(folder), ['b.md', 'in/c.md', 'in/d.log', 'in/deep/e.md', 'keep.log']);
      },
    ));

  it('takes in and leaves out by globs; a folder stands for what is in it', () =>
    withFolder({ 'a.md': '', 'docs/a.md': '', 'docs/old/b.md': '', 'docs/c.txt': '' }, async (folder) => {
      assert.deepEqual(await pathsIn(folder, { include: ['docs'] }), ['docs/a.md', 'docs/c.txt', 'docs/old/b.md']);
      assert.deepEqual(await pathsIn(folder, { include: ['**/*.md'], exclude: ['docs/old/'] }), ['a.md', 'docs/a.md']);
      assert.deepEqual(await pathsIn(folder, { exclude: ['**/*.md'] }), ['docs/c.txt']);
      assert.deepEqual(await pathsIn(folder, { exclude: ['**/old'] }), ['a.md', 'docs/a.md', 'docs/c.txt']);
    }));

  it('follows links inside the folder only, and names those that leave it', () =>
    withFolder({ 'else/x.md': 'x', 'root/real/a.md': 'a' }, async (folder) => {
      const root = join(folder, 'root');
      await symlink(join(root, 'real'), join(root, 'inside'));
      await symlink(root, join(root, 'real', 'up'));
      await symlink(folder, join(root, 'above'));
      await symlink(join(folder, 'else'), join(root, 'beside'));
      await symlink(join(folder, 'else'), join(root, 'beside-too'));
      await symlink(join(root, 'self.md'), join(root, 'self.md'));
      await symlink('nowhere', join(root, 'dead.md'));
      await symlink('nowhere', join(root, 'dead.so'));
      await symlink(join(root, 'real', 'a.md'), join(root, 'linked.md'));
      await symlink(join(folder, 'else', 'x.md'), join(root, 'stolen.md'));
      assert.deepEqual(await pathsIn(root), [
        '! above/: link-outside, a link that leaves the folder is not followed',
        '! beside/: link-outside, a link that leaves the folder is not followed',
        '! beside-too/: link-outside, a link that leaves the folder is not followed',
        '! dead.md: unreadable, it has gone since it was listed',
        'linked.md',
        'real/a.md',
        '! self.md: unreadable, its links lead in a circle',
        '! stolen.md: link-outside, a link that leaves the folder is not followed',
      ]);
    }));

  it('reads a link by what it names: keys, ignored files and what is excluded stay out under any name', () =>
    withFolder(
      {
        '.env': 'KEY=1',
        '.git/notes.md': 'a',
        'sub/.gitignore': 'hidden.md\n',
        'sub/hidden.md': 'a',
        'sub/draft.md': 'a',
        'sub/.ssh/config.txt': 'a',
        'sub/real.md': 'a',
      },
      async (folder) => {
        const links = { 'key.txt': '.env', 'git.md': '.git/notes.md', 'ignored.md': 'sub/hidden.md', 'draft.md': 'sub/draft.md', 'ssh.txt': 'sub/.ssh/config.txt', 'real.md': 'sub/real.md', 'twice.txt': 'key.txt' }; // prettier-ignore
        for (const [link, target] of Object.entries(links)) await symlink(join(folder, target), join(folder, link));
        const told: Record<string, string> = {};
        for await (const found of discover(folder, { exclude: ['sub/draft.md'] })) told[found.path] = found.ok ? 'read' : found.cause;
        assert.deepEqual(
          Object.keys(links).map((link) => [link, told[link]]),
          [
            ['key.txt', 'secret'],
            ['git.md', 'machine-made'],
            ['ignored.md', 'ignored'],
            ['draft.md', 'excluded'],
            ['ssh.txt', 'secret'],
            ['real.md', 'read'],
            ['twice.txt', 'secret'],
          ],
        );
      },
    ));

  it('names files whose names no citation can hold', function () {
    if (process.platform === 'win32') this.skip();
    return withFolder({ 'back\\slash.md': 'a', 'Q: x.md': 'a', 'C:/a.md': 'a', 'a: b.md': 'a' }, async (folder) => {
      const reason =
        'name-not-citable, its name holds a backslash or begins with a drive, which no citation can name on every machine: rename it';
      assert.deepEqual(await pathsIn(folder), [
        `! C:/: ${reason}`,
        `! Q: x.md: ${reason}`,
        `! a: b.md: ${reason}`,
        `! back\\slash.md: ${reason}`,
      ]);
    });
  });

  it('waits for no pipe that is called .gitignore', function () {
    if (process.platform === 'win32') this.skip();
    return withFolder({ 'a.md': 'a', 'in/b.md': 'b' }, async (folder) => {
      execFileSync('mkfifo', [join(folder, 'in', '.gitignore')]);
      assert.deepEqual(await pathsIn(folder), ['a.md', 'in/b.md']);
    });
  });

  it('ends whatever the globs are', () =>
    withFolder({ [`${'a'.repeat(120)}.md`]: 'a', 'b.md': 'b' }, async (folder) => {
      assert.deepEqual(await pathsIn(folder, { exclude: ['*a*a*a*a*a*a*a*a*a*ab'] }), [`${'a'.repeat(120)}.md`, 'b.md']);
      await assert.rejects(pathsIn(folder, { exclude: ['*a*a*!(a)*'] }), isError('settings-invalid'));
    }));

  it('tells every file that it leaves out, by cause and kind', () =>
    withFolder(
      {
        '.gitignore': 'out/\n*.tmp\n',
        'a.md': '',
        'a.xyz': '',
        'b.XYZ': '',
        Makefile: '',
        'out/a.md': '',
        'out/b.md': '',
        'c.tmp': '',
        'old/a.md': '',
        'old/a.xyz': '',
      },
      async (folder) => {
        const left: LeftOutFile[] = [];
        for await (const found of discover(folder, { exclude: ['old'] })) if (!found.ok) left.push(found);
        const groups = groupLeftOut(left);
        assert.deepEqual(groups, [
          { cause: 'kind-not-read', kind: 'gitignore', files: 1, paths: ['.gitignore'] },
          { cause: 'kind-not-read', kind: '', files: 1, paths: ['Makefile'] },
          { cause: 'kind-not-read', kind: 'xyz', files: 2, paths: ['a.xyz', 'b.XYZ'] },
          { cause: 'ignored', kind: '', files: 2, paths: [] },
          { cause: 'excluded', kind: '', files: 1, paths: [] },
        ]);
        assert.deepEqual(
          describeLeftOut(groups).map(({ text }) => text),
          [
            '4 files of kinds that are not read: xyz (2), no extension (1), gitignore (1)',
            '2 files ignored by .gitignore',
            '1 file left out by the settings for files',
          ],
        );
      },
    ));

  const allPowerful = process.getuid?.() === 0 || process.platform === 'win32';
  it(`tells what cannot be read, and goes on${allPowerful ? ' (skipped: this user may read everything)' : ''}`, async function () {
    if (allPowerful) this.skip();
    await withFolder({ 'a/b.md': '', 'c.md': '' }, async (folder) => {
      await chmod(join(folder, 'a'), 0);
      assert.deepEqual(await pathsIn(folder), ['! a/: unreadable, no permission to read it', 'c.md']);
      await chmod(join(folder, 'a'), 0o755);
    });
  });

  it('says that the folder is missing, or no folder', () =>
    withFolder({ 'a.md': '' }, async (folder) => {
      await assert.rejects(pathsIn(join(folder, 'none')), isError('folder-missing'));
      await assert.rejects(pathsIn(join(folder, 'a.md')), isError('folder-unreadable'));
    }));

  it('finds nothing in an empty folder', () =>
    withFolder({}, async (folder) => {
      assert.deepEqual(await pathsIn(folder), []);
    }));

  it('stops at once when it is told to', () =>
    withFolder({ 'a.md': '', 'b.md': '', 'c.md': '' }, async (folder) => {
      const controller = new AbortController();
      const seen: string[] = [];
      await assert.rejects(async () => {
        for await (const found of discover(folder, { signal: controller.signal })) {
          if (found.ok) seen.push(found.path);
          controller.abort();
        }
      }, isError('cancelled'));
      assert.deepEqual(seen, ['a.md']);
    }));
});

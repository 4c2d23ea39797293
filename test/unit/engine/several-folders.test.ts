import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { createEngine, type Engine } from '../../../src/engine/engine.ts';
import type { FolderOptions } from '../../../src/engine/protocol.ts';
import { namedFolders } from '../../../src/base/roots.ts';
import { readText } from '../../../src/documents/read.ts';

const question = 'How long must a password be?';

describe('Several folders as one audit space', function () {
  this.timeout(120_000);
  let home: string;
  let options: FolderOptions;
  let engine: Engine;

  before(async () => {
    home = await realpath(await mkdtemp(join(tmpdir(), 'linchpin-folders-')));
    const write = async (path: string, text: string): Promise<void> => {
      await mkdir(dirname(join(home, path)), { recursive: true });
      await writeFile(join(home, path), text);
    };
    await write('one/docs/dams.md', '# Dams\n\nThe dam at Ebersee was built in 1911 and is 31 metres high.\n');
    await write('one/docs/inner/deep.md', '# Deep\n\nThe inner basin holds 12 cubic metres of water.\n');
    await write('two/docs/passwords.md', '# Passwords\n\nPasswords must be at least 14 characters long.\n');
    await write('two/docs/draft.md', '# Draft\n\nPasswords must be at least 14 characters long. The dam at Ebersee is 31 metres high.\n');
    await write('two/docs/.gitignore', 'hidden.md\n');
    await write('two/docs/hidden.md', '# Hidden\n\nNobody sees this.\n');
    await write('secret.md', '# Secret\n\nThis is in none of the folders.\n');
    await symlink(join(home, 'one', 'docs', 'dams.md'), join(home, 'two', 'docs', 'linked.md'));
    const folders = namedFolders(['one/docs', 'two/docs', 'one/docs/inner'].map((path) => ({ folder: join(home, path) })));
    options = { folder: join(home, 'one', 'docs'), folders, indexLocation: join(home, 'index') };
    engine = createEngine();
  });

  after(async () => {
    await engine.close();
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  it('has a distinct name for each, fit to stand in a path', () => {
    assert.deepEqual(
      options.folders?.map(({ name }) => name),
      ['docs', 'docs-2', 'inner'],
    );
    const odd = [
      { name: 'My / Docs', folder: '/a' },
      { name: '..', folder: '/b' },
      { folder: '/c/Docs' },
      { folder: '/d/docs' },
      { folder: '/e/docs-2' },
    ];
    assert.deepEqual(
      namedFolders(odd).map(({ name }) => name),
      ['My - Docs', 'folder', 'Docs', 'docs-2', 'docs-2-2'],
    );
  });

  it('indexes each document once, under the name of its folder, by the rules of that folder', async () => {
    const summary = await engine.index(options, false, () => undefined);
    assert.equal(summary.documents, 4);
    const paths = (await engine.documents(options)).filter(({ status }) => status === 'indexed').map(({ path }) => path);
    assert.deepEqual(paths, ['docs-2/draft.md', 'docs-2/passwords.md', 'docs/dams.md', 'inner/deep.md']);
    const left = summary.leftOut.flatMap(({ paths: out }) => out.map((path) => path));
    assert.ok(left.includes('docs-2/linked.md'), left.join());
    assert.equal((await engine.status(options)).outdated, false);
  });

  it('answers from all of them, cites by their names, and keeps the records in the first', async () => {
    const report = await engine.ask({ options, question, kind: 'question', settings: {}, exclude: ['docs-2/draft.md'] });
    assert.deepEqual(
      report.evidence.minimal.map(({ citation }) => citation.path),
      ['docs-2/passwords.md'],
    );
    assert.ok((await readdir(join(home, 'one', 'docs', '.linchpin', 'audits'))).length > 0);
    await assert.rejects(readdir(join(home, 'two', 'docs', '.linchpin')));
    const verified = await engine.verify(JSON.stringify(report), options, false);
    assert.equal(verified.holds, true);
    assert.equal((await engine.verify(JSON.stringify(report), { folder: options.folder }, false)).holds, false);
    assert.equal((await engine.records(options).reliedOn('docs-2/passwords.md')).length, 1);
  });

  it('takes up what changed in any of them, and nothing else', async () => {
    await writeFile(join(home, 'two', 'docs', 'passwords.md'), '# Passwords\n\nPasswords must be at least 16 characters long.\n');
    await writeFile(join(home, 'one', 'docs', 'dams.md'), '# Dams\n\nThe dam was pulled down.\n');
    assert.equal((await engine.status(options)).outdated, true);
    const summary = await engine.update(options, ['docs-2/passwords.md']);
    assert.equal(summary.updated, 1);
    const found = await engine.search(options, question, 5);
    assert.ok(JSON.stringify(found).includes('at least 16 characters'));
    assert.equal((await engine.update(options, ['docs'])).updated, 1);
    await rm(join(home, 'one', 'docs', 'inner', 'deep.md'));
    assert.equal((await engine.update(options, ['inner/deep.md'])).removed, 1);
  });

  it('checks a document of the second folder in a session, against all', async () => {
    const session = await engine.openSession(options, 'docs-2/draft.md');
    assert.ok(session.total > 0);
    const checked = await engine.checkSession(options, session.id, () => undefined);
    const cited = checked.claims.flatMap(({ evidence, counterEvidence }) => [...evidence, ...counterEvidence].map(({ path }) => path));
    assert.ok(cited.length > 0 && !cited.includes('docs-2/draft.md'), cited.join());
    assert.equal((await engine.records(options).sessions.list()).sessions.length, 1);
  });

  it('reads nothing outside of them, by whatever path', async () => {
    const roots = options.folders ?? [];
    assert.ok((await readText(roots, 'docs/dams.md')) !== null);
    for (const path of [
      'secret.md',
      'docs/../../secret.md',
      '../secret.md',
      'docs',
      'docs/',
      'one/docs/dams.md',
      'docs-2/linked.md',
      'nobody/dams.md',
    ])
      assert.equal(await readText(roots, path), null, path);
  });
});

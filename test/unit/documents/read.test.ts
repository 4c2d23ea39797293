import assert from 'node:assert/strict';
import { mkdir, symlink, truncate } from 'node:fs/promises';
import { join } from 'node:path';

import { sha256 } from '../../../src/base/hash.ts';
import { readDocument, readText } from '../../../src/documents/read.ts';
import { assertDocument } from './checks.ts';
import { withFolder } from './folder.ts';

describe('reading documents', () => {
  it('gives text, hash, parser, title, spans and passages', () =>
    withFolder({ 'a.md': '# Keys\n\nThe lock is shut. It is old.\n' }, async (folder) => {
      const result = await readDocument(join(folder, 'a.md'), 'a.md');
      assert.ok(result.ok);
      const { document } = result;
      assert.equal(document.title, 'Keys');
      assert.equal(document.contentHash, sha256(document.text));
      assert.match(document.parser, /^markdown@\d+\.\d+$/);
      assert.deepEqual(
        document.spans.map((span) => span.plain),
        ['Keys', 'The lock is shut.', 'It is old.'],
      );
      assert.equal(document.passages.length, 1);
      assert.equal(result.bytes, 37);
    }));

  it('names a document without a title by its file', () =>
    withFolder({ 'lock_and-key.txt': 'The lock is shut.' }, async (folder) => {
      const result = await readDocument(join(folder, 'lock_and-key.txt'), 'lock_and-key.txt');
      assert.ok(result.ok);
      assert.equal(result.document.title, 'lock and key');
    }));

  it('reads odd bytes: marks, wide characters, NUL, line ends, nothing', () =>
    withFolder(
      {
        'a.md': '\uFEFF# Keys\r\n\r\nThe lock\u0000 is shut.\rIt is old.\r\n',
        'b.txt': Buffer.from('\uFEFFThe lock is shut.', 'utf16le'),
        'c.txt': '',
        'd.txt': Buffer.from([0xff, 0x41]),
      },
      async (folder) => {
        for (const name of ['a.md', 'b.txt', 'c.txt', 'd.txt']) {
          const result = await readDocument(join(folder, name), name);
          assert.ok(result.ok, name);
          assertDocument(result.document);
          assert.equal(await readText(folder, name), result.document.text);
        }
        const wide = await readDocument(join(folder, 'b.txt'), 'b.txt');
        assert.ok(wide.ok);
        assert.equal(wide.encoding, 'utf-16le');
        assert.deepEqual(
          wide.document.spans.map((span) => span.plain),
          ['The lock is shut.'],
        );
      },
    ));

  it('says why it leaves a file out', () =>
    withFolder({ 'a.exe': 'x', 'pdf.md': '%PDF-1.7 and more', 'big.txt': '', 'small.txt': 'Twenty characters...' }, async (folder) => {
      await truncate(join(folder, 'big.txt'), 100 * 1024 * 1024);
      await mkdir(join(folder, 'dir.md'));
      const reasons = async (name: string, maxBytes?: number): Promise<string> => {
        const result = await readDocument(join(folder, name), name, maxBytes === undefined ? {} : { maxBytes });
        return result.ok ? 'read' : `${result.status}: ${result.reason}`;
      };
      assert.equal(await reasons('a.exe'), 'skipped: this kind of file is not read');
      assert.equal(await reasons('pdf.md'), 'skipped: a binary file');
      assert.match(await reasons('big.txt'), /^skipped: 100 MB; at most 50 MB are read/);
      assert.match(await reasons('small.txt', 10), /^skipped: /);
      assert.equal(await reasons('small.txt', 20), 'read');
      assert.equal(await reasons('dir.md'), 'skipped: not a regular file');
      assert.equal(await reasons('none.md'), 'failed: it has gone since it was listed');
      assert.equal(await readText(folder, 'none.md'), null);
      assert.equal(await readText(folder, 'pdf.md'), null);
    }));

  it('gives no text of what is outside the folder, by whatever way', () =>
    withFolder({ 'in/a.md': 'Inside.', 'secret.md': 'Outside.' }, async (folder) => {
      const inside = join(folder, 'in');
      await symlink(join(folder, 'secret.md'), join(inside, 'link.md'));
      await symlink(join(inside, 'a.md'), join(inside, 'own.md'));
      assert.equal(await readText(inside, 'own.md'), 'Inside.');
      for (const path of ['../secret.md', 'link.md', 'x/../../secret.md', '/etc/passwd'])
        assert.equal(await readText(inside, path), null, path);
    }));
});

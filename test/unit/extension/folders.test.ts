import assert from 'node:assert/strict';

import { mayBeDocument, watchGlobs } from '../../../extension/document-paths.ts';
import { editorEncoding } from '../../../extension/encodings.ts';
import { chosenFolder, folderOf, indexLocation, pathIn } from '../../../extension/folders.ts';
import { decode } from '../../../src/documents/decode.ts';
import { documentKinds, readerNameOf } from '../../../src/documents/formats.ts';

describe('The folder that is audited', () => {
  const folder = (address: string): { uri: { toString(): string } } => ({ uri: { toString: () => address } });

  it('is the chosen one by its address, whatever objects the editor makes; the first where that is not open any more', () => {
    assert.equal(chosenFolder([folder('file:///a'), folder('file:///b')], 'file:///b')?.uri.toString(), 'file:///b');
    assert.equal(chosenFolder([folder('file:///a'), folder('file:///b')], 'file:///gone')?.uri.toString(), 'file:///a');
    const none: ReturnType<typeof folder>[] = [];
    assert.equal(chosenFolder(none, 'file:///a'), undefined);
  });

  it('has an index of its own where folders share a storage, and keeps its place where it is the only one', () => {
    const place = { setting: '', storage: '/storage', folder: 'file:///a', shared: false };
    assert.match(indexLocation(place), /^.storage.index$/u);
    assert.equal(indexLocation({ ...place, setting: '/elsewhere' }), '/elsewhere');
    const address = 's3://team/policies?endpoint=https://minio.example';
    assert.equal(indexLocation({ ...place, setting: address, shared: true }), address);
    const [a, b] = ['file:///a', 'file:///b'].map((address) => indexLocation({ ...place, folder: address, shared: true }));
    assert.notEqual(a, b);
    assert.ok(a?.startsWith(indexLocation(place)));
  });
});

describe('A change in the folder', () => {
  it('may concern a document by what documents are known by', () => {
    const cases: readonly (readonly [string, 'came' | 'changed' | 'went', boolean])[] = [
      ['notes/a.md', 'changed', true],
      ['NOTES/A.MD', 'came', true],
      ['src/a.xyz', 'changed', false],
      ['README', 'changed', true],
      ['Makefile', 'changed', false],
      // A folder, with all that is in it.
      ['policies', 'went', true],
      ['node_modules/x/readme.md', 'came', false],
      ['.git/index', 'changed', false],
      ['.linchpin/audits/a.json', 'came', false],
    ];
    for (const [path, change, expected] of cases) assert.equal(mayBeDocument(path, change, documentKinds), expected, `${path} ${change}`);
  });

  it('is never overlooked where the engine would read the file', () => {
    for (const name of [...documentKinds.extensions.map((extension) => `a${extension}`), ...documentKinds.names]) {
      assert.ok(readerNameOf(name) !== '', name);
      for (const change of ['came', 'changed', 'went'] as const) assert.ok(mayBeDocument(`x/${name}`, change, documentKinds), name);
    }
  });

  it('is watched for everywhere, or where the settings say', () => {
    assert.deepEqual(watchGlobs([]), ['**/*']);
    assert.deepEqual(watchGlobs(['policies/', '**/*.md']), ['policies/', 'policies/**', '**/*.md', '**/*.md/**']);
  });
});

describe("The editor's names of encodings", () => {
  it('are known for every encoding that documents are read with', () => {
    const texts = [
      Buffer.from('plain ä'),
      Buffer.from('caf\u00e9 in an old encoding', 'latin1'),
      Buffer.from('\uFEFFlittle endian text of some length', 'utf16le'),
      Buffer.from('\uFEFFbig endian text of some length', 'utf16le').swap16(),
    ];
    const found = texts.map((bytes) => {
      const decoded = decode(bytes);
      return decoded.kind === 'text' ? editorEncoding(decoded.encoding) : null;
    });
    assert.deepEqual(found, ['utf8', 'windows1252', 'utf16le', 'utf16be']);
    assert.equal(editorEncoding(null), null);
  });

  it('names its documents by their paths, and where there are several by its name before them', () => {
    const uri = (path: string, scheme = 'file') => ({ scheme, path });
    const a = { name: 'a', uri: uri('/work/a') };
    const b = { name: 'b', uri: uri('/work/a/inner/') };
    assert.equal(pathIn([a], uri('/work/a/x/y.md')), 'x/y.md');
    assert.equal(pathIn([a, b], uri('/work/a/x/y.md')), 'a/x/y.md');
    assert.equal(pathIn([a, b], uri('/work/a/inner/y.md')), 'b/y.md');
    for (const other of [uri('/work/ab/y.md'), uri('/work/a/y.md', 'untitled'), uri('/work/a')]) assert.equal(pathIn([a, b], other), null);
    assert.equal(pathIn([], uri('/work/a/y.md')), null);
    assert.deepEqual(folderOf([a, b], 'b/y.md'), { uri: b.uri, path: 'y.md' });
    assert.deepEqual(folderOf([a], 'b/y.md'), { uri: a.uri, path: 'b/y.md' });
    assert.equal(folderOf([a, b], 'c/y.md'), null);
    assert.equal(folderOf([], 'y.md'), null);
  });
});

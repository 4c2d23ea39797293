import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { unzipSync, zipSync } from 'fflate';

import { type FormatId, formats } from '../../../../src/documents/formats.ts';
import { loaders } from '../../../../src/documents/formats/load.ts';
import { ingestFolder } from '../../../../src/index/ingest.ts';
import { MemoryStore } from '../../../../src/index/memory-store.ts';
import { bundledModels } from '../../../../src/models/bundled/models.ts';
import { pdfOf } from '../../../support/make-documents.ts';
import { originals } from '../../../support/mutations.ts';
import { reasonFor } from './checks.ts';

type Case = readonly [what: string, bytes: Uint8Array, reason: RegExp];

const text = Buffer.from('Nothing of that kind, only words.\n'.repeat(20));
const picture = Buffer.concat([Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]), Buffer.alloc(500, 1)]);
const ole = Buffer.alloc(4096);
ole.set([0xd0, 0xcf, 0x11, 0xe0]);
const sealed = Buffer.from(ole);
sealed.write('EncryptedPackage', 1024, 'utf16le');
const rtf = Buffer.from(String.raw`{\rtf1 Words.\par}`);
const deep = (open: string, close: string): string => open.repeat(20_000) + close.repeat(20_000);

/** The part of each format of office programs that holds what it says. */
const mainPart: Partial<Record<FormatId, string>> = {
  docx: 'word/document.xml',
  xlsx: 'xl/workbook.xml',
  pptx: 'ppt/presentation.xml',
  odt: 'content.xml',
  epub: 'META-INF/container.xml',
};

function withPart(bytes: Uint8Array, name: string, part: Uint8Array): Uint8Array {
  const parts = unzipSync(bytes);
  assert.ok(name in parts, `${name} is one of ${Object.keys(parts).join(', ')}`);
  return zipSync({ ...parts, [name]: part });
}

function officeCases(id: FormatId, name: string): Case[] {
  const good = Buffer.from(originals[id]);
  const falseSize = Buffer.from(good);
  // The directory says that every part is shorter than it is.
  for (let at = falseSize.indexOf('PK\u0001\u0002'); at >= 0; at = falseSize.indexOf('PK\u0001\u0002', at + 4))
    falseSize.writeUInt32LE(3, at + 24);
  const isOoxml = id === 'docx' || id === 'xlsx' || id === 'pptx';
  return [
    ['empty', new Uint8Array(0), /^damaged: the file is empty/],
    ['cut in half', good.subarray(0, good.length / 2), /^damaged: the file is cut off or damaged: save it again/],
    ['without its end', good.subarray(0, good.length - 30), /^damaged: the file is cut off or damaged: save it again/],
    ['text', text, /^damaged: it is not an? .* whatever its name says/],
    ['a PDF file', pdfOf([[{ x: 50, y: 700, text: 'Words.' }]]), /^damaged: it is not an? .* but a PDF file: give it its right name/],
    ['a picture', picture, /^damaged: it is not an? .* but a picture: give it its right name/],
    ['an RTF file', rtf, /^damaged: it is not an? .* but an RTF file: give it its right name/],
    ['an old Office file', ole, /^damaged: it is an Office file of before 2007 .*: save it as/],
    isOoxml
      ? ['with a password', sealed, /^encrypted: it is protected by a password: save it without one/]
      : ['another zip file', zipSync({ 'a.txt': text }), /^damaged: there is no /],
    ['a bomb', withPart(good, name, new Uint8Array(60 * 1024 * 1024)), /^over-limit: it unpacks to far more/],
    ['with false sizes', falseSize, /^damaged: /],
    ['with damaged XML', withPart(good, name, Buffer.from('<a><b></a>')), /^damaged: /],
  ];
}

const others: Record<Exclude<FormatId, 'docx' | 'xlsx' | 'pptx' | 'odt' | 'epub'>, readonly Case[]> = {
  pdf: [
    ['empty', new Uint8Array(0), /^damaged: the file is empty/],
    ['only a header', Buffer.from('%PDF-1.7\n'), /^damaged: the file is cut off or damaged/],
    ['cut off at its start', originals.pdf.subarray(0, 60), /^damaged: /],
    ['text', text, /^damaged: it is not a PDF file, whatever its name says/],
    ['a picture', picture, /^damaged: it is not a PDF file but a picture: give it its right name/],
    ['an RTF file', rtf, /^damaged: it is not a PDF file but an RTF file/],
    ['a zip file', originals.docx, /^damaged: it is not a PDF file but a zip file/],
    ['an old Office file', ole, /^damaged: it is an Office file of before 2007/],
    ['a scan', pdfOf([[], [], []]), /^no-text-layer: its 3 pages are pictures: run text recognition/],
    ['noise after its header', Buffer.concat([Buffer.from('%PDF-1.4\n'), Buffer.alloc(5000, 0x9d)]), /^damaged: /],
  ],
  rtf: [
    ['empty', new Uint8Array(0), /^damaged: the file is empty/],
    ['text', text, /^damaged: it is not an RTF file/],
    ['a picture', picture, /^damaged: it is not an RTF file but a picture/],
    ['a PDF file', originals.pdf, /^damaged: it is not an RTF file but a PDF file/],
    ['a Word document', originals.docx, /^damaged: it is not an RTF file but a zip file/],
    ['an old Office file', ole, /^damaged: it is an Office file of before 2007/],
    ['only a header', Buffer.from(String.raw`{\rtf1}`), /^damaged: there is no text/],
    ['cut off in its fonts', Buffer.from(String.raw`{\rtf1{\fonttbl{\f0 Ar`), /^damaged: there is no text/],
    ['nested too deep', Buffer.from(String.raw`{\rtf1 ` + deep('{', '}')), /^over-limit: it is nested/],
    ['only a picture', Buffer.from(String.raw`{\rtf1{\pict\pngblip 89504e47}}`), /^damaged: there is no text/],
  ],
  ipynb: [
    ['empty', new Uint8Array(0), /^damaged: it is not a notebook, or it is cut off: save it again/],
    ['text', text, /^damaged: it is not a notebook/],
    ['a picture', picture, /^damaged: it is not a notebook/],
    ['a PDF file', originals.pdf, /^damaged: it is not a notebook/],
    ['a zip file', originals.docx, /^damaged: it is not a notebook/],
    ['cut off', originals.ipynb.subarray(0, 80), /^damaged: it is not a notebook/],
    ['other JSON', Buffer.from('{"name": "package"}'), /^damaged: it is not a notebook/],
    ['of version 3', Buffer.from('{"worksheets": [{"cells": []}]}'), /^damaged: it is not a notebook/],
    ['with cells of no kind', Buffer.from('{"cells": [{"source": ["a"]}]}'), /^damaged: it is not a notebook/],
    ['nested too deep', Buffer.from(`{"cells": ${deep('[', ']')}}`), /^(?:damaged|over-limit): /],
  ],
  eml: [
    ['empty', new Uint8Array(0), /^damaged: it is not an e-mail/],
    ['white space', Buffer.from('\r\n\r\n\r\n'), /^damaged: /],
    ['a picture', picture, /^damaged: /],
    ['a PDF file', originals.pdf, /^damaged: /],
    ['a Word document', originals.docx, /^damaged: /],
    ['an old Office file', ole, /^damaged: /],
    ['text', text, /^damaged: /],
    ['only zeros', new Uint8Array(4000), /^damaged: /],
    ['headers of nothing', Buffer.from(': \r\n: \r\n\r\n'), /^damaged: /],
    ['a web page', Buffer.from('<!doctype html><p>Words.</p>'), /^damaged: /],
  ],
};

const cases = new Map<FormatId, readonly Case[]>(
  formats.map(({ id }) => {
    const name = mainPart[id];
    return [id, name === undefined ? others[id as keyof typeof others] : officeCases(id, name)];
  }),
);

describe('Broken files', function () {
  this.timeout(120_000);
  for (const { id } of formats)
    it(`of ${id}, ten kinds of them, are named with what is wrong`, async () => {
      const extract = await loaders[id]();
      const own = cases.get(id) ?? [];
      assert.ok(own.length >= 10);
      const wrong: string[] = [];
      for (const [what, bytes, reason] of own) {
        const told = await reasonFor(() => extract(bytes));
        if (!reason.test(told)) wrong.push(`${what}: ${told}`);
      }
      assert.deepEqual(wrong, []);
    });

  it('stop no run: each is told by its name, and what is whole is indexed', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'linchpin-broken-'));
    try {
      const names: string[] = [];
      for (const [id, own] of cases)
        for (const [at, [, bytes]] of own.entries()) {
          const name = `${id}-${at}.${id}`;
          names.push(name);
          await writeFile(join(folder, name), bytes);
        }
      await writeFile(join(folder, 'whole.docx'), originals.docx);
      await writeFile(join(folder, 'whole.md'), 'The gate is locked.');
      const { embedder } = bundledModels();
      const result = await ingestFolder(folder, new MemoryStore(embedder.profileId), embedder);
      assert.equal(result.documents, 2);
      const told = new Map([...result.skipped, ...result.failed].map(({ path, reason }) => [path, reason]));
      for (const name of names) assert.ok((told.get(name)?.length ?? 0) > 10, name);
      assert.deepEqual(result.leftOut.flatMap(({ paths }) => paths).sort(), names.sort());
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

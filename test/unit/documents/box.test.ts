import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { cite } from '../../../src/documents/cite.ts';
import { discover } from '../../../src/documents/discover.ts';
import { extractDocument } from '../../../src/documents/box.ts';
import { formatOf } from '../../../src/documents/formats.ts';
import { readDocument, readText } from '../../../src/documents/read.ts';
import { docxOf, pdfOf, wordParagraph } from '../../support/make-documents.ts';
import { assertDocument } from './checks.ts';
import { withFolder } from './folder.ts';
import { reasonFor } from './formats/checks.ts';

const docx = docxOf(wordParagraph('The gate is locked. It is old.'));
const pdf = pdfOf([[{ x: 50, y: 700, text: 'The tower is open. It is new.' }]]);

describe('Documents that are not text', function () {
  this.timeout(120_000);

  it('are read with their places, and quotes are cut from the same text again', () =>
    withFolder({ 'a.docx': docx, 'b.pdf': pdf, 'broken.pdf': pdf.subarray(0, 30), 'c.docx': 'no document' }, async (folder) => {
      for (const [path, quote, locator] of [
        ['a.docx', 'It is old.', { kind: 'paragraph', paragraph: 1 }],
        ['b.pdf', 'It is new.', { kind: 'page', page: 1 }],
      ] as const) {
        const result = await readDocument(join(folder, path), path);
        assert.ok(result.ok, path);
        assert.equal(result.encoding, null);
        assertDocument(result.document);
        const { text, contentHash, spans, lines } = result.document;
        const span = spans.find(({ plain }) => plain === quote);
        assert.ok(span !== undefined);
        assert.deepEqual(span.locator, locator);
        assert.equal(await readText(folder, path), text);
        assert.deepEqual(cite(path, text, contentHash, span.start, span.end, lines, span.locator).quote, quote);
      }
      for (const [path, reason] of [
        ['broken.pdf', /^the file is cut off or damaged/],
        ['c.docx', /^it is not a Word document/],
      ] as const) {
        const result = await readDocument(join(folder, path), path);
        assert.ok(!result.ok && result.status === 'skipped' && result.cause === 'damaged');
        assert.match(result.reason, reason);
        assert.equal(await readText(folder, path), null);
      }
    }));

  it('that take too long are given up, and the next is read all the same', async () => {
    const format = formatOf('b.pdf');
    assert.ok(format !== undefined);
    // The time is up before the thread can answer, however fast it is: messages wait for the next turn of the event loop.
    const soon = (ms: number, call: () => void): (() => void) => {
      assert.equal(ms, 7000);
      queueMicrotask(call);
      return () => undefined;
    };
    const slow = pdfOf([[{ x: 1, y: 1, text: 'Slow.' }]]);
    assert.equal(
      await reasonFor(() => extractDocument(format, slow, { ms: 7000, alarm: soon })),
      'over-limit: it took longer than 7 seconds to read: cut it into several files, or leave it out (setting linchpin.index.exclude)',
    );
    assert.match((await extractDocument(format, pdfOf([[{ x: 50, y: 700, text: 'Next.' }]]))).text, /Next\./);
  });

  const root = join(import.meta.dirname, '..', '..', '..');
  const folder = join(process.env['LINCHPIN_DATA'] ?? join(root, '..', 'shared', 'data'), 'workspaces', 'owasp-asvs');
  const missing = existsSync(folder) ? '' : ' (skipped: set LINCHPIN_DATA to the folder of data sets)';
  it(`owasp-asvs: all of it is read, and a requirement reads the same in PDF and DOCX${missing}`, async function () {
    if (missing !== '') this.skip();
    this.timeout(300_000);
    const requirements = new Map<string, string[]>();
    for await (const found of discover(folder)) {
      assert.ok(found.ok, found.path);
      const result = await readDocument(found.file, found.path);
      assert.ok(result.ok, `${found.path}: ${result.ok ? '' : result.reason}`);
      const { document } = result;
      assertDocument(document);
      assert.ok(document.spans.length > 100, found.path);
      if (/\.(?:pdf|docx)$/.test(found.path))
        assert.ok(
          document.spans.every((span) => span.locator !== undefined),
          found.path,
        );
      assert.equal(formatOf(found.path) !== undefined || document.text === (await readFile(found.file, 'utf8')), true);
      const version = found.path.slice(0, 4);
      for (const { row } of document.spans)
        if (row?.head === '2.1.2' && row.columns.length > 0) requirements.set(`${version}${found.path.slice(-4)}`, [...row.cells]);
    }
    const fourth = requirements.get('v4.0.pdf');
    assert.equal(
      fourth?.[1],
      'Verify that passwords of at least 64 characters are permitted, and that passwords of more than 128 characters are denied. (C6)',
    );
    assert.deepEqual(fourth, requirements.get('v4.0docx'));
    assert.ok(requirements.has('v5.0.pdf'));
    assert.deepEqual(requirements.get('v5.0.pdf'), requirements.get('v5.0docx'));
  });
});

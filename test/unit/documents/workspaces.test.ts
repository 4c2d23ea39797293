import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { findQuote } from '../../../src/contract/find-quote.ts';
import { cite } from '../../../src/documents/cite.ts';
import { discover } from '../../../src/documents/discover.ts';
import { readDocument } from '../../../src/documents/read.ts';
import { assertDocument } from './checks.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const data = process.env['LINCHPIN_DATA'] ?? join(root, '..', 'shared', 'data');

const workspaces: readonly (readonly [name: string, folder: string, documents: number])[] = [
  ['the sample', join(root, 'sample'), 5],
  ['nist-800-63-3', join(data, 'workspaces', 'nist-800-63-3'), 50],
  ['rust-rfcs', join(data, 'workspaces', 'rust-rfcs'), 600],
];

const isText = /\.(?:md|markdown|txt|html?|rst|csv|tsv)$/i;

describe('whole workspaces', () => {
  for (const [name, folder, least] of workspaces) {
    const missing = existsSync(folder) ? '' : ' (skipped: set LINCHPIN_DATA to the folder of data sets)';
    it(`${name}: every span, passage and citation holds${missing}`, async function () {
      if (missing !== '') this.skip();
      this.timeout(300_000);
      let documents = 0;
      for await (const found of discover(folder)) {
        assert.ok(found.ok || found.cause !== 'unreadable', found.path);
        if (!found.ok) continue;
        const result = await readDocument(found.file, found.path);
        assert.ok(result.ok, `${found.path}: ${result.ok ? '' : result.reason}`);
        const { document } = result;
        // The text of other formats is made from the file.
        if (isText.test(found.path)) assert.equal(document.text, (await readFile(found.file, 'utf8')).toWellFormed(), found.path);
        assertDocument(document);
        documents += 1;
        // The text as it may come back: something was written above it, and its lines are broken otherwise.
        const shifted = `Something new.\n\n${document.text}`;
        const rewrapped = document.text.replaceAll('\n', '\r\n');
        for (const [index, span] of document.spans.entries()) {
          const citation = cite(found.path, document.text, document.contentHash, span.start, span.end, document.lines);
          assert.equal(citation.quote, document.text.slice(span.start, span.end));
          assert.deepEqual(findQuote(document.text, citation), { start: span.start, end: span.end, moved: false });
          if (index % 50 !== 0) continue;
          assert.equal(citation.line, document.text.slice(0, span.start).split(/\r\n|\r|\n/).length);
          const moved = findQuote(shifted, citation);
          assert.ok(moved !== null && shifted.slice(moved.start, moved.end) === citation.quote);
          const broken = findQuote(rewrapped, citation);
          assert.ok(broken !== null);
          assert.equal(rewrapped.slice(broken.start, broken.end).replaceAll(/\s+/g, ' '), citation.quote.replaceAll(/\s+/g, ' '));
        }
      }
      assert.ok(documents >= least, `${documents} documents`);
    });
  }
});

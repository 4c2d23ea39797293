import assert from 'node:assert/strict';

import { createRandom } from '../../../../src/base/random.ts';
import { type FormatId, formats } from '../../../../src/documents/formats.ts';
import { loaders } from '../../../../src/documents/formats/load.ts';
import { docxOf, pdfOf, pptxOf, wordParagraph, wordTable, xlsxOf, zipOf } from '../../../support/make-documents.ts';
import { assertExtracted } from './checks.ts';

const originals: Readonly<Record<FormatId, Uint8Array>> = {
  docx: docxOf(
    wordParagraph('The gate is locked.') +
      wordTable([
        ['Gate', 'Rate'],
        ['North', '5'],
      ]),
  ),
  pdf: pdfOf([[{ x: 50, y: 700, text: 'The gate is locked.' }], [{ x: 50, y: 700, text: 'It is old.' }]]),
  xlsx: xlsxOf({ Rates: '<row r="1"><c r="A1" t="s"><v>0</v></c><c r="B1"><v>5</v></c></row>' }, ['Gate']),
  pptx: pptxOf(['<p:sp><p:txBody><a:p><a:r><a:t>The gate</a:t></a:r></a:p></p:txBody></p:sp>'], 'Old.'),
  odt: zipOf({ 'content.xml': '<d><body><text><h>Keys</h><p>The gate is locked.</p></text></body></d>' }),
  epub: zipOf({
    'META-INF/container.xml': '<c><rootfile full-path="b.opf"/></c>',
    'b.opf': '<p><manifest><item id="a" href="a.html"/></manifest><spine><itemref idref="a"/></spine></p>',
    'a.html': '<p>The gate.</p>',
  }),
  ipynb: Buffer.from('{"cells": [{"cell_type": "markdown", "source": ["# Gate"]}]}'),
  rtf: Buffer.from(
    String.raw`{\rtf1\ansi{\fonttbl{\f0 A;}}{\stylesheet{\s1 heading 1;}}\s1 Keys\par\pard It is \b old\b0 , \u8364?5.\par\intbl A\cell B\cell\row}`,
  ),
  eml: Buffer.from('Subject: Gate\r\nContent-Type: text/html\r\n\r\n<p>It is <b>old</b>.</p>'),
};

/** Bytes that are changed, cut out, doubled or cut off at places that the seed says. */
function mutated(bytes: Uint8Array, seed: number): Uint8Array {
  const random = createRandom(seed);
  const copy = Buffer.from(bytes);
  switch (random.integer(4)) {
    case 0:
      return copy.subarray(0, random.integer(copy.length));
    case 1: {
      const at = random.integer(copy.length);
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at + 1 + random.integer(40))]);
    }
    case 2: {
      const at = random.integer(copy.length);
      return Buffer.concat([copy.subarray(0, at), copy.subarray(at, at + 60), copy.subarray(at)]);
    }
    default:
      for (let count = 1 + random.integer(8); count > 0; count -= 1) copy[random.integer(copy.length)] = random.integer(256);
      return copy;
  }
}

describe('Files that were damaged at random', function () {
  this.timeout(120_000);
  for (const { id } of formats) {
    it(`of ${id} are read, or said not to be: nothing else comes of them, and nothing takes long`, async () => {
      const extract = await loaders[id]();
      for (let seed = 0; seed < 150; seed += 1) {
        const started = performance.now();
        try {
          assertExtracted(await extract(mutated(originals[id], seed)));
        } catch (error) {
          // By its name: what is loaded when it is needed may be another copy of the class here.
          assert.ok(error instanceof Error && error.name === 'NotReadable' && error.message.length > 10, `seed ${seed}: ${String(error)}`);
        }
        assert.ok(performance.now() - started < 5000, `seed ${seed}`);
      }
    });
  }
});

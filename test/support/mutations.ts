import { readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';

import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';

import { createRandom } from '../../src/base/random.ts';
import type { FormatId } from '../../src/documents/formats.ts';
import { docxOf, pdfOf, pptxOf, wordParagraph, wordTable, xlsxOf, zipOf } from './make-documents.ts';

/** A small file of each format that is not text, with what its reader knows. */
export const originals: Readonly<Record<FormatId, Uint8Array>> = {
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
  ipynb: Buffer.from(
    '{"cells": [{"cell_type": "markdown", "source": ["# Gate\\n", "The gate is locked at night, and the warden keeps its key in the lodge.\\n"]}, ' +
      '{"cell_type": "code", "source": "rates(5)", "outputs": [{"text": ["North: 5\\n", "South: 7 from May to September, 4 in winter\\n"]}]}]}',
  ),
  rtf: Buffer.from(
    String.raw`{\rtf1\ansi{\fonttbl{\f0 A;}}{\stylesheet{\s1 heading 1;}}\s1 Keys\par\pard It is \b old\b0 , \u8364?5.\par\intbl A\cell B\cell\row}`,
  ),
  eml: Buffer.from('Subject: Gate\r\nContent-Type: text/html\r\n\r\n<p>It is <b>old</b>.</p>'),
};

const fixtures = join(import.meta.dirname, '..', 'fixtures', 'documents');

/** Texts by their extension, to be read as what they are. */
export function textOriginals(): ReadonlyMap<string, Uint8Array> {
  return new Map(readdirSync(fixtures).map((name) => [extname(name), readFileSync(join(fixtures, name))]));
}

/** Bytes that are changed, cut out, doubled or cut off at places that the seed says. */
export function mutated(bytes: Uint8Array, seed: number): Uint8Array {
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

/** The same, and of zip files every other time one of the parts, as damage to the file itself seldom gets further than its outside. */
export function mutatedWithin(bytes: Uint8Array, seed: number): Uint8Array {
  if (seed % 2 === 0 || !(bytes[0] === 0x50 && bytes[1] === 0x4b)) return mutated(bytes, seed);
  const parts = unzipSync(bytes);
  const random = createRandom(seed);
  const names = Object.keys(parts);
  const name = names[random.integer(names.length)] ?? '';
  const part = parts[name] ?? new Uint8Array(0);
  parts[name] = seed % 4 === 1 ? Uint8Array.from(mutated(part, seed)) : Uint8Array.from(strToU8(moved(strFromU8(part, true), seed), true));
  return zipSync(parts, { level: 0 });
}

/** A piece between two signs of markup is taken out and put in elsewhere, up to a thousand times: XML that is deep, long or in disorder. */
function moved(text: string, seed: number): string {
  const random = createRandom(seed + 1);
  const cuts = [...text.matchAll(/[<>"=]/g)].map(({ index }) => index);
  const at = (): number => cuts[random.integer(Math.max(1, cuts.length))] ?? 0;
  const [from, to] = [at(), at()].sort((a, b) => a - b);
  const target = at();
  const piece = text.slice(from, to).slice(0, 2000);
  return text.slice(0, target) + piece.repeat(random.integer(8) === 0 ? 1000 : 1 + random.integer(3)) + text.slice(target);
}

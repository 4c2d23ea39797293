import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { cite } from '../../../src/documents/cite.ts';
import { readDocument } from '../../../src/documents/read.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const data = process.env['LINCHPIN_DATA'] ?? join(root, '..', 'shared', 'data');
const folder = join(data, 'workspaces', 'owasp-asvs');

/** Words of a requirement, without what each format puts between them. */
const bare = (text: string): string =>
  text
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();

const requirements: readonly (readonly [version: string, words: string])[] = [
  ['v4.0.3', 'user set passwords are at least 12 characters in length'],
  ['v4.0.3', 'passwords of at least 64 characters are permitted'],
  ['v5.0.0', 'user set passwords are at least 8 characters in length'],
  ['v5.0.0', 'passwords of at least 64 characters are permitted'],
];

describe('One standard in two formats', () => {
  const missing = existsSync(folder) ? '' : ' (skipped: set LINCHPIN_DATA to the folder of data sets)';
  for (const [version, words] of requirements)
    it(`${version}: "${words}" is cited from PDF by its page and from DOCX by its paragraph${missing}`, async function () {
      if (missing !== '') this.skip();
      this.timeout(180_000);
      const names = readdirSync(join(folder, version));
      const kinds = new Map<string, string>();
      for (const kind of ['pdf', 'docx']) {
        const name = names.find((each) => each.endsWith(`.${kind}`));
        assert.ok(name !== undefined, `${version} has no ${kind}`);
        const result = await readDocument(join(folder, version, name), name);
        assert.ok(result.ok, name);
        const { document } = result;
        const spans = document.spans.filter((span) => bare(span.plain).includes(words));
        assert.ok(spans.length >= 1, `${name}: not found`);
        for (const span of spans) {
          const citation = cite(name, document.text, document.contentHash, span.start, span.end, document.lines, span.locator);
          assert.equal(document.text.slice(span.start, span.end), citation.quote);
          assert.ok(bare(citation.quote).includes(words), citation.quote);
        }
        const [locator] = spans.map((span) => span.locator);
        kinds.set(kind, locator?.kind ?? 'none');
      }
      assert.deepEqual(
        [...kinds],
        [
          ['pdf', 'page'],
          ['docx', 'paragraph'],
        ],
      );
    });
});

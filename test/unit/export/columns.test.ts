import assert from 'node:assert/strict';

import fc from 'fast-check';

import { parseDocument } from '../../../src/documents/document.ts';
import { columnOf, type Placed, withColumns } from '../../../src/export/columns.ts';
import type { Finding } from '../../../src/export/finding.ts';
import { sarif } from '../../../src/export/sarif.ts';

function findingAt(place: Placed): Finding {
  const none = { fix: null, auditId: null, chance: null };
  return { kind: 'refuted', text: place.quote, place, reason: 'r', evidence: [place], counterEvidence: [place], ...none };
}

function placeIn(text: string, start: number, end: number, path = 'a.md'): Placed {
  const line = text.slice(0, start).split(/\r\n|\r|\n/).length;
  const prefix = text.slice(Math.max(0, start - 32), start);
  return { path, start, end, line, quote: text.slice(start, end), prefix, suffix: text.slice(end, end + 32), contentHash: '' };
}

describe('Columns', () => {
  it('of every claim of a long line are those that an editor shows', async () => {
    const text = `# Report\n\n${'The rent of the workshop is £58,000 a year. '.repeat(4)}\n`;
    const { spans } = parseDocument('a.md', text) ?? assert.fail();
    const findings = spans
      .filter(({ plain }) => plain.startsWith('The rent'))
      .map(({ start, end }) => findingAt(placeIn(text, start, end)));
    assert.deepEqual(
      (await withColumns(findings, () => Promise.resolve(text))).map(({ place }) => columnOf(place)),
      [1, 45, 89, 133],
    );
  });

  it('and lines lead to the quote in any text, and are left out rather than wrong where the text is gone or another', async () => {
    const character = fc.constantFrom('a', 'b', ' ', '\n', '\r\n', '\r', 'é', '😀');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: character, minLength: 1, maxLength: 120 }), fc.nat(), fc.nat(), async (text, from, length) => {
        const start = from % text.length;
        // Between \r and \n is no place.
        if (text.slice(start - 1, start + 1) === '\r\n') return;
        const place = placeIn(text, start, Math.min(text.length, start + 1 + (length % 20)));
        for (const now of [text, null, `${text}${text}`.slice(1)]) {
          const [found] = await withColumns([findingAt(place)], () => Promise.resolve(now));
          for (const each of [found?.place, ...(found?.evidence ?? []), ...(found?.counterEvidence ?? [])]) {
            const column = columnOf(each ?? null);
            if (now === text) assert.ok(column !== null);
            if (column !== null && now !== null && now !== text) continue;
            if (column === null) continue;
            const line = text.split(/\r\n|\r|\n/)[place.line - 1] ?? '';
            assert.ok(line.slice(column - 1).startsWith(place.quote.split(/\r\n|\r|\n/)[0] ?? ''), JSON.stringify({ text, place, column }));
          }
        }
      }),
    );
  });

  it('reach SARIF of a claim and of its evidence; a page is named in words and has no fix at offsets of its extract', async () => {
    const text = `${'x'.repeat(60)} The rent is £58,000.`;
    const place = placeIn(text, 61, text.length);
    const log = JSON.stringify(sarif(await withColumns([findingAt(place)], () => Promise.resolve(text))));
    assert.equal(log.match(/"startColumn":62,"endColumn":82/g)?.length, 3);
    const inPdf: Placed = { ...place, path: 'lease.pdf', locator: { kind: 'page', page: 2 } };
    const fix = { start: 0, end: 3, before: 'The', after: 'A', because: inPdf };
    const [found] = await withColumns([{ ...findingAt(inPdf), fix }], () => assert.fail('nothing to count in'));
    const paged = JSON.stringify(sarif(found === undefined ? [] : [found]));
    assert.doesNotMatch(paged, /"region"|"fixes"|startColumn/);
    assert.match(paged, /"text":"page 2"/);
    const cited = JSON.stringify(sarif([{ ...findingAt(place), fix }]));
    assert.match(cited, /lease\.pdf, page 2, says/);
  });
});

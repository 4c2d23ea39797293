import assert from 'node:assert/strict';

import { isTextFormat } from '../../../../src/contract/export-formats.ts';
import type { Citation } from '../../../../src/contract/citation.ts';
import { auditReportSchema } from '../../../../src/contract/report.ts';
import { seenLine } from '../../../../src/contract/seen-quote.ts';
import { extractDocument } from '../../../../src/documents/box.ts';
import { formatOf } from '../../../../src/documents/formats.ts';
import { placeInDocument } from '../../../../src/export/words.ts';
import { type Written, writtenReport, writtenSession } from '../../../../src/export/written.ts';
import { states } from '../../../../webview/dev/states.ts';
import { longSession } from '../sessions.ts';

/** What a reader of the file has before their eyes, as the product's own parser reads it: without line breaks and blanks. */
async function textOf(written: Written, name: string): Promise<string> {
  assert.ok(written instanceof Uint8Array);
  const { text } = await extractDocument(formatOf(name) ?? assert.fail(), written);
  return bare(text);
}

function bare(text: string): string {
  return text.replaceAll(/[\s\\|-]+/gu, '');
}

const accented = 'Große Löhne, naïve Façade – “œuvre” … 58 000 €, Ελλάδα, Привет.';

describe('A report for a client', function () {
  this.timeout(60_000);

  for (const format of ['docx', 'pdf'] as const) {
    it(`as ${format.toUpperCase()} has the question, who decided, and every quote with its place; hashes are in the appendix`, async () => {
      assert.equal(isTextFormat(format), false);
      for (const name of ['supported', 'both-sides', 'abstained']) {
        const parsed = auditReportSchema.safeParse(Object.entries(states).find(([key]) => key === name)?.[1].audit?.report);
        if (!parsed.success) continue;
        const report = parsed.data;
        const [first] = report.evidence.minimal;
        const reviews =
          first === undefined
            ? {}
            : { [first.spanId]: { verdict: 'accepted' as const, by: [{ reviewer: 'Vera', verdict: 'accepted', at: '' }], notes: [] } };
        const text = await textOf(await writtenReport(report, format, reviews), `report.${format}`);
        assert.ok(text.includes(bare(report.question)));
        const cited: Citation[] = [
          ...report.evidence.minimal.map(({ citation }) => citation),
          ...report.conflicts.flatMap(({ a, b }) => [a, b]),
        ];
        assert.ok(cited.length > 0);
        for (const citation of cited) {
          assert.ok(text.includes(bare(seenLine(citation))), `${name}: ${citation.quote}`);
          assert.ok(text.includes(bare(`${citation.path}, ${placeInDocument(citation)}`)), `${name}: ${citation.path}`);
        }
        if (first !== undefined) assert.ok(text.includes('acceptedbyVera'));
        const appendix = text.indexOf('Appendix');
        assert.ok(appendix > 0 && text.lastIndexOf(report.hash.slice(0, 20)) > appendix, 'hashes are in the appendix');
        assert.ok(text.indexOf(report.hash.slice(0, 20)) > appendix);
      }
    });

    it(`as ${format.toUpperCase()} has a session whole: its draft with the claims in it, verdicts, pages, decisions, signatures`, async () => {
      const session = longSession();
      const [claim = assert.fail()] = session.claims;
      const page: Citation = { ...(claim.evidence[0] ?? assert.fail()), path: 'lease.pdf', locator: { kind: 'page', page: 7 } };
      session.claims[0] = { ...claim, evidence: [{ ...page, necessity: 1 }], reason: accented };
      const draft = session.claims.map(({ place }) => place.quote).join('\n');
      const written = await writtenSession(session, format, () => Promise.resolve(draft));
      const text = await textOf(written, `session.${format}`);
      for (const each of session.claims) {
        if (each.text.includes('<')) continue;
        assert.ok(text.includes(bare(each.text)), each.text);
        for (const citation of [...each.evidence, ...each.counterEvidence])
          assert.ok(text.includes(bare(`${citation.path}, ${placeInDocument(citation)}`)), citation.path);
      }
      for (const said of [
        'lease.pdf,page7',
        bare(accented),
        'Checkedinfull.',
        'Vera',
        'Thedocumentwithitsclaims',
        '[1:Supported]',
        '[2:Refuted]',
      ])
        assert.ok(text.includes(said), said);
    });
  }

  it('as Word is an open document that holds what no document may hold', async () => {
    const session = longSession();
    const [claim = assert.fail()] = session.claims;
    session.claims[0] = { ...claim, reason: 'a\u0000b\uD800c <w:p>' };
    assert.match(await textOf(await writtenSession(session, 'docx', () => Promise.resolve(null)), 'x.docx'), /a\uFFFDb\uFFFDc<w:p>/);
  });
});

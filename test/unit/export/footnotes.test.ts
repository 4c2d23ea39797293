import assert from 'node:assert/strict';

import fc from 'fast-check';

import { reportOf } from '../../support/reports.ts';
import type { AuditReport } from '../../../src/contract/report.ts';
import { markdownPath, markdownQuote, markdownText } from '../../../src/export/escape.ts';
import { reportMarkdown } from '../../../src/export/markdown.ts';
import { answerWithFootnotes, answerWithPlaces, markdownAnswer, findFootnotes, footnoteAt } from '../../../src/export/footnotes.ts';

describe('An answer with footnotes', () => {
  it('has a definition for every footnote in it, with place and quote, and each leads back to its audit', () => {
    for (const name of ['supported', 'by-reading', 'conflicting', 'both-sides', 'uncertain'] as const) {
      const report = reportOf(name);
      const { text, definitions } = answerWithFootnotes(report, 'drafts/x/answer.md');
      const used = findFootnotes(text);
      assert.ok(used.length > 0, name);
      assert.deepEqual(
        new Set(findFootnotes(definitions.join('\n')).map(({ marker }) => marker)),
        new Set(used.map(({ marker }) => marker)),
        name,
      );
      for (const { auditId, start, end } of used) {
        assert.equal(auditId, report.id);
        assert.match(text.slice(start, end), /^\[\^linchpin-/);
      }
      for (const definition of definitions) assert.match(definition, /\]\(\.\.\/\.\.\/[^)]+#L\d+\), line \d+: “.+”$/u);
    }
  });

  it('is copied whole: as Markdown with what each footnote cites, as text with the places', () => {
    const report = reportOf('by-reading');
    const markdown = markdownAnswer(report);
    const marks = findFootnotes(markdown);
    for (const { marker } of marks) assert.equal(marks.filter((mark) => mark.marker === marker).length, 2, 'said and defined');
    const text = answerWithPlaces(report);
    for (const { citation } of report.evidence.minimal.slice(0, marks.length / 2)) {
      assert.ok(markdown.includes(`line ${citation.line}: “`));
      assert.ok(text.includes(`[${citation.path}, line ${citation.line}]`));
    }
  });

  it('leaves code as code in what it quotes, and escapes all else', () => {
    const report = reportOf('by-reading');
    const [first = assert.fail()] = report.evidence.minimal;
    const quote = 'Write `a*b*` or ``x ` y``, never *this* or <b> ` alone.';
    const citation = { ...first.citation, quote };
    const changed = { ...report, evidence: { ...report.evidence, minimal: [{ ...first, citation }] } };
    const { definitions } = answerWithFootnotes(changed, null);
    assert.ok(definitions[0]?.includes('“Write `a*b*` or ``x ` y``, never \\*this\\* or \\<b\\> \\` alone.”'), definitions[0]);
    // Of text without code nothing changes, and what is code holds no live markup: every backtick outside it is escaped.
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('a', '`', '*', '<', ' ', '\\', '[') }), (text) => {
        if (!text.includes('`')) assert.equal(markdownQuote(text), markdownText(text));
        assert.equal(markdownQuote(text).replaceAll('\\', ''), markdownText(text).replaceAll('\\', ''));
      }),
    );
  });

  it('keeps the id of a hostile report within its label', () => {
    const report = { ...reportOf('supported'), id: 'x-1]: javascript:alert(1) ![a](http://b/c)\n# Approved\n[^y' };
    const { text, definitions } = answerWithFootnotes(report, null);
    const whole = reportMarkdown(report);
    for (const written of [text, ...definitions, whole]) {
      for (const [label = ''] of written.matchAll(/\[\^linchpin-[^\]]*\]/g)) assert.match(label, /^\[\^linchpin-[A-Za-z0-9_-]+-\d+\]$/);
      assert.doesNotMatch(written, /^# Approved/m);
      assert.doesNotMatch(written, /(?<!\\)\]\(http:\/\/b/);
    }
    assert.ok(findFootnotes(text).length > 0);
  });

  it('says that it is uncertain, that the documents disagree, or that nothing answers', () => {
    assert.match(
      answerWithFootnotes(reportOf('uncertain'), null).text,
      /^This may answer “.+”; about 4 of 10 answers like this are right: \*\*.+\*\*: “/u,
    );
    assert.match(answerWithFootnotes(reportOf('both-sides'), null).text, /^The documents disagree on “.+”\.\[\^.+-1\]\[\^.+-2\]$/u);
    const none = answerWithFootnotes(reportOf('abstaining'), null);
    assert.match(none.text, /^The documents do not decide “/u);
    assert.match(answerWithPlaces(reportOf('uncertain')), /^This may answer .+ \[.+, line \d+\]$/u);
  });

  it('is found again by its footnotes, each with what it cites', async () => {
    const report = reportOf('both-sides');
    const { text, definitions } = answerWithFootnotes(report, 'a.md');
    const document = `${text}\n\n${definitions.join('\n')}`;
    const audits = new Map([[report.id, report]]);
    const audit = (id: string): Promise<AuditReport> => {
      const found = audits.get(id);
      return found === undefined ? Promise.reject(new Error('not here')) : Promise.resolve(found);
    };
    for (const { start, end, marker } of findFootnotes(document)) {
      const found = await footnoteAt(document, end - 1, audit);
      assert.deepEqual([found?.start, found?.marker, found?.report.id], [start, marker, report.id]);
      assert.ok(definitions.some((line) => line.includes(found?.citation.quote ?? '-')));
    }
    assert.equal(await footnoteAt(document, 0, audit), null);
    assert.equal(await footnoteAt('x [^linchpin-another-1]', 8, audit), null);
    assert.equal(await footnoteAt(`x [^linchpin-${report.id}-99]`, 8, audit), null);
  });

  it('adds no definition twice', () => {
    const report = reportOf('supported');
    const first = answerWithFootnotes(report, 'a.md');
    const again = answerWithFootnotes(report, 'a.md', `${first.text}\n\n${first.definitions.join('\n\n')}`);
    assert.deepEqual([again.text, again.definitions], [first.text, []]);
  });

  it('keeps a document from writing footnotes, links or HTML of its own', () => {
    const { text, definitions } = answerWithFootnotes(reportOf('hostile'), 'a.md');
    assert.doesNotMatch([text, ...definitions].join('\n'), /(?<!\\)<(?:img|script)/);
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom(...'[]()<>!^*_`\\|#~:ahtps/.&;-+1 \n'.split('')) }), (words) => {
        const written = markdownText(words);
        assert.doesNotMatch(written, /(?<!\\)(?:\\\\)*[[\]<>`*_|~]/, 'what opens markup is escaped');
        assert.equal(findFootnotes(markdownText(`${words}[^linchpin-a-1]`)).length, 0);
      }),
    );
  });

  it('links to paths whatever they hold', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.string({ minLength: 1, unit: 'grapheme' }).filter((name) => !name.includes('/')),
          { minLength: 1 },
        ),
        (parts) => {
          const path = parts.join('/');
          const link = markdownPath(path);
          assert.doesNotMatch(link, /[\s()<>[\]]/);
          assert.equal(link.split('/').map(decodeURIComponent).join('/'), path);
        },
      ),
    );
  });
});

import assert from 'node:assert/strict';

import { auditReportSchema } from '../../../src/contract/report.ts';
import { markdownText } from '../../../src/export/escape.ts';
import { exportedReport } from '../../../src/export/formats.ts';
import { reportHtml } from '../../../src/export/html/report.ts';
import { reportMarkdown } from '../../../src/export/markdown.ts';
import type { ExportedReviews } from '../../../src/export/outline.ts';
import { oneLine } from '../../../src/export/words.ts';
import { states } from '../../../webview/dev/states.ts';
import { reportNames, reportOf } from '../../support/reports.ts';
import { attributesOf, elementsOf, textOf } from './page.ts';

const reviewsOf = (name: keyof typeof states): ExportedReviews => states[name].audit?.reviews ?? {};
const bodyOf = (page: string): string =>
  oneLine(
    elementsOf(page)
      .filter(({ tagName }) => tagName === 'main')
      .map(textOf)
      .join(''),
  );

describe('An exported report', () => {
  it('names every piece of minimal evidence with its place and its quote, in every form to read', () => {
    for (const name of reportNames) {
      const report = reportOf(name);
      const page = bodyOf(reportHtml(report));
      const markdown = reportMarkdown(report);
      for (const { citation } of report.evidence.minimal) {
        assert.ok(page.includes(`${citation.path}, line ${citation.line}`), `${name}: ${citation.path}`);
        assert.ok(page.includes(oneLine(citation.quote)), name);
        assert.ok(markdown.includes(`${markdownText(citation.path)}, line ${citation.line}`), name);
        assert.ok(markdown.includes(`> ${markdownText(oneLine(citation.quote))}`), name);
      }
      assert.ok(page.includes(report.id) && markdown.includes(report.id));
    }
  });

  it('is a page that fetches nothing and runs nothing, whatever the documents hold', () => {
    for (const name of reportNames) {
      const all = elementsOf(reportHtml(reportOf(name), reviewsOf(name)));
      const forbidden = all.filter(({ tagName }) => ['script', 'img', 'link', 'iframe', 'object', 'form', 'i', 'b'].includes(tagName));
      assert.deepEqual(
        forbidden.map(({ tagName }) => tagName),
        [],
        name,
      );
      for (const element of all)
        for (const [attribute, value] of Object.entries(attributesOf(element))) {
          assert.doesNotMatch(attribute, /^on/, name);
          if (attribute === 'href' || attribute === 'src') assert.match(value, /^#/, name);
        }
      assert.match(
        attributesOf(all.find((element) => attributesOf(element)['http-equiv'] !== undefined)!)['content'] ?? '',
        /default-src 'none'/,
      );
    }
  });

  it('lets nothing of a document act as markup in Markdown', () => {
    for (const name of ['hostile', 'hostile-answer'] as const) {
      const text = reportMarkdown(reportOf(name));
      assert.ok(text.includes('onerror'), name);
      assert.doesNotMatch(text, /(?<!\\)<(?:img|script|i|b)/, name);
    }
  });

  it('says how often such answers are right in place of quality, and necessity only where the answer stands', () => {
    const uncertain = reportMarkdown(reportOf('uncertain'));
    assert.match(uncertain, /^\*\*This may answer it\.\*\* About 4 of 10 answers like this are right\.$/mu);
    assert.match(reportMarkdown(reportOf('by-reading')), /^\*\*Supported\.\*\* About 9 of 10 .* Falls if 1 source falls\./mu);
    for (const name of ['uncertain', 'abstaining'] as const)
      for (const format of ['markdown', 'html'] as const)
        assert.doesNotMatch(
          exportedReport(reportOf(name), format).replace(/<style>[\s\S]*<\/style>/, ''),
          /quality|necessity|needed/iu,
          name,
        );
  });

  it('shows no sentence as the answer where none is given', () => {
    const page = elementsOf(reportHtml(reportOf('abstaining')));
    const answers = page.filter((element) => attributesOf(element)['class']?.split(' ').includes('answer'));
    assert.deepEqual(
      answers.map((element) => attributesOf(element)['class']),
      ['answer calm'],
    );
    assert.equal(
      page.some((element) => attributesOf(element)['class'] === 'short'),
      false,
    );
  });

  it('says who decided what, and that a rejected piece still counts in the status', () => {
    const report = reportOf('reviewed');
    const page = bodyOf(reportHtml(report, reviewsOf('reviewed')));
    assert.match(page, /rejected by ada/);
    assert.match(page, /Reviewers rejected \[1\], \[2\]\. The status is from before/);
    assert.doesNotMatch(bodyOf(reportHtml(report)), /Reviewers rejected/);
    assert.match(reportMarkdown(report, reviewsOf('reviewed')), /accepted by ada/);
  });

  it('keeps the heat map and what it was made with for an appendix', () => {
    const report = reportOf('supported');
    const page = reportHtml(report);
    const appendix = page.indexOf('Appendix: how this was judged and made');
    assert.ok(appendix > page.indexOf('Neighbouring questions') && appendix > page.indexOf('class="evidence"'));
    assert.ok(page.indexOf('Relevance of each passage') > appendix);
    for (const text of [page, reportMarkdown(report)])
      assert.ok(text.indexOf(report.hash) > text.indexOf('Appendix: how this was judged and made'), text);
  });

  it('gives JSON that is the report itself', () => {
    const report = reportOf('supported');
    assert.deepEqual(auditReportSchema.parse(JSON.parse(exportedReport(report, 'json'))), report);
  });
});

import assert from 'node:assert/strict';

import { extract as odt } from '../../../../src/documents/formats/odt.ts';
import { extract as pptx } from '../../../../src/documents/formats/pptx.ts';
import { extract as xlsx } from '../../../../src/documents/formats/xlsx.ts';
import { evidenceSpans } from '../../../../src/documents/spans.ts';
import type { EvidenceSpan } from '../../../../src/documents/types.ts';
import { pptxOf, xlsxOf, zipOf } from '../../../support/make-documents.ts';
import { assertExtracted, reasonFor } from './checks.ts';

function told(spans: readonly EvidenceSpan[]): unknown[] {
  return spans.map(({ plain, headingPath, locator }) => [plain, headingPath.join(' > '), locator]);
}

describe('Excel workbooks', () => {
  const workbook = xlsxOf(
    {
      Rates: `<row r="1"><c r="A1" t="s"><v>0</v></c></row>
        <row r="2"><c r="A2" t="s"><v>1</v></c><c r="B2" t="s"><v>2</v></c><c r="C2" t="inlineStr"><is><r><t>Va</t></r><r><t>lid from</t></r></is></c></row>
        <row r="3"><c r="A3" t="str"><v>North</v></c><c r="B3" s="1"><v>0.051</v></c><c r="C3" s="2"><v>45000</v></c></row>
        <row r="4"><c r="B4" s="1"><f>B3*2</f><v>0.102</v></c><c r="C4" t="b"><v>1</v></c></row>
        <row r="7"><c r="B7" s="3"><v>1234.5</v></c></row>`,
      Empty: '',
    },
    ['Rates of the gates', 'Gate', 'Rate'],
    '<mergeCells><mergeCell ref="A3:A4"/></mergeCells>',
  );

  it('become rows with the names of their columns, values as they are shown, and addresses', () => {
    const document = xlsx(workbook);
    assertExtracted(document);
    const at = (cells: string): unknown => ({ kind: 'sheet', sheet: 'Rates', cells });
    assert.deepEqual(told(evidenceSpans(document)), [
      ['Rates', '', at('A1')],
      ['Rates of the gates', 'Rates', at('A1')],
      ['Gate; Rate; Valid from', 'Rates', at('A2:C2')],
      ['Gate: North; Rate: 5.1%; Valid from: 2023-03-15', 'Rates', at('A3:C3')],
      ['Gate: North; Rate: 10.2%; Valid from: TRUE', 'Rates', at('A4:C4')],
      ['1,234.50 EUR', 'Rates', at('B7')],
      ['Empty', '', { kind: 'sheet', sheet: 'Empty', cells: 'A1' }],
    ]);
  });

  it('that are broken are named', async () => {
    assert.match(await reasonFor(() => xlsx(workbook.subarray(0, 400))), /^damaged: /);
    assert.match(await reasonFor(() => xlsx(zipOf({ 'word/document.xml': '<a/>' }))), /^damaged: there is no Excel workbook in it/);
    assert.match(await reasonFor(() => xlsx(Buffer.from('Gate,Rate\n'))), /^damaged: it is not an Excel workbook/);
    assert.match(await reasonFor(() => xlsx(xlsxOf({ A: '<row><c><v>1</row>' }, []))), /^damaged: a part of the file/);
  });
});

describe('PowerPoint presentations', () => {
  const slide = `<p:sp><p:nvSpPr><p:nvPr><p:ph type="title"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>The gates</a:t></a:r></a:p></p:txBody></p:sp>
    <p:sp><p:nvSpPr><p:nvPr><p:ph idx="1"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:pPr><a:buNone/></a:pPr><a:r><a:t>Wardens shall:</a:t></a:r></a:p><a:p><a:r><a:t>lock the </a:t></a:r><a:r><a:t>gate</a:t></a:r></a:p><a:p><a:pPr lvl="1"/><a:r><a:t>at night</a:t></a:r></a:p></p:txBody></p:sp>
    <p:sp><p:nvSpPr><p:nvPr><p:ph type="sldNum"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:fld><a:t>1</a:t></a:fld></a:p></p:txBody></p:sp>
    <p:graphicFrame><a:graphic><a:graphicData><a:tbl><a:tblPr firstRow="1"/><a:tr><a:tc><a:txBody><a:p><a:r><a:t>Gate</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>Rate</a:t></a:r></a:p></a:txBody></a:tc></a:tr><a:tr><a:tc><a:txBody><a:p><a:r><a:t>North</a:t></a:r></a:p></a:txBody></a:tc><a:tc><a:txBody><a:p><a:r><a:t>5</a:t></a:r></a:p></a:txBody></a:tc></a:tr></a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  const show = pptxOf([slide, ''], 'It is old.');

  it('become sections under the titles of their slides, with lists, tables and notes', () => {
    const document = pptx(show);
    assertExtracted(document);
    const first = { kind: 'slide', slide: 1 };
    assert.deepEqual(told(evidenceSpans(document)), [
      ['The gates', '', first],
      ['Wardens shall:', 'The gates', first],
      ['lock the gate', 'The gates', first],
      ['at night', 'The gates', first],
      ['Gate; Rate', 'The gates', first],
      ['Gate: North; Rate: 5', 'The gates', first],
      ['Notes', 'The gates', first],
      ['It is old.', 'The gates > Notes', first],
      ['Slide 2', '', { kind: 'slide', slide: 2 }],
    ]);
    assert.equal(evidenceSpans(document)[3]?.leadIn, 'Wardens shall:');
  });

  it('that are broken are named', async () => {
    assert.match(await reasonFor(() => pptx(show.subarray(0, 300))), /^damaged: /);
    assert.match(await reasonFor(() => pptx(zipOf({ a: 'b' }))), /^damaged: there is no PowerPoint presentation in it/);
    assert.match(await reasonFor(() => pptx(new Uint8Array(0))), /^damaged: the file is empty/);
  });
});

describe('OpenDocument texts', () => {
  const content = (body: string): string =>
    `<?xml version="1.0"?><office:document-content xmlns:office="o" xmlns:text="t" xmlns:table="b"><office:body><office:text>${body}</office:text></office:body></office:document-content>`;
  const text = zipOf({
    mimetype: 'application/vnd.oasis.opendocument.text',
    'content.xml': content(
      `<text:tracked-changes><text:p>Deleted.</text:p></text:tracked-changes><text:h text:outline-level="1">Keys</text:h>
      <text:p>Wardens<text:s text:c="2"/>shall<text:note><text:note-citation>1</text:note-citation><text:note-body><text:p>Since 1931.</text:p></text:note-body></text:note>:</text:p>
      <text:list><text:list-item><text:p>lock <text:span>the</text:span> gate<office:annotation><text:p>Why?</text:p></office:annotation></text:p><text:list><text:list-item><text:p>at night</text:p></text:list-item></text:list></text:list-item></text:list>
      <table:table><table:table-header-rows><table:table-row><table:table-cell><text:p>Gate</text:p></table:table-cell><table:table-cell><text:p>Rate</text:p></table:table-cell></table:table-row></table:table-header-rows><table:table-row><table:table-cell><text:p>North</text:p></table:table-cell><table:table-cell><text:p>5</text:p></table:table-cell><table:table-cell table:number-columns-repeated="1000"/></table:table-row></table:table>`,
    ),
  });

  it('become headings, lists, tables and notes', () => {
    const document = odt(text);
    assertExtracted(document);
    assert.deepEqual(
      evidenceSpans(document).map(({ plain, leadIn }) => [plain, leadIn]),
      [
        ['Keys', undefined],
        ['Wardens shall:', undefined],
        ['lock the gate', 'Wardens shall:'],
        ['at night', 'Wardens shall:'],
        ['Gate; Rate', undefined],
        ['Gate: North; Rate: 5', undefined],
        ['Since 1931.', undefined],
      ],
    );
  });

  it('that are broken are named', async () => {
    assert.match(await reasonFor(() => odt(text.subarray(0, 200))), /^damaged: /);
    assert.match(await reasonFor(() => odt(zipOf({ 'content.xml': content('<text:p>') }))), /^damaged: a part of the file/);
    const sealed = zipOf({ 'META-INF/manifest.xml': '<m><encryption-data/></m>', 'content.xml': 'x' });
    assert.match(await reasonFor(() => odt(sealed)), /^encrypted: /);
  });
});

import { type Zippable, zipSync } from 'fflate';

/** A zip file of texts; the same parts give the same bytes. */
export function zipOf(parts: Readonly<Record<string, string | Uint8Array>>): Uint8Array {
  const encoder = new TextEncoder();
  const entries: Zippable = Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [name, typeof part === 'string' ? encoder.encode(part) : part]),
  );
  return zipSync(entries, { level: 6, mtime: new Date(2020, 0, 1) });
}

const wordNames = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:mc="mc" xmlns:wps="wps" xmlns:v="v"';

/** A Word document with this body, in WordprocessingML. */
export function docxOf(body: string, parts: Readonly<Record<string, string>> = {}): Uint8Array {
  return zipOf({
    '[Content_Types].xml': '<?xml version="1.0"?>\r\n<Types xmlns="t"/>',
    'word/document.xml': `<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\r\n<w:document ${wordNames}><w:body>${body}</w:body></w:document>`,
    'word/styles.xml': `<w:styles ${wordNames}>
      <w:style w:type="paragraph" w:default="1" w:styleId="Normal"><w:name w:val="Normal"/></w:style>
      <w:style w:type="paragraph" w:styleId="Title"><w:name w:val="Title"/></w:style>
      <w:style w:type="paragraph" w:styleId="H1"><w:name w:val="heading 1"/><w:pPr><w:outlineLvl w:val="0"/><w:numPr><w:numId w:val="2"/></w:numPr></w:pPr></w:style>
      <w:style w:type="paragraph" w:styleId="H2"><w:name w:val="heading 2"/><w:pPr><w:numPr><w:ilvl w:val="1"/><w:numId w:val="2"/></w:numPr></w:pPr></w:style>
      <w:style w:type="paragraph" w:styleId="Own"><w:name w:val="Own Heading"/><w:basedOn w:val="H1"/><w:pPr><w:numPr><w:numId w:val="0"/></w:numPr></w:pPr></w:style>
      <w:style w:type="paragraph" w:styleId="TOC1"><w:name w:val="toc 1"/></w:style>
    </w:styles>`,
    'word/numbering.xml': `<w:numbering ${wordNames}>
      <w:abstractNum w:abstractNumId="0"><w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:lvlText w:val=""/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="lowerLetter"/><w:lvlText w:val="%2)"/></w:lvl></w:abstractNum>
      <w:abstractNum w:abstractNumId="1"><w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1."/></w:lvl><w:lvl w:ilvl="1"><w:start w:val="1"/><w:numFmt w:val="decimal"/><w:lvlText w:val="%1.%2"/></w:lvl></w:abstractNum>
      <w:num w:numId="1"><w:abstractNumId w:val="0"/></w:num><w:num w:numId="2"><w:abstractNumId w:val="1"/></w:num>
    </w:numbering>`,
    ...parts,
  });
}

/** A paragraph of a Word document. */
export function wordParagraph(text: string, style = 'Normal', level?: number): string {
  const number = level === undefined ? '' : `<w:numPr><w:ilvl w:val="${level}"/><w:numId w:val="1"/></w:numPr>`;
  return `<w:p><w:pPr><w:pStyle w:val="${style}"/>${number}</w:pPr><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
}

export function wordTable(rows: readonly (readonly string[])[], hasHeader = true): string {
  const row = (cells: readonly string[], index: number): string =>
    `<w:tr>${hasHeader && index === 0 ? '<w:trPr><w:tblHeader/></w:trPr>' : ''}${cells
      .map((cell) => (cell.startsWith('<w:tc>') ? cell : `<w:tc>${wordParagraph(cell)}</w:tc>`))
      .join('')}</w:tr>`;
  return `<w:tbl>${rows.map(row).join('')}</w:tbl>`;
}

/** Text at a place on a page of 600 by 800 points, counted from the lower left. */
export interface Placed {
  readonly x: number;
  readonly y: number;
  readonly text: string;
  readonly size?: number;
  readonly bold?: boolean;
}

/** A PDF file of pages with these texts; `extra` goes into the trailer. */
export function pdfOf(pages: readonly (readonly Placed[])[], extra = ''): Uint8Array {
  const streams = pages.map((placed) =>
    placed
      .map(
        ({ x, y, text, size = 10, bold = false }) =>
          `BT /F${bold ? 2 : 1} ${size} Tf 1 0 0 1 ${x} ${y} Tm (${text.replaceAll(/[\\()]/g, '\\$&')}) Tj ET`,
      )
      .join('\n'),
  );
  const first = 5;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Count ${pages.length} /Kids [${pages.map((_, index) => `${first + 2 * index} 0 R`).join(' ')}] >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>',
    ...streams.flatMap((stream, index) => [
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> /Contents ${first + 2 * index + 1} 0 R >>`,
      `<< /Length ${Buffer.byteLength(stream, 'latin1')} >>\nstream\n${stream}\nendstream`,
    ]),
  ];
  return pdfOfObjects(objects, extra);
}

/** A PDF file of these objects, numbered from 1; the first is the catalogue. */
export function pdfOfObjects(objects: readonly string[], extra = ''): Uint8Array {
  let file = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = file.length;
    file += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const start = file.length;
  file += `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('')}`;
  file += `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R ${extra} >>\nstartxref\n${start}\n%%EOF\n`;
  return Buffer.from(file, 'latin1');
}

/** An Excel workbook of sheets, by name, each with its rows in SpreadsheetML. `merged` goes into the first. */
export function xlsxOf(sheets: Readonly<Record<string, string>>, strings: readonly string[], merged = ''): Uint8Array {
  const names = Object.keys(sheets);
  return zipOf({
    'xl/workbook.xml': `<workbook xmlns:r="r"><workbookPr/><sheets>${names.map((name, index) => `<sheet name="${name}" sheetId="${index + 1}" r:id="rId${index + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships>${names.map((_, index) => `<Relationship Id="rId${index + 1}" Target="worksheets/sheet${index + 1}.xml"/>`).join('')}</Relationships>`,
    'xl/sharedStrings.xml': `<sst>${strings.map((text) => `<si><t>${text}</t></si>`).join('')}</sst>`,
    'xl/styles.xml':
      '<styleSheet><numFmts><numFmt numFmtId="164" formatCode="0.0%"/><numFmt numFmtId="165" formatCode="#,##0.00&quot; EUR&quot;"/></numFmts><cellXfs><xf numFmtId="0"/><xf numFmtId="164"/><xf numFmtId="14"/><xf numFmtId="165"/></cellXfs></styleSheet>',
    ...Object.fromEntries(
      names.map((name, index) => [
        `xl/worksheets/sheet${index + 1}.xml`,
        `<worksheet><sheetData>${sheets[name] ?? ''}</sheetData>${index === 0 ? merged : ''}</worksheet>`,
      ]),
    ),
  });
}

/** A PowerPoint presentation of slides, each with its shapes in PresentationML; the first has notes. */
export function pptxOf(slides: readonly string[], notes: string): Uint8Array {
  const names = 'xmlns:a="a" xmlns:p="p" xmlns:r="r"';
  return zipOf({
    'ppt/presentation.xml': `<p:presentation ${names}><p:sldIdLst>${slides.map((_, index) => `<p:sldId id="${256 + index}" r:id="rId${index + 1}"/>`).join('')}</p:sldIdLst></p:presentation>`,
    'ppt/_rels/presentation.xml.rels': `<Relationships>${slides.map((_, index) => `<Relationship Id="rId${index + 1}" Target="slides/slide${index + 1}.xml"/>`).join('')}</Relationships>`,
    ...Object.fromEntries(
      slides.map((slide, index) => [
        `ppt/slides/slide${index + 1}.xml`,
        `<p:sld ${names}><p:cSld><p:spTree>${slide}</p:spTree></p:cSld></p:sld>`,
      ]),
    ),
    'ppt/slides/_rels/slide1.xml.rels': '<Relationships><Relationship Id="rId9" Target="../notesSlides/notesSlide1.xml"/></Relationships>',
    'ppt/notesSlides/notesSlide1.xml': `<p:notes ${names}><p:cSld><p:spTree><p:sp><p:nvSpPr><p:nvPr><p:ph type="body"/></p:nvPr></p:nvSpPr><p:txBody><a:p><a:r><a:t>${notes}</a:t></a:r></a:p></p:txBody></p:sp></p:spTree></p:cSld></p:notes>`,
  });
}

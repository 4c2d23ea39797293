import assert from 'node:assert/strict';

import { contentOf } from '../../../src/documents/content.ts';
import { docxOf, pdfOf, wordParagraph, wordTable, zipOf } from '../../support/make-documents.ts';

const secret = 'Passwords are 4 characters long.';

/** What is evidence of a file, and the words that it is told to hide. */
async function seen(path: string, bytes: string | Uint8Array): Promise<{ readonly plain: string; readonly hidden: readonly string[] }> {
  const { spans, hidden } = await contentOf(path, typeof bytes === 'string' ? Buffer.from(bytes) : bytes);
  return { plain: spans.map(({ plain }) => plain).join(' | '), hidden: hidden.map(({ by, words }) => `${by}: ${words}`) };
}

const page = (inner: string, head = ''): string => `<html><head>${head}</head><body><p>They are 14 long.</p>${inner}</body></html>`;

describe('Text that a reader does not see', () => {
  const tricks: Record<string, readonly [body: string, by: string, head?: string]> = {
    'visibility: hidden': [`<p style="visibility: hidden">${secret}</p>`, 'style'],
    'display: none': [`<div style="color:red;DISPLAY:none !important"><p>${secret}</p></div>`, 'style'],
    'no opacity': [`<p style="opacity:0">${secret}</p>`, 'style'],
    'no size of type': [`<p style="font-size:0px">${secret}</p>`, 'size'],
    'no size of type, by the short form': [`<p style="font: 0/0 a">${secret}</p>`, 'size'],
    'far off the screen': [`<p style="position:absolute; left:-9999px">${secret}</p>`, 'place'],
    'indented off the screen': [`<p style="text-indent:-9999px">${secret}</p>`, 'place'],
    'white on white': [`<p style="color:#fff">${secret}</p>`, 'colour'],
    'the colour of its background': [`<p style="color: rgb(1,2,3); background: #010203">${secret}</p>`, 'colour'],
    transparent: [`<p style="color: transparent">${secret}</p>`, 'colour'],
    'cut off': [`<p style="position:absolute;clip:rect(0 0 0 0);width:1px;height:1px;overflow:hidden">${secret}</p>`, 'size'],
    'the attribute': [`<p hidden>${secret}</p>`, 'mark'],
    'a class': [
      `<p class="a b">${secret}</p>`,
      'style',
      '<style>/* } */ @media print { .b { display: block } } p.b, q { display: none }</style>',
    ],
    'an id in a cell': [`<table><tr><td>a</td><td id="x">${secret}</td></tr></table>`, 'style', '<style>#x{visibility:hidden}</style>'],
    'around it': [`<div style="font-size:0"><div><span>${secret}</span></div></div>`, 'size'],
  };
  for (const [name, [body, by, head]] of Object.entries(tricks))
    it(`is no evidence, and told: web pages, ${name}`, async () => {
      for (const path of ['a.html', 'a.eml', 'a.epub']) {
        const html = page(body, head);
        const bytes =
          path === 'a.html'
            ? html
            : path === 'a.eml'
              ? `Subject: Gate\r\nContent-Type: text/html\r\n\r\n${html}`
              : zipOf({ 'META-INF/container.xml': '<c><rootfile full-path="b.opf"/></c>', 'b.opf': '<p><manifest><item id="a" href="a.html"/></manifest><spine><itemref idref="a"/></spine></p>', 'a.html': html }); // prettier-ignore
        const { plain, hidden } = await seen(path, bytes);
        assert.match(plain, /They are 14 long\./, path);
        assert.doesNotMatch(plain, /4 characters/, path);
        assert.deepEqual(hidden, [`${by}: ${secret}`], path);
      }
    });

  it('is in Markdown what its blocks of HTML hide', async () => {
    const { plain, hidden } = await seen('a.md', `They are 14 long.\n\n<div style="display:none">\n<p>${secret}</p>\n</div>\n`);
    assert.equal(plain, 'They are 14 long.');
    assert.deepEqual(hidden, [`style: ${secret}`]);
  });

  it('is nothing that a reader does see', async () => {
    const shown = [
      '<p style="color:white;background:#123">Alpha is one of them.</p>',
      '<div style="background:black"><p style="color:#fff">Beta is one of them.</p></div>',
      '<div style="visibility:hidden"><p style="visibility:visible">Gamma is one of them.</p></div>',
      '<div style="font-size:0"><p style="font-size:12px">Delta is one of them.</p></div>',
      '<p class="tab active">Epsilon is one of them.</p>',
      '<p style="opacity:0.5;margin-left:-10px;text-indent:-2em">Zeta is one of them.</p>',
      '<p style="overflow:hidden;width:100px;height:10em">Eta is one of them.</p>',
      '<details><summary>More</summary><p>Theta is one of them.</p></details>',
    ].join('');
    const { plain, hidden } = await seen('a.html', page(shown, '<style>.tab{display:none} .tab.active{display:block}</style>'));
    for (const word of ['Alpha', 'Beta', 'Gamma', 'Delta', 'Epsilon', 'Zeta', 'Eta', 'Theta']) assert.match(plain, new RegExp(word));
    assert.deepEqual(hidden, []);
    // What is behind a text is not known where a file of styles, or a rule for several elements, may say it.
    for (const head of ['<link rel="stylesheet" href="a.css">', '<style>.page .top { background: navy }</style>'])
      assert.match((await seen('a.html', page('<p style="color:white">Iota is one of them.</p>', head))).plain, /Iota/);
  });

  it('is told once, and labels for screen readers not at all', async () => {
    const many = Array.from({ length: 60 }, (_, at) => `<p hidden>This is the hidden text ${at}.</p>`).join('');
    const { plain, hidden } = await seen(
      'a.html',
      page(`<a style="opacity:0">Skip to content</a><p hidden>${secret}</p><p hidden>${secret}</p>${many}`),
    );
    assert.equal(plain, 'They are 14 long.');
    assert.equal(hidden.length, 20);
    assert.equal(hidden.filter((each) => each.includes(secret)).length, 1);
  });

  const run = (properties: string): string => `<w:p><w:r><w:rPr>${properties}</w:rPr><w:t>${secret}</w:t></w:r></w:p>`;
  const styles = '<w:styles xmlns:w="w"><w:style w:type="character" w:styleId="Off"><w:rPr><w:vanish/></w:rPr></w:style><w:style w:type="paragraph" w:styleId="Dark"><w:pPr><w:shd w:fill="000000"/></w:pPr></w:style></w:styles>'; // prettier-ignore
  it('is no evidence, and told: Word documents', async () => {
    for (const [properties, by] of [
      ['<w:vanish/>', 'mark'],
      ['<w:rStyle w:val="Off"/>', 'mark'],
      ['<w:color w:val="FFFFFF"/>', 'colour'],
      ['<w:sz w:val="1"/>', 'size'],
    ] as const) {
      const { plain, hidden } = await seen(
        'a.docx',
        docxOf(wordParagraph('They are 14 long.') + run(properties), { 'word/styles.xml': styles }),
      );
      assert.equal(plain, 'They are 14 long.');
      assert.deepEqual(hidden, [`${by}: ${secret}`]);
    }
  });

  it('is no white text on what is coloured: Word documents', async () => {
    const white = '<w:color w:val="FFFFFF"/>';
    const dark = '<w:shd w:fill="1F3864"/>';
    for (const body of [
      run(`${white}${dark}`),
      run(`${white}<w:highlight w:val="black"/>`),
      run(white).replace('<w:p>', `<w:p><w:pPr>${dark}</w:pPr>`),
      run(white).replace('<w:p>', '<w:p><w:pPr><w:pStyle w:val="Dark"/></w:pPr>'),
      wordTable([
        ['a', `<w:tc><w:tcPr>${dark}</w:tcPr>${run(white)}</w:tc>`],
        ['b', 'c'],
      ]),
      `<w:tbl><w:tblPr><w:tblStyle w:val="T"/></w:tblPr><w:tr><w:tc>${run(white)}</w:tc><w:tc>${run('')}</w:tc></w:tr></w:tbl>`,
      run('<w:vanish w:val="0"/>'),
    ]) {
      const { plain, hidden } = await seen('a.docx', docxOf(body, { 'word/styles.xml': styles }));
      assert.match(plain, /4 characters/, body);
      assert.deepEqual(hidden, []);
    }
  });

  it('is no evidence: PDF files, outside of the page or of no size, which is told', async () => {
    const outside = [{ x: -900, y: 700 }, { x: 700, y: 700 }, { x: 50, y: 900 }, { x: 50, y: -20 }]; // prettier-ignore
    for (const placed of [...outside.map((place) => ({ ...place, text: secret })), { x: 50, y: 600, size: 0.2, text: secret }]) {
      const { plain, hidden } = await seen('a.pdf', pdfOf([[{ x: 50, y: 700, text: 'They are 14 long.' }, placed]]));
      assert.equal(plain, 'They are 14 long.');
      // The library itself passes over most of what is not on the page.
      if ('size' in placed) assert.deepEqual(hidden, [`size: ${secret}`]);
    }
  }).timeout(60_000);
});

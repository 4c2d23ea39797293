import assert from 'node:assert/strict';

import { extract as eml } from '../../../../src/documents/formats/eml.ts';
import { extract as epub } from '../../../../src/documents/formats/epub.ts';
import { extract as ipynb } from '../../../../src/documents/formats/ipynb.ts';
import { evidenceSpans } from '../../../../src/documents/spans.ts';
import { zipOf } from '../../../support/make-documents.ts';
import { assertExtracted, reasonFor } from './checks.ts';

describe('EPUB books', () => {
  const parts = {
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    'OEBPS/book.opf':
      '<package xmlns:dc="d"><metadata><dc:title>Gates &amp; keys</dc:title></metadata><manifest><item id="b" href="two.xhtml"/><item id="a" href="text/one%20a.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
    'OEBPS/text/one a.xhtml':
      '<html><head><title/></head><body><h1>One</h1><p>It is <b>un</b>usual. <a id="x"/>It is old.</p><ul><li>first<ul><li>inner</li></ul></li></ul><table><tr><th>Gate</th><th>Rate</th></tr><tr><td>North</td><td><p>5</p></td></tr></table></body></html>',
    'OEBPS/two.xhtml': '<html><body><h1>Two</h1><blockquote><p>Quoted<br/>words.</p></blockquote><pre>a\n  b</pre></body></html>',
  };

  it('are read in their order, with the chapter of each span', () => {
    const document = epub(zipOf(parts));
    assertExtracted(document);
    assert.equal(document.title, 'Gates & keys');
    const one = 'OEBPS/text/one a.xhtml';
    assert.deepEqual(
      evidenceSpans(document).map(({ kind, plain, locator }) => [kind, plain, locator?.kind === 'part' ? locator.part : '']),
      [
        ['heading', 'One', one],
        ['paragraph', 'It is unusual.', one],
        ['paragraph', 'It is old.', one],
        ['list-item', 'first', one],
        ['list-item', 'inner', one],
        ['table-row', 'Gate; Rate', one],
        ['table-row', 'Gate: North; Rate: 5', one],
        ['heading', 'Two', 'OEBPS/two.xhtml'],
        ['quote', 'Quoted words.', 'OEBPS/two.xhtml'],
        ['code-line', 'a', 'OEBPS/two.xhtml'],
        ['code-line', 'b', 'OEBPS/two.xhtml'],
      ],
    );
  });

  it('that are broken or locked are named', async () => {
    assert.match(await reasonFor(() => epub(zipOf({ a: 'b' }))), /^damaged: there is no EPUB book in it/);
    const sealed = zipOf({ ...parts, 'META-INF/encryption.xml': '<e><CipherReference URI="OEBPS/two.xhtml"/></e>' });
    assert.match(await reasonFor(() => epub(sealed)), /^encrypted: it is copy-protected/);
  });
});

describe('Notebooks', () => {
  it('become text, code and what it printed, with the cell of each span', () => {
    const notebook = {
      cells: [
        {
          cell_type: 'markdown',
          source: ['# Gates\n', '\n', 'It is **old**.\n', '\n', '| Gate | Rate |\n', '|---|---|\n', '| North | 5 |\n'],
        },
        {
          cell_type: 'code',
          source: 'rate = 5\nprint(rate)',
          outputs: [{ output_type: 'stream', text: ['5\n'] }, { data: { 'image/png': 'x', 'text/plain': '<Figure>' } }],
        },
      ],
    };
    const document = ipynb(Buffer.from(JSON.stringify(notebook)));
    assertExtracted(document);
    assert.equal(document.title, 'Gates');
    assert.deepEqual(
      evidenceSpans(document).map(({ plain, locator }) => [plain, locator?.kind === 'cell' ? locator.cell : 0]),
      [
        ['Gates', 1],
        ['It is old.', 1],
        ['Gate; Rate', 1],
        ['Gate: North; Rate: 5', 1],
        ['rate = 5', 2],
        ['print(rate)', 2],
        ['5', 2],
        ['<Figure>', 2],
      ],
    );
  });

  it('that are broken are named', async () => {
    for (const text of ['', '{"cells": [', '[]', '{"worksheets": []}', '{"cells": [{"cell_type": 1}]}'])
      assert.match(await reasonFor(() => ipynb(Buffer.from(text))), /^damaged: it is not a notebook/, text);
  });
});

describe('E-mails', () => {
  it('become subject, people, text, quotations and the names of attachments', async () => {
    const mail = [
      'From: =?utf-8?Q?J=C3=BCrgen?= <j@example.org>',
      'To: a@example.org, Bea <b@example.org>',
      'Subject: The gate',
      'Date: Mon, 6 Jan 2025 10:00:00 +0000',
      'Content-Type: multipart/mixed; boundary=x',
      '',
      '--x',
      'Content-Type: text/plain; charset=iso-8859-1',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      'The gate at M=FChlen is locked. We shall:',
      '- count the keys',
      '',
      '> Is it locked?',
      '--x',
      'Content-Type: application/pdf; name=plan.pdf',
      'Content-Disposition: attachment; filename=plan.pdf',
      'Content-Transfer-Encoding: base64',
      '',
      'AAAA',
      '--x--',
    ].join('\r\n');
    const document = await eml(Buffer.from(mail));
    assertExtracted(document);
    assert.equal(document.title, 'The gate');
    assert.deepEqual(
      evidenceSpans(document).map(({ kind, plain }) => [kind, plain]),
      [
        ['heading', 'The gate'],
        ['paragraph', 'From: Jürgen <j@example.org>'],
        ['paragraph', 'To: a@example.org, Bea <b@example.org>'],
        ['paragraph', 'Date: 2025-01-06T10:00:00.000Z'],
        ['paragraph', 'The gate at Mühlen is locked.'],
        ['paragraph', 'We shall:'],
        ['list-item', 'count the keys'],
        ['quote', 'Is it locked?'],
        ['paragraph', 'Attachment: plan.pdf'],
      ],
    );
  });

  it('that have only HTML are read from it', async () => {
    const document = await eml(Buffer.from('Subject: Gate\r\nContent-Type: text/html\r\n\r\n<p>It is <b>old</b>.</p><p>It is shut.</p>'));
    assert.deepEqual(
      evidenceSpans(document).map(({ plain }) => plain),
      ['Gate', 'It is old.', 'It is shut.'],
    );
  });

  it('that are none are named', async () => {
    assert.match(await reasonFor(() => eml(Buffer.from(''))), /^damaged: it is not an e-mail/);
  });
});

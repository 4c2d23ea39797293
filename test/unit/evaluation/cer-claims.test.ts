import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import JSZip from 'jszip';

import { readVersions, supersededTable } from '../../../evaluation/cer/superseded.ts';
import { conflictClaims, verdictTable } from '../../../evaluation/cer/verdicts.ts';
import { modelsWith } from '../../support/judge.ts';
import { wordJudge } from '../../support/word-judge.ts';

/** The smallest DOCX: paragraphs. */
async function docx(paragraphs: readonly string[]): Promise<Buffer> {
  const zip = new JSZip();
  zip.file(
    '[Content_Types].xml',
    '<?xml version="1.0"?><Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
  );
  zip.file(
    '_rels/.rels',
    '<?xml version="1.0"?><Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
  );
  const body = paragraphs.map((text) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`).join('');
  zip.file(
    'word/document.xml',
    `<?xml version="1.0"?><w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  );
  return await zip.generateAsync({ type: 'nodebuffer' });
}

describe('CER measured: claims', function () {
  this.timeout(20_000);
  let folder = '';
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'linchpin-claims-'));
  });
  after(() => {
    rmSync(folder, { recursive: true, force: true });
  });

  it('reads versions from the oldest to the newest, and shows both sides of what changed', async () => {
    const standard = join(folder, 'standard');
    for (const [version, length] of [
      ['v10.0', 8],
      ['v9.1', 12],
    ] as const) {
      mkdirSync(join(standard, version), { recursive: true });
      writeFileSync(
        join(standard, version, 'standard.docx'),
        await docx([
          'Passwords',
          `User set passwords must be at least ${length} characters in length.`,
          'Sessions end when the user logs out.',
        ]),
      );
    }
    const questions = join(folder, 'questions.json');
    writeFileSync(
      questions,
      JSON.stringify([
        {
          question: 'How many characters long must user set passwords be?',
          current: { mark: 'at least 8 characters', claim: 'User set passwords must be at least 8 characters in length.' },
          outdated: { marks: ['at least 12 characters'], claim: 'User set passwords must be at least 12 characters in length.' },
        },
      ]),
    );
    const versions = await readVersions(standard, questions);
    assert.deepEqual(
      versions?.documents.map(({ path }) => path),
      ['v9.1.html', 'v10.0.html'],
    );
    const rows = (await supersededTable(versions, modelsWith(wordJudge()), () => undefined)).split('\n').map((row) => row.split(' | '));
    assert.equal(rows.length, 2 + 6);
    const shows = (row: number): string[] => (rows[2 + row] ?? []).slice(2, 5).map((cell) => cell.slice(0, 5));
    assert.deepEqual(shows(1), ['1.000', '0.000', '0.000'], 'a claim in force over the newest');
    // At least 12 implies at least 8: what is in force is no conflict, what was superseded is.
    assert.deepEqual(shows(5)[2], '1.000', 'the conflict over all');
    assert.equal(await readVersions(join(folder, 'nowhere'), questions), null);
    writeFileSync(questions, '[{}]');
    await assert.rejects(readVersions(standard, questions), { code: 'document-unreadable' });
  });

  it('audits claims for, against and over both passages', async () => {
    const file = join(folder, 'conflicts.json');
    const record = (subject: string) => ({
      memory_answer: `The ${subject} bridge was closed in 1931.`,
      parametric_memory: `The ${subject} bridge was closed in 1931. It had four spans.`,
      counter_memory: `The ${subject} bridge was not closed in 1931. It carried carts until the war.`,
    });
    writeFileSync(file, ['Arnholt', 'Elmsee', 'Dornum'].map((subject) => JSON.stringify(record(subject))).join('\n'));
    const kinds = await conflictClaims(file, 2);
    assert.deepEqual(
      kinds.map(({ right, items }) => [right, items.length, items[0]?.documents.length]),
      [
        ['supported', 2, 4],
        ['refuted', 2, 4],
        ['conflicting', 2, 5],
      ],
    );
    const table = await verdictTable(kinds, modelsWith(wordJudge()), () => undefined);
    assert.match(table, /a passage for it \| 2 \| supported \| \*\*1\.000/);
    assert.match(table, /one of each \| 2 \| conflicting \| 0\.000[^|]*\| 0\.000[^|]*\| \*\*1\.000/);
  });
});

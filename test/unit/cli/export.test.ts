import assert from 'node:assert/strict';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { exportCommand } from '../../../src/cli/commands/export.ts';
import { auditReportSchema } from '../../../src/contract/report.ts';
import { readDocument } from '../../../src/documents/read.ts';
import { states } from '../../../webview/dev/states.ts';
import { linchpin, newHome, removeHome } from './cli.ts';

describe('linchpin export', function () {
  this.timeout(60_000);
  let home = '';
  let folder = '';
  const report = auditReportSchema.parse(states.supported.audit?.report);
  before(async () => {
    home = await newHome();
    folder = join(home, 'folder');
    await mkdir(join(folder, '.linchpin', 'audits'), { recursive: true });
    await writeFile(join(folder, '.linchpin', 'audits', `${report.id}.json`), JSON.stringify(report));
  });
  after(async () => {
    await removeHome(home);
  });

  it('writes a page to a file, by the id of an audit', async () => {
    const out = join(home, 'report.html');
    const { code, stdout, stderr } = await linchpin(home, 'export', report.id, folder, '--format', 'html', '--out', out);
    assert.deepEqual([code, stdout, stderr], [0, '', '']);
    assert.match(await readFile(out, 'utf8'), /^<!doctype html>/);
  });

  it('writes a PDF that the product reads again', async () => {
    const out = join(home, 'report.pdf');
    await exportCommand(report.id, folder, { format: 'pdf', out });
    const read = await readDocument(out, 'report.pdf');
    assert.ok(read.ok && read.document.text.includes(report.question));
  });

  it('prints Markdown of a report in a file', async () => {
    const { code, stdout } = await linchpin(home, 'export', join(folder, '.linchpin', 'audits', `${report.id}.json`));
    assert.equal(code, 0);
    assert.ok(stdout.startsWith(`# ${report.question}`));
  });

  it('ends with 2 for what is not there and for a form that is none', async () => {
    for (const args of [
      ['nothing-of-this-name', folder],
      [report.id, folder, '--format', 'doc'],
      [report.id, folder, '--out', join(home, 'no', 'such', 'folder.md')],
    ]) {
      const { code, stdout, stderr } = await linchpin(home, 'export', ...args);
      assert.deepEqual([code, stdout], [2, ''], args.join(' '));
      assert.match(stderr, /\S/);
    }
  });
});

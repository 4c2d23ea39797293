import assert from 'node:assert/strict';
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { states } from '../../../webview/dev/states.ts';
import { linchpin, newHome, removeHome } from './cli.ts';

describe('linchpin diff', function () {
  this.timeout(60_000);
  let home = '';
  const drawn = states.supported.audit?.report;
  before(async () => {
    home = await newHome();
    const audits = join(home, '.linchpin', 'audits');
    await mkdir(audits, { recursive: true });
    await writeFile(join(audits, 'a.json'), JSON.stringify({ ...drawn, id: 'a' }));
    await writeFile(join(audits, 'b.json'), JSON.stringify({ ...drawn, id: 'b', answer: { ...drawn?.answer, status: 'conflicting' } }));
  });
  after(async () => {
    await removeHome(home);
  });

  it('ends with 0 for the same audit and with 1 for another, by id and by file', async () => {
    const same = await linchpin(home, 'diff', 'a', join(home, '.linchpin', 'audits', 'a.json'), '--dir', home);
    assert.deepEqual([same.code, same.stderr], [0, '']);
    assert.match(same.stdout, /are the same\./);
    const other = await linchpin(home, 'diff', 'a', 'b', '--dir', home);
    assert.equal(other.code, 1);
    assert.match(other.stdout, /^- status: Supported\n\+ status: Sources disagree$/mu);
  });

  it('ends with 2 for what is not there', async () => {
    const { code, stdout, stderr } = await linchpin(home, 'diff', 'a', '../b', '--dir', home, '--json');
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /no audit "\.\.\/b"/);
  });
});

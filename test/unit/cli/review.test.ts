import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { exportCommand } from '../../../src/cli/commands/export.ts';
import { sessionSchema } from '../../../src/contract/session.ts';
import { ReviewLogs } from '../../../src/review/log.ts';
import { FolderSessions } from '../../../src/engine/sessions.ts';
import { copySample, linchpin, newHome, put, removeHome } from './cli.ts';

const draft = `# Draft

Passwords chosen by users must be at least 20 characters long.

The board pays its cloud provider every 3 months.
`;

describe('linchpin review', function () {
  this.timeout(120_000);
  let home = '';
  let folder = '';
  before(async () => {
    home = await newHome();
    folder = await copySample(home, 'folder');
    await put(folder, { 'draft.md': draft });
  });
  after(async () => {
    await removeHome(home);
  });

  it('checks a document in a session that the editor finds again, and ends with 1 until a reviewer says otherwise', async () => {
    const file = join(folder, 'draft.md');
    const first = await linchpin(home, 'review', file, '--against', folder);
    assert.equal(first.code, 1, first.stderr);
    assert.match(first.stdout, /^draft\.md:3 {2}Refuted\n {4}Passwords chosen by users must be at least 20 characters long\.\n/);
    assert.match(first.stdout, /fix {7}"20" could be "14"/);
    assert.match(first.stdout, /draft\.md:5 {2}Nothing found/);
    const again = await linchpin(home, 'review', file, '--against', folder, '--json', '--no-index');
    const session = sessionSchema.parse(JSON.parse(again.stdout));
    assert.deepEqual(
      [session.path, session.state, session.claims.map(({ status }) => status)],
      ['draft.md', 'done', ['refuted', 'not-enough-evidence']],
    );
    const printed = /^Session (.+)$/mu.exec(first.stdout)?.[1] ?? '';
    assert.ok(printed.endsWith(`.linchpin/sessions/${session.id}.json`), printed);
    for (const [name, args] of Object.entries({
      'the path that was printed': [printed],
      'the path as the folder sees it': [`.linchpin/sessions/${session.id}.json`, folder],
      'the id': [session.id, folder],
    })) {
      assert.ok((await exported(args)).startsWith('# Fact check of draft.md'), name);
    }
    await put(home, { 'elsewhere.json': again.stdout });
    assert.ok((await exported([join(home, 'elsewhere.json')])).startsWith('# Fact check of draft.md'), 'as --json printed it');
    const ids = session.claims.map(({ id }) => id);
    await new FolderSessions(folder, new ReviewLogs(folder)).decide(session.id, ids, 'ann', { action: 'verdict', verdict: 'supported' });
    const decided = await linchpin(home, 'review', file, '--against', folder, '--no-index');
    assert.deepEqual([decided.code, /decided: Supported, ann/.test(decided.stdout)], [0, true]);
  });

  async function exported([what = '', dir]: readonly (string | undefined)[]): Promise<string> {
    const out = join(home, 'exported.md');
    await exportCommand(what, dir, { format: 'markdown', out });
    return await readFile(out, 'utf8');
  }

  it('ends with 2 for a document outside the folder, and says what to do', async () => {
    await put(home, { 'elsewhere.md': draft });
    const { code, stdout, stderr } = await linchpin(home, 'review', join(home, 'elsewhere.md'), '--against', folder);
    assert.deepEqual([code, stdout], [2, '']);
    assert.match(stderr, /is not in the folder.*linchpin check/);
  });
});

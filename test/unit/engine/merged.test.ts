import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { FolderSessions } from '../../../src/engine/sessions.ts';
import { ReviewLogs } from '../../../src/review/log.ts';

const run = promisify(execFile);
const draft = `# Draft

Verifiers must limit failed attempts to 100. A session at AAL2 lasts 12 hours at most.

Biometrics are never used alone. The board must approve each report within 3 days.
`;

describe('two reviewers on two clones', function () {
  this.timeout(60_000);
  let home = '';
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'linchpin-merged-'));
  });
  afterEach(async () => {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  });

  async function git(folder: string, ...args: string[]): Promise<void> {
    await run('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', '-c', 'commit.gpgsign=false', ...args], {
      cwd: folder,
      env: { ...process.env, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_SYSTEM: '/dev/null' },
    });
  }

  async function commit(folder: string): Promise<void> {
    await git(folder, 'add', '-A');
    await git(folder, 'commit', '-q', '-m', 'decisions');
  }

  const sessionsOf = (folder: string) => new FolderSessions(folder, new ReviewLogs(folder));

  it('are merged by git without a conflict, with every decision, the chains whole and their agreement counted', async () => {
    const [origin, a, b] = ['origin', 'a', 'b'].map((name) => join(home, name));
    assert.ok(origin !== undefined && a !== undefined && b !== undefined);
    await mkdir(origin);
    await writeFile(join(origin, 'draft.md'), draft);
    const { id, claims } = await sessionsOf(origin).open('draft.md', false);
    assert.equal(claims.length, 4);
    const [first = '', second = '', third = '', fourth = ''] = claims.map((claim) => claim.id);
    // Both have decided before: their logs have a common past.
    await sessionsOf(origin).decide(id, [first], 'ann', { action: 'verdict', verdict: 'supported' });
    await sessionsOf(origin).decide(id, [first], 'bob', { action: 'verdict', verdict: 'supported' });
    await git(origin, 'init', '-q', '-b', 'main');
    await commit(origin);
    await git(home, 'clone', '-q', origin, a);
    await git(home, 'clone', '-q', origin, b);
    await sessionsOf(a).decide(id, [second, third], 'ann', { action: 'verdict', verdict: 'refuted', note: 'Says 12.' });
    await sessionsOf(a).decide(id, [third], 'ann', { action: 'undo' });
    await sessionsOf(a).decide(id, [third], 'ann', { action: 'verdict', verdict: 'supported' });
    await commit(a);
    await sessionsOf(b).decide(id, [second, third, fourth], 'bob', { action: 'verdict', verdict: 'supported' });
    await commit(b);
    await git(b, 'pull', '-q', '--no-rebase', '--no-edit', a, 'main');
    const merged = await sessionsOf(b).view(id);
    assert.deepEqual(merged.damaged, []);
    assert.deepEqual(
      merged.claims.map(({ review }) => [review.verdict, review.by.length]),
      [
        ['supported', 2],
        ['split', 2],
        ['supported', 2],
        ['supported', 1],
      ],
    );
    // Of three claims that both decided they agree on two, and by chance on 2/3 * 1 + 1/3 * 0.
    assert.deepEqual(merged.agreement, { claims: 3, measure: 'cohen-kappa', value: 0, interval: null });
  });
});

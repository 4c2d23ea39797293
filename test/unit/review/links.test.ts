import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { lstat, mkdir, mkdtemp, readdir, readFile, rm, symlink, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { hashReport } from '../../../src/contract/hash.ts';
import type { Decision } from '../../../src/contract/review.ts';
import { FolderRecords } from '../../../src/engine/folder-records.ts';
import { SavedAudits } from '../../../src/review/audits.ts';
import { importReviews } from '../../../src/review/import.ts';
import { ReviewLogs } from '../../../src/review/log.ts';
import { SavedSessions } from '../../../src/review/session-file.ts';
import { fixture } from './report.ts';

const report = { ...fixture(), id: 'audit-1' };
const whole = { ...report, hash: hashReport(report) };
const session = {
  schemaVersion: 1 as const,
  id: 'draft-1',
  path: 'draft.md',
  createdAt: '2026-01-01T00:00:00Z',
  blind: false,
  contentHash: 'h',
  claims: [],
};
const citation = { path: 'a.md', start: 0, end: 4, line: 1, quote: '$(id > PWNED)', prefix: '', suffix: '', contentHash: 'h' };

function decision(reviewer: string, id = '1'): Decision {
  return {
    schemaVersion: 1,
    id,
    at: '2026-01-01T00:00:01Z',
    reviewer,
    auditId: 'a',
    question: '$(id > PWNED)',
    spanId: 'a.md:0-4',
    citation,
    action: 'accept',
  };
}

describe('links and odd entries in the records of a folder', function () {
  // Links need a right there, and there are no pipes.
  if (process.platform === 'win32') return;
  let home = '';
  let folder = '';
  let outside = '';
  const records = (...names: readonly string[]): string => join(folder, '.linchpin', ...names);
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'linchpin-links-'));
    [folder, outside] = [join(home, 'work'), join(home, 'victim')];
    await mkdir(join(folder, '.linchpin'), { recursive: true });
    await mkdir(outside);
    await writeFile(join(outside, '.bashrc'), '# mine\n');
  });
  afterEach(async () => {
    await rm(home, { recursive: true, force: true });
  });
  /** All files outside, with what they hold. */
  const victim = async (): Promise<Record<string, string>> =>
    Object.fromEntries(
      await Promise.all(
        (await readdir(outside)).map(async (name): Promise<[string, string]> => [name, await readFile(join(outside, name), 'utf8')]),
      ),
    );
  const untouched = { '.bashrc': '# mine\n' };

  it('no decision is appended through a link, of a log or of a folder on the way, and the error names it', async () => {
    for (const [link, target] of [
      ['reviews/alice.jsonl', '.bashrc'],
      ['reviews/alice.jsonl', 'new-file'],
      ['reviews', '.'],
    ] as const) {
      await mkdir(join(records(link), '..'), { recursive: true });
      await symlink(join(outside, target), records(link));
      await assert.rejects(new ReviewLogs(folder).append(decision('alice')), (error: Error) => error.message.includes(records(link)), link);
      assert.deepEqual(await victim(), untouched, link);
      await rm(records('reviews'), { recursive: true });
    }
    await rm(records(), { recursive: true });
    await symlink(outside, records());
    await assert.rejects(new ReviewLogs(folder).append(decision('alice')), { code: 'review-invalid' });
    assert.deepEqual(await victim(), untouched);
  });

  it('no audit, no session and no import is written through a link', async () => {
    for (const kind of ['audits', 'sessions', 'reviews']) await symlink(outside, records(kind));
    await assert.rejects(new SavedAudits(folder).save(whole), { code: 'review-invalid' });
    await assert.rejects(new SavedSessions(folder).save(session), { code: 'review-invalid' });
    const theirs = join(home, 'theirs');
    await new SavedAudits(theirs).save(whole);
    await new SavedSessions(theirs).save(session);
    await new ReviewLogs(theirs).append(decision('ann'));
    const found = await importReviews(theirs, folder);
    assert.deepEqual(
      found.map(({ what }) => what),
      ['refused', 'refused', 'refused'],
    );
    await rm(records(), { recursive: true });
    await symlink(outside, records());
    assert.ok((await importReviews(theirs, folder).catch(() => [])).every(({ what }) => what === 'refused'));
    assert.deepEqual(await victim(), untouched);
    // Nor read through one.
    await symlink(join(theirs, '.linchpin'), join(outside, '.linchpin'));
    await assert.rejects(importReviews(outside, home), { code: 'review-invalid' });
  });

  it('a link to a file is left as it is when a report of its name is saved', async () => {
    await mkdir(records('audits'));
    await symlink(join(outside, '.bashrc'), records('audits', 'audit-1.json'));
    await assert.rejects(new SavedAudits(folder).save(whole), { code: 'review-invalid' });
    assert.ok((await lstat(records('audits', 'audit-1.json'))).isSymbolicLink());
    assert.deepEqual(await victim(), untouched);
  });

  it('what is no plain file is named, is not opened, and hides nothing else', async () => {
    const kept = new FolderRecords(folder);
    await kept.audits.save(whole);
    await new SavedSessions(folder).save(session);
    await new ReviewLogs(folder).append(decision('ann'));
    const odd: string[] = [];
    for (const [kind, ending] of [
      ['audits', '.json'],
      ['sessions', '.json'],
      ['reviews', '.jsonl'],
    ] as const) {
      const at = (name: string): string => records(kind, `${name}${ending}`);
      await mkdir(at('folder'));
      await writeFile(join(at('folder'), 'inner.txt'), 'x');
      execFileSync('mkfifo', [at('pipe')]);
      await symlink('/dev/zero', at('zero'));
      await symlink(at('pipe'), at('link-to-pipe'));
      await symlink(join(outside, '.bashrc'), at('link-out'));
      await symlink(join(folder, 'nowhere'), at('dangling'));
      await writeFile(at('huge'), '');
      // Sparse: it takes no room.
      await truncate(at('huge'), 300 * 1024 * 1024);
      for (const name of ['folder', 'pipe', 'zero', 'link-to-pipe', 'link-out', 'dangling', 'huge'])
        odd.push(`.linchpin/${kind}/${name}${ending}`);
    }
    const seen = new FolderRecords(folder);
    assert.deepEqual(
      (await seen.list()).audits.map(({ id }) => id),
      ['audit-1'],
    );
    assert.deepEqual(
      (await seen.sessions.list()).sessions.map(({ id }) => id),
      ['draft-1'],
    );
    assert.deepEqual(
      (await new ReviewLogs(folder).read()).decisions.map(({ id }) => id),
      ['1'],
    );
    const damaged = await seen.damaged();
    assert.deepEqual(damaged.map(({ file }) => file).sort(), odd.sort());
    assert.ok(damaged.every(({ line, reason }) => line === null && reason !== undefined));
    // Everything goes on beside them.
    await new ReviewLogs(folder).append(decision('ann', '2'));
    assert.equal((await new ReviewLogs(folder).read()).decisions.length, 2);
    // And an import takes what it can.
    const found = await importReviews(folder, join(home, 'new'));
    assert.equal(found.filter(({ what }) => what === 'added').length, 3);
    assert.equal(found.filter(({ what }) => what === 'refused').length, odd.length);
  });

  it('the lock is no way out either', async () => {
    await symlink(join(outside, 'lock'), records('.lock'));
    await assert.rejects(new ReviewLogs(folder).append(decision('ann')), (error: Error) => error.message.includes('.lock'));
    assert.deepEqual(await victim(), untouched);
  });
});

import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { LinchpinError } from '../../../src/base/error.ts';
import { hashReport } from '../../../src/contract/hash.ts';
import type { Decision } from '../../../src/contract/review.ts';
import { SavedAudits } from '../../../src/review/audits.ts';
import { importReviews } from '../../../src/review/import.ts';
import { ReviewLogs } from '../../../src/review/log.ts';
import { SavedSessions } from '../../../src/review/session-file.ts';
import { fixture } from './report.ts';

const citation = { path: 'a.md', start: 0, end: 4, line: 1, quote: 'Text', prefix: '', suffix: '', contentHash: 'h' };
const session = {
  schemaVersion: 1 as const,
  id: 'draft-1',
  path: 'draft.md',
  createdAt: '2026-01-01T00:00:00Z',
  blind: false,
  contentHash: 'h',
  claims: [],
};

function decision(id: string, reviewer = 'ann'): Decision {
  return {
    schemaVersion: 1,
    id,
    at: `2026-01-01T00:00:0${id}Z`,
    reviewer,
    auditId: 'a',
    question: 'Q?',
    spanId: 'a.md:0-4',
    citation,
    action: 'accept',
  };
}

describe("Another's review folder", () => {
  let home = '';
  let theirs = '';
  let ours = '';
  const report = { ...fixture(), id: 'audit-1' };
  const whole = { ...report, hash: hashReport(report) };
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'linchpin-import-'));
    [theirs, ours] = [join(home, 'theirs'), join(home, 'ours')];
    await mkdir(ours);
    await new SavedAudits(theirs).save(whole);
    await new SavedSessions(theirs).save(session);
    const logs = new ReviewLogs(theirs);
    await logs.append(decision('1'));
    await logs.append(decision('2'));
  });
  afterEach(async () => {
    await rm(home, { recursive: true, force: true });
  });
  const outcome = async (): Promise<string[]> => (await importReviews(theirs, ours)).map(({ file, what }) => `${what} ${file}`);

  it('is taken over whole, and a second time nothing changes', async () => {
    assert.deepEqual(await outcome(), ['added audits/audit-1.json', 'added sessions/draft-1.json', 'added reviews/ann.jsonl']);
    assert.deepEqual(await new SavedAudits(ours).load('audit-1'), whole);
    assert.deepEqual(await new SavedSessions(ours).load('draft-1'), session);
    assert.deepEqual(
      (await new ReviewLogs(ours).read()).decisions.map(({ id }) => id),
      ['1', '2'],
    );
    assert.deepEqual((await new ReviewLogs(ours).read()).damaged, []);
    assert.deepEqual(
      (await importReviews(join(theirs, '.linchpin'), ours)).map(({ what }) => what),
      ['kept', 'kept', 'kept'],
    );
  });

  it('comes back with what was decided here, and continues there', async () => {
    await importReviews(theirs, ours);
    await new ReviewLogs(ours).append(decision('3'));
    await new ReviewLogs(ours).append(decision('4', 'bob'));
    assert.deepEqual(
      (await importReviews(ours, theirs)).map(({ file, what }) => `${what} ${file}`),
      ['kept audits/audit-1.json', 'kept sessions/draft-1.json', 'continued reviews/ann.jsonl', 'added reviews/bob.jsonl'],
    );
    const { decisions, damaged } = await new ReviewLogs(theirs).read();
    assert.deepEqual([decisions.length, damaged], [4, []]);
    assert.deepEqual((await outcome()).at(-1), 'kept reviews/bob.jsonl');
  });

  it('never takes lines away: logs that went apart are refused, and ours stays', async () => {
    await importReviews(theirs, ours);
    await new ReviewLogs(ours).append(decision('3'));
    await new ReviewLogs(theirs).append(decision('5'));
    const log = join(ours, '.linchpin', 'reviews', 'ann.jsonl');
    const before = await readFile(log, 'utf8');
    assert.ok((await outcome()).includes('refused reviews/ann.jsonl'));
    assert.equal(await readFile(log, 'utf8'), before);
  });

  it('is refused where it was changed or is another', async () => {
    const at = (...names: string[]): string => join(theirs, '.linchpin', ...names);
    await writeFile(at('audits', 'audit-1.json'), JSON.stringify({ ...whole, question: 'Another?' }));
    await writeFile(at('audits', 'other.json'), JSON.stringify(whole));
    await writeFile(at('sessions', 'draft-1.json'), '{');
    const log = await readFile(at('reviews', 'ann.jsonl'), 'utf8');
    await writeFile(at('reviews', 'ann.jsonl'), log.replace('"accept"', '"reject"'));
    await writeFile(at('reviews', 'bob.jsonl'), log);
    const found = await importReviews(theirs, ours);
    assert.ok(
      found.every(({ what, reason }) => what === 'refused' && reason !== ''),
      JSON.stringify(found),
    );
    assert.equal(found.length, 5);
    await assert.rejects(importReviews(ours, theirs), LinchpinError, 'nothing was written');
  });

  it('is not read through links, and does not write through them', async function () {
    if (process.platform === 'win32') this.skip();
    await writeFile(join(home, 'outside.json'), JSON.stringify({ ...whole, id: 'linked' }));
    await symlink(join(home, 'outside.json'), join(theirs, '.linchpin', 'audits', 'linked.json'));
    await mkdir(join(ours, '.linchpin', 'audits'), { recursive: true });
    await symlink(join(home, 'elsewhere.json'), join(ours, '.linchpin', 'audits', 'audit-1.json'));
    const found = await outcome();
    assert.ok(found.includes('refused audits/linked.json') && found.includes('refused audits/audit-1.json'), found.join('\n'));
  });
});

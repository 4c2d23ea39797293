import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { hashReport } from '../../../src/contract/hash.ts';
import type { AuditReport } from '../../../src/contract/report.ts';
import { FolderSessions } from '../../../src/engine/sessions.ts';
import { exportedSession } from '../../../src/export/formats.ts';
import { SavedAudits } from '../../../src/review/audits.ts';
import { ReviewLogs } from '../../../src/review/log.ts';
import { type DoneResult, SavedSessions, type StoredClaim, type StoredSession } from '../../../src/review/session-file.ts';
import { fixture } from '../review/report.ts';
import { draftSession } from './drafts.ts';

describe('what a signature stands under', () => {
  let folder = '';
  let stored: StoredSession;
  const sessions = (): FolderSessions => new FolderSessions(folder, new ReviewLogs(folder));
  const audit = (id: string, more: Partial<AuditReport> = {}): AuditReport => {
    const report = { ...fixture(), id, ...more };
    return { ...report, hash: hashReport(report) };
  };
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linchpin-signed-'));
    await writeFile(join(folder, 'draft.md'), 'Verifiers must limit failed attempts to 100.\n');
    stored = draftSession(folder, 's', 2);
    await new SavedSessions(folder).save(stored);
    for (const id of ['audit-0', 'audit-1']) await new SavedAudits(folder).save(audit(id));
    await sessions().decide('s', ['c0', 'c1'], 'ann', { action: 'verdict', verdict: 'supported', note: 'As the policy says.' });
    await sessions().sign('s', 'ann', 'Checked.');
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });
  const signOff = async () => (await sessions().view('s')).signOffs[0];

  it('holds as long as nothing has changed', async () => {
    assert.deepEqual(await signOff(), { reviewer: 'ann', at: (await signOff())?.at, statement: 'Checked.', changedSince: [] });
    // The same audit made again differs in times only.
    await new SavedAudits(folder).save(audit('audit-0', { createdAt: '2031-01-01T00:00:00.000Z' }));
    assert.deepEqual((await signOff())?.changedSince, []);
  });

  const done = (claim: StoredClaim): DoneResult => {
    assert.ok(claim.result?.state === 'done');
    return claim.result;
  };
  const result =
    (change: (found: DoneResult) => Partial<DoneResult>) =>
    (claim: StoredClaim): StoredClaim => ({ ...claim, result: { ...done(claim), ...change(done(claim)) } });
  const evidence = (more: object) => result(({ evidence: all }) => ({ evidence: all.map((each) => ({ ...each, ...more })) }));
  const changes: readonly (readonly [string, (claim: StoredClaim) => StoredClaim])[] = [
    ['its text', (claim) => ({ ...claim, text: 'Passwords may be empty.' })],
    ['its statement', (claim) => ({ ...claim, statement: 'Passwords may be empty.' })],
    ['its headings', (claim) => ({ ...claim, headingPath: ['Approved by the CISO'] })],
    ['its quote', (claim) => ({ ...claim, place: { ...claim.place, quote: 'Passwords never expire.' } })],
    ['its line', (claim) => ({ ...claim, place: { ...claim.place, line: 99 } })],
    ['the context of its quote', (claim) => ({ ...claim, place: { ...claim.place, prefix: 'It is not true that ' } })],
    ['the reason', result(() => ({ reason: 'The board says so.' }))],
    ['the status', result(() => ({ status: 'refuted' }))],
    ['the chance', result(() => ({ chance: 0.99 }))],
    ['the robustness', result(() => ({ robustness: 9 }))],
    ['the audit', result(() => ({ auditId: 'audit-9' }))],
    [
      'what is denied',
      result(() => ({ atoms: [{ kind: 'quantity', text: '100', start: 0, end: 3, state: 'denied', spanId: null, words: [] }] })),
    ],
    ['a quote of the evidence', evidence({ quote: 'Passwords never expire.' })],
    ['the context of a quote', evidence({ suffix: ' But not here.' })],
    ['a line of the evidence', evidence({ line: 99 })],
    ['the necessity of the evidence', evidence({ necessity: 0 })],
    ['a row of the evidence', evidence({ row: { columns: ['Minimum'], cells: ['64'] } })],
    ['the other side', result(({ evidence: all }) => ({ counterEvidence: all }))],
  ];

  for (const [what, change] of changes)
    it(`covers ${what}: the change and its claim are named, and an export is marked`, async () => {
      await new SavedSessions(folder).save({ ...stored, claims: stored.claims.map((claim, at) => (at === 1 ? change(claim) : claim)) });
      const session = await sessions().view('s');
      const [sign] = session.signOffs;
      assert.ok((sign?.changedSince.length ?? 0) > 0);
      assert.match(sign?.changedSince.join(' ') ?? '', /: claim 2\./);
      assert.deepEqual(sign?.changedClaims, ['c1']);
      for (const format of ['markdown', 'html'] as const) {
        const text = exportedSession(session, format);
        assert.match(text, /signature no longer holds/i, format);
        assert.equal(text.match(/Not as it was signed/g)?.length, 1, format);
      }
    });

  it('covers the session itself: blind or not, its document, its claims and their order', async () => {
    for (const changed of [
      { ...stored, blind: true },
      { ...stored, createdAt: '2020-01-01T00:00:00.000Z' },
      { ...stored, claims: [...stored.claims].reverse() },
      { ...stored, claims: stored.claims.slice(1) },
    ]) {
      await new SavedSessions(folder).save(changed);
      assert.match(
        (await signOff())?.changedSince.join(' ') ?? '',
        /^The session's document, beginning, sample or list of claims is not what was signed\./,
      );
    }
  });

  it('covers the saved audits: one that was changed, replaced by another program or models, or taken away', async () => {
    const other = { ...fixture().models, generator: { id: 'other/model', provider: 'openai' as const, version: '2', local: false } };
    for (const changed of [{ question: 'Another?' }, { programVersion: '9.9.9' }, { models: other }] as Partial<AuditReport>[]) {
      await new SavedAudits(folder).save(audit('audit-1', changed));
      assert.deepEqual((await signOff())?.changedSince, ['The saved audits are not those that were signed: claim 2.']);
    }
    await rm(join(folder, '.linchpin', 'audits', 'audit-1.json'));
    assert.deepEqual((await signOff())?.changedClaims, ['c1']);
  });

  it('says with which program and models it was made', async () => {
    const { sessions: all } = await new ReviewLogs(folder).read();
    const [made] = all.get('s')?.signatures ?? [];
    assert.match(made?.signed.shown?.program ?? '', /^\d+\.\d+/);
    assert.ok(made?.signed.shown?.made[0]?.models.some((model) => model.startsWith('embedder: ')));
  });

  it('is recorded without a key, and every export says so', async () => {
    const session = await sessions().view('s');
    for (const format of ['markdown', 'html'] as const) assert.match(exportedSession(session, format), /recorded, not signed with a key/);
  });
});

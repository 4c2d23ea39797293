import assert from 'node:assert/strict';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Session } from '../../../src/contract/session.ts';
import { cite } from '../../../src/documents/cite.ts';
import type { ClaimDecision } from '../../../src/review/claim-log.ts';
import { ReviewLogs } from '../../../src/review/log.ts';
import type { DoneResult, StoredSession } from '../../../src/review/session-file.ts';
import { seenOf } from '../../../src/review/seen.ts';
import { openItems, type SessionNow, viewSession } from '../../../src/review/session-view.ts';
import { signedState } from '../../../src/review/signed-state.ts';

const text = 'The salt has 32 bits. The key has 112 bits.';
const evidence = { ...cite('policy.md', 'The salt SHALL have 32 bits.', 'policy-1', 0, 28), necessity: 1 };

function result(status: DoneResult['status'], more: Partial<DoneResult> = {}): DoneResult {
  return {
    state: 'done',
    auditId: 'audit',
    status,
    reason: 'Because.',
    chance: 0.85,
    robustness: 1,
    atoms: [],
    evidence: [evidence],
    counterEvidence: [],
    fix: null,
    ...more,
  };
}

function stored(...results: StoredSession['claims'][number]['result'][]): StoredSession {
  const claims = results.map((each, at) => ({
    id: `c${at + 1}`,
    text: 'The salt has 32 bits.',
    statement: 'The salt has 32 bits.',
    headingPath: [],
    place: cite('draft.md', text, 'draft-1', 0, 21),
    copies: { of: 1, alike: false },
    result: each,
  }));
  return { schemaVersion: 1, id: 's', path: 'draft.md', createdAt: '2026-01-01T00:00:00Z', blind: false, contentHash: 'draft-1', claims };
}

describe('a session as it is shown', () => {
  let folder = '';
  let seconds = 0;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linchpin-view-'));
    seconds = 0;
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  type Body = ClaimDecision extends infer D
    ? D extends ClaimDecision
      ? Omit<D, 'schemaVersion' | 'id' | 'at' | 'reviewer' | 'sessionId'>
      : never
    : never;

  async function write(reviewer: string, body: Body): Promise<string> {
    seconds += 1;
    const id = `d${seconds}`;
    const at = new Date(Date.UTC(2026, 0, 1, 0, 0, seconds)).toISOString();
    await new ReviewLogs(folder).append({ schemaVersion: 1, id, at, reviewer, sessionId: 's', ...body });
    return id;
  }

  const verdict = (session: StoredSession, claim: number, given: 'supported' | 'refuted', adjudicates = false): Body => {
    const { id, statement, result: found } = session.claims[claim - 1] ?? session.claims[0] ?? { id: '', statement: '', result: null };
    return { kind: 'claim-verdict', claims: [{ id, statement, status: null, seen: seenOf(found) }], verdict: given, adjudicates };
  };

  async function now(more: Partial<SessionNow> = {}): Promise<SessionNow> {
    const hashes = new Map([
      ['draft.md', 'draft-1'],
      ['policy.md', 'policy-1'],
    ]);
    return { hashes, anchors: new Map(), checking: null, log: await new ReviewLogs(folder).read(), ...more };
  }

  const view = async (session: StoredSession, more: Partial<SessionNow> = {}): Promise<Session> => viewSession(session, await now(more));
  const verdicts = ({ claims }: Session) => claims.map(({ review }) => review.verdict);

  it('is settled by an adjudicator until a reviewer thinks again', async () => {
    const session = stored(result('supported'));
    await write('ann', verdict(session, 1, 'supported'));
    await write('bob', verdict(session, 1, 'refuted'));
    assert.deepEqual(verdicts(await view(session)), ['split']);
    await write('cat', verdict(session, 1, 'supported', true));
    const settled = await view(session);
    assert.deepEqual([verdicts(settled), settled.claims[0]?.review.adjudicated?.reviewer], [['supported'], 'cat']);
    await write('ann', verdict(session, 1, 'refuted'));
    assert.deepEqual(verdicts(await view(session)), ['refuted']);
  });

  it('takes back what an undo names, and nothing of another reviewer', async () => {
    const session = stored(result('supported'), result('refuted'));
    const both: Body = {
      ...verdict(session, 1, 'supported'),
      claims: session.claims.map(({ id, statement }) => ({ id, statement, status: null, seen: null })),
    } as Body;
    const bulk = await write('ann', both);
    await write('bob', { kind: 'claim-undo', undoes: [{ claimId: 'c1', decisionId: bulk }] });
    assert.deepEqual(verdicts(await view(session)), ['supported', 'supported']);
    await write('ann', { kind: 'claim-undo', undoes: [{ claimId: 'c1', decisionId: bulk }] });
    assert.deepEqual(verdicts(await view(session)), ['undecided', 'supported']);
  });

  it('does not count a verdict on a result that has come out otherwise since', async () => {
    const before = stored(result('supported'));
    await write('ann', verdict(before, 1, 'supported'));
    assert.deepEqual(verdicts(await view(before)), ['supported']);
    const after = await view(stored(result('refuted')));
    assert.deepEqual([verdicts(after), after.claims[0]?.review.by[0]?.outdated, after.decided], [['undecided'], true, 0]);
    // What somebody decided before there was any result rests on their own reading.
    await write('bob', { ...verdict(stored(null), 1, 'refuted') });
    assert.deepEqual(verdicts(await view(stored(result('refuted')))), ['refuted']);
  });

  it('names what is open: unchecked, stale, undecided, split', async () => {
    const session = stored(
      result('supported'),
      null,
      result('supported', { evidence: [{ ...evidence, contentHash: 'policy-0' }] }),
      result('refuted'),
    );
    await write('ann', verdict(session, 1, 'supported'));
    await write('ann', verdict(session, 4, 'supported'));
    await write('bob', verdict(session, 4, 'refuted'));
    const shown = await view(session);
    assert.equal(shown.state, 'paused');
    assert.deepEqual(openItems(shown), [
      '1 claim is not checked',
      '1 claim rests on a document that has changed',
      '2 claims are undecided',
      '1 claim is split between reviewers',
    ]);
    assert.deepEqual(openItems(await view(stored())), ['there are no claims']);
  });

  it('says what has changed since it was signed: document, evidence, results, verdicts, lines of a log', async () => {
    const session = stored(result('supported'), result('refuted'));
    await write('bob', verdict(session, 1, 'supported'));
    await write('bob', verdict(session, 2, 'refuted'));
    const at = await now();
    await write('ann', { kind: 'session-sign', statement: 'Checked.', signed: signedState(session, viewSession(session, at), at) });
    const changes = async (changed: StoredSession, more: Partial<SessionNow> = {}) => (await view(changed, more)).signOffs[0]?.changedSince;
    assert.deepEqual(await changes(session), []);
    assert.deepEqual(
      await changes(session, {
        hashes: new Map([
          ['draft.md', 'draft-2'],
          ['policy.md', null],
        ]),
      }),
      ['The document draft.md has changed.', 'The evidence in policy.md has gone.'],
    );
    assert.deepEqual(await changes(stored(result('supported'), result('supported'))), [
      'What the check found is not what was signed: claim 2.',
      'The verdicts are not those that were signed: claim 2.',
    ]);
    // Lines cut off the end of a log break no chain: the signature remembers them, and so does every line of another log.
    const log = join(folder, '.linchpin', 'reviews', 'bob.jsonl');
    await writeFile(log, `${(await readFile(log, 'utf8')).split('\n')[0] ?? ''}\n`);
    const cut = await view(session);
    assert.deepEqual(
      cut.damaged.map(({ file, line }) => [file, line]),
      [['.linchpin/reviews/bob.jsonl', null]],
    );
    assert.deepEqual(cut.signOffs[0]?.changedSince, [
      'The verdicts are not those that were signed: claim 2.',
      'The log .linchpin/reviews/bob.jsonl has lost lines that were there.',
    ]);
  });

  it('counts sentences and documents that a reviewer has opened', async () => {
    const other = { ...evidence, path: 'other.md' };
    const session = stored(result('supported', { evidence: [evidence, other] }), result('refuted'));
    await write('ann', { kind: 'claim-read', claims: ['c1'], path: 'policy.md', start: 0, end: 28 });
    await write('ann', { kind: 'claim-read', claims: ['c1'], path: 'elsewhere.md', start: 0, end: 9 });
    const { coverage } = await view(session);
    assert.deepEqual(coverage, { claims: { decided: 0, total: 2 }, documents: { read: 1, total: 2 }, regions: { read: 1, total: 2 } });
  });

  it('puts what is refuted before what is open, and what is supported last', async () => {
    const { claims } = await view(
      stored(result('supported'), result('not-enough-evidence', { chance: null }), result('refuted'), result('conflicting')),
    );
    const order = [...claims].sort((a, b) => b.risk - a.risk).map(({ status }) => status);
    assert.deepEqual(order, ['refuted', 'conflicting', 'not-enough-evidence', 'supported']);
    assert.ok(claims.every(({ risk }) => risk >= 0 && risk <= 1));
  });
});

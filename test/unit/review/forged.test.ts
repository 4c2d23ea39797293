import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { ClaimVerdict } from '../../../src/contract/session.ts';
import { type ChainEnd, chainStart, checkChain, seal } from '../../../src/review/chain.ts';
import type { ClaimDecision } from '../../../src/review/claim-log.ts';
import { logFileName } from '../../../src/review/log-file.ts';
import { ReviewLogs } from '../../../src/review/log.ts';
import { boundSignature } from '../../../src/review/sign-line.ts';

const logs = { document: 'd', evidence: {}, claims: 'c', verdicts: 'v' };
let count = 0;

function verdict(reviewer: string, given: ClaimVerdict, at = '2030-01-01T00:00:00.000Z'): ClaimDecision {
  count += 1;
  return {
    schemaVersion: 1,
    id: `d${count}`,
    at,
    reviewer,
    sessionId: 's',
    kind: 'claim-verdict',
    claims: [{ id: 'c1', statement: 'The salt has 32 bits.', status: null, seen: null }],
    verdict: given,
    adjudicates: false,
  };
}

describe('lines of a log that somebody else has put there', () => {
  let folder = '';
  const file = (name: string): string => join(folder, '.linchpin', 'reviews', name);
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linchpin-forged-'));
    await mkdir(join(folder, '.linchpin', 'reviews'), { recursive: true });
    const log = new ReviewLogs(folder);
    await log.append(verdict('alice', 'refuted', '2026-01-01T00:00:00.000Z'));
    await log.append(verdict('bob', 'refuted', '2026-01-01T00:00:01.000Z'));
  });
  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const joint = async () => {
    const { sessions, damaged } = await new ReviewLogs(folder).read();
    const review = sessions.get('s')?.review('c1', null);
    return {
      verdict: review?.verdict,
      by: review?.by.map((given) => `${given.reviewer} ${given.verdict}`),
      damaged: damaged.map((line) => `${line.file.split('/').at(-1) ?? ''}:${line.line ?? ''} ${line.reason}`),
    };
  };
  const own = { verdict: 'refuted', by: ['alice refuted', 'bob refuted'] };
  const text = (...lines: readonly string[]): string => `${lines.join('\n')}\n`;
  const end = async (name: string): Promise<ChainEnd> => checkChain(await readFile(file(name), 'utf8')).end;
  const appended = async (name: string, record: object, from?: ChainEnd): Promise<void> => {
    const before = await readFile(file(name), 'utf8').catch(() => '');
    await writeFile(file(name), `${before}${seal(record, from ?? (await end(name)), {}).line}\n`);
  };

  it('count for nobody in a file of another name, with or without a hash, and are named', async () => {
    const plain = ['alice', 'bob'].map((name) => JSON.stringify(verdict(name, 'supported')));
    await writeFile(file('mallory.jsonl'), text(...plain));
    const unsealed = await joint();
    assert.deepEqual({ ...unsealed, damaged: [] }, { ...own, damaged: [] });
    assert.equal(unsealed.damaged.length, 2);
    await writeFile(file('mallory.jsonl'), text(seal(verdict('alice', 'supported'), chainStart, {}).line));
    assert.deepEqual(await joint(), {
      ...own,
      damaged: ["mallory.jsonl:1 It is another reviewer's: it does not count in this file."],
    });
  });

  it("count for nobody at the end of another's log", async () => {
    await appended('bob.jsonl', verdict('alice', 'supported'));
    assert.deepEqual(await joint(), { ...own, damaged: ["bob.jsonl:2 It is another reviewer's: it does not count in this file."] });
  });

  it("take nothing back from another's file", async () => {
    const { by = [] } = (await new ReviewLogs(folder).read()).sessions.get('s')?.review('c1', null) ?? {};
    const id = by.find(({ reviewer }) => reviewer === 'bob')?.decisionId ?? '';
    const { kind: _, claims: __, ...line } = { ...verdict('bob', 'supported'), claims: [] };
    await writeFile(
      file('mallory.jsonl'),
      text(seal({ ...line, kind: 'claim-undo', undoes: [{ claimId: 'c1', decisionId: id }] }, chainStart, {}).line),
    );
    const found = await joint();
    assert.deepEqual([found.verdict, found.by, found.damaged.length], [own.verdict, own.by, 1]);
  });

  it('do not count before the first line that has a hash, nor between those that have one', async () => {
    const before = await readFile(file('alice.jsonl'), 'utf8');
    await writeFile(file('alice.jsonl'), `${JSON.stringify(verdict('alice', 'supported'))}\n${before}`);
    assert.deepEqual(await joint(), { ...own, damaged: ['alice.jsonl:1 It carries no hash, and no later line covers it.'] });
    await writeFile(file('alice.jsonl'), `${before}${JSON.stringify(verdict('alice', 'supported'))}\n`);
    assert.deepEqual(await joint(), { ...own, damaged: ['alice.jsonl:2 It carries no hash, unlike the lines before it.'] });
  });

  it('are named where they begin a log anew in its middle', async () => {
    await appended('alice.jsonl', verdict('alice', 'refuted'), chainStart);
    assert.deepEqual((await joint()).damaged, ['alice.jsonl:2 It begins the log anew, in the middle of it.']);
  });

  it('are old logs, which read as they did once a line with a hash covers them', async () => {
    const old = [verdict('carl', 'supported'), verdict('carl', 'refuted')].map((line) => JSON.stringify(line));
    await writeFile(file('carl.jsonl'), text(...old));
    const { end: covered } = checkChain(text(...old));
    await appended('carl.jsonl', { ...verdict('carl', 'refuted'), kind: 'claim-note', note: 'Seen.' }, covered);
    assert.deepEqual(await joint(), { verdict: 'refuted', by: ['alice refuted', 'bob refuted', 'carl refuted'], damaged: [] });
  });

  const sign = (reviewer: string, more: Record<string, string> = {}) => ({
    schemaVersion: 1 as const,
    id: `sign-${reviewer}`,
    at: '2026-01-02T00:00:00.000Z',
    reviewer,
    sessionId: 's',
    kind: 'session-sign' as const,
    statement: 'Checked.',
    signed: { ...logs, logs: more },
  });
  const signers = async (): Promise<string[]> =>
    ((await new ReviewLogs(folder).read()).sessions.get('s')?.signatures ?? []).map(({ reviewer }) => reviewer);

  it('are no signature where one was copied under another name: without a hash, sealed, or appended', async () => {
    const carol = 'Carol, CISO';
    const { link } = await end('alice.jsonl');
    await new ReviewLogs(folder).append(boundSignature(sign('alice', { 'alice.jsonl': link })));
    assert.deepEqual(await signers(), ['alice']);
    const [, line = ''] = (await readFile(file('alice.jsonl'), 'utf8')).split('\n');
    const { chain: _, hash: __, ...record } = JSON.parse(line) as Record<string, unknown>;
    const copy = { ...record, reviewer: carol };
    for (const copied of [JSON.stringify(copy), seal(copy, chainStart).line, seal(copy, chainStart, {}).line, line]) {
      await writeFile(file(logFileName(carol)), text(copied));
      assert.deepEqual(await signers(), ['alice'], copied);
      assert.equal((await joint()).damaged.length, 1, copied);
    }
    await rm(file(logFileName(carol)));
    await appended('bob.jsonl', { ...record, reviewer: 'bob' });
    assert.deepEqual(await signers(), ['alice']);
  });

  it('are no signature where one of an older version, which is tied to no name, was copied', async () => {
    const { link, lines } = await end('alice.jsonl');
    const old = sign('alice', { 'alice.jsonl': link });
    await appended('alice.jsonl', old, { link, lines });
    assert.deepEqual(await signers(), ['alice']);
    await writeFile(file('carol.jsonl'), text(seal({ ...old, reviewer: 'carol' }, chainStart).line));
    assert.deepEqual(await signers(), ['alice']);
    assert.match((await joint()).damaged.join(), /^carol\.jsonl:1 /);
    // Two people under the same words, as it was done: each names what stood in their own log.
    await writeFile(file('carol.jsonl'), text(seal(verdict('carol', 'refuted'), chainStart).line));
    const carols = await end('carol.jsonl');
    await appended('carol.jsonl', sign('carol', { 'alice.jsonl': link, 'carol.jsonl': carols.link }), carols);
    assert.deepEqual(await signers(), ['alice', 'carol']);
  });

  it('are missed where they were taken off the end of a log: lines of the others name them', async () => {
    await new ReviewLogs(folder).append(verdict('alice', 'supported'));
    await writeFile(file('bob.jsonl'), '');
    assert.deepEqual((await joint()).damaged, ['bob.jsonl: Lines are missing that were there: .linchpin/reviews/alice.jsonl names them.']);
    await rm(file('bob.jsonl'));
    assert.deepEqual((await joint()).damaged, ['bob.jsonl: Lines are missing that were there: .linchpin/reviews/alice.jsonl names them.']);
  });
});

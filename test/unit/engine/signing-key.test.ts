import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { FolderSessions } from '../../../src/engine/sessions.ts';
import { exportedSession } from '../../../src/export/formats.ts';
import { printSession } from '../../../src/cli/print-session.ts';
import { checkChain, chainStart, seal } from '../../../src/review/chain.ts';
import { logFileName } from '../../../src/review/log-file.ts';
import { ReviewLogs } from '../../../src/review/log.ts';
import { SavedSessions } from '../../../src/review/session-file.ts';
import { boundSignature } from '../../../src/review/sign-line.ts';
import { allowedLine } from '../../../src/review/ssh-key.ts';
import { linchpin } from '../cli/cli.ts';
import { draftSession } from './drafts.ts';

const has = (program: string): boolean => spawnSync(program, ['-?']).error === undefined;

describe('a session that is signed with an SSH key', function () {
  this.timeout(60_000);
  let home = '';
  let folder = '';
  let key = '';
  const path = process.env['PATH'];
  before(function () {
    if (!has('ssh-keygen')) {
      process.stdout.write('      skipped: ssh-keygen is not installed\n');
      this.skip();
    }
  });
  beforeEach(async () => {
    home = await mkdtemp(join(tmpdir(), 'linchpin-ssh-'));
    folder = join(home, 'work');
    await mkdir(join(folder, '.linchpin'), { recursive: true });
    await writeFile(join(folder, 'draft.md'), 'Verifiers must limit failed attempts to 100.\n');
    await new SavedSessions(folder).save(draftSession(folder, 's'));
    await sessions().decide('s', ['c0'], 'ann', { action: 'verdict', verdict: 'supported' });
    key = made('key');
  });
  afterEach(async () => {
    process.env['PATH'] = path;
    delete process.env['GIT_CONFIG_GLOBAL'];
    await rm(home, { recursive: true, force: true });
  });
  const sessions = (): FolderSessions => new FolderSessions(folder, new ReviewLogs(folder));
  const listed = (...lines: readonly string[]): Promise<void> =>
    writeFile(join(folder, '.linchpin', 'allowed_signers'), `${lines.join('\n')}\n`);
  const publicKey = async (file = key): Promise<string> => (await readFile(`${file}.pub`, 'utf8')).split(' ').slice(0, 2).join(' ');
  const found = async () => (await sessions().view('s')).signOffs[0]?.key;

  function made(name: string, passphrase = ''): string {
    const file = join(home, name);
    const { status, stderr } = spawnSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', passphrase, '-C', name, '-f', file], {
      encoding: 'utf8',
    });
    assert.equal(status, 0, stderr);
    return file;
  }

  it('says by which key and whose, as the list of the folder has it, and every view does', async () => {
    await listed('# ours', `ann@example.org namespaces="linchpin" ${await publicKey()}`);
    const session = await sessions().sign('s', 'ann', 'Checked.', key);
    const fingerprint = /SHA256:\S+/.exec(spawnSync('ssh-keygen', ['-l', '-f', `${key}.pub`], { encoding: 'utf8' }).stdout)?.[0];
    assert.deepEqual(session.signOffs[0]?.key, { state: 'known', fingerprint, of: 'ann@example.org' });
    const words = new RegExp(`signed by key ${fingerprint?.replaceAll(/[+/]/g, '\\$&') ?? ''} of ann@example\\.org`);
    assert.match(printSession(session, { paint: (_, text) => text, file: 's.json' }), words);
    assert.match(exportedSession(session, 'html'), words);
    assert.match(exportedSession(session, 'markdown').replaceAll('\\', ''), words);
  });

  it('is of nobody who is known where the list has another key, none for this use, an expired one, or is a link', async () => {
    await sessions().sign('s', 'ann', 'Checked.', key);
    const other = made('other');
    const own = await publicKey();
    assert.equal((await found())?.state, 'unknown');
    await listed(`ann@example.org ${await publicKey(other)}`);
    assert.equal((await found())?.state, 'unknown');
    await listed(`ann@example.org namespaces="git" ${own}`);
    assert.equal((await found())?.state, 'unknown');
    await listed(`ann@example.org valid-before="20200101" ${own}`);
    assert.equal((await found())?.state, 'unknown');
    await listed(`ann@example.org ${own}`);
    assert.equal((await found())?.state, 'known');
    await rm(join(folder, '.linchpin', 'allowed_signers'));
    await writeFile(join(home, 'elsewhere'), `ann@example.org ${own}\n`);
    await symlink(join(home, 'elsewhere'), join(folder, '.linchpin', 'allowed_signers'));
    assert.equal((await found())?.state, 'unknown');
  });

  it('can be listed by the line that is offered', async () => {
    await sessions().sign('s', 'Ann B.', 'Checked.', key);
    const line = allowedLine('Ann B.', (await sessions().keySignature('s', 'Ann B.')) ?? '');
    assert.ok(line?.includes(await publicKey()));
    await listed(line ?? '');
    assert.deepEqual([(await found())?.state, (await found())?.of], ['known', 'Ann-B.']);
  });

  it('does not pass for another: a line that was changed, another name, a signature for something else', async () => {
    await listed(`ann@example.org ${await publicKey()}`);
    await sessions().sign('s', 'ann', 'Checked.', key);
    const file = join(folder, '.linchpin', 'reviews', 'ann.jsonl');
    const text = await readFile(file, 'utf8');
    const [first = '', second = ''] = text.split('\n');
    const { chain: _, hash: __, bound: ___, ...record } = JSON.parse(second) as Record<string, unknown>;
    const { end } = checkChain(`${first}\n`);
    // Hashes need no secret: what is written anew with them has no key that fits.

    const forged = boundSignature({ ...(record as Parameters<typeof boundSignature>[0]), statement: 'Checked twice.' });
    await writeFile(file, `${first}\n${seal(forged, end, {}).line}\n`);
    const changed = (await sessions().view('s')).signOffs[0];
    assert.equal(changed?.key?.state, 'wrong');
    assert.ok(changed.changedSince.includes('The signature by key does not fit what is recorded.'));
    await writeFile(file, text);
    const carol = boundSignature({
      ...(record as Parameters<typeof boundSignature>[0]),
      reviewer: 'carol',
      signed: { ...(record as unknown as Parameters<typeof boundSignature>[0]).signed, logs: {} },
    });
    await writeFile(join(folder, '.linchpin', 'reviews', logFileName('carol')), `${seal(carol, chainStart, {}).line}\n`);
    const both = (await sessions().view('s')).signOffs.map((sign) => [sign.reviewer, sign.key?.state]);
    assert.deepEqual(both.sort(), [
      ['ann', 'known'],
      ['carol', 'wrong'],
    ]);
  });

  it('is not signed with a key that asks for a passphrase, is missing, or is none; the errors say what to do', async () => {
    const locked = made('locked', 'secret words');
    await assert.rejects(sessions().sign('s', 'ann', 'Checked.', locked), (error: Error) => /asks for a passphrase/.test(error.message));
    await assert.rejects(sessions().sign('s', 'ann', 'Checked.', join(home, 'nowhere')), (error: Error) =>
      /There is no SSH key/.test(error.message),
    );
    await writeFile(join(home, 'text'), 'no key');
    await assert.rejects(sessions().sign('s', 'ann', 'Checked.', join(home, 'text')), { code: 'review-invalid' });
    process.env['PATH'] = home;
    await assert.rejects(sessions().sign('s', 'ann', 'Checked.', key), (error: Error) => /ssh-keygen was not found/.test(error.message));
    process.env['PATH'] = path;
    // Nothing was written by all that.
    assert.equal((await sessions().view('s')).signed, false);
    await sessions().sign('s', 'ann', 'Checked.', key);
    process.env['PATH'] = home;
    assert.equal((await found())?.state, 'unchecked');
  });

  it('is signed with the key that git signs with', async function () {
    if (!has('git')) this.skip();
    const config = join(home, 'gitconfig');
    process.env['GIT_CONFIG_GLOBAL'] = config;
    await writeFile(config, '');
    await assert.rejects(sessions().sign('s', 'ann', 'Checked.', 'git'), (error: Error) => /Git names no key/.test(error.message));
    await writeFile(config, `[gpg]\n\tformat = ssh\n[user]\n\tsigningkey = ${key}\n`);
    await sessions().sign('s', 'ann', 'Checked.', 'git');
    assert.equal((await found())?.state, 'unknown');
  });

  it('is signed with a key that an agent holds, named by its public half', async function () {
    if (!has('ssh-add') || !has('ssh-agent')) this.skip();
    const socket = join(home, 'agent');
    const agent = spawnSync('ssh-agent', ['-s', '-a', socket], { encoding: 'utf8' });
    const pid = /SSH_AGENT_PID=(\d+)/.exec(agent.stdout)?.[1];
    process.env['SSH_AUTH_SOCK'] = socket;
    try {
      assert.equal(spawnSync('ssh-add', ['-q', key], { encoding: 'utf8' }).status, 0);
      const half = join(home, 'half.pub');
      await writeFile(half, await readFile(`${key}.pub`, 'utf8'));
      await sessions().sign('s', 'ann', 'Checked.', half);
      assert.equal((await found())?.state, 'unknown');
    } finally {
      delete process.env['SSH_AUTH_SOCK'];
      if (pid !== undefined) process.kill(Number(pid));
    }
  });

  it('is signed on the command line, which says whose line to add; without a key it says that it was recorded', async () => {
    await new SavedSessions(folder).save(draftSession(folder, 'two'));
    await sessions().decide('two', ['c0'], 'ann', { action: 'verdict', verdict: 'supported' });
    const keyed = await linchpin(home, 'sign', 's', folder, '--reviewer', 'ann', '--key', key);
    assert.deepEqual(
      [keyed.code, /signed by key SHA256:\S+; \.linchpin\/allowed_signers does not say whose it is/.test(keyed.stdout)],
      [0, true],
      keyed.stderr,
    );
    assert.ok(keyed.stderr.includes(`ann namespaces="linchpin" ${await publicKey()}`));
    const plain = await linchpin(home, 'sign', 'two', folder, '--reviewer', 'ann', '--statement', 'All read.');
    assert.deepEqual([plain.code, /recorded, not signed with a key/.test(plain.stdout), plain.stderr], [0, true, '']);
    const twice = await linchpin(home, 'sign', 'two', folder, '--reviewer', 'ann');
    assert.deepEqual([twice.code, /has signed this session already/.test(twice.stderr)], [1, true]);
  });
});

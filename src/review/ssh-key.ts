import { spawn } from 'node:child_process';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { isAbsolute, join } from 'node:path';

import { LinchpinError } from '../base/error.ts';
import { readPlain } from '../base/guarded.ts';
import type { SignOffKey } from '../contract/session.ts';
import type { Signature } from './claim-log.ts';
import { signedWords } from './sign-line.ts';

/** What signatures of ours are for: one that was made for something else, a commit of git's for example, does not pass as one. */
const namespace = 'linchpin';

/** Whose keys are whose, in the form of ssh-keygen and git. */
const allowedSigners = ['.linchpin', 'allowed_signers'] as const;
const mostAllowedBytes = 1024 * 1024;

/** Milliseconds: a key of its own device waits for a touch. */
const signWithin = 60_000;
const checkWithin = 10_000;

/**
 * Signs words with an SSH key, by `ssh-keygen -Y sign`. Nobody is asked for a passphrase: a key that has one is used by way of the agent.
 * @param key `git` for the key that git signs with in the folder; else the file of the key, or of its public half where an agent holds it
 * @returns the signature, as ssh-keygen writes it
 * @throws LinchpinError `review-invalid`: there is no ssh-keygen, no such key, it cannot be used without a passphrase
 */
export async function signByKey(words: string, key: string, folder: string): Promise<string> {
  return await inOwnFolder(async (own) => {
    const { file, args } = await keyFile(key === 'git' ? await gitKey(folder) : key, own);
    const { code, stdout, stderr } = await run('ssh-keygen', ['-Y', 'sign', '-n', namespace, ...args, '-f', file], own, words, signWithin);
    if (code === 'missing') throw noKeygen();
    if (code === 0 && stdout.startsWith('-----BEGIN SSH SIGNATURE-----')) return stdout;
    const said = stderr.trim().split('\n').at(-1) ?? '';
    if (/passphrase/i.test(stderr))
      throw new LinchpinError(
        'review-invalid',
        `The key ${file} asks for a passphrase, which nobody can be asked for here.`,
        'Give it to the agent first ("ssh-add", with the file of the key), then sign again.',
      );
    throw new LinchpinError(
      'review-invalid',
      `The session was not signed with the key ${file}. ssh-keygen said: ${code === 'late' ? 'nothing, for a minute' : said}`,
      'Check the key with "ssh-keygen -l -f" and its file, or sign without a key.',
    );
  });
}

/** What the signature by key of a line is worth, as the folder's `allowed_signers` has it. @param folder the workspace folder */
export async function checkKey(signature: Signature, folder: string): Promise<SignOffKey> {
  const nothing = { fingerprint: null, of: null };
  return await inOwnFolder(async (own): Promise<SignOffKey> => {
    const [made, allowed] = [join(own, 'signature'), join(own, 'allowed')];
    await writeFile(made, signature.key?.signature ?? '');
    const words = signedWords(signature);
    const checked = await run('ssh-keygen', ['-Y', 'check-novalidate', '-n', namespace, '-s', made], own, words, checkWithin);
    if (typeof checked.code !== 'number' || /unsupported operation|unknown option/i.test(checked.stderr))
      return { state: 'unchecked', ...nothing };
    const fingerprint = /SHA256:[A-Za-z0-9+/]+/.exec(checked.stdout)?.[0] ?? null;
    if (checked.code !== 0 || fingerprint === null) return { state: 'wrong', ...nothing };
    // Copied, so that ssh-keygen opens what was looked at, and follows no link.
    const listed = await readPlain({ root: folder, names: allowedSigners }, mostAllowedBytes).catch(() => null);
    if (listed === null) return { state: 'unknown', fingerprint, of: null };
    await writeFile(allowed, listed);
    const when = `-Overify-time=${localTime(new Date(signature.at))}`;
    const found = await run('ssh-keygen', ['-Y', 'find-principals', '-s', made, '-f', allowed, when], own, '', checkWithin);
    const of = found.code === 0 ? (found.stdout.split('\n')[0] ?? '').trim() : '';
    if (of === '') return { state: 'unknown', fingerprint, of: null };
    const verified = await run(
      'ssh-keygen',
      ['-Y', 'verify', '-n', namespace, '-s', made, '-f', allowed, '-I', of, when],
      own,
      words,
      checkWithin,
    );
    return verified.code === 0 ? { state: 'known', fingerprint, of: of.slice(0, 200) } : { state: 'unknown', fingerprint, of: null };
  });
}

/** The line of `allowed_signers` that says whose the key of a signature is. Null where it is no signature. */
export function allowedLine(name: string, signature: string): string | null {
  const bytes = Buffer.from(signature.replaceAll(/-----[A-Z ]+-----|\s/g, ''), 'base64');
  // "SSHSIG", a version, then the public key with its length before it; the name of its type with its length begins it.
  if (bytes.subarray(0, 6).toString('latin1') !== 'SSHSIG' || bytes.length < 18) return null;
  const key = bytes.subarray(14, 14 + bytes.readUInt32BE(10));
  const type = key.subarray(4, 4 + key.readUInt32BE(0)).toString('latin1');
  return `${name.replaceAll(/[\s,"#*?!]+/g, '-')} namespaces="${namespace}" ${type} ${key.toString('base64')}`;
}

interface KeyFile {
  readonly file: string;
  readonly args: readonly string[];
}

/** A key may be named by its file, or given itself as git allows: then an agent holds it. */
async function keyFile(key: string, own: string): Promise<KeyFile> {
  const literal = /^(?:key::)?((?:ssh|ecdsa|sk)-\S+ \S+.*)$/.exec(key)?.[1];
  if (literal !== undefined) {
    const file = join(own, 'key.pub');
    await writeFile(file, `${literal}\n`);
    return { file, args: ['-U'] };
  }
  const file = key.startsWith('~/') ? join(homedir(), key.slice(2)) : key;
  if (!isAbsolute(file) || (await stat(file).catch(() => null))?.isFile() !== true)
    throw new LinchpinError(
      'review-invalid',
      `There is no SSH key ${key}.`,
      'Name the file of the key with its whole path; "git" stands for the SSH key that git signs with (gpg.format ssh, user.signingkey).',
    );
  return { file, args: [] };
}

async function gitKey(folder: string): Promise<string> {
  // Not started in the folder: there could be a program of that name.
  const { code, stdout } = await run('git', ['-C', folder, 'config', '--get', 'user.signingkey'], homedir(), '', checkWithin);
  const key = stdout.trim();
  if (code === 0 && key !== '') return key;
  throw new LinchpinError(
    'review-invalid',
    code === 'missing' ? 'Git was not found, which is asked for the key to sign with.' : 'Git names no key to sign with.',
    'Set user.signingkey in git to an SSH key, or name the file of the key.',
  );
}

interface Finished {
  /** `late`: it was ended after its time. */
  readonly code: number | 'missing' | 'late';
  readonly stdout: string;
  readonly stderr: string;
}

async function run(program: string, args: readonly string[], cwd: string, input: string, within: number): Promise<Finished> {
  return await new Promise((resolve) => {
    const child = spawn(program, args, {
      cwd,
      // Of a session of its own, so that it finds no terminal to ask at; and no window either.
      detached: process.platform !== 'win32',
      env: { ...process.env, SSH_ASKPASS_REQUIRE: 'never', LC_ALL: 'C' },
      stdio: ['pipe', 'pipe', 'pipe'],
      windowsHide: true,
    });
    const said = { stdout: '', stderr: '' };
    let late = false;
    const timer = setTimeout(() => {
      late = true;
      child.kill('SIGKILL');
    }, within);
    for (const name of ['stdout', 'stderr'] as const)
      child[name].setEncoding('utf8').on('data', (text: string) => {
        said[name] = (said[name] + text).slice(0, 100_000);
      });
    const end = (code: Finished['code']): void => {
      clearTimeout(timer);
      resolve({ code, ...said });
    };
    child.once('error', () => {
      end('missing');
    });
    child.once('close', (code) => {
      end(late ? 'late' : (code ?? 1));
    });
    // It may be gone before it has read.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input);
  });
}

async function inOwnFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const own = await mkdtemp(join(tmpdir(), 'linchpin-key-'));
  try {
    return await work(own);
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** As ssh-keygen reads it, of the time zone here. */
function localTime(time: Date): string {
  const two = (value: number): string => String(value).padStart(2, '0');
  if (Number.isNaN(time.getTime())) return localTime(new Date(0));
  const day = `${String(time.getFullYear()).padStart(4, '0')}${two(time.getMonth() + 1)}${two(time.getDate())}`;
  return `${day}${two(time.getHours())}${two(time.getMinutes())}${two(time.getSeconds())}`;
}

function noKeygen(): LinchpinError {
  return new LinchpinError(
    'review-invalid',
    'The program ssh-keygen was not found, which signs with an SSH key.',
    'Install OpenSSH 8.2 or later, or sign without a key.',
  );
}

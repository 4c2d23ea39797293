import { type ChildProcessByStdio, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Readable } from 'node:stream';
import { pathToFileURL } from 'node:url';

import { type AuditReport, auditReportSchema } from '../../../src/contract/report.ts';

const root = join(import.meta.dirname, '..', '..', '..');

export interface Finished {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs the command line from its sources, in a process of its own with a scripted judge; the index is where `home` says. */
export async function linchpin(home: string, ...args: string[]): Promise<Finished> {
  return await finished(start(args, { LINCHPIN_INDEX_DIR: join(home, 'index') }));
}

/** The same with a standard output that nobody reads. */
export async function linchpinUnread(...args: string[]): Promise<Finished> {
  const child = start(args, {});
  child.stdout.destroy();
  return await finished(child);
}

function start(args: readonly string[], environment: NodeJS.ProcessEnv): ChildProcessByStdio<null, Readable, Readable> {
  const judge = pathToFileURL(join(root, 'test', 'support', 'sample-judge.ts')).href;
  return spawn(process.execPath, ['--import', 'tsx', '--import', judge, join(root, 'src', 'cli', 'main.ts'), ...args], {
    cwd: root,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

async function finished(child: ChildProcessByStdio<null, Readable, Readable>): Promise<Finished> {
  return await new Promise((resolve, reject) => {
    let stdout = '';
    let stderr = '';
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr += text;
    });
    child.once('error', reject);
    child.once('close', (code) => {
      resolve({ code, stdout, stderr });
    });
  });
}

/** What `ask --json` printed; standard output holds the report and nothing else. */
export function reportOf({ stdout }: Finished): AuditReport {
  return auditReportSchema.parse(JSON.parse(stdout));
}

export async function newHome(): Promise<string> {
  return await mkdtemp(join(tmpdir(), 'linchpin-cli-'));
}

export async function removeHome(home: string): Promise<void> {
  await rm(home, { recursive: true, force: true, maxRetries: 5 });
}

export async function put(folder: string, files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), content);
  }
}

/** The bundled sample workspace, copied into `home`. */
export async function copySample(home: string, name: string): Promise<string> {
  const folder = join(home, name);
  await cp(join(root, 'sample'), folder, { recursive: true, filter: (source) => !source.endsWith('.linchpin') });
  return folder;
}

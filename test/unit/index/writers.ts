import { type ChildProcess, fork } from 'node:child_process';
import { join } from 'node:path';

import type { Desk } from './support.ts';

/** For a lease whose end is waited for. A beat has to come from a process that shares two processors with others. */
export const quick = { beatMs: 500, staleMs: 1750, settleMs: 300 };

/** `count` documents of some passages each, so that writing them takes several batches. */
export function documents(count: number, revision: number): Record<string, string> {
  const lines = (at: number): string =>
    Array.from(
      { length: 120 },
      (_, line) => `Weir ${at} is ${(at * 31 + line) % 97} metres wide at mark ${line} in revision ${revision}.`,
    ).join(' ');
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`part ${at}.md`, `# Weir ${at}\n\n${lines(at)}\n`]));
}

export function startWriter(
  { folder, location }: Desk,
  {
    kind = 'lancedb',
    env = process.env,
    rebuild = false,
    stopAt = '',
    quiet = false,
  }: { kind?: string; env?: NodeJS.ProcessEnv; rebuild?: boolean; stopAt?: string; quiet?: boolean } = {},
): ChildProcess {
  return fork(join(import.meta.dirname, 'writer.ts'), [folder, location, kind, rebuild ? 'anew' : 'create', stopAt], {
    env,
    execArgv: ['--import', 'tsx'],
    stdio: ['ignore', 'inherit', quiet ? 'ignore' : 'inherit', 'ipc'],
  });
}

/** True once the writer says something that is waited for: its phase, and how many documents are done. False when it ends before. */
export async function until(writer: ChildProcess, reached: (said: string) => boolean): Promise<boolean> {
  return await new Promise((resolve) => {
    const listen = (said: unknown): void => {
      if (typeof said !== 'string' || !reached(said)) return;
      writer.off('message', listen);
      resolve(true);
    };
    writer.on('message', listen);
    writer.once('exit', () => {
      resolve(false);
    });
  });
}

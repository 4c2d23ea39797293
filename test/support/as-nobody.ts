import { spawnSync } from 'node:child_process';

const nobody = 65_534;

/**
 * Runs the work as somebody whom permissions bind: the superuser may read and write everything. What is under `home` is theirs for good.
 * The rest of the process is theirs too meanwhile.
 */
export async function asNobody<T>(home: string, work: () => Promise<T>): Promise<T> {
  if (process.getuid?.() !== 0 || process.seteuid === undefined) return await work();
  spawnSync('chown', ['-R', String(nobody), home]);
  process.seteuid(nobody);
  try {
    return await work();
  } finally {
    process.seteuid(0);
  }
}

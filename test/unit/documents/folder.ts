import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** Runs `use` with a new folder that holds the given files, and removes it. */
export async function withFolder(
  files: Readonly<Record<string, string | Uint8Array>>,
  use: (folder: string) => Promise<void>,
): Promise<void> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), 'linchpin-documents-')));
  try {
    for (const [path, content] of Object.entries(files)) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await writeFile(join(folder, path), content);
    }
    await use(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

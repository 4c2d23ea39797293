import { createReadStream } from 'node:fs';
import { access, mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

import { z } from 'zod';

import type { BedWorkspace, ClaimSet } from './bed.ts';

/**
 * The folder of a workspace of the test beds. Papers and policies are written out as text files first, since the data sets keep them otherwise.
 *
 * @param data the shared data folder
 * @param scratch where written workspaces are kept
 * @returns null where the data is not there
 */
export async function workspaceFolder(workspace: BedWorkspace, half: ClaimSet, data: string, scratch: string): Promise<string | null> {
  switch (workspace) {
    case 'nist':
      return await existing(join(data, 'workspaces', 'nist-800-63-3'));
    case 'rfcs':
      return await existing(join(data, 'workspaces', 'rust-rfcs'));
    case 'asvs':
      return await existing(join(data, 'workspaces', 'owasp-asvs'));
    case 'papers':
      return await papers(join(data, 'evidence', 'evidence-inference', 'papers'), join(scratch, 'papers'));
    case 'policies':
      return await policies(join(data, 'reading', 'policyqa.jsonl.gz'), join(scratch, 'policies'));
    case 'reports':
    case 'office':
      return await existing(join(import.meta.dirname, 'documents', half === 'terms-fitting' ? 'second-fitting' : half, workspace));
  }
}

async function existing(folder: string): Promise<string | null> {
  return await access(folder).then(
    () => folder,
    () => null,
  );
}

async function papers(from: string, to: string): Promise<string | null> {
  if ((await existing(from)) === null) return null;
  await mkdir(to, { recursive: true });
  for (const file of await readdir(from))
    await writeFile(join(to, file.replace(/\.[a-z]+$/, '.txt')), await readFile(join(from, file), 'utf8'));
  return to;
}

const policySchema = z.object({ title: z.string(), context: z.string() });

/** One file a site: its distinct passages in the order in which they first appear. */
async function policies(from: string, to: string): Promise<string | null> {
  if ((await existing(from)) === null) return null;
  const sites = new Map<string, Set<string>>();
  for await (const line of createInterface({ input: createReadStream(from).pipe(createGunzip()) })) {
    const { title, context } = policySchema.parse(JSON.parse(line));
    const contexts = sites.get(title) ?? new Set<string>();
    contexts.add(context);
    sites.set(title, contexts);
  }
  await mkdir(to, { recursive: true });
  for (const [site, contexts] of sites) await writeFile(join(to, `${site}.txt`), [...contexts].join('\n\n'));
  return to;
}

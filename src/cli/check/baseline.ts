import { readFile } from 'node:fs/promises';

import { z } from 'zod';

import { LinchpinError } from '../../base/error.ts';
import { writeWhole } from '../../base/whole-file.ts';
import { openKindSchema } from '../../contract/report.ts';
import type { Finding, FindingKind } from '../../export/finding.ts';
import { fingerprint } from '../../export/sarif.ts';
import { oneLine } from '../../export/words.ts';

const baselineSchema = z.object({
  version: z.literal(1),
  /** `path` and `text` are for people: findings are known by their fingerprints, each as often as it stands here. */
  findings: z.array(z.object({ fingerprint: z.string(), kind: z.string(), path: z.string(), text: z.string() })),
});
type Baseline = z.infer<typeof baselineSchema>;

/** @throws LinchpinError `usage` where it cannot be read. */
export async function readBaseline(file: string): Promise<Baseline> {
  try {
    return baselineSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch (error) {
    throw new LinchpinError('usage', `The baseline ${file} cannot be read.`, 'Write it anew with --write-baseline.', error);
  }
}

/** @throws LinchpinError `usage` where it cannot be written. */
export async function writeBaseline(file: string, findings: readonly Finding[]): Promise<void> {
  const entries = findings.map((finding) => ({
    fingerprint: fingerprint(finding),
    kind: finding.kind,
    path: finding.place?.path ?? '',
    text: oneLine(finding.text),
  }));
  const sorted = entries.sort((a, b) => (a.path + a.text < b.path + b.text ? -1 : 1));
  await writeWhole(file, `${JSON.stringify({ version: 1, findings: sorted } satisfies Baseline, null, 2)}\n`);
}

/** Those that the baseline holds: two of the same words need two entries. */
export function knownOf(findings: readonly Finding[], { findings: entries }: Baseline): Set<Finding> {
  const left = new Map<string, number>();
  for (const entry of entries) left.set(entry.fingerprint, (left.get(entry.fingerprint) ?? 0) + 1);
  const known = new Set<Finding>();
  for (const finding of findings) {
    // Before the word for what is open was three words.
    const names = [fingerprint(finding), ...(isOpen(finding.kind) ? [fingerprint({ ...finding, kind: 'unsupported' })] : [])];
    const name = names.find((each) => (left.get(each) ?? 0) > 0) ?? '';
    const times = left.get(name) ?? 0;
    if (times === 0) continue;
    left.set(name, times - 1);
    known.add(finding);
  }
  return known;
}

function isOpen(kind: FindingKind): boolean {
  return openKindSchema.options.some((open) => open === kind);
}

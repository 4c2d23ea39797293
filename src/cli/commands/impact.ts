import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';

import { LinchpinError } from '../../base/error.ts';
import type { Impact } from '../../contract/impact.ts';
import { readText } from '../../documents/read.ts';
import { type ChangedText, impactOfChanges, impactOfPlaces } from '../../engine/impact.ts';
import { parsePlace } from '../../impact/places.ts';
import { exitCodes } from '../exit.ts';
import { changedSince, contentAt } from '../git-changes.ts';
import { printImpact } from '../print-impact.ts';
import { tell, tellJson } from '../terminal.ts';
import type { ImpactFlags } from './flags.ts';
import { existingFolder, withEngine } from './host.ts';

/**
 * What falls or moves without places, or through what has changed since a commit.
 * @throws LinchpinError `folder-missing`, `usage` where nothing is named, or both, or git cannot compare; `report-invalid`, `review-invalid`
 */
export async function impactCommand(dir: string, places: readonly string[], flags: ImpactFlags): Promise<void> {
  const folder = await existingFolder(dir);
  if ((flags.diff === undefined) === (places.length === 0))
    throw new LinchpinError(
      'usage',
      'Nothing is named that could be taken away, or two things at once.',
      'Name documents, lines of them such as "policy.md:12-20", or a commit by --diff.',
    );
  const impact = await withEngine(async (engine): Promise<Impact> => {
    const records = await engine.records({ folder }).dependencies();
    const cited = new Set(records.flatMap(({ evidence }) => evidence.map(({ citation }) => citation.path)));
    if (flags.diff === undefined)
      return impactOfPlaces(
        records,
        places.join(', '),
        places.map((place) => parsePlace(place, (path) => cited.has(path))),
      );
    const changes = new Map<string, ChangedText>();
    for (const path of await changedSince(folder, flags.diff))
      if (cited.has(path)) changes.set(path, { before: await textAt(folder, flags.diff, path), now: await readText(folder, path) });
    return impactOfChanges(records, flags.diff, changes);
  });
  if (flags.json === true) tellJson(impact);
  else tell(printImpact(impact, flags.diff !== undefined));
  const reopens = impact.dependents.some(({ effect, claim }) => effect === 'falls' && claim !== null && claim.signedBy.length > 0);
  process.exitCode = reopens ? exitCodes.failure : exitCodes.answered;
}

/** The text of a document as it was, read as the document of today is: by its name. */
async function textAt(folder: string, commit: string, path: string): Promise<string | null> {
  const content = await contentAt(folder, commit, path);
  if (content === null) return null;
  const place = await mkdtemp(join(tmpdir(), 'linchpin-before-'));
  try {
    await writeFile(join(place, basename(path)), content);
    return await readText(place, basename(path));
  } finally {
    await rm(place, { recursive: true, force: true });
  }
}

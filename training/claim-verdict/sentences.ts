// Writes one JSON line a claim of the test beds: the sentences that search finds for it, as the judge reads them, and which of them are gold.
// node --import tsx training/claim-verdict/sentences.ts OUT SET [DATA]     (SET: a set of claims that may be read, or draft-HALF: the claims of a draft of review sessions)
import { createWriteStream } from 'node:fs';
import { join, resolve } from 'node:path';

import { claimSets, halves, mayBeRead, readClaims } from '../../evaluation/beds/bed.ts';
import { readDraft } from '../../evaluation/review/draft.ts';
import { workspaceFolder } from '../../evaluation/beds/workspaces.ts';
import { goldPlaces } from '../../evaluation/audit/outcome.ts';
import { sentencesOf } from '../../src/audit/claim.ts';
import { openWorkspace } from '../../src/audit/workspace.ts';
import { readText } from '../../src/documents/read.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';

const [out = 'sentences.jsonl', set = 'fitting', data = '../shared/data'] = process.argv.slice(2);
const isDraft = set.startsWith('draft-');
const chosen = claimSets.find((known) => known === set.replace('draft-', ''));
if (chosen === undefined || !mayBeRead(chosen)) throw new RangeError(`no set that may be read: ${set}`);
const scratch = resolve('.cache/beds');
const passages = 20;
const models = bundledModels();
const half = halves.find((known) => known === chosen);
const claims = isDraft && half !== undefined ? (await readDraft(half)).gold : await readClaims(chosen);
const file = createWriteStream(out);
for (const workspace of new Set(claims.map((claim) => claim.workspace))) {
  const folder = await workspaceFolder(workspace, chosen, resolve(data), join(scratch, 'workspaces'));
  if (folder === null) continue;
  const local = workspace === 'reports' || workspace === 'office' ? `${chosen}-${workspace}` : workspace;
  const opened = await openWorkspace({ folder, indexLocation: join(scratch, 'indexes', local) }, models);
  await opened.index();
  for (const claim of claims.filter((entry) => entry.workspace === workspace)) {
    // A draft's gold may quote what a document says twice: such a claim is left out.
    const places = await goldPlaces(claim.gold, (path) => readText(folder, path)).catch((error: unknown) => {
      if (isDraft && error instanceof RangeError) return null;
      throw error;
    });
    if (places === null) continue;
    const gold = places.flat();
    const { spans } = await opened.withIndex((index) =>
      retrieve(claim.claim, index, models, { limit: passages, exclude: [] }, { seed: 1 }),
    );
    const golden = spans.map(({ passage, span, copies }) =>
      [{ path: passage.path, start: span.start, end: span.end }, ...copies].some((own) =>
        gold.some((spot) => own.path === spot.path && own.start < spot.end && spot.start < own.end),
      ),
    );
    const sentences = sentencesOf(spans).map((sentence, at) => ({ ...sentence, gold: golden[at] ?? false }));
    // What else was found of a document is long and alike for all its sentences.
    const elsewhere = Object.fromEntries(sentences.map((sentence) => [sentence.document[1] ?? '', sentence.elsewhere]));
    file.write(`${JSON.stringify({ claim, elsewhere, sentences: sentences.map((sentence) => ({ ...sentence, elsewhere: [] })) })}\n`);
  }
  await opened.close();
}
file.end();

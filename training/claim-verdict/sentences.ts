// Writes one JSON line a claim of the test beds: the sentences that search finds for it, as the judge reads them, and which of them are gold.
// node --import tsx training/claim-verdict/sentences.ts OUT SET [DATA]     (SET: a set of claims that may be read, or draft-HALF: the claims of a draft of review sessions)
import { createWriteStream } from 'node:fs';

import { claimSets, halves, mayBeRead, readClaims } from '../../evaluation/beds/bed.ts';
import { readDraft } from '../../evaluation/review/draft.ts';
import { bedIndexes } from '../../evaluation/beds/indexes.ts';
import { goldPlaces, isGold, placed } from '../../evaluation/audit/outcome.ts';
import { sentencesOf } from '../../src/audit/claim.ts';
import { readText } from '../../src/documents/read.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';

const [out = 'sentences.jsonl', set = 'fitting', data = '../shared/data'] = process.argv.slice(2);
const isDraft = set.startsWith('draft-');
const chosen = claimSets.find((known) => known === set.replace('draft-', ''));
if (chosen === undefined || !mayBeRead(chosen)) throw new RangeError(`no set that may be read: ${set}`);
const passages = 20;
const models = bundledModels();
const half = halves.find((known) => known === chosen);
const claims = isDraft && half !== undefined ? (await readDraft(half)).gold : await readClaims(chosen);
const file = createWriteStream(out);
for await (const { items, folder, opened } of bedIndexes(claims, chosen, { data, scratch: '.cache/beds' }, models)) {
  for (const claim of items) {
    // A draft's gold may quote what a document says twice: such a claim is left out.
    const gold = await goldPlaces(claim.gold, (path) => readText(folder, path)).catch((error: unknown) => {
      if (isDraft && error instanceof RangeError) return null;
      throw error;
    });
    if (gold === null) continue;
    const { spans } = await opened.withIndex((index) =>
      retrieve(claim.claim, index, models, { limit: passages, exclude: [] }, { seed: 1 }),
    );
    const golden = spans.map((span) => isGold(placed(span), gold));
    const sentences = sentencesOf(spans).map((sentence, at) => ({ ...sentence, gold: golden[at] ?? false }));
    // What else was found of a document is long and alike for all its sentences.
    const elsewhere = Object.fromEntries(sentences.map((sentence) => [sentence.document[1] ?? '', sentence.elsewhere]));
    file.write(`${JSON.stringify({ claim, elsewhere, sentences: sentences.map((sentence) => ({ ...sentence, elsewhere: [] })) })}\n`);
  }
}
file.end();

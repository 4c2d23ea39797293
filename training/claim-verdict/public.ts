// Writes one JSON line a claim of a public set, as sentences.ts does for the test beds.
// node --import tsx training/claim-verdict/public.ts OUT SET [DATA]     (SET: wice or feverous)
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';

import { contextOf } from '../../evaluation/arms.ts';
import type { BedClaim } from '../../evaluation/beds/bed.ts';
import { goldSentencePlaces } from '../../evaluation/gold-sentences.ts';
import { type AuditItem, isAudit } from '../../evaluation/item.ts';
import { feverous, wice } from '../../evaluation/sets/claims.ts';
import { isGold, placed } from '../../evaluation/audit/outcome.ts';
import { sentencesOf } from '../../src/audit/claim.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';

const [out = 'sentences.jsonl', name = 'wice', data = '../shared/data'] = process.argv.slice(2);
/** The first claims of WiCE are measured on (docs/RESULTS.md), and not fitted on. */
const firstFitted = 100;
/** Of the many claims of FEVEROUS these. */
const every = 6;
const passages = 20;

/** What is supported in part only is neither supported nor refuted by a sentence. */
function labelOf({ label }: AuditItem): BedClaim['label'] {
  return label === 'supported' || label === 'refuted' ? label : 'uncovered';
}

const set = name === 'feverous' ? feverous : wice;
const items = (await set.read(join(data, set.defaultFile)))
  .filter(isAudit)
  .filter((_item, at) => (set === wice ? at >= firstFitted : at % every === 0));
const models = bundledModels();
const file = createWriteStream(out);
for (const item of items) {
  const { index } = await contextOf(item.documents, models);
  const { spans } = await retrieve(item.question, index, models, { limit: passages, exclude: [] }, { seed: 1 });
  const gold = goldSentencePlaces(item);
  const sentences = sentencesOf(spans).map((sentence, at) => {
    const span = spans[at];
    return { ...sentence, gold: span !== undefined && isGold(placed(span), gold) };
  });
  const elsewhere = Object.fromEntries(sentences.map((sentence) => [sentence.document[1] ?? '', sentence.elsewhere]));
  const claim: BedClaim = {
    id: `${name}-${item.id}`,
    workspace: 'reports',
    claim: item.question,
    label: labelOf(item),
    kind: 'public',
    gold: [],
  };
  file.write(`${JSON.stringify({ claim, elsewhere, sentences: sentences.map((sentence) => ({ ...sentence, elsewhere: [] })) })}\n`);
}
file.end();

// Writes one JSON line a claim: the signs of the claim beside each of the sentences that say most of it.
// node --import tsx training/claim-verdict/signs.ts SENTENCES OUT [alone]     (SENTENCES: as sentences.ts or wordings.py writes them)
// alone: the network is not asked, for claims of which fit.py is told what a network that did not see them says (--said); in half the time.
import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';

import { z } from 'zod';

import { bedClaimSchema } from '../../evaluation/beds/bed.ts';
import { bundledKnowledge } from '../../src/claims/knowledge.ts';
import { isContrary, mayDecide, mayRefute, maySupport, wordedAlike } from '../../src/claims/decide.ts';
import { depth, type Pair, pairOf, readPairs } from '../../src/claims/pairs.ts';
import { type Reading, readText } from '../../src/claims/reading.ts';
import type { Chances } from '../../src/claims/verdict.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';

const texts = z.array(z.string());
const lineSchema = z.object({
  claim: bedClaimSchema.extend({ workspace: z.string() }),
  elsewhere: z.record(z.string(), texts),
  sentences: z.array(
    z.object({
      text: z.string(),
      kind: z.enum(['heading', 'row', 'text']),
      headings: texts,
      document: texts,
      beside: texts,
      gold: z.boolean(),
    }),
  ),
});

/** The chances are not known before they are fitted: no gate opens for what leaves no doubt. */
const unsure: Chances = { about: 0, holds: 1 };

/** The signs of a pair, what the gates let it decide, and its atoms for whoever reads on. */
function row(claim: Reading, pair: Pair, gold: boolean): object[] {
  const { signs, text, comparison, sentence } = pair;
  if (signs === null) return [];
  const free = mayDecide(pair);
  return [
    {
      gold,
      x: [...signs].map((value) => Number(value.toFixed(5))),
      document: sentence.document.at(-1),
      supports: free && maySupport(claim, pair, signs),
      refutes: free && mayRefute(claim, pair, signs, unsure),
      contrary: isContrary(pair),
      worded: wordedAlike(pair, signs),
      text,
      context: pairOf(claim, pair).context,
      atoms: comparison.atoms.map(({ kind, text: own, state }) => `${kind} ${own}: ${state}`),
    },
  ];
}

const [from = 'sentences.jsonl', out = 'signs.jsonl', alone = ''] = process.argv.slice(2);
const models = bundledModels();
const knowledge = bundledKnowledge();
const file = createWriteStream(out);
for await (const line of createInterface({ input: createReadStream(from) })) {
  const { claim, elsewhere, sentences } = lineSchema.parse(JSON.parse(line));
  const whole = sentences.map((sentence) => ({ ...sentence, elsewhere: elsewhere[sentence.document[1] ?? ''] ?? [] }));
  const own = readText(claim.claim);
  const pairs = await readPairs(own, whole, depth, models.entailment, alone === '' ? models.neuralEntailment : undefined, knowledge, {
    seed: 1,
  });
  const rows = pairs.flatMap((pair) => row(own, pair, sentences[pair.at]?.gold ?? false));
  file.write(`${JSON.stringify({ ...claim, golden: sentences.filter(({ gold }) => gold).map(({ text }) => text), rows })}\n`);
}
file.end();

// How well the search finds the passages that answer, with the sentence encoder and without, under other weights of the same two numbers.
// npm run evaluate:search -- [DATA] [SETS]     (SETS: names with commas; all by default. Encoding the folders takes minutes the first time.)
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';

import { z } from 'zod';

import { openWorkspace } from '../../src/audit/workspace.ts';
import { encodePassages } from '../../src/index/encode-passages.ts';
import { createMemoryIndex } from '../../src/index/memory-store.ts';
import { SharedStores } from '../../src/index/shared-stores.ts';
import type { IndexStore } from '../../src/index/store.ts';
import type { IndexedPassage } from '../../src/index/types.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { readClaims, readQuestions } from '../beds/bed.ts';
import { bedFolders } from '../beds/indexes.ts';
import { isAudit, parseSentenceRef } from '../item.ts';
import { hotpotqaOpen } from '../sets/hotpotqa.ts';
import { comparePaired } from '../statistics.ts';
import { type Asked, type Found, type Ranking, rankingsOf, searchTable } from './rankings.ts';

const [data = '../shared/data', wanted = 'audit-dev,eighth,ninth,tenth,eleventh,terms-fitting,hotpotqa-open'] = process.argv.slice(2);
const scratch = resolve('.cache/search');
const models = bundledModels();
const encoder = models.sentenceEncoder;
if (encoder === undefined) throw new Error('There is no sentence encoder.');
const stores = new SharedStores();
const itemsSchema = z.array(z.object({ id: z.string(), ws: z.string(), q: z.string(), gold: z.array(z.string()).default([]) }));

/** Indexes and encodes a folder, and asks of it. */
async function ofFolder(folder: string, name: string, asked: readonly Asked[]): Promise<Found[]> {
  const location = join(scratch, name);
  const workspace = await openWorkspace({ folder, indexLocation: location }, models, stores);
  await workspace.index();
  await workspace.encode(({ phase, done, total }) => {
    if (phase === 'encoding' && process.stderr.isTTY) process.stderr.write(`\r${name}: ${done} of ${total} encoded `);
  });
  return await stores.use(location, models.embedder, (store) => ofStore(store, location, asked));
}

async function ofStore(store: IndexStore, location: string, asked: readonly Asked[]): Promise<Found[]> {
  if (encoder === undefined) return [];
  const vectors = await stores.vectors(location, encoder);
  const lock = await vectors.lock();
  await encodePassages(store, vectors, encoder, lock.confirm).finally(() => lock.release());
  return await rankingsOf(store, vectors, models.embedder, encoder, asked);
}

const plain = (text: string): string =>
  text
    .replaceAll(/[\s*_`>#|]+/g, ' ')
    .toLowerCase()
    .trim();
const says = (passage: IndexedPassage, quote: string): boolean =>
  plain(passage.text).includes(plain(quote)) || plain(passage.spans.map((span) => span.plain).join(' ')).includes(plain(quote));

async function auditDev(): Promise<Found[]> {
  const items = itemsSchema.parse(JSON.parse(await readFile(join(data, 'audit-dev/items.json'), 'utf8')));
  const found: Found[] = [];
  for (const name of new Set(items.map(({ ws }) => ws))) {
    const asked = items
      .filter(({ ws, gold }) => ws === name && gold.length > 0)
      .map(({ q, gold }): Asked => ({
        text: q,
        isGold: (passage) => gold.some((each) => each.split('|').some((quote) => says(passage, quote))),
      }));
    found.push(...(await ofFolder(resolve(data, 'audit-dev', name), `audit-dev-${name}`, asked)));
  }
  return found;
}

async function bed(set: Parameters<typeof readQuestions>[0]): Promise<Found[]> {
  const claims = await readClaims(set).catch(() => []);
  const items = [
    ...(await readQuestions(set)).map(({ question, ...rest }) => ({ ...rest, text: question })),
    ...claims.map(({ claim, ...rest }) => ({ ...rest, text: claim })),
  ].filter(({ gold }) => gold.length > 0);
  const found: Found[] = [];
  for await (const { folder, workspace, items: own } of bedFolders(items, set, { data, scratch })) {
    const asked = own.map(({ text, gold }): Asked => ({
      text,
      isGold: (passage) => gold.flat().some(({ path, quote }) => path === passage.path && says(passage, quote)),
    }));
    found.push(...(await ofFolder(folder, `${set}-${workspace}`, asked)));
  }
  return found;
}

async function hotpot(): Promise<Found[]> {
  const items = (await hotpotqaOpen.read(join(data, hotpotqaOpen.defaultFile))).filter(isAudit);
  const [first] = items;
  if (first === undefined) return [];
  const store = (await createMemoryIndex(first.documents, models.embedder)) as IndexStore;
  const asked = items.map(({ question, goldSets }): Asked => {
    const paths = new Set(goldSets.flat().map((ref) => parseSentenceRef(ref).path));
    return { text: question, isGold: ({ path }) => paths.has(path) };
  });
  return await ofStore(store, join(scratch, 'hotpotqa-open'), asked);
}

for (const set of wanted.split(',')) {
  const found = set === 'audit-dev' ? await auditDev() : set === 'hotpotqa-open' ? await hotpot() : await bed(set as 'eighth');
  if (found.length === 0) {
    console.error(`${set}: its data is not there`);
    continue;
  }
  console.log(`\n## ${set} (n = ${found.length})\n\n${searchTable(found)}`);
  const places = (name: Ranking): number[] => found.map(({ ranks }) => (6 > (ranks.get(name) ?? Infinity) ? 1 : 0));
  for (const name of ['0.7 sentences', 'the product'] as const) {
    const { difference, low, high, p, n } = comparePaired(places('static'), places(name));
    console.log(
      `\n${name} against the static search, gold in 6: ${difference >= 0 ? '+' : ''}${difference.toFixed(3)} (${low.toFixed(3)} to ${high.toFixed(3)}, p ${p.toFixed(3)}, n = ${n})`,
    );
  }
}
await stores.close();

import { readdir, readFile } from 'node:fs/promises';
import { join, relative, resolve } from 'node:path';

import { Command } from 'commander';

import { nearCopyShare } from '../../src/audit/near-copies.ts';
import { createRandom, type Random } from '../../src/base/random.ts';
import { sharedByLonger, shinglesOf } from '../../src/text/shingles.ts';
import { tokenize } from '../../src/text/tokens.ts';

interface Flags {
  readonly workspaces: string;
  readonly sample: string;
}

const command = new Command('evaluate:copies')
  .description('How well near copies are told from distinct documents: npm run evaluate:copies')
  .option('--workspaces <dir>', 'folders of real documents', '../shared/data/workspaces')
  .option('--sample <n>', 'documents of which edited copies are made', '200');
command.parse();
const flags = command.opts<Flags>();

interface Read {
  readonly path: string;
  readonly text: string;
  readonly shingles: ReadonlySet<number>;
}

async function documentsIn(folder: string): Promise<Read[]> {
  const names = await readdir(folder, { recursive: true });
  const found: Read[] = [];
  for (const name of names.filter((entry) => entry.endsWith('.md')).sort()) {
    const path = join(folder, name);
    const text = await readFile(path, 'utf8');
    const shingles = shinglesOf(text);
    if (shingles.size >= 20) found.push({ path: relative(folder, path), text, shingles });
  }
  return found;
}

/** Ways to edit a draft: what the check of a second version has to see through. */
const edits: Readonly<Record<string, (text: string, other: string, random: Random) => string>> = {
  'not at all': (text) => text,
  '1 word in 20 replaced': (text, _, random) => replaced(text, 20, random),
  '1 word in 10 replaced': (text, _, random) => replaced(text, 10, random),
  '1 word in 7 replaced': (text, _, random) => replaced(text, 7, random),
  '1 word in 5 replaced': (text, _, random) => replaced(text, 5, random),
  'every other paragraph cut': (text) =>
    text
      .split(/\n{2,}/)
      .filter((_, at) => at % 2 === 0)
      .join('\n\n'),
  'another text of its length added': (text, other) =>
    `${text}\n\n${other.repeat(Math.ceil(text.length / Math.max(1, other.length))).slice(0, text.length)}`,
  'paragraphs in another order': (text, _, random) => shuffled(text.split(/\n{2,}/), random).join('\n\n'),
  'half cut, 1 word in 10 replaced': (text, _, random) => replaced(text.slice(0, text.length / 2), 10, random),
};

function replaced(text: string, oneIn: number, random: Random): string {
  let [done, made] = [0, ''];
  for (const { start, end } of tokenize(text)) {
    made += text.slice(done, start) + (random.integer(oneIn) === 0 ? 'otherwise' : text.slice(start, end));
    done = end;
  }
  return made + text.slice(done);
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const left = [...items];
  return items.flatMap(() => left.splice(random.integer(left.length), 1));
}

function quantiles(values: readonly number[]): string {
  const sorted = [...values].sort((a, b) => a - b);
  const at = (share: number): string => (sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0).toFixed(2);
  return `${at(0)} | ${at(0.05)} | ${at(0.5)} | ${at(1)}`;
}

/** Every pair of documents that shares any shingle; the others share none. */
function pairsOf(documents: readonly Read[]): { readonly a: string; readonly b: string; readonly share: number }[] {
  const holders = new Map<number, number[]>();
  for (const [at, { shingles }] of documents.entries())
    for (const shingle of shingles) {
      const known = holders.get(shingle);
      if (known === undefined) holders.set(shingle, [at]);
      else known.push(at);
    }
  const common = new Map<number, number>();
  for (const own of holders.values()) {
    // What a tenth of the documents share is boilerplate, and adds little to any pair.
    if (own.length < 2 || own.length > 60) continue;
    for (const [place, first] of own.entries())
      for (const second of own.slice(place + 1)) {
        const pair = first * documents.length + second;
        common.set(pair, (common.get(pair) ?? 0) + 1);
      }
  }
  return [...common.keys()].flatMap((pair) => {
    const [a, b] = [documents[Math.floor(pair / documents.length)], documents[pair % documents.length]];
    return a === undefined || b === undefined ? [] : [{ a: a.path, b: b.path, share: sharedByLonger(a.shingles, b.shingles) }];
  });
}

const root = resolve(flags.workspaces);
const all: Read[] = [];
const lines = [
  '| distinct documents of | documents | pairs | pairs with anything in common | most alike | pairs from the threshold on |',
  '|---|---|---|---|---|---|',
];
const alike: string[] = [];
for (const name of (await readdir(root)).sort()) {
  const documents = await documentsIn(join(root, name));
  const pairs = pairsOf(documents).sort((a, b) => b.share - a.share);
  const over = pairs.filter(({ share }) => share >= nearCopyShare);
  lines.push(
    `| ${name} | ${documents.length} | ${(documents.length * (documents.length - 1)) / 2} | ${pairs.length} | ${(pairs[0]?.share ?? 0).toFixed(2)} | ${over.length} |`,
  );
  alike.push(
    ...pairs
      .filter(({ share }) => share >= nearCopyShare / 2)
      .slice(0, 15)
      .map(({ a, b, share }) => `- ${name}: ${share.toFixed(2)} ${a} and ${b}`),
  );
  all.push(...documents);
}
const random = createRandom(1);
const sample = shuffled(all, random).slice(0, Number(flags.sample));
lines.push(
  '',
  `| copies of ${sample.length} of them, edited | least | 5th percentile | median | most | found |`,
  '|---|---|---|---|---|---|',
);
for (const [name, edit] of Object.entries(edits)) {
  const shares = sample.map(({ text, shingles }, at) =>
    sharedByLonger(shingles, shinglesOf(edit(text, all[(at * 7 + 3) % all.length]?.text ?? '', random))),
  );
  lines.push(
    `| ${name} | ${quantiles(shares)} | ${(shares.filter((share) => share >= nearCopyShare).length / sample.length).toFixed(3)} |`,
  );
}
process.stdout.write(`Threshold ${nearCopyShare}\n\n${lines.join('\n')}\n\nMost alike:\n\n${alike.join('\n')}\n`);

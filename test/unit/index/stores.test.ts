import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';

import fc from 'fast-check';

import { readText } from '../../../src/documents/read.ts';
import { ingestFolder } from '../../../src/index/ingest.ts';
import { createMemoryIndex } from '../../../src/index/memory-store.ts';
import { assertSame, assertWhole, embedder, kinds, openLance, oracle, search, withDesk, write } from './support.ts';

const root = join(import.meta.dirname, '..', '..', '..');
const data = process.env['LINCHPIN_DATA'] ?? join(root, '..', 'shared', 'data');

const sentences = [
  'The dam was built in 1931 and holds the river back.',
  'Passwords must be at least eight characters long.',
  'The committee rejected the plan, and did not say why.',
  'Salmon pass the dam by a ladder on its northern side.',
  'No password may be shorter than fifteen characters.',
  'Oak and elm grow along the banks of the river.',
  'In 2019 the plan was taken up again by the council.',
  '水位は毎日測定される。',
];
const questions = [
  'When was the dam built?',
  'How long must a password be?',
  'Why was the plan not taken up?',
  'which trees grow by the river',
  '水位',
  '',
];
const names = ['a.md', 'b.md', "o'hara's notes.md", 'deep/er/ü 文.txt', 'percent %_.md', 'semi;colon.txt'];

describe('Both stores', () => {
  it('agree with the oracle to the last digit, however the folder came to be as it is', async function () {
    this.timeout(120_000);
    const content = fc.array(fc.constantFrom(...sentences), { minLength: 0, maxLength: 5 }).map((lines) => lines.join(' '));
    const step = fc.dictionary(fc.constantFrom(...names), fc.option(content, { nil: undefined }), { minKeys: 1, maxKeys: 4 });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
        await withDesk({}, async (desk) => {
          const stores = await Promise.all(kinds.map(async (each) => await each.open(desk)));
          for (const changes of steps) {
            for (const [path, text] of Object.entries(changes)) {
              if (text === undefined) await rm(join(desk.folder, path), { force: true });
              else await write(desk.folder, { [path]: text });
            }
            const exact = await oracle(desk.folder);
            for (const store of stores) {
              await ingestFolder(desk.folder, store, embedder);
              await assertSame(store, exact, questions);
            }
          }
          // What was written, read by one who comes later.
          for (const [at, store] of stores.entries()) {
            const later = await kinds[at]?.open(desk);
            assert.ok(later !== undefined);
            await assertSame(later, store, questions);
            await later.close();
            await store.close();
          }
        });
      }),
      { numRuns: 12 },
    );
  });

  for (const { kind, open } of kinds) {
    it(`${kind}: copies change no result`, async () => {
      const text = '# The dam\n\nThe dam was built in 1931 and holds the river back.\n';
      await withDesk({ 'dam.md': text, 'trees.md': '# Trees\n\nOak and elm grow along the banks of the river.\n' }, async (desk) => {
        const store = await open(desk);
        await ingestFolder(desk.folder, store, embedder);
        const [before = []] = await search(store, ['When was the dam built?'], { limit: 10 });
        await write(desk.folder, Object.fromEntries(Array.from({ length: 300 }, (_, at) => [`copies/${at}.md`, text])));
        await ingestFolder(desk.folder, store, embedder);
        const [after = []] = await search(store, ['When was the dam built?'], { limit: 10 });
        assert.deepEqual(
          after.map((hit) => [hit.passage.text, hit.score, hit.bm25, hit.cosine]),
          before.map((hit) => [hit.passage.text, hit.score, hit.bm25, hit.cosine]),
        );
        assert.equal(after[0]?.copies.length, 300);
        const [without = []] = await search(store, ['When was the dam built?'], { limit: 10, exclude: ['copies/**', 'dam.md'] });
        assert.deepEqual(
          without.map((hit) => hit.passage.path),
          ['trees.md'],
        );
        await store.close();
      });
    });

    it(`${kind}: an empty index gives empty results`, async () => {
      await withDesk({}, async (desk) => {
        const store = await open(desk);
        assert.deepEqual(await search(store, ['anything', ''], { limit: 5 }), [[], []]);
        assert.deepEqual(await store.documents(), []);
        assert.deepEqual(await store.passagesOf("it's not there.md"), []);
        await store.close();
      });
    });

    it(`${kind}: stops between queries when it is cancelled`, async () => {
      await withDesk({ 'a.md': sentences.join(' ') }, async (desk) => {
        const store = await open(desk);
        await ingestFolder(desk.folder, store, embedder);
        const [vector = new Float32Array(embedder.dimensions)] = await embedder.embed(['dam'], 'query', { seed: 0 });
        await assert.rejects(store.search([{ text: 'dam', vector }], { limit: 5 }, AbortSignal.abort()), { code: 'cancelled' });
        await store.close();
      });
    });
  }

  it('finds words that are common, negations, and words of titles and headings', async () => {
    const files = { 'minutes of may.txt': 'The plan was not adopted.', 'x.md': '# Weirs\n\n## Maintenance\n\nEvery second spring.\n' };
    await withDesk(files, async (desk) => {
      const store = await openLance(desk);
      await ingestFolder(desk.folder, store, embedder);
      for (const [question, path] of [
        ['not', 'minutes of may.txt'],
        ['minutes', 'minutes of may.txt'],
        ['maintained weir', 'x.md'],
      ] as const) {
        const [[first] = []] = await search(store, [question], { limit: 2 });
        assert.equal(first?.passage.path, path, question);
        assert.ok(first.bm25 > 0, question);
      }
      await store.close();
    });
  });

  it('an index of texts at hand is that of the same files', async () => {
    const files = { 'a.md': `# A\n\n${sentences.slice(0, 4).join(' ')}`, 'b.txt': sentences.slice(4).join(' ') };
    await withDesk(files, async ({ folder }) => {
      const index = await createMemoryIndex(
        [...Object.entries(files).map(([path, text]) => ({ path, text })), { path: 'photo.jpg', text: 'not read' }],
        embedder,
      );
      await assertSame(index, await oracle(folder), questions);
    });
  });

  const workspaces: readonly (readonly [name: string, folder: string])[] = [
    ['the sample', join(root, 'sample')],
    ['nist-800-63-3', join(data, 'workspaces', 'nist-800-63-3')],
    ['rust-rfcs', join(data, 'workspaces', 'rust-rfcs')],
  ];
  for (const [name, folder] of workspaces) {
    const missing = existsSync(folder) ? '' : ' (skipped: set LINCHPIN_DATA to the folder of data sets)';
    it(`${name}: LanceDB's candidates hold what an exact search finds${missing}`, async function () {
      if (missing !== '') this.skip();
      this.timeout(300_000);
      await withDesk({}, async (desk) => {
        const exact = await oracle(folder);
        const store = await openLance(desk);
        await ingestFolder(folder, store, embedder);
        const documents = await exact.documents();
        const every = Math.max(1, Math.floor(documents.length / 40));
        const asked: string[] = [];
        for (let at = 0; at < documents.length; at += every) {
          const spans = (await exact.passagesOf(documents[at]?.path ?? '')).flatMap((passage) => passage.spans);
          const longest = spans.reduce((most, span) => (span.plain.length > most.length ? span.plain : most), '');
          asked.push(longest.split(' ').slice(0, 12).join(' '));
        }
        await assertSame(store, exact, asked, { limit: 30 });
        await assertWhole(store);
        const texts = new Map<string, string | null>();
        for (const [at, hits] of (await search(store, asked, { limit: 5 })).entries()) {
          for (const { passage } of hits) {
            const text = texts.get(passage.path) ?? (await readText(folder, passage.path));
            texts.set(passage.path, text);
            assert.equal(passage.text, text?.slice(passage.start, passage.end), `${asked[at] ?? ''}: ${passage.id}`);
          }
        }
        await store.close();
      });
    });
  }
});

import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { distractorsOf } from '../../../evaluation/cf-rag/distractors.ts';
import { type Observation } from '../../../evaluation/cf-rag/observe.ts';
import { page } from '../../../evaluation/cf-rag/page.ts';
import { Records } from '../../../evaluation/cf-rag/records.ts';
import { armTable, bandTable, draftsAlone, probeTable, seedTable } from '../../../evaluation/cf-rag/tables.ts';
import type { AuditItem } from '../../../evaluation/item.ts';
import { documentOf } from '../../../evaluation/sets/files.ts';
import { bundledModels } from '../../../src/models/bundled/models.ts';

const item = (id: string, question: string, answer: string, documents: Record<string, string>): AuditItem => ({
  task: 'audit',
  id,
  kind: 'question',
  question,
  documents: Object.entries(documents).map(([title, text]) => documentOf(`${title}.md`, title, [text])),
  corpus: null,
  answers: [answer],
  answerable: true,
  goldSets: [],
  goldSpans: [],
  label: null,
  group: '',
});
const items = [
  item('a', 'Which river runs through Tarn?', 'the Ouse', {
    Tarn: 'Tarn lies on the river Ouse.',
    Shared: 'The river trade of the county.',
  }),
  item('b', 'Which river runs through Harlow?', 'the Wye', {
    Harlow: 'Harlow lies on the river Wye.',
    Shared: 'The river trade of the county.',
  }),
  item('c', 'How many bees live in a hive?', 'sixty thousand', { Bees: 'A hive holds sixty thousand bees.', Ouse: 'The Ouse is a river.' }),
];
const said = (answer: string, rest: Partial<Observation> = {}): Observation => ({
  answer,
  drafts: [],
  probes: [],
  crr: null,
  overruled: false,
  ...rest,
});

describe('distractors', () => {
  it('are documents of other items, most like the question first, without those that may be evidence', async () => {
    const { embedder } = bundledModels();
    const injected = await distractorsOf(items.slice(0, 1), items, 5, embedder, 1);
    assert.equal(injected.get('a')?.[0]?.title, 'Harlow');
    assert.ok(injected.get('a')?.every((document) => document.title !== 'Shared' && document.title !== 'Tarn'));
    const named = await distractorsOf([{ ...items[0]!, answers: ['Ouse'] }], items, 5, embedder, 1);
    assert.ok(named.get('a')?.every((document) => document.title !== 'Ouse'));
  });
});

describe('records of a run', () => {
  it('carry on where it was stopped, and pass over a line that was cut off', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'linchpin-records-'));
    try {
      const file = join(folder, 'run.jsonl');
      let observed = 0;
      const observe = (): Promise<Observation> => {
        observed += 1;
        return Promise.resolve(said('Tulsa'));
      };
      const first = await Records.open(file);
      await first.of('one', observe);
      await first.of('one', observe);
      await appendFile(file, '{"key":"two","observ');
      const second = await Records.open(file);
      assert.equal((await second.of('one', observe)).answer, 'Tulsa');
      assert.equal(observed, 1);
      assert.ok(!second.has('two'));
    } finally {
      await rm(folder, { recursive: true });
    }
  });
});

describe('tables of CF-RAG', () => {
  it('tell each arm with its interval, and the paired difference to the reference', () => {
    const table = armTable(
      items,
      [
        { name: 'plain', observations: items.map(() => said('the Wye')) },
        { name: 'linchpin', observations: items.map((entry) => said(entry.answers[0] ?? '')) },
      ],
      'linchpin',
    );
    assert.match(table, /\| plain \| 0\.333 \(0\.000-1\.000\) \|/);
    assert.match(table, /\| linchpin \| 1\.000 \(1\.000-1\.000\) \| 1\.000 \(1\.000-1\.000\) \| {2}\|/);
    assert.match(table, /-0\.\d{3} \(/);
  });

  it('count probes by kind, selected and valid', () => {
    const probe = { kind: 'role', selected: true, rejection: null, similarity: 0.8, answerDistance: 1 };
    const table = probeTable({
      name: 'linchpin',
      observations: [said('', { probes: [probe, { ...probe, selected: false, rejection: 'off-topic', similarity: 0.5 }] })],
    });
    assert.match(table, /\| role \| 100\.0 % \(1\) \| 0\.200 \(0\.200-0\.200\) \| 1\.000 \(1\.000-1\.000\) \| 0\.500/);
  });

  it('put accuracy beside the band of the ratio', () => {
    const table = bandTable(
      items,
      { name: 'linchpin', observations: [said('', { crr: 0.4 }), said('', { crr: 0.95 }), said('')] },
      { name: 'plain', observations: [said('the Ouse'), said('the Ouse'), said('')] },
    );
    assert.match(table, /\| causal \| 33 % \| 1\.000 \(1\.000-1\.000\) \| 1 \|/);
    assert.match(table, /\| trap \| 33 % \| 0\.000 \(0\.000-0\.000\) \| 1 \|/);
    assert.match(table, /\| no valid probe, or no answer \| 33 % \|/);
  });

  it('tell how far seeds move answers, and what the drafts alone would say', () => {
    const drafts = [
      { text: 'the Wye', total: 0.9 },
      { text: 'the Ouse', total: 0.5 },
      { text: 'Ouse', total: 0.4 },
    ];
    const column = { name: '', observations: [said('', { drafts })] };
    assert.equal(draftsAlone(column, true).observations[0]?.answer, 'the Ouse');
    assert.equal(draftsAlone(column, false).observations[0]?.answer, 'the Wye');
    const seeds = ['the Ouse', 'the Wye'].map((answer) => ({ name: '', observations: [said(answer)] }));
    assert.match(
      seedTable(items.slice(0, 1), [{ name: 'linchpin', seeds }]),
      /\| linchpin \| 0\.000 \(0\.000-0\.000\) \| 0\.500 \| 0\.7071 \| 1\.414 \|/,
    );
  });

  it('make a page of the sections that there are, with the command that prints it', () => {
    const text = page('npm run evaluate:cf-rag', { traps: '| t |' });
    assert.match(text, /Written by `npm run evaluate:cf-rag`/);
    assert.match(text, /## Traps\n[\s\S]*\| t \|\n$/);
    assert.doesNotMatch(text, /## Seeds/);
  });
});

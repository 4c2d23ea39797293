import assert from 'node:assert/strict';
import { cp, mkdtemp, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';
import { z } from 'zod';

import { LinchpinError } from '../../../../src/base/error.ts';
import { openOnnxChat } from '../../../../src/models/onnx/chat.ts';
import { openOnnxEntailment, openOnnxRelevance } from '../../../../src/models/onnx/classifiers.ts';
import { openOnnxEmbedder } from '../../../../src/models/onnx/embedder.ts';
import { cut, openOnnxReader } from '../../../../src/models/onnx/reader.ts';
import { OnnxRuntime } from '../../../../src/models/onnx/runtime.ts';
import type { EvidenceText } from '../../../../src/models/ports.ts';
import { modelsWith } from '../../../support/judge.ts';
import { wordJudge } from '../../../support/word-judge.ts';

const folder = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'onnx');
const ref = (name: string): { folder: string; model: string; dtype: 'fp32' } => ({ folder, model: `tiny/${name}`, dtype: 'fp32' });
const call = { seed: 1 };
const words = fc
  .array(fc.constantFrom('the', 'dam', 'is', '14', 'metres', 'tall', 'river', 'weir', 'zq', ','), { minLength: 1, maxLength: 12 })
  .map((list) => list.join(' '));

async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof LinchpinError ? error.code : String(error)),
  );
}

function near(a: readonly number[] | Float32Array, b: readonly number[] | Float32Array): void {
  assert.equal(a.length, b.length);
  a.forEach((value, at) => {
    assert.ok(Math.abs(value - (b[at] ?? Number.NaN)) < 1e-4, `${value} is not ${b[at]}`);
  });
}

describe('ONNX models', function () {
  this.timeout(30_000);
  const runtime = new OnnxRuntime();
  after(async () => {
    await runtime.dispose();
  });

  it('embed each text by itself: unit vectors, whatever else is in the batch', async () => {
    const embedder = await openOnnxEmbedder(runtime, ref('embedder'));
    assert.equal(embedder.dimensions, 16);
    assert.deepEqual([embedder.identity.provider, embedder.identity.local], ['onnx', true]);
    await fc.assert(
      fc.asyncProperty(fc.array(words, { minLength: 1, maxLength: 20 }), async (texts) => {
        const all = await embedder.embed(texts, 'passage', call);
        for (const [at, text] of texts.entries()) {
          const [alone] = await embedder.embed([text], 'passage', call);
          near(all[at] ?? [], alone ?? []);
          assert.ok(Math.abs(Math.hypot(...(alone ?? [])) - 1) < 1e-4);
        }
      }),
      { numRuns: 10 },
    );
    assert.deepEqual(await embedder.embed(['', '  '], 'query', call), [new Float32Array(16), new Float32Array(16)]);
  });

  it('score pairs, and judge them by the names of their classes, in whatever order these stand', async () => {
    const relevance = await openOnnxRelevance(runtime, ref('reranker'));
    const entailment = await openOnnxEntailment(runtime, ref('nli'));
    await fc.assert(
      fc.asyncProperty(words, fc.array(words, { minLength: 1, maxLength: 20 }), async (query, texts) => {
        const scores = await relevance.score(
          query,
          texts.map((text) => ({ text, heading: '' })),
          call,
        );
        assert.ok(scores.every((score) => score > 0 && score < 1));
        const [last] = await relevance.score(query, [{ text: texts.at(-1) ?? '', heading: '' }], call);
        near([scores.at(-1) ?? 0], [last ?? 1]);
        for (const { entail, neutral, contradict } of await entailment.classify(
          texts.map((premise) => ({ premise, hypothesis: query })),
          call,
        ))
          near([entail + neutral + contradict], [1]);
      }),
      { numRuns: 10 },
    );
    // As the same model says when it is asked without this project: contradiction, neutral, entailment.
    const [judged] = await entailment.classify([{ premise: 'who built the dam', hypothesis: 'ada brook built the dam' }], call);
    assert.ok(judged !== undefined && judged.entail > judged.neutral && judged.neutral > judged.contradict);
    assert.equal(await codeOf(openOnnxEntailment(runtime, ref('reranker'))), 'model-unavailable');
  });

  it('cut what is too long at the end of the passage, or of the premise, and never what these are held against', async () => {
    const [embedder, relevance, entailment] = [
      await openOnnxEmbedder(runtime, ref('embedder')),
      await openOnnxRelevance(runtime, ref('reranker')),
      await openOnnxEntailment(runtime, ref('nli')),
    ];
    const long = Array.from({ length: 200 }, (_, at) => ['the', 'dam', 'is', 'tall', 'river'][at % 5]).join(' ');
    const words = long.split(' ');
    // Of 64 places two or three are marks, and four the hypothesis or query. What fits is not filled to the last letter.
    const beginnings = (least: number, most: number): string[] => {
      const whole = words.slice(0, most).join(' ');
      const from = words.slice(0, least).join(' ').length;
      return Array.from({ length: whole.length - from + 1 }, (_, more) => whole.slice(0, from + more));
    };
    const hypothesis = 'the dam is tall';
    const judge = async (premises: readonly string[], against: string): Promise<number[]> =>
      (
        await entailment.classify(
          premises.map((premise) => ({ premise, hypothesis: against })),
          call,
        )
      ).map(({ entail }) => entail);
    const [judged = -1] = await judge([long], hypothesis);
    assert.ok((await judge(beginnings(45, 57), hypothesis)).some((entail) => Math.abs(entail - judged) < 1e-5));
    assert.notEqual((await judge([long], 'river'))[0], judged);
    const score = async (query: string, texts: readonly string[]): Promise<number[]> =>
      await relevance.score(
        query,
        texts.map((text) => ({ text, heading: '' })),
        call,
      );
    const [scored = -1] = await score(hypothesis, [long]);
    assert.ok((await score(hypothesis, beginnings(45, 57))).some((value) => Math.abs(value - scored) < 1e-5));
    assert.ok((await score(long, [long])).every((value) => value > 0 && value < 1));
    const [vector, ...candidates] = await embedder.embed([long, ...beginnings(50, 62)], 'passage', call);
    assert.ok(candidates.some((candidate) => candidate.every((value, at) => Math.abs(value - (vector?.[at] ?? Number.NaN)) < 1e-4)));
  });

  it('are as sure as the temperature lets them', async () => {
    const pair = [{ premise: 'who built the dam', hypothesis: 'ada brook built the dam' }];
    const [cold] = await (await openOnnxEntailment(runtime, ref('nli'))).classify(pair, call);
    const [warm] = await (await openOnnxEntailment(runtime, ref('nli'), 10)).classify(pair, call);
    assert.ok(cold !== undefined && warm !== undefined && warm.entail < cold.entail && warm.entail > warm.neutral);
  });

  it('read answers that stand in the evidence as they are cited, or none', async () => {
    const { generator: bundled } = modelsWith(wordJudge());
    const reader = await openOnnxReader(runtime, ref('qa'), bundled);
    const evidence: EvidenceText[] = [
      { spanId: 'a', path: 'a.md', heading: '', text: 'The dam was built in 1931.', relevance: 0.9 },
      { spanId: 'b', path: 'b.md', heading: '', text: 'The river is old.', relevance: 0.8 },
    ];
    const [answer] = await reader.answer([{ question: 'When was the dam built?', evidence }], call);
    assert.ok(answer !== undefined && !answer.abstained);
    assert.ok(
      evidence.some((span) => answer.citedSpans.includes(span.spanId) && span.text.includes(answer.text)),
      answer.text,
    );
    const [none] = await reader.answer([{ question: 'When?', evidence: [] }], call);
    assert.equal(none?.abstained, true);
  });

  it('cut what a tokenizer made of a text out of the text itself', () => {
    assert.equal(cut('It is 14 m (c. 46 ft) tall.', '14 m ( c . 46 ft )'), '14 m (c. 46 ft)');
    assert.equal(cut('Die Größe: 14 m', 'große'), 'Größe');
    assert.equal(cut('ADA Brook', 'ada brook'), 'ADA Brook');
    assert.equal(cut('Ada Brook', 'ida'), null);
    assert.equal(cut('Ada', ''), null);
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 30 }), fc.nat(), fc.nat(), (text, a, b) => {
        const found = cut(text, text.slice(a % (text.length + 1), (a % (text.length + 1)) + (b % 10)));
        assert.ok(found === null || text.includes(found));
      }),
    );
  });

  it('write replies, count them, keep to their length, and stop when they are told to', async () => {
    const chat = await openOnnxChat(runtime, ref('chat'));
    const request = {
      messages: [{ role: 'user' as const, content: 'how tall is the dam?' }],
      schema: z.unknown(),
      name: 'test',
      maxTokens: 20,
    };
    const spent: number[] = [];
    const reply = await chat.complete(request, {
      ...call,
      usage: {
        add: ({ completionTokens }) => {
          spent.push(completionTokens);
        },
        round: () => undefined,
      },
    });
    assert.equal(reply.text, 'yes the dam is 14 metres tall.');
    assert.equal(reply.truncated, false);
    assert.equal(spent.length, 1);
    assert.equal((await chat.complete({ ...request, maxTokens: 3 }, call)).truncated, true);
    const abort = new AbortController();
    abort.abort();
    assert.equal(await codeOf(chat.complete(request, { ...call, signal: abort.signal })), 'cancelled');
  });

  it('are held once each, bounded in memory, and unloaded when idle, never under a call', async () => {
    let time = 0;
    const small = new OnnxRuntime({ maxBytes: 15_000, idleMs: 100, now: () => time });
    const embedder = await openOnnxEmbedder(small, ref('embedder'));
    const relevance = await openOnnxRelevance(small, ref('reranker'));
    await Promise.all([embedder.embed(['dam'], 'query', call), embedder.embed(['weir'], 'query', call)]);
    assert.deepEqual(small.loaded, ['tiny/embedder@fp32']);
    time = 10;
    await relevance.score('dam', [{ text: 'weir', heading: '' }], call);
    await small.tidy();
    assert.deepEqual(small.loaded, ['tiny/reranker@fp32'], 'the longest unused goes');
    await small.use({ ...ref('reranker'), kind: 'classification' }, async () => {
      time = 1000;
      await small.tidy();
      assert.deepEqual(small.loaded, ['tiny/reranker@fp32']);
    });
    time = 5000;
    await small.tidy();
    assert.deepEqual(small.loaded, []);
    // One that is over the bound by itself still answers.
    await new OnnxRuntime({ maxBytes: 1 }).use({ ...ref('embedder'), kind: 'features' }, async ({ model, tokenizer }) => {
      await model(tokenizer('dam'));
    });
    await embedder.embed(['dam'], 'query', call);
    await small.dispose();
    assert.deepEqual(small.loaded, []);
  });

  it('have another version, and another table of vectors, when their weights or their words change', async () => {
    const store = await mkdtemp(join(tmpdir(), 'linchpin-onnx-'));
    const open = async (): Promise<string> =>
      (await openOnnxEmbedder(runtime, { folder: store, model: 'tiny/embedder', dtype: 'fp32' })).profileId;
    try {
      await cp(join(folder, 'tiny', 'embedder'), join(store, 'tiny', 'embedder'), { recursive: true });
      const first = await open();
      assert.equal(first, await open());
      const weights = join(store, 'tiny', 'embedder', 'onnx', 'model.onnx');
      const bytes = await readFile(weights);
      bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 1;
      await writeFile(weights, bytes);
      const second = await open();
      const words = join(store, 'tiny', 'embedder', 'tokenizer.json');
      await writeFile(words, (await readFile(words, 'utf8')).replace('weir', 'wier'));
      assert.equal(new Set([first, second, await open()]).size, 3);
    } finally {
      await rm(store, { recursive: true, force: true });
    }
  });

  it('that are missing or damaged say so', async () => {
    assert.equal(await codeOf(openOnnxEmbedder(runtime, ref('nothing'))), 'model-unavailable');
    const store = await mkdtemp(join(tmpdir(), 'linchpin-onnx-'));
    try {
      await cp(join(folder, 'tiny', 'embedder'), join(store, 'tiny', 'embedder'), { recursive: true });
      await truncate(join(store, 'tiny', 'embedder', 'onnx', 'model.onnx'), 2000);
      const embedder = await openOnnxEmbedder(new OnnxRuntime(), { folder: store, model: 'tiny/embedder', dtype: 'fp32' });
      assert.equal(await codeOf(embedder.embed(['dam'], 'query', call)), 'model-unavailable');
    } finally {
      await rm(store, { recursive: true, force: true });
    }
  });
});

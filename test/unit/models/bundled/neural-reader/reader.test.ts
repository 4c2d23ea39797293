import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import fc from 'fast-check';
import { z } from 'zod';

import { LinchpinError } from '../../../../../src/base/error.ts';
import { modelsFolder } from '../../../../../src/models/bundled/assets.ts';
import { bundledEncoder, bundledModels } from '../../../../../src/models/bundled/models.ts';
import { NeuralReader } from '../../../../../src/models/bundled/neural-reader/reader.ts';
import { ReaderWords } from '../../../../../src/models/bundled/neural-reader/words.ts';
import type { Reading, ReadingSentence } from '../../../../../src/models/ports.ts';

const rows = z.array(z.array(z.number()));
// Written by the recipe that trained the network, in Python, so that its features and ours are two.
const golden = z
  .array(
    z.object({
      question: z.string(),
      docs: z.array(z.object({ title: z.string(), sentences: z.array(z.string()) })),
      c_ids: rows,
      /** Times 64. */
      c_feat: rows,
      q_ids: rows,
      q_feat: rows,
      span: z.array(z.number()),
      start: z.array(z.number()),
      end: z.array(z.number()),
      answerable: z.number(),
      answer: z.string(),
      probability: z.number(),
    }),
  )
  .min(10)
  .parse(JSON.parse(readFileSync(join(modelsFolder(), 'neural-reader', 'golden.json'), 'utf8')));

const reader = new NeuralReader(modelsFolder(), new ReaderWords(bundledEncoder()));

const sentencesOf = ({ docs }: (typeof golden)[number]): ReadingSentence[] =>
  docs.flatMap(({ title, sentences }) => sentences.map((text) => ({ title, text })));

function assertSound(reading: Reading, sentences: readonly ReadingSentence[]): void {
  assert.ok(reading.answerable >= 0 && reading.answerable <= 1);
  assert.ok(reading.spans.length <= 5);
  let before = 1;
  for (const [at, span] of reading.spans.entries()) {
    const text = sentences[span.sentence]?.text ?? assert.fail(`no sentence ${span.sentence}`);
    const cut = text.slice(span.start, span.end);
    assert.ok(span.start >= 0 && span.end <= text.length && cut === cut.trim() && cut !== '', JSON.stringify({ text, span }));
    assert.ok(span.probability >= 0 && span.probability <= before + 1e-12, 'the likeliest come first');
    before = span.probability;
    for (const other of reading.spans.slice(at + 1)) {
      assert.ok(other.sentence !== span.sentence || other.start >= span.end || other.end <= span.start, 'spans overlap');
    }
  }
}

describe('the neural reader', () => {
  for (const [at, example] of golden.entries()) {
    it(`reads example ${at + 1} as its recipe did: ${JSON.stringify(example.answer)}`, async () => {
      const sentences = sentencesOf(example);
      const inputs = reader.inputs(example.question, sentences) ?? assert.fail('nothing to read');
      const { c_ids, c_feat, q_ids, q_feat, span } = inputs.graph;
      assert.deepEqual([...c_ids.values], example.c_ids.flat());
      assert.deepEqual(
        Array.from(c_feat.values, (value) => value * 64),
        example.c_feat.flat(),
      );
      assert.deepEqual([...q_ids.values], example.q_ids.flat());
      assert.deepEqual([...q_feat.values], example.q_feat.flat());
      assert.deepEqual([...span.values], example.span);

      const logits = await reader.logits(inputs);
      const close = (own: number, theirs: number): void => {
        assert.ok(Math.abs(own - theirs) < 1e-4, `${own} in place of ${theirs}`);
      };
      close(logits.answerable, example.answerable);
      for (const [place, readable] of example.span.entries()) {
        if (readable === 0) continue;
        close(logits.start[place] ?? NaN, example.start[place] ?? NaN);
        close(logits.end[place] ?? NaN, example.end[place] ?? NaN);
      }

      const reading = await reader.read(example.question, sentences);
      assertSound(reading, sentences);
      const [best] = reading.spans;
      assert.equal(sentences[best?.sentence ?? -1]?.text.slice(best?.start, best?.end), example.answer);
      close(best?.probability ?? NaN, example.probability);
      close(reading.answerable, 1 / (1 + Math.exp(-example.answerable)));
    });
  }

  it('reads many at once as one by one, in order', async () => {
    const requests = golden.map((example) => ({ question: example.question, sentences: sentencesOf(example) }));
    const fresh = new NeuralReader(modelsFolder(), new ReaderWords(bundledEncoder()));
    const one = await Promise.all(requests.map(({ question, sentences }) => fresh.read(question, sentences)));
    assert.deepEqual(await reader.readAll(requests), one);
    assert.deepEqual(await reader.readAll([]), []);
  });

  it('finds nothing where there is nothing to ask or to read', async () => {
    const sentence = { title: 'Harbour', text: 'The harbour opens at nine.' };
    const none = { answerable: 0, spans: [] };
    assert.deepEqual(await reader.read('', [sentence]), none);
    assert.deepEqual(await reader.read(' \n', [sentence]), none);
    assert.deepEqual(await reader.read('When does the harbour open?', []), none);
    assert.deepEqual(await reader.read('When does the harbour open?', [{ title: 'Harbour', text: ' ' }]), none);
  });

  it('reads any text, and cuts each span out of its sentence', async () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 60 }),
      fc.string({ unit: 'grapheme', maxLength: 60 }),
      fc
        .array(fc.constantFrom('harbour', 'Opens', 'at', '9', '½', 'İstanbul', '漢字', '\ud800', "don't", '1990s', '2nd', '…'), {
          maxLength: 20,
        })
        .map((words) => words.join(' ')),
    );
    const sentence = fc.record({ title: fc.oneof(fc.constantFrom('', 'Harbour'), text), text });
    await fc.assert(
      fc.asyncProperty(text, fc.array(sentence, { maxLength: 6 }), async (question, sentences) => {
        assertSound(await reader.read(question, sentences), sentences);
      }),
      { numRuns: 60 },
    );
  });

  it('reads as many words of a very long text as it was made for', async () => {
    const long = 'The harbour opens at nine on weekdays, '.repeat(20_000);
    const sentences = [
      { title: long, text: 'The ferry leaves at ten.' },
      { title: 'Harbour', text: long },
      { title: 'Harbour', text: 'It closes at six.' },
    ];
    const reading = await reader.read(`${long} when does the ferry leave?`, sentences);
    assertSound(reading, sentences);
    const { graph } = reader.inputs(long, sentences) ?? assert.fail();
    assert.deepEqual(
      [graph.span.shape, graph.q_ids.shape],
      [
        [1, 320],
        [1, 64, 7],
      ],
    );
  });

  it('takes sentences under one title for one document, wherever it ends', () => {
    const words = (given: ReadingSentence[]): number => reader.inputs('Who?', given)?.places.length ?? 0;
    assert.equal(
      words([
        { title: 'A b', text: 'One two.' },
        { title: 'A b', text: 'Three.' },
      ]),
      2 + 3 + 2,
    );
    assert.equal(
      words([
        { title: 'A b', text: 'One two.' },
        { title: 'C', text: 'Four.' },
        { title: 'A b', text: 'Three.' },
      ]),
      5 + 3 + 4,
    );
  });

  it('stops when it is told to', async () => {
    await assert.rejects(
      reader.read('Who?', [{ title: '', text: 'Nobody.' }], { signal: AbortSignal.abort() }),
      (error) => error instanceof LinchpinError && error.code === 'cancelled',
    );
  });

  it('is one of the bundled models, named by its weights', () => {
    const { spanReader } = bundledModels();
    assert.match(spanReader?.identity.version ?? '', /^[0-9a-f]{12}$/);
    assert.equal(bundledModels().spanReader, spanReader);
    assert.deepEqual(spanReader?.identity, reader.identity);
  });

  it('says what is wrong where its file is missing', async () => {
    const lost = new NeuralReader(join(modelsFolder(), 'nowhere'), new ReaderWords(bundledEncoder()));
    await assert.rejects(
      lost.read('Who?', [{ title: '', text: 'Nobody.' }]),
      (error) => error instanceof LinchpinError && error.code === 'model-unavailable',
    );
    assert.throws(
      () => lost.identity,
      (error) => error instanceof LinchpinError && error.code === 'model-unavailable',
    );
  });
});

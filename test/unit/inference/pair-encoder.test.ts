import assert from 'node:assert/strict';
import { appendFile, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import fc from 'fast-check';

import { BundledPairEncoder, joined } from '../../../src/inference/pair-encoder.ts';
import { nothingRead, type TextPair } from '../../../src/inference/types.ts';
import { leftOut, modelsFolder } from '../../../src/inference/weights.ts';
import { type Windows, windowsOf } from '../../../src/inference/windows.ts';
import { WordPiece } from '../../../src/inference/wordpiece.ts';
import { writeTinyJudge } from '../../support/tiny-judge.ts';

const pair = (query: string, ...sentences: readonly string[]): TextPair => ({ query, heading: 'Opening hours', sentences });

describe('the bundled judge', () => {
  let folder = '';
  let judge: BundledPairEncoder;

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linchpin-judge-'));
    await writeTinyJudge(folder);
    judge = new BundledPairEncoder(folder);
  });

  after(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('gives each pair a score in its place, with a number for each sentence', async () => {
    const asked = [pair('When does the lock open?', 'It opens at 06:30.', 'It is shut on Sundays.'), pair('Who opens it?', 'The keeper.')];
    const scores = await judge.scorePairs(asked, {});
    assert.deepEqual(
      scores.map(({ evidence }) => evidence.length),
      [2, 1],
    );
    assert.deepEqual(scores, [...(await judge.scorePairs(asked.slice(0, 1), {})), ...(await judge.scorePairs(asked.slice(1), {}))]);
  });

  it('gives the same pair the same score, whatever is read beside it, remembered or not', async () => {
    const word = fc.constantFrom('lock', 'opens', 'unaffable', '06:30', 'never', 'Straße');
    const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '));
    const pairs = fc.array(fc.record({ query: text, heading: text, sentences: fc.array(text, { maxLength: 4 }) }), {
      minLength: 1,
      maxLength: 4,
    });
    const other = new BundledPairEncoder(folder);
    await fc.assert(
      fc.asyncProperty(pairs, async (asked) => {
        const together = await other.scorePairs(asked, {});
        const alone = (await Promise.all(asked.toReversed().map((one) => judge.scorePairs([one], {})))).flat();
        assert.deepEqual(alone.toReversed(), together);
      }),
      { numRuns: 30 },
    );
  });

  it('reads nothing of a pair without a sentence, or without a word in any', async () => {
    const [none, empty] = await judge.scorePairs([pair('When?'), pair('When?', '', ' ')], {});
    assert.deepEqual(none, nothingRead);
    assert.deepEqual(empty, { ...nothingRead, evidence: [0, 0] });
  });

  it('is named by its files: another file is another judge', async () => {
    assert.match(judge.identity.version, /^[0-9a-f]{12}$/);
    const other = await mkdtemp(join(tmpdir(), 'linchpin-judge-'));
    try {
      await writeTinyJudge(other);
      await appendFile(join(other, 'judge', 'weights-2.bin'), 'more');
      assert.notEqual(new BundledPairEncoder(other).identity.version, judge.identity.version);
    } finally {
      await rm(other, { recursive: true, force: true });
    }
  });

  it('stops when it is told to', async () => {
    await assert.rejects(judge.scorePairs([pair('Where?', 'Here.')], { signal: AbortSignal.abort() }), { code: 'cancelled' });
  });

  it('has a name where it is left out, and only who asks it is told that it cannot be run, and what else can', async () => {
    const none = new BundledPairEncoder(join(folder, 'none'));
    assert.equal(none.identity.version, leftOut);
    none.prepare();
    assert.deepEqual(await none.scorePairs([], {}), []);
    await assert.rejects(none.scorePairs([pair('Where?', 'Here.')], {}), {
      code: 'model-unavailable',
      message: 'The bundled judge cannot be run on this machine.',
      next: /Choose a model server/,
    });
  });

  it('says that it cannot be read where a part of it is missing', async () => {
    const damaged = join(folder, 'damaged');
    await writeTinyJudge(damaged);
    await rm(join(damaged, 'judge', 'weights-2.bin'));
    assert.throws(() => new BundledPairEncoder(damaged).identity, {
      code: 'model-unavailable',
      message: 'The bundled judge cannot be read.',
    });
  });
});

const tokens = WordPiece.read(join(modelsFolder(), 'judge', 'vocab.txt'));
type Read = Parameters<typeof joined>[0][number];

const windows = (...sentences: readonly string[]): Windows => windowsOf({ query: 'When?', heading: '', sentences }, tokens);
/** One score for each window; what is not said is as of a text that says nothing. */
function readingOf({ windows: all }: Windows, say: (place: number) => Partial<Read>): Read[] {
  return all.map((window, place) => ({
    window,
    answered: 0,
    entails: nothingRead.entails,
    form: nothingRead.form,
    span: new Float32Array(2 * window.ids.length),
    evidence: new Float32Array(window.ids.length),
    ...say(place),
  }));
}

const chance = fc.double({ min: 0, max: 1, noNaN: true });
const logit = fc.double({ min: -20, max: 20, noNaN: true });
const sentence = fc
  .array(fc.constantFrom('the', 'lock', 'opens', 'at', '06:30', 'on', 'Wednesdays', 'Straße', '漢'), { maxLength: 60 })
  .map((words) => words.join(' '));

const anyReading = fc.array(sentence, { minLength: 1, maxLength: 10 }).chain((sentences) => {
  const all = windows(...sentences);
  return fc
    .tuple(
      ...all.windows.map((window) =>
        fc.record({
          window: fc.constant(window),
          answered: chance,
          entails: fc.tuple(chance, chance).map(([a, b]) => ({ supports: a / 2, neutral: 1 - a / 2 - b / 2, refutes: b / 2 })),
          form: fc.tuple(chance, chance).map(([a, b]) => ({ span: 1 - a / 2 - b / 2, yes: a / 2, no: b / 2 })),
          span: fc
            .array(logit, { minLength: 2 * window.ids.length, maxLength: 2 * window.ids.length })
            .map((own) => Float32Array.from(own)),
          evidence: fc.array(chance, { minLength: window.ids.length, maxLength: window.ids.length }).map((own) => Float32Array.from(own)),
        }),
      ),
    )
    .map((read) => ({ sentences, all, read }));
});

describe('what windows say together', () => {
  it('is nothing of none', () => {
    assert.deepEqual(joined([], windows()), nothingRead);
  });

  it('answers as the window that is surest of it, and decides as the one that is least neutral', () => {
    const all = windows(...Array.from({ length: 40 }, (_, place) => `The lock number ${String(place)} opens at six in the morning.`));
    assert.ok(all.windows.length >= 3);
    const score = joined(
      readingOf(all, (place) => ({
        answered: place === 1 ? 0.9 : 0.2,
        form: place === 1 ? { span: 0.1, yes: 0.2, no: 0.7 } : nothingRead.form,
        entails: place === 2 ? { supports: 0.1, neutral: 0.1, refutes: 0.8 } : nothingRead.entails,
      })),
      all,
    );
    assert.equal(score.answered, 0.9);
    assert.deepEqual(score.form, { span: 0.1, yes: 0.2, no: 0.7 });
    assert.deepEqual(score.entails, { supports: 0.1, neutral: 0.1, refutes: 0.8 });
    const own = new Set(all.windows[1]?.parts.map((part) => part.sentence));
    assert.ok(score.spans.every((span) => own.has(span.sentence)));
  });

  it('marks the words that the logits of start and end point at', () => {
    const text = 'The lock opens at 06:30 on weekdays.';
    const all = windows('Nobody is there on Sundays.', text);
    const [window] = all.windows;
    const part = window?.parts[1];
    assert.ok(window !== undefined && part !== undefined);
    const piece = (words: string): number => all.pieces[1]?.starts.indexOf(text.indexOf(words)) ?? -1;
    const span = new Float32Array(2 * window.ids.length);
    span[2 * (part.from + piece('06'))] = 8;
    span[2 * (part.from + piece('30')) + 1] = 8;
    const [first] = joined(
      readingOf(all, () => ({ answered: 1, span })),
      all,
    ).spans;
    assert.ok(first !== undefined && first.probability > 0.9);
    assert.deepEqual([first.sentence, text.slice(first.start, first.end)], [1, '06:30']);
  });

  it('needs a sentence as much as its tokens on the whole, in the window that needs it most', () => {
    const all = windows('Open.', 'Shut on Sundays.');
    const [window] = all.windows;
    assert.ok(window !== undefined);
    const evidence = new Float32Array(window.ids.length);
    for (const { sentence: own, from, to } of window.parts) evidence.fill(own === 0 ? 0.25 : 0.75, from, to);
    assert.deepEqual(
      joined(
        readingOf(all, () => ({ evidence })),
        all,
      ).evidence,
      [0.25, 0.75],
    );
  });

  it('has at most five spans, surest first, each within its sentence, none over another, of one probability together', () => {
    fc.assert(
      fc.property(anyReading, ({ sentences, all, read }) => {
        fc.pre(read.length > 0);
        const { spans, evidence, entails, form } = joined(read, all);
        assert.ok(spans.length <= 5);
        for (const [place, span] of spans.entries()) {
          const text = sentences[span.sentence];
          assert.ok(text !== undefined && span.start >= 0 && span.start < span.end && span.end <= text.length);
          assert.ok(span.probability >= 0 && span.probability <= 1 + 1e-9);
          assert.ok(span.probability <= (spans[place - 1]?.probability ?? 1) + 1e-9);
          for (const other of spans.slice(0, place))
            assert.ok(other.sentence !== span.sentence || other.end <= span.start || span.end <= other.start);
        }
        assert.ok(spans.reduce((sum, { probability }) => sum + probability, 0) <= 1 + 1e-9);
        assert.equal(evidence.length, sentences.length);
        assert.ok(evidence.every((own) => own >= 0 && own <= 1 + 1e-6));
        for (const three of [Object.values(entails), Object.values(form)])
          assert.ok(Math.abs(three.reduce((sum, own) => sum + own, 0) - 1) < 1e-9);
        assert.deepEqual(joined(read, all), { ...joined(read, all) });
      }),
      { numRuns: 60 },
    );
  });
});

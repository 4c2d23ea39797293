import assert from 'node:assert/strict';
import { join } from 'node:path';

import fc from 'fast-check';

import type { TextPair } from '../../../src/inference/types.ts';
import { modelsFolder } from '../../../src/inference/weights.ts';
import { windowLimits, windowsOf } from '../../../src/inference/windows.ts';
import { WordPiece } from '../../../src/inference/wordpiece.ts';

const tokens = WordPiece.read(join(modelsFolder(), 'judge', 'vocab.txt'));

const word = fc.constantFrom('the', 'tenant', 'shall', 'pay', '£1,350', 'unaffable', 'antidisestablishmentarianism', 'über', '—', '漢');
const text = (most: number): fc.Arbitrary<string> => fc.array(word, { maxLength: most }).map((words) => words.join(' '));
/** From nothing to a sentence of several windows. */
const sentence = fc.oneof({ weight: 6, arbitrary: text(40) }, { weight: 1, arbitrary: text(600) });
const pairs: fc.Arbitrary<TextPair> = fc.record({
  query: text(120),
  heading: fc.oneof(fc.constant(''), text(60)),
  sentences: fc.array(sentence, { maxLength: 12 }),
});

describe('the windows over a pair', () => {
  it('hold every token of every sentence at least once, in order, and none is longer than the model reads', () => {
    fc.assert(
      fc.property(pairs, (pair) => {
        const { windows, pieces } = windowsOf(pair, tokens);
        const seen = pieces.map(({ ids }) => ids.map(() => 0));
        for (const { ids, parts } of windows) {
          assert.ok(ids.length <= windowLimits.whole, String(ids.length));
          let last = -1;
          for (const { sentence: own, from, to, skipped } of parts) {
            assert.ok(own > last || skipped > 0, 'the sentences of a window stand in their order');
            last = own;
            assert.deepEqual(ids.slice(from, to), pieces[own]?.ids.slice(skipped, skipped + to - from));
            for (let at = skipped; at < skipped + to - from; at += 1) {
              const counts = seen[own];
              if (counts !== undefined) counts[at] = (counts[at] ?? 0) + 1;
            }
          }
        }
        assert.ok(seen.flat().every((count) => count >= 1));
      }),
    );
  });

  it('begin with the same question and heading, and end with the mark of the end', () => {
    fc.assert(
      fc.property(pairs, (pair) => {
        const asked = tokens.encode(pair.query).ids.slice(0, windowLimits.query);
        const { windows } = windowsOf(pair, tokens);
        for (const { ids, queryLength, parts } of windows) {
          assert.deepEqual(ids.slice(0, queryLength), [tokens.cls, ...asked, tokens.sep]);
          const [first] = parts;
          const heading = ids.slice(queryLength, first?.from);
          if (pair.heading === '') assert.deepEqual(heading, []);
          else {
            assert.equal(heading.at(-1), tokens.colon);
            // What stands nearest to the text is kept of a long heading.
            assert.deepEqual(heading.slice(0, -1), tokens.encode(pair.heading).ids.slice(-windowLimits.heading));
          }
          assert.equal(ids.at(-1), tokens.sep);
          assert.equal(parts.at(-1)?.to, ids.length - 1);
        }
      }),
    );
  });

  it('are the same for the same pair, and are none where no sentence has a token', () => {
    fc.assert(
      fc.property(pairs, (pair) => {
        const first = windowsOf(pair, tokens);
        assert.deepEqual(windowsOf(structuredClone(pair), tokens), first);
        assert.equal(
          first.windows.length === 0,
          first.pieces.every(({ ids }) => ids.length === 0),
        );
      }),
    );
  });

  it('are one where all fits, and overlap by a sentence where not', () => {
    const pair = (count: number): TextPair => ({
      query: 'How long is the notice?',
      heading: 'Ending',
      sentences: Array.from({ length: count }, (_, place) => `The tenant shall give ${String(place)} weeks of notice in writing.`),
    });
    assert.equal(windowsOf(pair(5), tokens).windows.length, 1);
    const { windows } = windowsOf(pair(40), tokens);
    assert.ok(windows.length > 1);
    for (const [place, { parts }] of windows.slice(1).entries()) assert.equal(parts[0]?.sentence, windows[place]?.parts.at(-1)?.sentence);
  });
});

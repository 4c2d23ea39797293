import assert from 'node:assert/strict';

import fc from 'fast-check';

import { sha256 } from '../../../src/base/hash.ts';
import type { Anchor } from '../../../src/contract/session.ts';
import { cite } from '../../../src/documents/cite.ts';
import { Anchors, copiesOf } from '../../../src/review/anchor.ts';

/** Where `quote` of `before` (its n-th copy) stands in `after`. */
function anchored(before: string, quote: string, after: string, copy = 0): Anchor {
  let start = before.indexOf(quote);
  for (let at = 0; at < copy; at += 1) start = before.indexOf(quote, start + 1);
  const citation = cite('a.md', before, sha256(before), start, start + quote.length);
  return new Anchors(after, sha256(after)).find(citation, copiesOf(before, citation));
}

const text = `# Rules

The verifier limits failed attempts to 100. Sessions at AAL2 last at most 12 hours.

Keep records for three years. Biometrics are never used alone.

Keep records for three years. The board approves each report.
`;

describe('anchors', () => {
  it('stay where nothing changed, and move with what is put before them', () => {
    const quote = 'Sessions at AAL2 last at most 12 hours.';
    const start = text.indexOf(quote);
    assert.deepEqual(anchored(text, quote, text), { state: 'same', start, end: start + quote.length, line: 3 });
    assert.deepEqual(anchored(text, quote, `New.\n\n${text}`), {
      state: 'moved',
      start: start + 6,
      end: start + 6 + quote.length,
      line: 5,
    });
    assert.equal(anchored(text, quote, text.replace('to 100', 'to 99')).state, 'moved');
  });

  it('give the new words where some have changed', () => {
    const quote = 'Sessions at AAL2 last at most 12 hours.';
    const found = anchored(text, quote, text.replace('at most 12 hours', 'no more than 13 hours'));
    assert.ok(found.state === 'changed');
    assert.equal(found.now, 'Sessions at AAL2 last no more than 13 hours.');
  });

  it('tell copies by what stands around them, and are lost where that is gone', () => {
    const quote = 'Keep records for three years.';
    const [first, second] = [text.indexOf(quote), text.lastIndexOf(quote)];
    const more = `${text}\nThe end.\n`;
    assert.deepEqual(
      [anchored(text, quote, more, 0), anchored(text, quote, more, 1)].map((found) => found.state !== 'lost' && found.start),
      [first, second],
    );
    // The second one is taken out: the first is no stand-in for it.
    const without = text.slice(0, second) + text.slice(second + quote.length + 1);
    assert.deepEqual(anchored(text, quote, without, 1), { state: 'lost' });
    assert.equal(
      anchored('A b c. A b c. A b c. A b c. A b c. A b c. A b c. A b c. A b c. A b c. ', 'A b c.', 'A b c. A b c. A b c.', 5).state,
      'lost',
    );
  });

  it('are lost where the words are gone, or two places are as near', () => {
    const quote = 'Biometrics are never used alone.';
    assert.deepEqual(anchored(text, quote, text.replace(quote, 'Something else stands here now.')), { state: 'lost' });
    assert.deepEqual(anchored(text, quote, text.replace(quote, 'Biometrics are never used alane. And: Biometrics are never used alune.')), {
      state: 'lost',
    });
  });

  it('never point at other text, whatever is done to a document that repeats itself', () => {
    const pool = [
      'Keep it.',
      'Keep it for a year.',
      'The verifier limits attempts to 100.',
      'No.',
      'Sessions at AAL2 last 12 hours.',
      'Sessions at AAL3 last 12 hours.',
    ];
    const sentence = fc.constantFrom(...pool);
    const edit = fc.record({
      how: fc.constantFrom('insert', 'delete', 'copy', 'move', 'word', 'join'),
      from: fc.nat(),
      to: fc.nat(),
      with: sentence,
    });
    const script = fc.record({
      sentences: fc.array(sentence, { minLength: 2, maxLength: 14 }),
      edits: fc.array(edit, { minLength: 1, maxLength: 6 }),
      claim: fc.nat(),
      parted: fc.constantFrom(' ', '\n\n'),
    });
    let told = 0;
    fc.assert(
      fc.property(script, ({ sentences, edits, claim, parted }) => {
        const before = sentences.join(parted);
        const mine = claim % sentences.length;
        const start = sentences.slice(0, mine).reduce((sum, each) => sum + each.length + parted.length, 0);
        const quote = sentences[mine] ?? '';
        const citation = cite('a.md', before, sha256(before), start, start + quote.length);
        /** Sentences with whether one is the claim, unchanged. */
        const parts = sentences.map((each, at) => ({ each, isMine: at === mine }));
        for (const { how, from, to, with: words } of edits) {
          const at = parts.length === 0 ? 0 : from % parts.length;
          const part = parts[at];
          if (how === 'insert' || part === undefined) parts.splice(at, 0, { each: words, isMine: false });
          else if (how === 'delete') parts.splice(at, 1);
          else if (how === 'copy') parts.splice(to % (parts.length + 1), 0, { each: part.each, isMine: false });
          else if (how === 'move') parts.splice(to % parts.length, 0, ...parts.splice(at, 1));
          else if (how === 'word') parts[at] = { each: part.each.replace(/\w+/, 'Other'), isMine: false };
          // Its words stand where they stood, with others right behind them.
          else parts[at] = { each: `${part.each}${words}`, isMine: part.isMine };
        }
        const after = parts.map(({ each }) => each).join(parted);
        const found = new Anchors(after, sha256(after)).find(citation, copiesOf(before, citation));
        if (found.state !== 'same' && found.state !== 'moved') return;
        told += 1;
        assert.equal(after.slice(found.start, found.end), quote);
        const place = parts.findIndex(({ isMine }) => isMine);
        const right = parts.slice(0, place).reduce((sum, { each }) => sum + each.length + parted.length, 0);
        // Taken out and put in again beside what stood beside it, nobody can tell it from what it was.
        const sides = [
          after.slice(Math.max(0, found.start - 32), found.start) === citation.prefix,
          after.slice(found.end, found.end + 32) === citation.suffix,
        ].filter(Boolean).length;
        const isOnly = [before, after].every((each) => each.indexOf(quote) === each.lastIndexOf(quote));
        assert.ok((place >= 0 && found.start === right) || sides === 2 || (isOnly && sides === 1), `${found.start} is not ${right}`);
      }),
      { numRuns: 1000 },
    );
    assert.ok(told > 100, `only ${told} of 1,000 were found`);
  });
});

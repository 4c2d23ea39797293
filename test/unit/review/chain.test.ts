import assert from 'node:assert/strict';

import fc from 'fast-check';

import { type ChainEnd, chainStart, checkChain, seal } from '../../../src/review/chain.ts';

function sealed(count: number, from: ChainEnd = chainStart, name = 'd'): { lines: string[]; end: ChainEnd } {
  const lines: string[] = [];
  let end = from;
  for (let at = 0; at < count; at += 1) {
    const next = seal({ id: `${name}${at}`, verdict: at % 2 === 0 ? 'supported' : 'refuted' }, end);
    lines.push(next.line);
    end = next.end;
  }
  return { lines, end };
}

const told = (lines: readonly string[]) =>
  checkChain(`${lines.join('\n')}\n`).lines.flatMap(({ number, reason }) => (reason === null ? [] : [[number, reason]]));

describe('the chain of a log', () => {
  it('holds for what was written, whatever the line breaks', () => {
    const { lines, end } = sealed(5);
    for (const text of [lines.join('\n'), `${lines.join('\n')}\n`, `${lines.join('\r\n')}\r\n`, `\n${lines.join('\n\n')}\n`]) {
      const checked = checkChain(text);
      assert.deepEqual(
        checked.lines.map(({ reason }) => reason),
        [null, null, null, null, null],
      );
      assert.deepEqual(checked.end, end);
    }
  });

  it('names the line that was changed, and does not read what it says now', () => {
    const { lines } = sealed(4);
    lines[1] = lines[1]?.replace('refuted', 'supported') ?? '';
    assert.deepEqual(told(lines), [[2, 'It was changed after it was written.']]);
    assert.equal(checkChain(lines.join('\n')).lines[1]?.value, null);
  });

  it('shows a change in the last line, and one that was given a hash that fits', () => {
    const { lines } = sealed(3);
    const last = [...lines.slice(0, 2), lines[2]?.replace('supported', 'refuted') ?? ''];
    assert.deepEqual(told(last), [[3, 'It was changed after it was written.']]);
    const forged = seal({ id: 'd1', verdict: 'supported' }, { lines: 1, link: checkChain(lines[0] ?? '').end.link });
    assert.deepEqual(told([lines[0] ?? '', forged.line, lines[2] ?? '']), [[3, 'The line that it follows was changed or taken away.']]);
  });

  it('tells lines that were taken away from lines that were moved or doubled', () => {
    const { lines } = sealed(4);
    const [a = '', b = '', c = '', d = ''] = lines;
    const gone = 'The line that it follows was changed or taken away.';
    assert.deepEqual(told([a, c, d]), [[2, gone]]);
    assert.deepEqual(told([b, c, d]), [[1, gone]]);
    assert.deepEqual(told([a, c, b, d])[0], [2, 'It was moved: the line that it follows comes later.']);
    assert.deepEqual(told([a, b, b, c, d]), [[3, 'It stands in the log twice.']]);
  });

  it('reads lines from before there was a chain, and covers them from the first that has one', () => {
    const old = ['{"id":"o1"}', '{"id":"o2"}'];
    const { end } = checkChain(`${old.join('\n')}\n`);
    const { lines } = sealed(2, end);
    assert.deepEqual(told([...old, ...lines]), []);
    const [uncovered, follows] = [
      'It carries no hash, and no later line covers it.',
      'The line that it follows was changed or taken away.',
    ];
    assert.deepEqual(told([old[0] ?? '', ...lines]), [
      [1, uncovered],
      [2, follows],
    ]);
    assert.deepEqual(told(['{"id":"o9"}', old[1] ?? '', ...lines]), [
      [1, uncovered],
      [2, uncovered],
      [3, follows],
    ]);
    // What nothing covers does not count: anybody could have put it there.
    assert.deepEqual(told(old), [
      [1, uncovered],
      [2, uncovered],
    ]);
    assert.ok(checkChain(old.join('\n')).lines.every(({ value }) => value === null));
    assert.deepEqual(told(['{"id":"o0"}', ...sealed(2).lines]), [[1, uncovered]]);
    assert.deepEqual(told([...sealed(2).lines, ...sealed(1, chainStart, 'anew').lines]), [
      [3, 'It begins the log anew, in the middle of it.'],
    ]);
    assert.deepEqual(told([...old, lines[0] ?? '', '{"id":"o3"}']), [[4, 'It carries no hash, unlike the lines before it.']]);
  });

  it('takes two branches of one log that were merged, and shows what was taken from one of them', () => {
    const shared = sealed(2);
    const ours = sealed(2, shared.end, 'ours');
    const theirs = sealed(3, shared.end, 'theirs');
    const merged = [...shared.lines, ...ours.lines, ...theirs.lines];
    assert.deepEqual(told(merged), []);
    const after = sealed(1, checkChain(merged.join('\n')).end, 'after');
    assert.deepEqual(told([...merged, ...after.lines]), []);
    assert.deepEqual(told([...shared.lines, ...ours.lines, ...theirs.lines.slice(1), ...after.lines])[0]?.[0], 5);
    assert.deepEqual(told([...shared.lines, ...ours.lines.slice(0, 1), ...theirs.lines, ...after.lines]), [
      [7, 'Lines before it were taken away.'],
    ]);
  });

  it('shows any change, removal or exchange but at the end', () => {
    const change = fc.record({
      size: fc.integer({ min: 2, max: 12 }),
      how: fc.constantFrom('change', 'remove', 'swap'),
      where: fc.nat(),
      letter: fc.nat(),
    });
    fc.assert(
      fc.property(change, ({ size, how, where, letter }) => {
        const { lines } = sealed(size);
        const at = where % (size - 1);
        const line = lines[at] ?? '';
        if (how === 'remove') lines.splice(at, 1);
        else if (how === 'swap') [lines[at], lines[at + 1]] = [lines[at + 1] ?? '', line];
        else {
          const place = letter % line.length;
          lines[at] = line.slice(0, place) + (line[place] === 'x' ? 'y' : 'x') + line.slice(place + 1);
        }
        assert.ok(told(lines).length > 0);
      }),
      { numRuns: 500 },
    );
  });
});

import assert from 'node:assert/strict';

import { bytesOf, growth, msToRead } from '../../growth/measure.ts';
import { own, type Pattern, patterns } from '../../growth/patterns.ts';

/** What once took time or memory by the square of the length. All patterns in all formats: `npm run growth`. */
const known: readonly (readonly [reader: string, pattern: string])[] = [
  ['.txt', '"| a "'],
  ['.txt', '"a  b  "'],
  ['.txt', '"|a|b|\\n|-|-|\\n"'],
  ['.rst', '"x        "'],
  ['.rst', '"\\r"'],
  ['.jsonl', '"%a\\n"'],
  ['.py', '"\'"'],
  ['.py', '"\\"a"'],
  ['.tex', '"\\\\begin{a}"'],
  ['.md', '"[a]\\n"'],
  ['.csv', 'one row, one long cell'],
  ['.csv', 'two wide rows'],
  ['.csv', 'a wide row over short ones'],
  ['.csv', '"x\\"\\""'],
  ['.html', 'one long cell (HTML)'],
  ['.md', 'one long cell (Markdown)'],
];
const length = 25_000;
/** 16 where time grows with the square. */
const most = 10;

/** The best of a few, as other programs only ever add to it. */
async function bestGrowth(path: string, bytes: (length: number) => Uint8Array): Promise<number> {
  let best = Infinity;
  for (let round = 0; round < 3 && best > most; round += 1)
    best = Math.min(best, growth(await msToRead(path, bytes(length)), await msToRead(path, bytes(4 * length))));
  return best;
}

describe('The time to read a file', function () {
  this.timeout(120_000);

  for (const [reader, name] of known)
    it(`grows with its length: ${reader}, ${name}`, async () => {
      const pattern: Pattern | undefined = patterns.get(name);
      assert.ok(pattern !== undefined, 'no such pattern');
      assert.ok((await bestGrowth(`a${reader}`, (each) => bytesOf(`a${reader}`, pattern, each))) <= most);
    });

  for (const name of ['a spine that names one chapter again and again', 'merged cells, one for each row', 'rows far apart'])
    it(`grows with its length: ${name}`, async () => {
      const file = own.get(name);
      assert.ok(file !== undefined, 'no such file');
      assert.ok((await bestGrowth(file.path, file.bytes)) <= most);
    });
});

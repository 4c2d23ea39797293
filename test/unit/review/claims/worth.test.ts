import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { leastWorth, worthOf } from '../../../../src/review/claims/worth.ts';

const folder = join(import.meta.dirname, '../../../../evaluation/beds/review/worth');

function counted(half: string): { found: number; claims: number; alarms: number; others: number } {
  const count = { found: 0, claims: 0, alarms: 0, others: 0 };
  for (const line of readFileSync(join(folder, `${half}.txt`), 'utf8').split('\n')) {
    if (!/^[+-] /.test(line)) continue;
    const taken = worthOf({ kind: 'paragraph', plain: line.slice(2) }) >= leastWorth;
    if (line.startsWith('+')) {
      count.claims += 1;
      count.found += taken ? 1 : 0;
    } else {
      count.others += 1;
      count.alarms += taken ? 1 : 0;
    }
  }
  return count;
}

describe('plain statements without a figure, rule or name', () => {
  for (const half of ['tuning', 'kept-aside']) {
    it(`are found, and orders, questions and opinions are not: ${half}`, () => {
      const { found, claims, alarms, others } = counted(half);
      assert.deepEqual([claims, others], [30, 30]);
      assert.ok(found >= 24, `${String(found)} of 30 found`);
      assert.ok(alarms <= 4, `${String(alarms)} of 30 others taken for claims`);
    });
  }
});

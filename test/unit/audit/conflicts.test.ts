import assert from 'node:assert/strict';

import { conflictsWith } from '../../../src/audit/conflicts.ts';
import type { Evidence } from '../../../src/contract/evidence.ts';
import type { Conflict } from '../../../src/contract/exploration.ts';
import { minimiseByReading } from '../../../src/minimise/by-reading.ts';
import type { EvidenceCandidate } from '../../../src/minimise/types.ts';
import type { Superseded } from '../../../src/verify/superseded.ts';
import { type Fact, judgeOfFacts, type ScriptedJudge } from '../../support/judge.ts';

const candidateOf = (path: string, quote: string): EvidenceCandidate => ({
  spanId: `${path}:0-${String(quote.length)}`,
  text: quote,
  heading: path,
  headingPath: [path],
  relevance: 0.8,
  citation: { path, start: 0, end: quote.length, line: 1, quote, prefix: '', suffix: '', contentHash: 'x' },
  copies: [],
});

const shown = candidateOf('policy.md', 'Passwords chosen by users must be at least 14 characters long.');
const old = candidateOf('old.md', 'Passwords chosen by users must be at least 8 characters long.');
const copy = candidateOf('older.md', 'Passwords chosen by users must be at least 8 characters long.');
const denial = candidateOf('memo.md', 'There is no least length any more.');
const quiet = candidateOf('notes.md', 'The office opens at nine.');

function evidenceOf(candidates: readonly EvidenceCandidate[], chance = 0.9): Evidence {
  const readings = chance === 0 ? [] : [{ spanIds: [shown.spanId], chance }];
  return minimiseByReading({ candidates, shown: [shown.spanId], readings, statement: '14 characters', threshold: 0.8 });
}

const otherLength: Fact = { asked: /14 characters/, says: /8 characters/, stance: 'refutes', surety: 0.9 };

async function conflicts(
  candidates: readonly EvidenceCandidate[],
  judge: ScriptedJudge,
  more: { chance?: number; rivals?: readonly EvidenceCandidate[]; superseded?: ReadonlyMap<string, Superseded> } = {},
): Promise<Conflict[]> {
  const texts = new Map(candidates.map(({ spanId, text }) => [spanId, text]));
  const rivals = (more.rivals ?? []).map(({ spanId }) => spanId);
  return await conflictsWith(
    evidenceOf(candidates, more.chance),
    '14',
    rivals,
    texts,
    more.superseded ?? new Map(),
    { judge },
    { seed: 1 },
  );
}

describe('what says otherwise than the shown evidence', () => {
  it('is a sentence of nearly the same words that the judge reads as refuting it', async () => {
    const judge = judgeOfFacts([otherLength]);
    const [conflict, ...rest] = await conflicts([shown, old, quiet], judge);
    assert.deepEqual(rest, []);
    assert.deepEqual([conflict?.a.path, conflict?.b.path, conflict?.kind, conflict?.contradiction], ['policy.md', 'old.md', 'number', 0.9]);
    assert.match(conflict?.explanation ?? '', /one says 14, the other 8/);
    assert.deepEqual(judge.asked, [{ query: shown.text, heading: 'old.md', sentences: [old.text] }]);
  });

  it('is none that the judge does not read so, however alike the words', async () => {
    assert.deepEqual(await conflicts([shown, old], judgeOfFacts([{ ...otherLength, surety: 0.3 }])), []);
    assert.deepEqual(await conflicts([shown, old], judgeOfFacts([])), []);
  });

  it('is what gives the question another answer, too, where the judge reads it as refuting', async () => {
    const judge = judgeOfFacts([{ asked: /14 characters/, says: /no least length/, stance: 'refutes' }]);
    const found = await conflicts([shown, denial], judge, { rivals: [denial] });
    assert.deepEqual(
      found.map(({ b }) => b.path),
      ['memo.md'],
    );
    assert.deepEqual(await conflicts([shown, denial], judge), []);
  });

  it('is one group where several say the same against the same, shown by its surest', async () => {
    const found = await conflicts([shown, old, copy], judgeOfFacts([otherLength]));
    assert.equal(found.length, 1);
    assert.match(found[0]?.explanation ?? '', /1 more source says what the second says/);
  });

  it('is nothing where nothing was asserted that could be contradicted', async () => {
    const judge = judgeOfFacts([otherLength]);
    assert.deepEqual(await conflicts([shown, old, denial], judge, { chance: 0, rivals: [denial] }), []);
    assert.equal(judge.asked.length, 0);
  });

  it('is said to be no longer in force where a document says so', async () => {
    const superseded = new Map<string, Superseded>([['old.md', { words: 'Superseded on 1 March 2025', saidIn: 'old.md' }]]);
    const [conflict] = await conflicts([shown, old], judgeOfFacts([otherLength]), { superseded });
    assert.equal(conflict?.superseded, 'b');
    assert.match(conflict.explanation, /no longer in force \(“Superseded on 1 March 2025/);
  });

  it('has eight pairs read at most', async () => {
    const many = Array.from({ length: 20 }, (_, place) =>
      candidateOf(`${String(place)}.md`, `Note ${String(place)}: there is no least length.`),
    );
    const judge = judgeOfFacts([]);
    await conflicts([shown, ...many], judge, { rivals: many });
    assert.equal(judge.asked.length, 8);
  });
});

import assert from 'node:assert/strict';

import fc from 'fast-check';

import { minimiseByReading } from '../../../src/minimise/by-reading.ts';
import type { EvidenceCandidate } from '../../../src/minimise/types.ts';
import { certificateProblems } from '../../../src/minimise/verify-report.ts';

function candidate(index: number): EvidenceCandidate {
  const quote = `Sentence ${String(index)}.`;
  const citation = { path: `${String(index)}.md`, start: 0, end: quote.length, line: 1, quote, prefix: '', suffix: '', contentHash: 'x' };
  return {
    spanId: `${String(index)}.md:0-${String(quote.length)}`,
    text: quote,
    heading: '',
    headingPath: [],
    relevance: 0.5,
    citation,
    copies: [],
  };
}

const candidates = Array.from({ length: 6 }, (_, index) => candidate(index));
const id = (index: number): string => candidates[index]?.spanId ?? '';

describe('sufficiency by reading', () => {
  it('two sentences that each give the answer are alternatives, and both must fall', () => {
    const evidence = minimiseByReading({
      candidates,
      shown: [id(0)],
      readings: [
        { spanIds: [id(0)], chance: 0.8 },
        { spanIds: [id(3)], chance: 0.7 },
      ],
      statement: 'It is so.',
      threshold: 0.6,
    });
    assert.equal(evidence.sufficient, true);
    assert.equal(evidence.certificate?.robustness, 2);
    assert.equal(evidence.minimal[0]?.role, 'alternative');
  });

  it('a list needs each of its items: without one it is another answer', () => {
    const evidence = minimiseByReading({
      candidates,
      shown: [id(1), id(2), id(4)],
      readings: [{ spanIds: [id(1), id(2), id(4)], chance: 0.9 }],
      statement: 'The list.',
      threshold: 0.6,
    });
    assert.deepEqual(
      evidence.minimal.map(({ role, deletionEffect }) => [role, deletionEffect > 0.8]),
      [
        ['core', true],
        ['core', true],
        ['core', true],
      ],
    );
    assert.ok(evidence.minimal.every(({ necessity }) => Math.abs(necessity - 1 / 3) < 1e-9));
  });

  it('every certificate follows from the stored readings, and no set under the threshold is called sufficient', () => {
    const reading = fc.record({
      spanIds: fc.uniqueArray(fc.nat(5), { minLength: 1, maxLength: 3 }).map((places) => places.map(id)),
      chance: fc.double({ min: 0.01, max: 0.99, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.array(reading, { minLength: 1, maxLength: 5 }),
        fc.double({ min: 0.1, max: 0.9, noNaN: true }),
        (readings, threshold) => {
          // The answer that is shown is the likeliest reading, and no other reading lies within it.
          const [best] = [...readings].sort((a, b) => b.chance - a.chance || a.spanIds.length - b.spanIds.length);
          const shown = best?.spanIds ?? [];
          const others = readings.filter((other) => other === best || !other.spanIds.every((span) => shown.includes(span)));
          const evidence = minimiseByReading({ candidates, shown, readings: others, statement: 'It is so.', threshold });
          assert.deepEqual(certificateProblems(evidence), []);
          assert.equal(evidence.sufficient, evidence.quality >= threshold);
        },
      ),
    );
  });
});

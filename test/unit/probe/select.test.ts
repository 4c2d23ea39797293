import assert from 'node:assert/strict';

import fc from 'fast-check';

import { answerDistance, informativeness, type MeasuredProbe, rejection, selectProbes } from '../../../src/probe/select.ts';

const measured = (fields: Partial<MeasuredProbe>): MeasuredProbe => ({
  kind: 'role',
  query: 'Who is the villain?',
  change: 'lead → villain',
  similarity: 0.85,
  questionAnswer: 'Christian Bale',
  answer: 'Heath Ledger',
  contested: false,
  domainRelevance: 0.9,
  ...fields,
});

describe('probe validation', () => {
  it('equation 2: near the question, with another answer', () => {
    assert.equal(rejection(measured({})), null);
    assert.equal(rejection(measured({ similarity: 0.7 })), 'off-topic');
    assert.equal(rejection(measured({ similarity: 0.71 })), null);
    assert.equal(rejection(measured({ similarity: 0.98 })), 'paraphrase');
    assert.equal(rejection(measured({ answer: 'christian bale' })), 'same-answer');
    assert.equal(rejection(measured({ answer: 'Bale' })), 'same-answer');
    assert.equal(rejection(measured({ query: '?? 12' })), 'malformed');
  });

  it('two abstentions show no difference, one does', () => {
    assert.equal(rejection(measured({ questionAnswer: null, answer: null })), 'same-answer');
    assert.equal(rejection(measured({ questionAnswer: null })), null);
    assert.equal(rejection(measured({ answer: null })), null);
  });

  it('table 6: answer distance is 1 less the intersection over union of words', () => {
    assert.equal(answerDistance('Christian Bale', 'christian bale'), 0);
    assert.equal(answerDistance('Christian Bale', 'Heath Ledger'), 1);
    assert.ok(Math.abs(answerDistance('14 characters', '8 characters') - (1 - 1 / 3)) < 1e-12);
    assert.equal(answerDistance(null, 'Bale'), 1);
    assert.equal(answerDistance(null, null), 0);
  });

  it('equation 3: a third each of distance to the question, to its answer, and of nearness of what is retrieved', () => {
    assert.ok(Math.abs(informativeness(0.7, 0.6, 0.9) - (0.3 + 0.6 + 0.9) / 3) < 1e-12);
  });
});

describe('probe selection', () => {
  it('hears each kind once before any twice, then the most informative', () => {
    const probes = selectProbes(
      [
        measured({ query: 'a', similarity: 0.72 }),
        measured({ query: 'b', similarity: 0.73 }),
        measured({ query: 'c', kind: 'entity', similarity: 0.95 }),
        measured({ query: 'd', kind: 'scope', similarity: 0.96, domainRelevance: 0.2 }),
      ],
      3,
    );
    assert.deepEqual(
      probes.filter((probe) => probe.selected).map((probe) => probe.query),
      ['a', 'c', 'd'],
    );
    assert.deepEqual(
      probes.map((probe) => probe.id),
      ['probe-1', 'probe-2', 'probe-3', 'probe-4'],
    );
  });

  it('lemma 1: the probe that the plain answer belongs to goes first', () => {
    const probes = selectProbes(
      [
        measured({ query: 'a', kind: 'entity', similarity: 0.72 }),
        measured({ query: 'b', kind: 'scope', similarity: 0.8 }),
        measured({ query: 'c', contested: true, similarity: 0.97 }),
      ],
      2,
    );
    assert.deepEqual(
      probes.filter((probe) => probe.selected).map((probe) => probe.query),
      ['c', 'a'],
    );
  });

  it('never selects an invalid one, returns every candidate, and does not mind their order', () => {
    const candidate = fc.record({
      kind: fc.constantFrom('role', 'temporal', 'entity', 'category', 'scope'),
      query: fc.string({ minLength: 1, maxLength: 6 }),
      similarity: fc.double({ min: 0, max: 1, noNaN: true }),
      answer: fc.constantFrom('Christian Bale', 'Heath Ledger', null),
      domainRelevance: fc.double({ min: 0, max: 1, noNaN: true }),
    });
    fc.assert(
      fc.property(
        fc.uniqueArray(candidate, { selector: (entry) => entry.query, maxLength: 12 }),
        fc.integer({ min: 0, max: 5 }),
        (entries, wanted) => {
          const candidates = entries.map((entry) => measured(entry));
          const probes = selectProbes(candidates, wanted);
          const selected = probes.filter((probe) => probe.selected);
          assert.equal(probes.length, candidates.length);
          assert.equal(selected.length, Math.min(wanted, probes.filter((probe) => probe.rejection === null).length));
          assert.ok(selected.every((probe) => probe.rejection === null));
          const valid = new Set(probes.filter((probe) => probe.rejection === null).map((probe) => probe.kind));
          assert.equal(new Set(selected.map((probe) => probe.kind)).size, Math.min(selected.length, valid.size));
          assert.deepEqual(selectProbes([...candidates].reverse(), wanted), probes);
        },
      ),
    );
  });
});

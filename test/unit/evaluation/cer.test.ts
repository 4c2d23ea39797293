import assert from 'node:assert/strict';

import fc from 'fast-check';

import { goldSentences, injections, isInjected, wordsOf } from '../../../evaluation/cer/inject.ts';
import { bestScores, spanScores } from '../../../evaluation/cer/measure.ts';
import { poolOf, rememberPairs, statementOf } from '../../../evaluation/cer/pools.ts';
import { sampleSets } from '../../../evaluation/cer/samples.ts';
import {
  ablations,
  deletionSensitivity,
  grown,
  ours,
  qualityIn,
  rankings,
  selectors,
  threshold,
} from '../../../evaluation/cer/selectors.ts';
import { type AuditItem, sentenceRef } from '../../../evaluation/item.ts';
import { documentOf } from '../../../evaluation/sets/files.ts';
import { count, indices, isSubset, toMask } from '../../../src/minimise/mask.ts';
import { modelsWith } from '../../support/judge.ts';
import { wordJudge } from '../../support/word-judge.ts';

const bundled = modelsWith(wordJudge());
const models = { ...bundled, entailment: rememberPairs(bundled.entailment) };

const item: AuditItem = {
  task: 'audit',
  id: 'bridge',
  kind: 'question',
  corpus: null,
  question: 'When was the company that built the Arnholt bridge founded?',
  documents: [
    documentOf('bridge.md', 'Arnholt Bridge', [
      'The Arnholt bridge crosses the Elm at Corvey.',
      'It was built by Brenz Steelworks.',
      'It has four spans.',
    ]),
    documentOf('steel.md', 'Brenz Steelworks', [
      'Brenz Steelworks is a company of the Dornum valley.',
      'Brenz Steelworks was founded in 1894 by Ida Falkau.',
      'Its mills stand in Corvey.',
    ]),
    documentOf('ferry.md', 'Elmsee ferry', ['The ferry to Elmsee sails at seven.', 'It was painted in 1931.']),
  ],
  answers: ['1894'],
  answerable: true,
  goldSets: [[sentenceRef('bridge.md', 1), sentenceRef('steel.md', 1)]],
  goldSpans: [],
  label: null,
  group: 'bridge',
};

describe('CER measured: scores of sets', () => {
  it('takes the alternative gold set that fits best, and counts what the pool lacks as missed', () => {
    const pool = { goldParts: [0b0011, 0b0100], goldSizes: [2, 2] };
    assert.deepEqual(bestScores(0b0011, pool), { precision: 1, recall: 1, f1: 1, exact: 1 });
    assert.deepEqual(bestScores(0b0100, pool), { precision: 1, recall: 0.5, f1: 2 / 3, exact: 0 });
    assert.deepEqual(bestScores(0b1001, pool), { precision: 0.5, recall: 0.5, f1: 0.5, exact: 0 });
    assert.deepEqual(bestScores(0, pool), { precision: 0, recall: 0, f1: 0, exact: 0 });
  });

  it('counts a gold span once, however many spans stand for it', () => {
    assert.deepEqual(spanScores(0b0111, [0b0011, 0b1000]), {
      precision: 2 / 3,
      recall: 0.5,
      f1: (2 * (2 / 3) * 0.5) / (2 / 3 + 0.5),
      exact: 1,
    });
    assert.deepEqual(spanScores(0, [0b1]), { precision: 0, recall: 0, f1: 0, exact: 0 });
  });
});

describe('CER measured: ways to choose', () => {
  it('every arm chooses from the pool, and those that look for enough find it', async () => {
    const pool = await poolOf(item, models);
    const quality = qualityIn(pool);
    for (const [name, select] of Object.entries({ ...selectors, ...ablations })) {
      const { set, evaluations } = select(pool);
      assert.ok(
        indices(set).every((index) => index < quality.size),
        name,
      );
      assert.ok(evaluations >= 0, name);
    }
    const chosen = ours(pool);
    assert.ok(quality.value(chosen.set) >= threshold, 'ours is sufficient');
    for (const [name, ranking] of Object.entries(rankings)) {
      const { order } = ranking(pool);
      assert.deepEqual(
        [...order].sort((a, b) => a - b),
        pool.scored.pool.map((_, index) => index),
        name,
      );
      const set = grown(ranking, pool);
      if (set === null) continue;
      assert.ok(quality.value(set.set) >= threshold, name);
    }
    const lost = deletionSensitivity(pool, chosen.set);
    assert.ok(lost !== null && lost > 0 && lost <= 1);
    assert.equal(deletionSensitivity(pool, 0), null);
  });

  it('the bridge and its end are both gold, and both are shown', async () => {
    const pool = await poolOf(item, models);
    assert.equal(statementOf(item), '1894 was the company that built the Arnholt bridge founded.');
    assert.equal(pool.gold.length, 1);
    assert.equal(bestScores(ours(pool).set, pool).recall, 1);
  });

  it('samples of both kinds are what they are called', async () => {
    const pool = await poolOf(item, models);
    const samples = sampleSets(pool, 3);
    assert.ok(samples.some(({ enough }) => enough) && samples.some(({ enough }) => !enough));
    for (const { set, enough } of samples)
      assert.equal(
        pool.gold.some((gold) => isSubset(gold, set)),
        enough,
      );
    assert.deepEqual(sampleSets(pool, 3), samples);
    for (const side of [true, false])
      assert.ok(Math.abs(samples.filter(({ enough }) => enough === side).reduce((sum, { weight }) => sum + weight, 0) - 1) < 1e-9);
  });

  it('asks for no pair twice', async () => {
    let asked = 0;
    const counting = rememberPairs({
      identity: bundled.entailment.identity,
      classify: (pairs) => {
        asked += pairs.length;
        return Promise.resolve(pairs.map(() => ({ entail: 1, neutral: 0, contradict: 0 })));
      },
    });
    const pair = { premise: 'a', hypothesis: 'b' };
    assert.equal((await counting.classify([pair, { ...pair, context: 'c' }, pair], { seed: 1 })).length, 3);
    await counting.classify([pair], { seed: 1 });
    assert.equal(asked, 2);
  });
});

describe('CER measured: injected sentences', () => {
  const injected = (changed: AuditItem): string[] =>
    changed.documents
      .filter(({ path }) => isInjected(path))
      .flatMap(({ text, sentences }) => sentences.map(({ start, end }) => text.slice(start, end)));

  it('leave the documents as they are, and gold where it was', () => {
    const shares = fc.constantFrom(0, 0.1, 0.4, 1);
    fc.assert(
      fc.property(shares, fc.constantFrom(...Object.keys(injections)), (share, name) => {
        const inject = Object.entries(injections).find(([key]) => key === name)?.[1];
        const changed = inject?.(item, share) ?? item;
        assert.deepEqual(changed.documents.slice(0, item.documents.length), item.documents);
        assert.deepEqual(goldSentences(changed), goldSentences(item));
        for (const { text, sentences } of changed.documents)
          for (const { start, end } of sentences) assert.equal(text.slice(start, end).trim(), text.slice(start, end));
      }),
    );
  });

  it('adversarial ones say something else of what was asked', () => {
    const said = injected(injections.adversarial(item));
    assert.ok(said.length > 0);
    for (const sentence of said) assert.ok(!goldSentences(item).some(({ text }) => text === sentence), sentence);
    assert.ok(
      said.some((sentence) => /founded in (?!1894)\d+/.test(sentence)),
      said.join('\n'),
    );
  });

  it('outdated ones tell an earlier year, and say that they are older', () => {
    const changed = injections.outdated(item);
    assert.deepEqual(injected(changed), ['Brenz Steelworks was founded in 1887 by Ida Falkau.']);
    assert.equal(changed.documents.at(-1)?.title, 'Brenz Steelworks (as of 1887)');
  });

  it('near-duplicates say the same in other words', () => {
    const originals = new Set(
      item.documents.flatMap(({ text, sentences }) => sentences.map(({ start, end }) => wordsOf(text.slice(start, end)))),
    );
    const said = injected(injections['near-duplicates'](item, 0.5));
    assert.ok(said.length > 0);
    for (const sentence of said) assert.ok(originals.has(wordsOf(sentence)) && !originals.has(sentence.toLowerCase()), sentence);
  });

  it('exact copies change nothing', async () => {
    const [plain, copied] = [await poolOf(item, models), await poolOf(injections.copies(item, 1), models)];
    const said = (pool: typeof plain): string[] => indices(ours(pool).set).map((index) => pool.scored.chosen[index]?.text ?? '');
    assert.deepEqual(said(copied), said(plain));
    assert.equal(count(toMask(plain.scored.pool.map((_, index) => index))), copied.scored.pool.length);
  });
});

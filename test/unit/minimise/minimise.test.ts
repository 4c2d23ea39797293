import assert from 'node:assert/strict';

import { sha256 } from '../../../src/base/hash.ts';
import { createRandom } from '../../../src/base/random.ts';
import { indices } from '../../../src/minimise/mask.ts';
import { minimise } from '../../../src/minimise/minimise.ts';
import { qualityOf } from '../../../src/minimise/quality.ts';
import type { EvidenceCandidate } from '../../../src/minimise/types.ts';
import { certificateProblems } from '../../../src/minimise/verify-report.ts';
import { standingWithout } from '../../../src/minimise/what-if.ts';
import { spanId } from '../../../src/contract/citation.ts';
import { type Evidence, evidenceSchema } from '../../../src/contract/evidence.ts';
import { modelsWith } from '../../support/judge.ts';
import { wordJudge } from '../../support/word-judge.ts';

const documents: Readonly<Record<string, readonly string[]>> = {
  'Ada Lovelace': [
    'Ada Lovelace was an English mathematician, the daughter of the poet Lord Byron.',
    'She wrote notes on the Analytical Engine, a machine designed by Charles Babbage.',
    'Lovelace died in London in 1852.',
  ],
  'Lord Byron': [
    'Lord Byron was a poet who was born in London in 1788.',
    'He died in Missolonghi in 1824.',
    'Byron wrote Don Juan, a satirical poem.',
  ],
  'Charles Babbage': ['Charles Babbage was a mathematician who was born in London in 1791.', 'Babbage designed the Difference Engine.'],
  Weather: ['The winter of 1788 was cold.', 'Rain fell in Missolonghi for ten days.', 'A storm reached London in the night.'],
};

interface Case {
  readonly question: string;
  readonly statement: string;
}

const cases: readonly Case[] = [
  {
    question: 'In which city did the father of Ada Lovelace die?',
    statement: 'The father of Ada Lovelace, Lord Byron, died in Missolonghi.',
  },
  { question: 'When was Charles Babbage born?', statement: 'Charles Babbage was born in 1791.' },
  {
    question: 'Who designed the machine that Ada Lovelace wrote notes on?',
    statement: 'Charles Babbage designed the machine that Ada Lovelace wrote notes on.',
  },
  { question: 'When did Charles Babbage visit Norway?', statement: 'Charles Babbage visited Norway in 1830.' },
];

const models = modelsWith(wordJudge());
const settings = { threshold: 0.75, epsilon: 0.05, candidates: 25 };
const call = { seed: 7 };

async function candidatesFor(question: string): Promise<EvidenceCandidate[]> {
  const spans = Object.entries(documents).flatMap(([title, sentences]) => {
    const text = sentences.join(' ');
    let start = 0;
    return sentences.map((sentence) => {
      const place = { title, path: `${title}.md`, start, end: start + sentence.length, sentence, contentHash: sha256(text) };
      start += sentence.length + 1;
      return place;
    });
  });
  const relevance = await models.relevance.score(
    question,
    spans.map(({ sentence, title }) => ({ text: sentence, heading: title })),
    call,
  );
  return spans.map(({ title, path, start, end, sentence, contentHash }, index) => ({
    spanId: spanId(path, start, end),
    text: sentence,
    heading: title,
    headingPath: [title],
    relevance: relevance[index] ?? 0,
    copies: [],
    citation: { path, start, end, line: 1, quote: sentence, prefix: '', suffix: '', contentHash },
  }));
}

const audit = async ({ question, statement }: Case): Promise<Evidence> =>
  await minimise({ question, statement, candidates: await candidatesFor(question) }, models, settings, call);

describe('minimise on real models', () => {
  it('gives evidence that the report can hold', async () => {
    for (const item of cases) evidenceSchema.parse(await audit(item));
  });

  it('has a certificate that follows from the stored scores, after a trip through JSON too', async () => {
    for (const item of cases) {
      const evidence = evidenceSchema.parse(JSON.parse(JSON.stringify(await audit(item))));
      assert.deepEqual(certificateProblems(evidence), [], item.question);
    }
  });

  it('never calls a set sufficient that is not, nor minimal from which a span can go', async () => {
    for (const item of cases) {
      for (const threshold of [0.3, 0.5, 0.75, 0.9]) {
        const evidence = await minimise(
          { ...item, candidates: await candidatesFor(item.question) },
          models,
          { ...settings, threshold },
          call,
        );
        const quality = qualityOf(evidence.pool, evidence.scores);
        const shown = evidence.pool.reduce(
          (mask, { spanId: id }, index) => (evidence.minimal.some((item) => item.spanId === id) ? mask | (1 << index) : mask),
          0,
        );
        assert.equal(quality.value(shown) >= threshold, evidence.sufficient);
        assert.equal(quality.value(shown), evidence.quality);
        if (evidence.sufficient) for (const index of indices(shown)) assert.ok(quality.value(shown & ~(1 << index)) < threshold);
        assert.equal(evidence.missing.length === 0, evidence.sufficient);
      }
    }
  });

  it('says what is missing where the documents do not tell', async () => {
    const evidence = await audit(cases[3]!);
    assert.equal(evidence.sufficient, false);
    assert.ok(
      evidence.missing.some(({ text }) => text === 'Norway'),
      JSON.stringify(evidence.missing),
    );
    assert.equal(evidence.certificate?.robustness, null);
  });

  it('is the same whatever the order of the candidates, and when run again', async () => {
    const [item] = cases;
    const candidates = await candidatesFor(item!.question);
    const random = createRandom(3);
    const first = await minimise({ ...item!, candidates }, models, settings, call);
    for (let round = 0; round < 3; round += 1) {
      const shuffled = candidates
        .map((candidate) => ({ candidate, key: random.next() }))
        .sort((a, b) => a.key - b.key)
        .map(({ candidate }) => candidate);
      assert.deepEqual(await minimise({ ...item!, candidates: shuffled }, models, settings, call), first);
    }
  });

  it('lets copies change nothing but the list of copies', async () => {
    const [item] = cases;
    const candidates = await candidatesFor(item!.question);
    const first = await minimise({ ...item!, candidates }, models, settings, call);
    const copied = candidates.map((candidate) => ({
      ...candidate,
      copies: [1, 2, 3].map((number) => ({ ...candidate.citation, path: `copy-${number}.md` })),
    }));
    const second = await minimise({ ...item!, candidates: copied }, models, settings, call);
    const bare = (evidence: Evidence) => ({
      ...evidence,
      pool: evidence.pool.map((entry) => ({ ...entry, copies: [] })),
      minimal: evidence.minimal.map((entry) => ({ ...entry, copies: [] })),
    });
    assert.deepEqual(bare(second), bare(first));
    assert.ok(second.minimal.every(({ copies }) => copies.length === 3));
  });

  it('answers what-if by the same scores: no removal, every single one, and all', async () => {
    for (const item of cases.slice(0, 3)) {
      const evidence = await audit(item);
      const quality = qualityOf(evidence.pool, evidence.scores);
      if (evidence.sufficient) assert.equal(standingWithout(evidence, []).unchanged, true);
      for (const { spanId: id } of evidence.pool) {
        const { set, sufficient } = standingWithout(evidence, [id]);
        assert.equal(quality.value(set) >= evidence.threshold, sufficient);
        assert.ok(indices(set).every((index) => evidence.pool[index]?.spanId !== id));
        const role = evidence.pool.find((entry) => entry.spanId === id)?.role;
        if (evidence.sufficient && role === 'core') assert.equal(sufficient, false);
        if (evidence.sufficient && role !== 'core') assert.equal(sufficient, true);
      }
      assert.equal(
        standingWithout(
          evidence,
          evidence.pool.map((entry) => entry.spanId),
        ).sufficient,
        false,
      );
    }
  });

  it('breaks where the certificate says so', async () => {
    for (const item of cases.slice(0, 3)) {
      const evidence = await audit(item);
      for (const set of evidence.certificate?.breakingSets ?? []) {
        assert.equal(standingWithout(evidence, set).sufficient, false);
        assert.equal(standingWithout(evidence, set.slice(1)).sufficient, true);
      }
    }
  });

  it('has nothing to say of nothing', async () => {
    const empty = await minimise({ question: 'Who?', statement: 'Nobody.', candidates: [] }, models, settings, call);
    assert.deepEqual([empty.sufficient, empty.minimal, empty.certificate, empty.candidates], [false, [], null, 0]);
    const silent = await minimise({ question: 'Who?', statement: '', candidates: await candidatesFor('Who?') }, models, settings, call);
    assert.deepEqual([silent.sufficient, silent.candidates], [false, 0]);
  });
});

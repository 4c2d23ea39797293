import assert from 'node:assert/strict';

import fc from 'fast-check';

import { arbitrate, type Arbitration, type ArbitrationSettings, writeDrafts } from '../../../src/arbitrate/arbitrate.ts';
import type { ArbitrationPassage } from '../../../src/arbitrate/types.ts';
import { createRandom } from '../../../src/base/random.ts';
import type { AnswerRequest, GeneratedAnswer, Generator } from '../../../src/models/ports.ts';
import { modelsWith } from '../../support/judge.ts';
import { wordJudge } from '../../support/word-judge.ts';

const { embedder, generator: bundled } = modelsWith(wordJudge());
const call = { seed: 1 };
const settings: ArbitrationSettings = { clusters: 2, drafts: 3, causalWeight: 0.4, samplingRate: 0.5, scoring: 'dual', consensus: 0.66 };
const abstained: GeneratedAnswer = {
  abstained: true,
  text: '',
  statement: '',
  type: 'person',
  claims: [],
  rationale: '',
  citedSpans: [],
  keySpans: [],
  conflicts: [],
  logProbability: null,
};

/** Answers in turn, and records what it is asked: what arbitration makes of answers is under test, not who writes them. */
class Answers implements Generator {
  readonly identity = bundled.identity;
  readonly batches: AnswerRequest[][] = [];
  readonly synthesised: string[][] = [];
  readonly #texts: readonly string[];

  constructor(texts: readonly string[]) {
    this.#texts = texts;
  }

  answer(requests: readonly AnswerRequest[]): Promise<GeneratedAnswer[]> {
    this.batches.push([...requests]);
    return Promise.resolve(
      requests.map(({ evidence }, place) =>
        this.#answer(
          this.#texts[place] ?? '',
          evidence.map((entry) => entry.spanId),
        ),
      ),
    );
  }

  synthesise(_question: string, drafts: readonly GeneratedAnswer[], evidence: AnswerRequest['evidence']): Promise<GeneratedAnswer> {
    this.synthesised.push(drafts.map((draft) => draft.text));
    return Promise.resolve(
      drafts[0] === undefined
        ? abstained
        : this.#answer(
            drafts[0].text,
            evidence.map((entry) => entry.spanId),
          ),
    );
  }

  probes(): Promise<never[]> {
    return Promise.resolve([]);
  }

  /** Cites the spans that say it. */
  #answer(text: string, ids: readonly string[]): GeneratedAnswer {
    if (text === '') return abstained;
    const citedSpans = ids.filter((id) => texts.get(id)?.includes(text));
    return { ...abstained, abstained: false, text, statement: `${text} is the lead.`, citedSpans, keySpans: citedSpans };
  }
}

const texts = new Map<string, string>();
const passage = (id: string, text: string, relevance: number, probeRelevance: number[], x: number): ArbitrationPassage => {
  texts.set(`${id}:0-9`, text);
  return { id, vector: Float32Array.from([Math.cos(x), Math.sin(x)]), text, relevance, probeRelevance };
};
const passages = [
  passage('review-1', 'Heath Ledger is the villain.', 0.8, [0.9], 0),
  passage('review-2', 'Nobody forgets Heath Ledger.', 0.7, [0.85], 0.05),
  passage('cast', 'Christian Bale is the lead.', 0.75, [0.2], 1.5),
  passage('interview', 'We needed Christian Bale.', 0.6, [0.1], 1.4),
];
const evidence = new Map(
  passages.map(({ id, text }): [string, AnswerRequest['evidence']] => [
    id,
    [{ spanId: `${id}:0-9`, path: `${id}.md`, heading: '', text, relevance: 0.5 }],
  ]),
);
const run = async (generator: Generator, changes: Partial<ArbitrationSettings> = {}, given = passages, seed = 1): Promise<Arbitration> => {
  const question = 'Who is the lead?';
  const all = { ...settings, ...changes };
  const hypotheses = await writeDrafts({ question, passages: given, evidence }, generator, all, createRandom(seed), call);
  return await arbitrate({ question, hypotheses, evidence }, { embedder, generator }, all, call);
};

describe('arbitration', () => {
  it('asks for all drafts in one batch, and for a synthesis only where they do not agree', async () => {
    const agreeing = new Answers(['Christian Bale', 'Bale', 'Heath Ledger']);
    const result = await run(agreeing);
    assert.equal(agreeing.batches.length, 1);
    assert.equal(agreeing.batches[0]?.length, 3);
    assert.deepEqual(agreeing.synthesised, []);
    assert.ok(result.consensus);
    assert.match(result.answer.text, /Bale/);
    assert.equal(result.rival?.answer.text, 'Heath Ledger');

    const split = new Answers(['Christian Bale', 'Heath Ledger', 'Gary Oldman']);
    const other = await run(split);
    assert.equal(split.synthesised.length, 1);
    assert.equal(split.synthesised[0]?.length, 3);
    assert.equal(other.consensus, false);
  });

  it('appendix D: the draft whose evidence is specific wins over the one whose evidence fits the probe', async () => {
    const { drafts, hypotheses } = await run(new Answers(['Heath Ledger', 'Christian Bale', 'Gary Oldman']));
    const total = (text: string): number => drafts.find((draft) => draft.text === text)?.scores.total ?? assert.fail();
    assert.ok(total('Christian Bale') > total('Heath Ledger'));
    const causal = (text: string): number => drafts.find((draft) => draft.text === text)?.scores.causalDiscrimination ?? assert.fail();
    assert.ok(causal('Heath Ledger') < 0 && causal('Christian Bale') > 0);
    for (const { passages: sample, support } of hypotheses) for (const entry of support) assert.ok(sample.includes(entry));
  });

  it('without the consensus check the best-scored draft stands', async () => {
    const generator = new Answers(['Heath Ledger', 'Heath Ledger', 'Christian Bale']);
    assert.equal((await run(generator)).answer.text, 'Heath Ledger');
    assert.equal((await run(generator, { consensus: 0 })).answer.text, 'Christian Bale');
    assert.deepEqual(generator.synthesised, []);
  });

  it('drafts that found nothing neither win nor outvote', async () => {
    const result = await run(new Answers(['', 'Christian Bale', '']));
    assert.equal(result.answer.text, 'Christian Bale');
    assert.ok(result.consensus);
    assert.equal(result.drafts[0]?.text, 'Christian Bale');
    const none = await run(new Answers(['', '', '']));
    assert.ok(none.answer.abstained);
    assert.equal(none.chosen, null);
  });

  it('draws from its seed alone, whatever the order of the passages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer(), fc.shuffledSubarray([...passages], { minLength: 4 }), async (seed, shuffled) => {
        const sorted = [...shuffled].sort((a, b) => b.relevance - a.relevance);
        const [first, again] = [await run(bundled, {}, sorted, seed), await run(bundled, {}, sorted, seed)];
        assert.deepEqual(first.drafts, again.drafts);
        assert.equal(first.drafts.length, 3);
        for (const draft of first.drafts) assert.ok(draft.agreement > 0 && draft.agreement <= 1);
      }),
      { numRuns: 10 },
    );
  });
});

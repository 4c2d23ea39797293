import fc from 'fast-check';

import type { PairEncoder, PairScore, PairSpan, TextPair } from '../../src/inference/types.ts';
import { nothingRead } from '../../src/inference/types.ts';
import { createBundledEntailment } from '../../src/models/bundled/entailment.ts';
import { createBundledGenerator } from '../../src/models/bundled/generator.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { writeProbes } from '../../src/models/bundled/probes.ts';
import type { Models } from '../../src/models/ports.ts';

/** A judge without weights, and what it was asked. */
export interface ScriptedJudge extends PairEncoder {
  readonly asked: readonly TextPair[];
}

/** A judge that says of each pair what a function says; what that leaves out is as of a text that says nothing. */
export function scriptedJudge(score: (pair: TextPair) => Partial<PairScore>): ScriptedJudge {
  const asked: TextPair[] = [];
  return {
    identity: { id: 'test/judge', provider: 'bundled', version: '000000000000', local: true },
    asked,
    scorePairs(pairs) {
      asked.push(...pairs);
      return Promise.resolve(
        pairs.map((pair) => ({
          ...nothingRead,
          evidence: pair.sentences.map(() => 0),
          ...(pair.sentences.length === 0 ? {} : score(pair)),
        })),
      );
    },
  };
}

/** What a scripted reader knows: to a question, or of a claim, some sentence says something. */
export interface Fact {
  /** The question or claim. */
  readonly asked: RegExp;
  /** A sentence; its first group is the words that answer. */
  readonly says: RegExp;
  /** Another sentence that must be read beside it. */
  readonly beside?: RegExp;
  /** The sentence says so without words for it. */
  readonly side?: 'yes' | 'no';
  /** Of a claim. */
  readonly stance?: 'supports' | 'refutes';
  /** 0.97 by default. */
  readonly surety?: number;
}

/** A sentence that a fact names is read in the same way whatever stands around it, but for what must stand beside it. */
export function judgeOfFacts(facts: readonly Fact[]): ScriptedJudge {
  return scriptedJudge(({ query, sentences }) => {
    const found = facts.flatMap((fact) =>
      !fact.asked.test(query) || (fact.beside !== undefined && !sentences.some((text) => fact.beside?.test(text)))
        ? []
        : sentences.flatMap((text, sentence) => {
            const words = fact.says.exec(text);
            return words === null ? [] : [{ fact, sentence, text, words: words[1] ?? null, surety: fact.surety ?? 0.97 }];
          }),
    );
    const ordered = [...found].sort((a, b) => b.surety - a.surety);
    const answering = ordered.find(({ fact }) => fact.stance === undefined);
    const most = (stance: 'supports' | 'refutes'): number => ordered.find(({ fact }) => fact.stance === stance)?.surety ?? 0;
    const said = most('supports') + most('refutes');
    const scale = Math.max(1, said);
    const spans = ordered.flatMap(({ words, text, sentence, surety, fact }): PairSpan[] => {
      if (words === null || fact.stance !== undefined) return [];
      const start = text.indexOf(words);
      return [{ sentence, start, end: start + words.length, probability: surety }];
    });
    return {
      answered: answering?.surety ?? 0,
      entails: { supports: most('supports') / scale, neutral: Math.max(0, 1 - said), refutes: most('refutes') / scale },
      form: answering?.fact.side === undefined ? nothingRead.form : { span: 0, yes: 0, no: 0, [answering.fact.side]: 1 },
      spans: spans.slice(0, 1),
      evidence: sentences.map((_, place) => ordered.find(({ sentence }) => sentence === place)?.surety ?? 0),
    };
  });
}

/** The bundled models with another judge in each of its places, and no sentence encoder: no weights of a transformer are read. */
export function modelsWith(judge: PairEncoder): Models {
  const generator = createBundledGenerator(judge, writeProbes);
  return {
    ...bundledModels(),
    sentenceEncoder: undefined,
    judge,
    generator,
    reader: generator,
    entailment: createBundledEntailment(judge),
  };
}

const chance = fc.double({ min: 0, max: 1, noNaN: true });
const three = fc.tuple(chance, chance, chance).map(([a, b, c]) => {
  const total = a + b + c;
  return total === 0 ? ([0, 1, 0] as const) : ([a / total, b / total, c / total] as const);
});

/** Any score that a judge may give a pair with such sentences. */
export function anyScore(sentences: readonly string[]): fc.Arbitrary<PairScore> {
  const span = fc.nat(Math.max(0, sentences.length - 1)).chain((sentence) => {
    const length = sentences[sentence]?.length ?? 0;
    return fc
      .tuple(fc.nat(Math.max(0, length - 1)), fc.integer({ min: 1, max: 20 }), chance)
      .map(([start, more, probability]): PairSpan => ({ sentence, start, end: Math.min(length, start + more), probability }));
  });
  return fc.record({
    answered: chance,
    entails: three.map(([supports, neutral, refutes]) => ({ supports, neutral, refutes })),
    form: three.map(([yes, span, no]) => ({ span, yes, no })),
    spans: fc.array(span, { maxLength: sentences.length === 0 ? 0 : 1 }),
    evidence: fc.tuple(...sentences.map(() => chance)),
  });
}

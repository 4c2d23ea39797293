import { z } from 'zod';

import weightsFile from '../../models/answer-chance/weights.json' with { type: 'json' };
import type { AssertionPromise } from '../contract/report.ts';
import { answerFeatureNames } from './features.ts';
import { onLine } from './line.ts';

/** Which of a question's answers is right, or none of them: a conditional logit. The second third of the columns is of short answers alone, the third of questions that take several steps. */
const choiceSchema = z.object({
  mean: z.array(z.number()),
  scale: z.array(z.number().positive()),
  weights: z.array(z.number()),
  none: z.number(),
});

const weightsSchema = z.object({
  features: z.array(z.string()),
  choice: choiceSchema,
  /** Whether a list answers: a logistic regression on some of the signs. */
  lists: z.object({
    features: z.array(z.string()),
    mean: z.array(z.number()),
    scale: z.array(z.number().positive()),
    weights: z.array(z.number()),
    offset: z.number(),
  }),
  /** From the logit of the probability that one of a sentence's answers is right to the logit of its chance. */
  line: z.object({ slope: z.number(), offset: z.number() }),
  /** The same of two sentences, of which one answers. */
  either: z.object({ slope: z.number(), offset: z.number() }),
  /** From this chance on an answer keeps the promise; null where no threshold does. */
  promised: z.number().nullable(),
  /** From this chance on an answer is called supported where the second reader, which knows nothing of the first, gives the same. */
  confirmed: z.number(),
  /** From this chance on sentences are shown as what may answer. */
  possible: z.number(),
  /** How often the second reader is right where it alone has an answer: 1 of 8 on the tuning half, a small count. */
  second: z.number(),
  risk: z.number(),
  confidence: z.number(),
  /** Questions that the threshold was chosen on; how many of their answers reach it, and how many of these are wrong. */
  questions: z.int(),
  asserted: z.int(),
  wrong: z.int(),
  set: z.string(),
});

let opened: z.infer<typeof weightsSchema> | undefined;

/** models/answer-chance has the card, training/answer-chance the recipe. */
function weights(): z.infer<typeof weightsSchema> {
  if (opened === undefined) {
    opened = weightsSchema.parse(weightsFile);
    if (opened.features.join() !== answerFeatureNames.join())
      throw new RangeError('The weights of models/answer-chance were fitted to other features.');
  }
  return opened;
}

/** An answer that was read, as the judge sees it. */
interface Judged {
  /** `answerFeatures`. */
  readonly features: Float32Array;
  /** null where the sentences themselves are the answer. */
  readonly short: object | null;
  /** The sentence that it was read from. */
  readonly by: { readonly id: string };
}

/** How likely an answer is right. */
interface Judgement {
  /** Calibrated chance of the answer, [0, 1]. */
  readonly chance: number;
  /** Not yet calibrated: how likely one of the answers of its sentence is right, none of another sentence and not none of all, [0, 1]. */
  readonly share: number;
}

/**
 * The calibrated chance of each of a question's answers that it is right, in their order (docs/methods.md 6.3): the likeliest answer of a
 * sentence has the sentence's chance, the others their share of it. A list has a chance of its own: beside sentences that are closer to the question
 * in their words it had next to none.
 */
export function chancesOf(answers: readonly Judged[]): Judgement[] {
  const { choice, line } = weights();
  const scores = answers.map(({ features, short }) => scoreOf(choice, features, short !== null));
  const top = Math.max(choice.none, ...scores);
  const shares = scores.map((score) => Math.exp(score - top));
  const total = shares.reduce((sum, share) => sum + share, Math.exp(choice.none - top));
  const ofSentence = new Map<string, { sum: number; best: number }>();
  answers.forEach(({ by }, place) => {
    const share = (shares[place] ?? 0) / total;
    const known = ofSentence.get(by.id) ?? { sum: 0, best: 0 };
    ofSentence.set(by.id, { sum: known.sum + share, best: Math.max(known.best, share) });
  });
  return answers.map(({ by, features }, place) => {
    const { sum, best } = ofSentence.get(by.id) ?? { sum: 0, best: 0 };
    if (features[listAt] === 1) return { chance: chanceOfList(features), share: sum };
    return { chance: best === 0 ? 0 : ((shares[place] ?? 0) / total / best) * onLine(line, sum), share: sum };
  });
}

function chanceOfList(features: Float32Array): number {
  const { lists } = weights();
  const sum = lists.features.reduce(
    (total, name, place) =>
      total +
      (((features[answerFeatureNames.indexOf(name)] ?? 0) - (lists.mean[place] ?? 0)) / (lists.scale[place] ?? 1)) *
        (lists.weights[place] ?? 0),
    lists.offset,
  );
  return 1 / (1 + Math.exp(-sum));
}

/** The calibrated chance that one of two sentences answers, [0, 1]. @param share the sum of theirs */
export function chanceOfEither(share: number): number {
  return onLine(weights().either, share);
}

function scoreOf({ mean, scale, weights: factors }: z.infer<typeof choiceSchema>, features: Float32Array, isShort: boolean): number {
  const parts = [true, isShort, features[severalAt] === 1];
  let sum = 0;
  for (let place = 0; place < factors.length; place += 1) {
    const part = Math.floor(place / features.length);
    const value = parts[part] === true ? (features[place - part * features.length] ?? 0) : 0;
    sum += ((value - (mean[place] ?? 0)) / (scale[place] ?? 1)) * (factors[place] ?? 0);
  }
  return sum;
}

const severalAt = answerFeatureNames.indexOf('several');
const listAt = answerFeatureNames.indexOf('isList');

/** From this chance on a sentence, or two of which one may answer, are shown as what may answer, [0, 1]. */
export function possibleFrom(): number {
  return weights().possible;
}

/** The chance of an answer that the second reader alone gives, [0, 1]. */
export function chanceOfSecond(): number {
  return weights().second;
}

/** From which chance on an answer is called supported, [0, 1]: never by the reader alone that gave it. @param confirmed whether the second reader gives the same answer */
export function supportedFrom(confirmed: boolean): number {
  return confirmed ? weights().confirmed : 1;
}

/** "Of answers called supported, at most `risk` are wrong, with `confidence`": by Learn then Test on the fitted questions. null where no threshold keeps it. */
export function assertionPromise(chance: number): AssertionPromise | null {
  const { promised, risk, confidence, questions, asserted, set } = weights();
  return promised === null || chance < promised ? null : { risk, confidence, questions, asserted, set };
}

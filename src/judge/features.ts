import { answerForms, type AnswerForm } from '../contract/report.ts';
import { rankingSignNames } from '../models/ports.ts';

const ownFeatureNames = [
  'chance',
  'place',
  'lead',
  'topChance',
  'others',
  'hasShort',
  'shortProbability',
  'shortFits',
  'shortOthers',
  'readAlone',
  'jointAgrees',
  'jointProbability',
  'jointAnswerable',
  'agreeing',
  'scopeMet',
  'scopeOther',
  'relevance',
  'size',
  'isItem',
  'isRow',
  'isHeading',
  'isCode',
  'words',
  'questionWords',
  'bodyMean',
  'bodyLeast',
  'rulesAnswered',
  'rulesOnly',
  'rulesAgree',
  'rulesProbability',
  'share',
  'chainPlace',
  'chainOnly',
  'chainProbability',
  'chainRules',
  'several',
  'isList',
  'listChance',
  'listBestItem',
  'listLead',
  'listAgainst',
  'listIsLed',
] as const;
type OwnFeature = (typeof ownFeatureNames)[number];

/** What tells whether an answer is right. All computed from the evidence and the readings of it; copies change nothing. */
export const answerFeatureNames: readonly string[] = [...ownFeatureNames, ...answerForms, ...rankingSignNames];
export interface AnswerSigns {
  readonly form: AnswerForm;
  /** The ranker's chance of the answer's best sentence, its place among all, and the chances of the best sentences beside it, best first. */
  readonly chance: number;
  readonly place: number;
  readonly otherChances: readonly number[];
  /** null where the sentences themselves are the answer. */
  readonly short: { readonly probability: number; readonly fits: boolean; readonly others: number } | null;
  /** P(answerable) of the sentence read alone, and of the best sentences read together, with the joint reading's probability. */
  readonly answerable: number;
  readonly joint: { readonly agrees: boolean; readonly probability: number; readonly answerable: number };
  /** Other sentences that were read and give the same answer. */
  readonly agreeing: number;
  /** Is the sentence about the level, version or tier that the question names? */
  readonly scope: 'met' | 'other' | 'unknown';
  readonly relevance: number;
  /** Sentences of the answer. */
  readonly size: number;
  readonly kind: string;
  readonly words: number;
  readonly questionWords: number;
  /** The ranker's chance of each sentence of the answer. */
  readonly bodyChances: readonly number[];
  /** What the reader by rules and trees makes of the same sentences: whether it, or it alone, gives this answer, with its probability, [0, 1]. */
  readonly rules: { readonly answered: boolean; readonly only: boolean; readonly agrees: boolean; readonly probability: number };
  /**
   * Of the sentences that tell most together: the place of the answer's sentence among them, null where it is not one; whether the answer was
   * read from them alone; with what probability their readings give it, [0, 1]; and whether the reader by rules gives it from them.
   */
  readonly chain: { readonly place: number | null; readonly only: boolean; readonly probability: number; readonly rules: boolean };
  /** Does the question take several steps: `takesSeveralSteps`? */
  readonly several: boolean;
  /**
   * Of an answer that is a list: that one of its sentences answers, its likeliest item, the likeliest list beside it and the likeliest sentence outside it,
   * [0, 1], and whether a sentence introduces it. null where the answer is no list.
   */
  readonly list: {
    readonly chance: number;
    readonly bestItem: number;
    readonly next: number;
    readonly outside: number;
    readonly isLed: boolean;
  } | null;
  /** The ranker's signs of the sentence; null where no network read it. */
  readonly signs: Float32Array | null;
}

export function answerFeatures(signs: AnswerSigns): Float32Array {
  const { short, joint, kind, form, rules, bodyChances, chain, list } = signs;
  const best = signs.otherChances[0] ?? 0;
  const values: Record<OwnFeature, number> = {
    chance: logit(signs.chance),
    place: 1 / (1 + signs.place),
    lead: logit(signs.chance) - logit(best),
    topChance: logit(Math.max(signs.chance, best)),
    others: logit(signs.otherChances.slice(0, 4).reduce((sum, value) => sum + value, 0) / 4),
    hasShort: Number(short !== null),
    shortProbability: short?.probability ?? 0,
    shortFits: Number(short?.fits ?? false),
    shortOthers: Math.min(5, short?.others ?? 0) / 5,
    readAlone: signs.answerable,
    jointAgrees: Number(joint.agrees),
    jointProbability: joint.agrees ? joint.probability : 0,
    jointAnswerable: joint.answerable,
    agreeing: Math.min(3, signs.agreeing) / 3,
    scopeMet: Number(signs.scope === 'met'),
    scopeOther: Number(signs.scope === 'other'),
    relevance: signs.relevance,
    size: Math.min(10, signs.size) / 10,
    isItem: Number(kind === 'list-item'),
    isRow: Number(kind === 'table-row'),
    isHeading: Number(kind === 'heading'),
    isCode: Number(kind === 'code-line'),
    words: Math.min(1, signs.words / 60),
    questionWords: Math.min(1, signs.questionWords / 30),
    bodyMean: logit(bodyChances.reduce((sum, value) => sum + value, 0) / Math.max(1, bodyChances.length)),
    bodyLeast: logit(Math.min(1, ...bodyChances)),
    rulesAnswered: Number(rules.answered),
    rulesOnly: Number(rules.only),
    rulesAgree: Number(rules.agrees),
    rulesProbability: rules.agrees ? rules.probability : 0,
    chainPlace: chain.place === null ? 0 : 1 / (1 + chain.place),
    chainOnly: Number(chain.only),
    chainProbability: chain.probability,
    chainRules: Number(chain.rules),
    several: Number(signs.several),
    isList: Number(list !== null),
    listChance: list === null ? 0 : logit(list.chance),
    listBestItem: list === null ? 0 : logit(list.bestItem),
    listLead: list === null ? 0 : logit(list.chance) - logit(list.next),
    listAgainst: list === null ? 0 : logit(list.chance) - logit(list.outside),
    listIsLed: Number(list?.isLed ?? false),
    share: odds(signs.chance) / (odds(signs.chance) + signs.otherChances.reduce((sum, value) => sum + odds(value), 0)),
  };
  return Float32Array.of(
    ...ownFeatureNames.map((name) => values[name]),
    ...answerForms.map((name) => Number(name === form)),
    ...rankingSignNames.map((_name, place) => signs.signs?.[place] ?? 0),
  );
}

function logit(chance: number): number {
  const inside = Math.min(0.999, Math.max(0.001, chance));
  return Math.log(inside / (1 - inside));
}

function odds(chance: number): number {
  return Math.exp(logit(chance));
}

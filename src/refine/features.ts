import { answerFormOf, type AskedForm } from '../text/answer-form.ts';
import { entitiesIn } from '../text/entities.ts';
import { contentStems } from '../text/tokens.ts';
import type { Decomposition } from './types.ts';

/** What the search for the question as it was asked gave. */
export interface FirstRetrieval {
  /** relevance(question, passage), [0, 1], in the order found. */
  readonly relevances: readonly number[];
  /** Texts of the first passages, in the same order. */
  readonly texts: readonly string[];
}

/** What could be done to the question; null where nothing can. */
export interface Possible {
  readonly expanded: string | null;
  readonly simplified: string | null;
  readonly decomposition: Decomposition | null;
}

const forms: readonly AskedForm[] = ['number', 'time', 'entity', 'permission', 'definition', 'list', 'comparison', 'reason'];

/** In the order of `refinementFeatures`. */
export const refinementFeatureNames: readonly string[] = [
  'words',
  'sentences',
  'commas',
  'names',
  'quoted',
  'bridge',
  'sides',
  'simplifies',
  'simplifiedShare',
  'expands',
  'topRelevance',
  'relevanceGap',
  'meanRelevance',
  'coverageOfFirst',
  'coverageOfFive',
  ...forms,
];

/** What the policy sees of a question and of its first search; all roughly in [0, 1]. */
export function refinementFeatures(question: string, first: FirstRetrieval, { expanded, simplified, decomposition }: Possible): number[] {
  const stems = [...new Set(contentStems(question))];
  const coverage = (texts: readonly string[]): number => {
    const said = new Set(texts.flatMap((text) => contentStems(text)));
    return stems.length === 0 ? 0 : stems.filter((own) => said.has(own)).length / stems.length;
  };
  const [top = 0, second = 0] = first.relevances;
  const five = first.relevances.slice(0, 5);
  const words = question.split(/\s+/).length;
  const form = answerFormOf(question);
  return [
    Math.min(1, words / 40),
    Math.min(1, (question.match(/[.!?](?:\s|$)/g)?.length ?? 0) / 3),
    Math.min(1, (question.match(/,/g)?.length ?? 0) / 4),
    Math.min(1, entitiesIn(question).length / 4),
    /["“]/.test(question) ? 1 : 0,
    decomposition?.kind === 'bridge' ? 1 : 0,
    decomposition?.kind === 'sides' ? 1 : 0,
    simplified === null ? 0 : 1,
    simplified === null ? 1 : simplified.length / Math.max(1, question.length),
    expanded === null ? 0 : 1,
    top,
    top - second,
    five.reduce((sum, value) => sum + value, 0) / Math.max(1, five.length),
    coverage(first.texts.slice(0, 1)),
    coverage(first.texts.slice(0, 5)),
    ...forms.map((name) => (form === name ? 1 : 0)),
  ];
}

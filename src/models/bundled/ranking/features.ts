import { dot } from '../../../base/dot.ts';
import type { RankingPassage } from '../../ports.ts';
import type { StaticEncoder } from '../encoder.ts';
import { fitsForm, fitsQuantity, type SentenceSigns, signsOf } from './patterns.ts';
import type { RankingQuery } from './query.ts';
import { type SentenceWords, surroundingFeatureNames, surroundingFeatures, union } from './surroundings.ts';
import { WordMatch, type WordLore } from './word-match.ts';

/** What can be told of a sentence in its passage alone: other passages change nothing. */
const ownFeatureNames = [
  'relevance',
  'coverage',
  'headedCoverage',
  'neighbourCoverage',
  'bm25',
  'headedBm25',
  'bm25Before',
  'bm25After',
  'passageBm25',
  'shareOfPassage',
  'pairs',
  'cosine',
  'headedCosine',
  'neighbourCosine',
  'soft',
  'softHeaded',
  'softNeighbours',
  'softBest',
  'softLeast',
  'passageSoft',
  'passageOrder',
  'passageScore',
  'passageRelevance',
  'titleAsked',
  'titleShare',
  'headingAsked',
  'codesMet',
  'codesOther',
  'fitsForm',
  'fitsQuantity',
  'number',
  'timeUnit',
  'money',
  'percent',
  'date',
  'clock',
  'name',
  'normative',
  'defining',
  'leadIn',
  'causal',
  'negated',
  'comparing',
  'bound',
  'isHeading',
  'isItem',
  'isRow',
  'isCode',
  'asks',
  'words',
  'place',
  'formNumber',
  'formTime',
  'formEntity',
  'formPermission',
  'formDefinition',
  'formList',
  'formComparison',
  'formReason',
  'questionWords',
] as const;
type OwnFeature = (typeof ownFeatureNames)[number];

/** What can be told of a sentence without a network. */
export const plainFeatureNames: readonly string[] = [...ownFeatureNames, ...surroundingFeatureNames];

const commonSentence = 14;
const commonPassage = 120;

interface ReadSentence extends SentenceWords {
  readonly vector: Float32Array;
  readonly signs: SentenceSigns;
}

/** Features of every sentence, by passage; the order of names is `plainFeatureNames`. */
export function plainFeatures(
  query: RankingQuery,
  passages: readonly RankingPassage[],
  encoder: StaticEncoder,
  lore: WordLore,
): Float32Array[][] {
  const match = new WordMatch(query, encoder, lore);
  const titles = passages.map(({ title }) => match.read(title));
  const everything = passages.map((passage) =>
    passage.sentences.map((sentence): ReadSentence => ({
      sentence,
      words: match.read(sentence.text),
      heading: match.read(sentence.scope),
      vector: encoder.vector(sentence.text),
      signs: signsOf(sentence.text),
    })),
  );
  const around = surroundingFeatures(query, passages, everything, titles, match);
  return passages.map((passage, order) => {
    const read = everything[order] ?? [];
    const title = titles[order] ?? match.read(passage.title);
    const path = match.read(passage.path.replaceAll(/[-_/.]+/g, ' '));
    const all = read.flatMap(({ words }) => words.stems);
    const whole = new Set(all);
    const passageBm25 = match.bm25([...title.stems, ...all], commonPassage);
    const passageSoft = match.closeness(whole, title.distinct).soft;
    const highest = Math.max(1e-9, ...read.map(({ words }) => match.bm25(words.stems, commonSentence)));
    return read.map(({ sentence, words, heading, vector, signs }, place) => {
      const headed = union(words.distinct, heading.distinct, title.distinct);
      const before = read[place - 1];
      const after = read[place + 1];
      const near = union(words.distinct, before?.words.distinct ?? none, after?.words.distinct ?? none);
      const own = match.closeness(words.distinct);
      const bm25 = match.bm25(words.stems, commonSentence);
      const asked =
        title.stems.length === 0
          ? 0
          : title.stems.filter((root) => query.words.some((word) => word.stem === root)).length / title.stems.length;
      const codes = [...query.codes];
      const scopeCodes = union(words.codes, heading.codes, title.codes);
      const values: Record<OwnFeature, number> = {
        relevance: sentence.relevance,
        coverage: match.coverage(words.distinct),
        headedCoverage: match.coverage(headed),
        neighbourCoverage: match.coverage(near),
        bm25,
        headedBm25: match.bm25([...heading.stems, ...words.stems], commonSentence),
        bm25Before: before === undefined ? 0 : match.bm25(before.words.stems, commonSentence),
        bm25After: after === undefined ? 0 : match.bm25(after.words.stems, commonSentence),
        passageBm25,
        shareOfPassage: bm25 / highest,
        pairs: match.pairs(words.stems),
        cosine: dot(query.vector, vector),
        headedCosine: dot(query.vector, encoder.vector(`${sentence.scope} ${sentence.text}`)),
        neighbourCosine: Math.max(
          before === undefined ? 0 : dot(query.vector, before.vector),
          after === undefined ? 0 : dot(query.vector, after.vector),
        ),
        soft: own.soft,
        softHeaded: match.closeness(words.distinct, heading.distinct, title.distinct).soft,
        softNeighbours: match.closeness(near).soft,
        softBest: own.best,
        softLeast: own.least,
        passageSoft,
        passageOrder: 1 / (1 + order),
        passageScore: passage.score,
        passageRelevance: passage.relevance,
        titleAsked: match.coverage(union(title.distinct, path.distinct)),
        titleShare: asked,
        headingAsked: match.coverage(heading.distinct),
        codesMet: codes.length === 0 ? 0.5 : codes.filter((code) => scopeCodes.has(code)).length / codes.length,
        codesOther: codes.length === 0 ? 0 : [...words.codes].filter((code) => !query.codes.has(code) && /\p{L}/u.test(code)).length,
        fitsForm: Number(fitsForm(query.form, signs)),
        fitsQuantity: Number(query.form === 'number' && fitsQuantity(query.text, signs)),
        number: Number(signs.number),
        timeUnit: Number(signs.timeUnit),
        money: Number(signs.money),
        percent: Number(signs.percent),
        date: Number(signs.date),
        clock: Number(signs.clock),
        name: Number(signs.name),
        normative: Number(signs.normative),
        defining: Number(signs.defining),
        leadIn: Number(signs.leadIn),
        causal: Number(signs.causal),
        negated: Number(signs.negated),
        comparing: Number(signs.comparing),
        bound: Number(signs.bound),
        isHeading: Number(sentence.kind === 'heading'),
        isItem: Number(sentence.kind === 'list-item'),
        isRow: Number(sentence.kind === 'table-row'),
        isCode: Number(sentence.kind === 'code-line'),
        asks: Number(/\?\s*$/.test(sentence.text)),
        words: Math.min(1, words.stems.length / 40),
        place: place / Math.max(1, read.length),
        formNumber: Number(query.form === 'number'),
        formTime: Number(query.form === 'time'),
        formEntity: Number(query.form === 'entity'),
        formPermission: Number(query.form === 'permission'),
        formDefinition: Number(query.form === 'definition'),
        formList: Number(query.form === 'list'),
        formComparison: Number(query.form === 'comparison'),
        formReason: Number(query.form === 'reason'),
        questionWords: Math.min(1, query.words.length / 20),
      };
      return Float32Array.of(...ownFeatureNames.map((name) => values[name]), ...(around[order]?.[place] ?? []));
    });
  });
}

const none: ReadonlySet<string> = new Set();

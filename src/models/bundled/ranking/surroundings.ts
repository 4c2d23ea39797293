import { holdsAsked } from '../../../text/asked-quantity.ts';
import { askedTerm, definesTerm } from '../../../text/asked-term.ts';
import { analyseQuestion } from '../../../text/question.ts';
import { stem } from '../../../text/stem.ts';
import type { RankingPassage, RankingSentence } from '../../ports.ts';
import { answersTo, putsAnswer } from './intents.ts';
import type { RankingQuery } from './query.ts';
import type { TextWords, WordMatch } from './word-match.ts';

/** What a sentence is beside the other retrieved ones: which of the question's words tell them apart, what its document and its list say. */
export const surroundingFeatureNames = [
  'localCoverage',
  'localSoft',
  'localHeaded',
  'localNeighbours',
  'documentCoverage',
  'documentSoft',
  'passageCoverage',
  'listSoft',
  'listCoverage',
  'headSoft',
  'defines',
  'holdsAsked',
  'firstOfHeading',
  'said',
  'saidHeaded',
  'saidNear',
  'saidLocal',
  'saidList',
  'saidByDocument',
  'rarestSaid',
  'rarestAround',
  'novel',
  'putsAnswer',
  'meant',
  'meantLocal',
  'meantHeaded',
  'meantHeadedLocal',
  'meantAfter',
  'meantNear',
  'meantNearLocal',
  'meantByPassage',
  'enumerates',
] as const;
type SurroundingFeature = (typeof surroundingFeatureNames)[number];

export interface SentenceWords {
  readonly sentence: RankingSentence;
  readonly words: TextWords;
  readonly heading: TextWords;
}

/** Features of every sentence, by passage; the order of names is `surroundingFeatureNames`. Copies are given once, and so change nothing. */
export function surroundingFeatures(
  query: RankingQuery,
  passages: readonly RankingPassage[],
  read: readonly (readonly SentenceWords[])[],
  titles: readonly TextWords[],
  match: WordMatch,
): Float32Array[][] {
  const rarity = localRarity(query, read);
  const documents = new Map<string, Set<string>>();
  passages.forEach(({ path }, order) => {
    const all = documents.get(path) ?? new Set(titles[order]?.distinct);
    for (const { words, heading } of read[order] ?? []) for (const root of [...words.distinct, ...heading.distinct]) all.add(root);
    documents.set(path, all);
  });
  const ofDocument = new Map(
    [...documents].map(([path, words]) => [
      path,
      { coverage: match.coverage(words), soft: match.closeness(words).soft, said: match.said(null, words) },
    ]),
  );
  const asked = new Set(query.words.map((word) => word.stem));
  const lists = listsOf(passages, read);
  const term = query.form === 'definition' || query.form === 'entity' ? askedTerm(query.text) : null;
  const { head } = analyseQuestion(query.text);
  const ways = answersTo(query.text);
  const rarest = query.words.reduce((best, word, at) => (word.weight > (query.words[best]?.weight ?? -1) ? at : best), 0);
  const headPlace = head === null ? -1 : query.words.findIndex((word) => word.stem === stem(head));
  return passages.map((passage, order) => {
    const own = read[order] ?? [];
    const titleWords = titles[order] ?? match.read(passage.title);
    const title = titleWords.distinct;
    const byPassage = match.meant(null, titleWords, ...own.map(({ words }) => words));
    const whole = union(title, ...own.map(({ words }) => words.distinct));
    const passageCoverage = match.coverage(whole);
    return own.map(({ sentence, words, heading }, place) => {
      const near = union(words.distinct, own[place - 1]?.words.distinct ?? none, own[place + 1]?.words.distinct ?? none);
      const before = own.slice(Math.max(0, place - 1), place).map((entry) => entry.words);
      const after = own.slice(place + 1, place + 2).map((entry) => entry.words);
      const list = lists.get(listKey(passage.path, sentence)) ?? words.distinct;
      const values: Record<SurroundingFeature, number> = {
        localCoverage: match.coverage(words.distinct, rarity),
        localSoft: match.weighedCloseness(rarity, words.distinct),
        localHeaded: match.weighedCloseness(rarity, words.distinct, heading.distinct, title),
        localNeighbours: match.weighedCloseness(rarity, near),
        documentCoverage: ofDocument.get(passage.path)?.coverage ?? 0,
        documentSoft: ofDocument.get(passage.path)?.soft ?? 0,
        passageCoverage,
        listSoft: match.closeness(list, words.distinct).soft,
        listCoverage: match.coverage(union(list, words.distinct)),
        headSoft: headPlace < 0 ? 0 : match.closenessTo(headPlace, words.distinct),
        defines: Number(term !== null && definesTerm(term, sentence.text, sentence.scope.split(' > '))),
        holdsAsked: Number(query.form === 'number' && holdsAsked(query.text, sentence.text)),
        said: match.said(null, words.distinct),
        saidHeaded: match.said(null, words.distinct, heading.distinct, title),
        saidNear: match.said(null, near),
        saidLocal: match.said(rarity, words.distinct, heading.distinct, title),
        saidList: match.said(null, list, words.distinct),
        saidByDocument: ofDocument.get(passage.path)?.said ?? 0,
        rarestSaid: match.closenessTo(rarest, words.distinct),
        rarestAround: Math.max(
          match.closenessTo(rarest, near),
          match.closenessTo(rarest, heading.distinct),
          match.closenessTo(rarest, title),
        ),
        novel: words.distinct.size === 0 ? 0 : 1 - words.stems.filter((root) => asked.has(root)).length / words.stems.length,
        putsAnswer: putsAnswer(ways, sentence.text),
        meant: match.meant(null, words),
        meantLocal: match.meant(rarity, words),
        meantHeaded: match.meant(null, words, heading, titleWords),
        meantHeadedLocal: match.meant(rarity, words, heading, titleWords),
        meantAfter: match.meant(null, words, heading, titleWords, ...before),
        meantNear: match.meant(null, words, heading, titleWords, ...before, ...after),
        meantNearLocal: match.meant(rarity, words, heading, titleWords, ...before, ...after),
        meantByPassage: byPassage,
        enumerates: Number(query.form === 'list' && enumerates(sentence.text)),
        firstOfHeading: Number(sentence.kind === 'paragraph' && (place === 0 || own[place - 1]?.sentence.scope !== sentence.scope)),
      };
      return Float32Array.from(surroundingFeatureNames, (name) => values[name]);
    });
  });
}

/** How much each word of the question tells among the retrieved sentences: log of how few hold it, in the query's order. */
function localRarity({ words }: RankingQuery, read: readonly (readonly SentenceWords[])[]): number[] {
  const all = read.flat();
  return words.map(({ stem: root }) => {
    const holding = all.reduce((sum, entry) => sum + Number(entry.words.distinct.has(root)), 0);
    return Math.log(1 + all.length / (1 + holding));
  });
}

/** The words of each list with its lead-in: an item answers with the list that it is of. */
function listsOf(passages: readonly RankingPassage[], read: readonly (readonly SentenceWords[])[]): Map<string, Set<string>> {
  const lists = new Map<string, Set<string>>();
  passages.forEach(({ path }, order) => {
    for (const { sentence, words, heading } of read[order] ?? []) {
      if (sentence.kind !== 'list-item') continue;
      const key = listKey(path, sentence);
      const all = lists.get(key) ?? new Set(heading.distinct);
      for (const root of words.distinct) all.add(root);
      lists.set(key, all);
    }
  });
  return lists;
}

function listKey(path: string, { kind, scope, text }: RankingSentence): string {
  // The lead-in is the last part of its items' scope.
  return `${path}\n${kind === 'list-item' ? scope : scope === '' ? text : `${scope} > ${text}`}`;
}

/** "a, b and c", "(1) ... (2) ...", "the following:". */
function enumerates(text: string): boolean {
  return (
    /[:：]\s*$/.test(text) ||
    /\((?:1|a|i)\).*\((?:2|b|ii)\)|\bfollowing\b/is.test(text) ||
    (/,[^,;]{2,60}(?:,|;)?\s(?:and|or)\b/i.test(text) && (text.match(/[,;]/g)?.length ?? 0) >= 2) ||
    (text.match(/;/g)?.length ?? 0) >= 2
  );
}

const none: ReadonlySet<string> = new Set();

export function union(...sets: readonly ReadonlySet<string>[]): ReadonlySet<string> {
  const all = new Set<string>();
  for (const set of sets) for (const value of set) all.add(value);
  return all;
}

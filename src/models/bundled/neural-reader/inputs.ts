import type { GraphInput } from '../graph-thread.ts';
import type { ContextDocument, ContextSentence } from './context.ts';
import { contentStems, idsPerWord, type ReaderWord } from './words.ts';

/** Features of a word of the context, and of the question (models/neural-reader/README.md, "Features"). */
const contextFeatures = 26;
const questionFeatures = 4;
/** How much of a match is left one word further. */
const decay = 0.85;

/** Where a word of the context stands; `sentence` is null for words of titles. */
export interface ContextPlace {
  readonly sentence: ContextSentence | null;
  /** Number of the word in its sentence or title. */
  readonly word: number;
}

export interface EncoderInputs {
  readonly graph: Readonly<Record<'c_ids' | 'c_feat' | 'q_ids' | 'q_feat' | 'span', GraphInput>>;
  /** One for each word of the context. */
  readonly places: readonly ContextPlace[];
}

/** What of a document is compared with the question and the other documents. */
interface DocumentMatch {
  readonly titleStems: ReadonlySet<string>;
  /** Share of the title that the question has. */
  readonly titleInQuestion: number;
  /** Largest share of the title in another document. */
  readonly titleElsewhere: number;
  /** Stems of other titles that this one has not. */
  readonly otherTitles: ReadonlySet<string>;
  readonly sentences: readonly SentenceMatch[];
}

interface SentenceMatch {
  /** Share of the question's stems in the sentence, and in sentence and title together. */
  readonly covered: number;
  readonly coveredWithTitle: number;
  /** Largest share of another document's title in this sentence. */
  readonly namesOther: number;
}

const noMatch: SentenceMatch = { covered: 0, coveredWithTitle: 0, namesOther: 0 };

/** The inputs of the encoder that the reading networks share. Neither side may be empty. */
export function encoderInputs(question: readonly ReaderWord[], documents: readonly ContextDocument[]): EncoderInputs {
  const asked = contentStems(question);
  const matches = matchDocuments(asked, documents);
  const best = Math.max(0, ...matches.flatMap(({ sentences }) => sentences.map(({ coveredWithTitle }) => coveredWithTitle)));
  const exact = new Set(question.map(({ text }) => text));
  const normalised = new Set(question.map(({ normalised: form }) => form));
  const count = documents.reduce(
    (sum, { title, sentences }) => sum + title.length + sentences.reduce((all, { words }) => all + words.length, 0),
    0,
  );
  const ids = new Int32Array(count * idsPerWord);
  const features = new Float32Array(count * contextFeatures);
  const span = new Float32Array(count);
  const places: ContextPlace[] = [];

  const add = (
    words: readonly ReaderWord[],
    sentence: ContextSentence | null,
    document: DocumentMatch,
    match: SentenceMatch,
    first: boolean,
  ): void => {
    const hits = words.map(({ content, stem }) => (content && asked.has(stem) ? 1 : 0));
    const before = decayed(hits);
    const after = decayed(hits.toReversed()).reverse();
    const isBest = sentence !== null && best > 0 && match.coveredWithTitle >= best - 1e-9;
    for (const [place, word] of words.entries()) {
      const at = places.length;
      ids.set(word.ids, at * idsPerWord);
      span[at] = sentence === null ? 0 : 1;
      const row = [
        Number(exact.has(word.text)),
        Number(normalised.has(word.normalised)),
        hits[place] ?? 0,
        Number(word.content && normalised.has(word.normalised)),
        (before[place] ?? 0) / 2,
        (after[place] ?? 0) / 2,
        Number(sentence === null),
        Number(place === 0),
        Number(word.capital),
        Number(word.capitals),
        Number(word.digit),
        Number(word.calendar),
        Number(!word.content),
        Number(word.content && document.otherTitles.has(word.stem)),
        Number(word.content && document.titleStems.has(word.stem)),
        match.covered,
        match.coveredWithTitle,
        Number(isBest),
        document.titleInQuestion,
        document.titleElsewhere,
        match.namesOther,
        Number(documents.length > 1),
        Math.min(place, 30) / 30,
        Number(first),
        Number(word.capital && place > 0),
        Number(match.coveredWithTitle >= 0.5),
      ];
      for (let each = 0; each < contextFeatures; each += 1) features[at * contextFeatures + each] = stepped(row[each] ?? 0);
      places.push({ sentence, word: place });
    }
  };
  for (const [at, document] of documents.entries()) {
    const match = matches[at];
    if (match === undefined) continue;
    add(document.title, null, match, noMatch, false);
    for (const [place, sentence] of document.sentences.entries())
      add(sentence.words, sentence, match, match.sentences[place] ?? noMatch, place === 0);
  }

  const said = contentStems(documents.flatMap(({ title, sentences }) => [...title, ...sentences.flatMap(({ words }) => words)]));
  const questionRows = question.flatMap(({ content, stem, capital, digit }) =>
    [content && said.has(stem), !content, capital, digit].map(Number),
  );
  return {
    graph: {
      c_ids: { values: ids, shape: [1, count, idsPerWord] },
      c_feat: { values: features, shape: [1, count, contextFeatures] },
      q_ids: { values: Int32Array.from(question.flatMap((word) => word.ids)), shape: [1, question.length, idsPerWord] },
      q_feat: { values: Float32Array.from(questionRows), shape: [1, question.length, questionFeatures] },
      span: { values: span, shape: [1, count] },
    },
    places,
  };
}

function matchDocuments(asked: ReadonlySet<string>, documents: readonly ContextDocument[]): DocumentMatch[] {
  const titles = documents.map(({ title }) => contentStems(title));
  const bodies = documents.map(({ sentences }) => contentStems(sentences.flatMap(({ words }) => words)));
  return documents.map(({ sentences }, at) => {
    const own = titles[at] ?? new Set();
    const others = titles.filter((_, place) => place !== at);
    // A title of which all is in this one's too tells of no other document.
    const distinct = others.filter((title) => title.size > 0 && shared(title, own) < title.size);
    return {
      titleStems: own,
      titleInQuestion: share(own, asked),
      titleElsewhere: Math.max(0, ...bodies.filter((_, place) => place !== at).map((body) => share(own, body))),
      otherTitles: new Set(others.flatMap((title) => [...title].filter((stem) => !own.has(stem)))),
      sentences: sentences.map(({ words }) => {
        const stems = contentStems(words);
        return {
          covered: share(asked, stems),
          coveredWithTitle: share(asked, new Set([...stems, ...own])),
          namesOther: Math.max(0, ...distinct.map((title) => share(title, stems))),
        };
      }),
    };
  });
}

function shared(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  let count = 0;
  for (const stem of some) if (others.has(stem)) count += 1;
  return count;
}

/** Share of the stems that the others have; 0 where there are none. */
function share(some: ReadonlySet<string>, others: ReadonlySet<string>): number {
  return some.size === 0 ? 0 : shared(some, others) / some.size;
}

/** For each place the matches before it, each worth less the further away it is. */
function decayed(hits: readonly number[]): number[] {
  let sum = 0;
  return hits.map((hit) => {
    const before = sum;
    sum = decay * (sum + hit);
    return before;
  });
}

/** In steps of 1/64, as they were stored for training. */
function stepped(value: number): number {
  return Math.min(255, Math.floor(value * 64 + 0.5)) / 64;
}

import { negationScope } from '../text/negation.ts';
import type { PhraseUse } from '../text/phrases.ts';
import { plainSpelling } from '../text/spelling.ts';
import { stem } from '../text/stem.ts';
import { isStopword } from '../text/stopwords.ts';
import { tokenize } from '../text/tokens.ts';
import type { Acronyms } from './acronyms.ts';

/** What the judge asks of a dictionary: bundled word knowledge in the product, a small table in tests. */
export interface WordKnowledge {
  /** How far a stated word says a claimed one, [0, 1]: 1 the same, about 0.9 a synonym or more special word, under 0.5 nothing that counts. */
  strength(stated: string, claimed: string): number;
  opposite(stated: string, claimed: string): boolean;
  /** Two of a kind, and not the same: "nurse" and "doctor". */
  areKin(stated: string, claimed: string): boolean;
  /** How much a word says: about 0 for "the" to 9 for the rarest. */
  rarity(word: string): number;
  /** Cosine of the words' static vectors, [-1, 1]; 0 where one has none. */
  cosine(stated: string, claimed: string): number;
  /** Cosine of two texts' static vectors, [-1, 1]. */
  likeness(stated: string, claimed: string): number;
  /** Phrases of a text that stand in groups which say the same. @param words in order, in lower case */
  phrases(words: readonly string[]): readonly PhraseUse[];
  isVerb(word: string): boolean;
  mayBeVerb(word: string): boolean;
}

export interface Word {
  readonly text: string;
  readonly lower: string;
  readonly start: number;
  readonly end: number;
  /** An odd number of negations reaches it. */
  readonly negated: boolean;
  /** Function words, and words of obligation and measure that have atoms of their own. */
  readonly light: boolean;
}

/** Words that say how, and not what: they carry nothing by themselves. */
const empty = new Set(
  (
    'one ones somebody someone anybody anyone everybody everyone something anything thing things get gets got getting go goes going went make makes made making take takes took taken give gives given put puts ' +
    'much many more most less least least few fewer several both way kind sort case cases time times use used using case mean means call calls called let lets keep keeps set sets come comes came ' +
    'then ever still even already yet just rather quite too also well long new says say said whoever whether though although while whenever upon together such else'
  ).split(' '),
);

const turning = new Set('no not nor none never neither nothing nobody cannot without instead'.split(' '));

/** Does a word only turn what others say? */
export function isTurning(word: string): boolean {
  return turning.has(word);
}

/** Words of a text in order, with negation read over marks and words together. */
export function wordsIn(text: string): Word[] {
  const pieces = [...text.matchAll(/[\p{L}\p{M}\p{N}]+(?:['’.,][\p{L}\p{M}\p{N}]+)*|[^\s\p{L}\p{M}\p{N}]/gu)];
  const plain = pieces.flatMap((piece) => {
    const lower = piece[0].toLowerCase().replace('’', "'");
    return lower.endsWith("n't") ? [lower.slice(0, -3), 'not'] : [lower];
  });
  const scope = negationScope(plain);
  const places: number[] = [];
  let at = 0;
  for (const piece of pieces) {
    places.push(at);
    at += /n['’]t$/i.test(piece[0]) ? 2 : 1;
  }
  const negatedAt = (start: number): boolean => {
    const index = pieces.findLastIndex((piece) => piece.index <= start);
    return scope[places[index] ?? -1] ?? false;
  };
  return tokenize(text).map(({ start, end, text: word, lower }) => ({
    text: word,
    lower,
    start,
    end,
    negated: negatedAt(start),
    light: isStopword(lower) || empty.has(lower),
  }));
}

export interface Aligned {
  readonly word: Word;
  /** Share of the claim's meaning that it carries. */
  readonly weight: number;
  /** [0, 1]; what headings and neighbours say counts less. */
  readonly strength: number;
  /** The sentence's word, or null where another layer says it, or nothing does. */
  readonly at: Word | null;
  readonly layer: 'sentence' | 'heading' | 'document' | 'beside' | 'none';
  /** A phrase of its group says it, and no word does. */
  readonly byPhrase: boolean;
  /** A word of the sentence is its opposite. */
  readonly opposite: Word | null;
}

export interface Layers {
  readonly sentence: readonly Word[];
  readonly heading: readonly string[];
  readonly document: readonly string[];
  readonly beside: readonly string[];
  /** Words of the claim's names that stand elsewhere in the document, in lower case: it speaks of itself as "we". */
  readonly names: ReadonlySet<string>;
  /** The sentence begins with "these" or "it": what its heading names is what it speaks of. */
  readonly points: boolean;
}

const nameWorth = 0.85;
/** A phrase says less surely than a synonym: its group leaves out what the words mean elsewhere. */
const phraseStrength = 0.82;
const layerWorth = { sentence: 1, heading: 0.95, document: 0.9, beside: 0.7 } as const;
/** Weaker likeness than this says nothing. */
const leastStrength = 0.5;

/** Whom a document calls "you", and who speaks in it as "we": strength of a role that only its pronoun says. */
const addressed = new Set(
  'user visitor customer reader people person member buyer shopper guest subscriber client participant consumer player patient applicant hirer tenant employee volunteer traveller traveler'.split(
    ' ',
  ),
);
const speaking = new Set(
  'company firm organisation organization business site website operator publisher owner provider trust foundation society office service author'.split(
    ' ',
  ),
);
const pronounStrength = 0.8;

function byPronoun(word: Word, sentence: readonly Word[]): Word | undefined {
  const one = word.lower.replace(/s$/, '');
  if (addressed.has(word.lower) || addressed.has(one)) return sentence.find(({ lower }) => /^(?:you|your|yours|yourself)$/.test(lower));
  if (speaking.has(word.lower) || speaking.has(one)) return sentence.find(({ lower }) => /^(?:we|us|our|ours)$/.test(lower));
  return undefined;
}

/** Short forms of a text are read as their words too, at the place of the short form. */
export function expanded(words: readonly Word[], acronyms: Acronyms): Word[] {
  return words.flatMap((word) => {
    const long = acronyms.get(word.text) ?? acronyms.get(word.text.replace(/s$/, ''));
    return long === undefined ? [word] : [word, ...long.map((text) => ({ ...word, text, lower: text, light: isStopword(text) }))];
  });
}

/** "keepAliveTimeout", "max_retries": another name that looks like it is another thing. */
const madeName = /\p{Ll}\p{Lu}|_/u;

/** Each weighty word of the claim with what says it best. */
export function align(claim: readonly Word[], layers: Layers, knowledge: WordKnowledge): Aligned[] {
  const heavy = claim.filter((word) => !word.light && !/^\p{N}/u.test(word.lower));
  const weights = heavy.map((word) => Math.max(0.5, knowledge.rarity(word.lower)));
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const said = phrasesSaid(claim, layers, knowledge);
  return heavy.map((word, place): Aligned => {
    let best: Pick<Aligned, 'strength' | 'at' | 'layer' | 'byPhrase'> = { strength: 0, at: null, layer: 'none', byPhrase: false };
    let opposite: Word | null = null;
    const says = (stated: string): number =>
      stated === word.lower || stem(stated) === stem(word.lower) || stem(plainSpelling(stated)) === stem(plainSpelling(word.lower))
        ? 1
        : madeName.test(word.text)
          ? 0
          : knowledge.strength(stated, word.lower);
    for (const stated of layers.sentence) {
      if (stated.light && stated.lower !== word.lower) continue;
      const strength = says(stated.lower);
      if (strength > best.strength) best = { strength, at: stated, layer: 'sentence', byPhrase: false };
      // "Lasts" is no opposite of "first".
      if (opposite === null && !/^last(?:s|ed|ing)$/.test(word.lower) && knowledge.opposite(stated.lower, word.lower)) opposite = stated;
    }
    const phrase = said.get(word);
    if (phrase !== undefined && phraseStrength > best.strength)
      best = { strength: phraseStrength, at: phrase, layer: 'sentence', byPhrase: true };
    const pronoun = best.strength < pronounStrength ? byPronoun(word, layers.sentence) : undefined;
    if (pronoun !== undefined) best = { strength: pronounStrength, at: pronoun, layer: 'sentence', byPhrase: true };
    for (const layer of ['heading', 'document', 'beside'] as const) {
      if (best.strength >= layerWorth[layer]) continue;
      for (const stated of layers[layer]) {
        const strength = layerWorth[layer] * says(stated);
        if (strength > best.strength)
          best = { strength, at: null, layer: layer === 'heading' && layers.points ? 'sentence' : layer, byPhrase: false };
      }
    }
    if (best.strength < nameWorth && layers.names.has(word.lower))
      best = { strength: nameWorth, at: null, layer: 'document', byPhrase: false };
    if (best.strength < leastStrength) best = { strength: 0, at: null, layer: 'none', byPhrase: false };
    return { word, weight: (weights[place] ?? 0) / (total === 0 ? 1 : total), ...best, opposite: best.strength >= 0.9 ? null : opposite };
  });
}

/** Words of the claim whose phrase the sentence has another of, with a word of that one. */
function phrasesSaid(claim: readonly Word[], layers: Layers, knowledge: WordKnowledge): Map<Word, Word> {
  const stated = new Map<number, Word>();
  for (const { group, side, words } of knowledge.phrases(layers.sentence.map(({ lower }) => lower))) {
    const own = words.flatMap((at) => layers.sentence[at] ?? []);
    const head = own.find(({ light }) => !light) ?? (own.length > 1 ? own[0] : undefined);
    if (side !== 'said' && head !== undefined) stated.set(group, head);
  }
  const said = new Map<Word, Word>();
  for (const { group, side, words } of knowledge.phrases(claim.map(({ lower }) => lower))) {
    const head = stated.get(group);
    if (side === 'says' || head === undefined) continue;
    for (const at of words) {
      const word = claim[at];
      if (word !== undefined) said.set(word, head);
    }
  }
  return said;
}

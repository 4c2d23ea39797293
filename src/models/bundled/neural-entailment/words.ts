import { negationCue } from '../../../text/negation.ts';
import { type Side, type WordClass, wordClass } from '../entailment/alignment.ts';
import type { WordBook } from '../entailment/words.ts';
import { type Bound, boundBefore, bounds } from './figures.ts';

export const wordFlags = { stop: 1, name: 2, number: 4, negated: 8, heading: 16, begins: 32, afterMark: 64, negates: 128 } as const;
export const wordClasses: readonly WordClass[] = ['name', 'number', 'noun', 'verb', 'modifier', 'function', 'mark'];

/** The first list that has a word counts; its place, from 1, is the word's list. The first five set the modality in force. */
const lists: readonly string[] = [
  'must shall required requires require mandatory obligatory needs need',
  'should recommended recommends recommend ought advised',
  'may optional optionally permitted permits permit allowed allows allow',
  'can could able',
  'will would',
  'might possibly perhaps probably likely potentially maybe',
  'all every always each entire whole everyone everything any',
  'some several many often usually generally sometimes partly mostly most few',
  'only solely exclusively just',
  'more higher greater larger longer older above over exceed exceeds exceeding minimum least better',
  'less lower fewer smaller shorter younger below under within maximum most worse',
  'before prior earlier until',
  'after since later following',
  'because if unless when while although',
  'and or',
  'by',
  'to from',
  'in on at',
  'is are was were be been being',
];
const modalLists = 5;
export const listCount = lists.length + 1;
export const modalityCount = modalLists + 1;
export const boundCount = 3;

const listOf = new Map<string, number>();
for (const [at, words] of lists.entries()) for (const word of words.split(' ')) if (!listOf.has(word)) listOf.set(word, at + 1);

/** A word as the network is given it. */
export interface NetworkWord {
  readonly text: string;
  /** Of `wordFlags`. */
  readonly flags: number;
  /** Place in `wordClasses`. */
  readonly kind: number;
  /** 0 where it stands in no list. */
  readonly list: number;
  /** List of the last modal word of its sentence or part of one; 0 before any. */
  readonly modality: number;
  /** Before a number. */
  readonly bound: Bound;
}

/** The words at the positions, which ascend. */
export function networkWords(book: WordBook, side: Side, positions: readonly number[]): NetworkWord[] {
  const modalities = modalitiesInForce(side);
  return positions.flatMap((at, place) => {
    const token = side.tokens[at];
    if (token === undefined) return [];
    const before = side.tokens[at - 1];
    const follows =
      before !== undefined && before.sentence === token.sentence && (positions[place - 1] === at - 1 || before.kind === 'mark');
    const cue = negationCue(token.text);
    const flags =
      (token.stop ? wordFlags.stop : 0) |
      (token.name ? wordFlags.name : 0) |
      (token.value === null ? 0 : wordFlags.number) |
      (token.negated ? wordFlags.negated : 0) |
      (token.sentence < 0 ? wordFlags.heading : 0) |
      (follows ? 0 : wordFlags.begins) |
      (before?.kind === 'mark' ? wordFlags.afterMark : 0) |
      (cue === null || cue === 'weak' ? 0 : wordFlags.negates);
    return [
      {
        text: token.text,
        flags,
        kind: wordClasses.indexOf(wordClass(book, side, at)),
        list: listOf.get(token.text) ?? 0,
        modality: modalities[at] ?? 0,
        bound: token.value === null ? bounds.none : boundBefore(side.tokens, at),
      },
    ];
  });
}

/** A semicolon or a new sentence ends what is in force. May with a capital is a month. */
function modalitiesInForce({ tokens }: Side): number[] {
  let modality = 0;
  return tokens.map((token, at) => {
    const before = tokens[at - 1];
    if (before !== undefined && (before.sentence !== token.sentence || token.text === ';')) modality = 0;
    const list = listOf.get(token.text) ?? 0;
    if (list >= 1 && list <= modalLists && !(token.text === 'may' && token.name)) modality = list;
    return modality;
  });
}

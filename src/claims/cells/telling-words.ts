import { tokenize, type Token } from '../../text/tokens.ts';

/** Words that say nothing of what a claim is about. Not "before", "only", "new", "most" or "other": they limit what is said. */
const free = new Set(
  (
    'a an the this that these those of in on at for to from with by and as is are was were be been being it its you your they their them we our us i my he his she her ' +
    'there each every per any all do does did has have had having will shall can could may might must should which who up ' +
    'get gets got getting give gives given giving receive receives bring brings take takes took gave need needs needed make makes come comes include includes included offer offers offered let lets allow allows allowed ' +
    'permitted required requires entitled entitles keep keeps kept hold holds run runs last lasts lasting people person persons somebody someone anybody anyone everybody everyone ' +
    'pair pairs item items wear wears long time times'
  ).split(' '),
);

/** "A", "B". */
const capital = /^\p{Lu}$/u;

/** Words that tell what a text is about. Numbers and single capitals are names: the A of "Licence A" is not the "a" of "a licence". */
export function tellingWords(text: string): Token[] {
  return tokenize(text)
    .map((token) => (capital.test(token.text) && text[token.end] === '-' ? { ...token, text: token.lower } : token))
    .filter(({ text: word, lower, start }) => (capital.test(word) && !(start === 0 && word === 'A')) || !free.has(lower));
}

/** The words of a row's or a column's name. What stands in brackets explains the name and is no part of it. */
export function wordsOfName(name: string): Token[] {
  return tellingWords(name.replaceAll(/\([^()]*\)/g, ''));
}

/** A claim as the cells of tables are read for it. */
export interface CellClaim {
  readonly text: string;
  /** Its telling words. */
  readonly words: readonly Token[];
}

export function cellClaim(text: string): CellClaim {
  return { text, words: tellingWords(text) };
}

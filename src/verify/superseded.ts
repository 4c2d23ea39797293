import { contentStems } from '../text/tokens.ts';
import { olderOf, versionMarks } from './versions.ts';

/** A document as it is now. */
export interface DatedDocument {
  /** Relative, with `/`. */
  readonly path: string;
  readonly title: string;
  readonly text: string;
}

/** How a document is known to be no longer in force. */
export interface Superseded {
  /** The document that says so: the superseded one itself, or its successor. */
  readonly saidIn: string;
  /** Its words, in one line. */
  readonly words: string;
}

/** Where documents say what they are: the head, UTF-16 code units. */
const head = 4_000;
const longestWords = 160;

const ended = 'superseded|obsolete|obsoleted|withdrawn|rescinded|repealed|revoked|replaced|no longer in force|no longer valid';
/** "Superseded on 1 March 2025." at the start of a line or after "Status:", or "This policy has been replaced by ...". */
const own = [
  // "5.8. Obsolete fields" and "## Obsolete" are headings of parts, and "Withdrawn drugs" are things.
  new RegExp(
    String.raw`^(?!\s*(?:#{2,}|[-*+])\s+(?:${ended})\W*$)[^\p{L}\p{N}\n]*(?:(?:document )?status\W{0,6})?(?:${ended})(?=[^\p{L}\n]*$|[*_\s]*[.,;:!()[\]–—]|[*_]*\s(?:on|by|in|since|as|from|with|effective|through|and|\d))(?! by (?:default|an?\b)).*`,
    'imu',
  ),
  new RegExp(
    String.raw`\bth(?:is|e present) (?:document|policy|standard|version|edition|guideline|guidance|procedure|handbook|specification|regulation|plan|report|page)s? (?:(?:has|have) been|was|is(?: now)?) (?:${ended})\b[^\n.]*\.?`,
    'iu',
  ),
];
/** "It replaces the Access Policy of 2019 in full", "Supersedes: SP 800-63-2". */
const successor = [
  /\b(?:it |this (?:[\p{L}-]+ ){1,3})(?:fully |hereby )?(?:supersedes|replaces|obsoletes|repeals|revokes|cancels and replaces) ([^\n;]{4,200}(?:\n(?!\s*\n)[^\n;]{0,120})?)/giu,
  /^\W*(?:supersedes|replaces|obsoletes)\s*:?\W*([^\n;]{4,200})/gimu,
];
/** Questions and claims that are about what was, or about what has changed, and so about documents that are no longer in force. */
const rules =
  '(?:versions?|editions?|polic(?:y|ies)|rules?|standards?|guidelines?|guidance|documents?|requirements?|texts?|laws?|procedures?|limits?)';
const ofThePast = new RegExp(
  String.raw`\b(?:(?:old|older|former|previous|earlier|superseded|obsolete|withdrawn|historic(?:al)?|original) (?:[\p{L}-]+ ){0,2}${rules}|formerly|previously|originally|back then|used to be|did [^?]* use to|(?:before|until) (?:\p{L}+ ){0,2}(?:19|20)\d\d|what(?: has| have|['’]s| is| was)? (?:changed|different|new)|chang(?:es|ed) (?:since|between|from|in the)|differ(?:s|ence|ences)? (?:between|from)|compared? (?:to|with)|(?:both|all|two|between) (?:the )?${rules})\b`,
  'iu',
);

/**
 * Which of the documents are no longer in force, by their own words or by those of another of them: a mark at the head of the superseded
 * one, or a sentence at the head of its successor that names it by title and year, or by number. Names and years alone supersede nothing.
 */
export function supersededAmong(documents: readonly DatedDocument[]): ReadonlyMap<string, Superseded> {
  const found = new Map<string, Superseded>();
  for (const document of documents) {
    const words = ownWords(document.text.slice(0, head));
    if (words !== null) found.set(document.path, { saidIn: document.path, words });
  }
  for (const newer of documents)
    for (const { words, object } of successions(newer.text.slice(0, head)))
      for (const older of documents)
        if (older.path !== newer.path && !found.has(older.path) && names(object, older, newer))
          found.set(older.path, { saidIn: newer.path, words });
  return found;
}

/** Whether a question or claim is about a document that is no longer in force: it speaks of the past, or names the document's version. */
export function asksOf(question: string, { path, title }: Pick<DatedDocument, 'path' | 'title'>): boolean {
  const asked = versionMarks(question);
  return ofThePast.test(question) || [...versionMarks(path), ...versionMarks(title)].some((mark) => asked.includes(mark));
}

function ownWords(text: string): string | null {
  for (const pattern of own) {
    const match = pattern.exec(text);
    if (match === null) continue;
    // From the start of its sentence; a pattern that sought it would read every line again and again.
    const from = Math.max(text.lastIndexOf('\n', match.index), text.lastIndexOf('.', match.index)) + 1;
    const words = text.slice(Math.min(from, match.index), match.index + match[0].length);
    if (!/\b(?:not|if|when|until|unless|may|whenever|once)\b/i.test(words.slice(0, 80))) return oneLine(words);
  }
  return null;
}

function successions(text: string): { words: string; object: string }[] {
  return successor.flatMap((pattern) =>
    [...text.matchAll(pattern)].map(([words, object = '']) => {
      // To the end of the sentence: a point in "3.0" or "No. 12" does not end it.
      const end = /\.(?=\s+\p{Lu}|\s*$)/u.exec(object)?.index ?? object.length;
      return { words: oneLine(words.slice(0, words.length - object.length + end)), object: object.slice(0, end) };
    }),
  );
}

/** Whether words name a document: by a number such as 800-63-2, or by its whole title with the year or version that its names bear. */
function names(words: string, older: DatedDocument, newer: DatedDocument): boolean {
  const numbers = identifiersIn(words);
  if (identifiersIn(`${older.path} ${older.title}`).some((number) => numbers.includes(number))) return true;
  const said = new Set(contentStems(words));
  const title = contentStems(older.title).filter((stem) => !/^v?[\d.]+$/.test(stem));
  if (title.length < 2 || !title.every((stem) => said.has(stem))) return false;
  const marks = [...versionMarks(older.path), ...versionMarks(older.title)];
  const saidMarks = versionMarks(words);
  return saidMarks.length > 0 ? saidMarks.some((mark) => marks.includes(mark)) : olderOf(older, newer)?.older === 'a';
}

/** Numbers of documents: 800-63-2, 27001:2013. */
function identifiersIn(text: string): string[] {
  return text.match(/(?<![\p{L}\p{N}.-])\d{2,}(?:[-:]\d+)+(?![\p{N}-])/gu) ?? [];
}

function oneLine(text: string): string {
  const line = text
    .replaceAll(/\s+/g, ' ')
    .replaceAll(/^[^\p{L}\p{N}]+|[*_~`>#\s]+$/gu, '')
    .trim();
  return line.length > longestWords ? `${line.slice(0, longestWords - 1)}…` : line;
}

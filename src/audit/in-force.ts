import { say } from '../base/language.ts';
import type { Evidence } from '../contract/evidence.ts';
import type { AuditReport } from '../contract/report.ts';
import { unscored } from '../minimise/by-reading.ts';
import type { EvidenceCandidate } from '../minimise/types.ts';
import { spanId } from '../contract/citation.ts';
import { headingsOf } from '../documents/headings.ts';
import type { IndexedPassage } from '../index/types.ts';
import { byRelevance, headingOf, wordsOfSpan } from '../retrieve/candidates.ts';
import type { CandidateSpan, RetrievedEvidence, ScoredPassage } from '../retrieve/types.ts';
import { asksOf, type Superseded, supersededAmong } from '../verify/superseded.ts';
import { versionMarks } from '../verify/versions.ts';

/** Documents that are no longer in force, by path. */
export type NotInForce = ReadonlyMap<string, Superseded>;

/** Of the documents that passages were found in those that are no longer in force, unless they are what is asked about. */
export async function notInForce(
  question: string,
  found: readonly { readonly passage: Pick<IndexedPassage, 'path' | 'title'> }[],
  readText: (path: string) => Promise<string | null>,
  marked: ReadonlySet<string> = new Set(),
): Promise<NotInForce> {
  const titles = new Map(found.map(({ passage: { path, title } }) => [path, title]));
  const documents = await Promise.all([...titles].map(async ([path, title]) => ({ path, title, text: (await readText(path)) ?? '' })));
  const asked = new Set(documents.filter((document) => asksOf(question, document)).map(({ path }) => path));
  const ended = new Map(supersededAmong(documents));
  for (const { path } of documents)
    if (marked.has(path) && !ended.has(path)) ended.set(path, { saidIn: path, words: say`marked as superseded` });
  return new Map([...ended].filter(([path]) => !asked.has(path)));
}

/** A path as a pattern that matches it alone. */
export function globOf(path: string): string {
  return path.replaceAll(/[\\*?[\]{}()!+@|,^$]/g, String.raw`\$&`);
}

/** Searches for one question: the versions before may be many. */
const mostSearches = 4;
/** Passages that are kept of superseded documents, to tell what they say otherwise. */
const supersededKept = 20;

/**
 * What a search finds in documents in force, and behind it the best that it found in superseded ones. These say nearly the same as their
 * successor, and many versions of one document would leave it no place among what is found.
 * @param search with paths that are left out
 * @param marked paths that a person has marked as superseded
 */
export async function searchInForce(
  question: string,
  search: (without: readonly string[]) => Promise<RetrievedEvidence>,
  readText: (path: string) => Promise<string | null>,
  marked: ReadonlySet<string> = new Set(),
): Promise<RetrievedEvidence> {
  const whole = citedAsNamed(question, await search([]));
  let standing = whole;
  let found = whole.passages;
  let superseded = await notInForce(question, found, readText, marked);
  if (superseded.size === 0) return whole;
  for (let searches = 1; searches < mostSearches; searches += 1) {
    standing = citedAsNamed(question, await search([...superseded.keys()]));
    found = [...found, ...standing.passages];
    const known = superseded.size;
    superseded = await notInForce(question, found, readText, marked);
    if (superseded.size === known) break;
  }
  return joined(retrievedInForce(standing, superseded), whole, superseded);
}

function joined(standing: RetrievedEvidence, whole: RetrievedEvidence, superseded: NotInForce): RetrievedEvidence {
  const ended = whole.passages.filter(({ passage }) => superseded.has(passage.path)).slice(0, supersededKept);
  const kept = new Set(ended.map(({ passage }) => passage.id));
  const spans = new Map(standing.spans.map((entry) => [wordsOfSpan(entry.span), entry]));
  for (const { copies, ...entry } of whole.spans) {
    if (!kept.has(entry.passage.id)) continue;
    const words = wordsOfSpan(entry.span);
    const own = spans.get(words);
    const { start, end, locator } = entry.span;
    const places = [{ path: entry.passage.path, start, end, ...(locator === undefined ? {} : { locator }) }, ...copies];
    if (own === undefined) spans.set(words, { ...entry, copies });
    else
      spans.set(words, {
        ...own,
        copies: [...own.copies, ...places.filter(({ path }) => superseded.has(path) && !own.copies.some((other) => other.path === path))],
      });
  }
  return { passages: [...standing.passages, ...ended], spans: [...spans.values()].sort(byRelevance) };
}

/** What was retrieved from documents in force: what is superseded answers nothing. Of copies one in force stands for all. */
export function retrievedInForce({ passages, spans }: RetrievedEvidence, superseded: NotInForce): RetrievedEvidence {
  const standing = passages.filter(({ passage }) => !superseded.has(passage.path));
  return {
    passages: standing,
    spans: spans.flatMap((entry) => (superseded.has(entry.passage.path) ? (copyIn(entry, standing) ?? []) : [entry])),
  };
}

/** A question that names a version is cited from that one, where others say the same in the same words. */
function citedAsNamed(question: string, { passages, spans }: RetrievedEvidence): RetrievedEvidence {
  const asked = versionMarks(question);
  if (asked.length === 0) return { passages, spans };
  const isNamed = ({ path, title }: IndexedPassage): boolean =>
    [...versionMarks(path), ...versionMarks(title)].some((mark) => asked.includes(mark));
  const named = passages.filter(({ passage }) => isNamed(passage));
  if (named.length === 0) return { passages, spans };
  return {
    passages,
    spans: spans.map((entry) => (entry.copies.length === 0 || isNamed(entry.passage) ? entry : (copyIn(entry, named) ?? entry))),
  };
}

function copyIn({ copies, span: { start, end }, ...entry }: CandidateSpan, passages: readonly ScoredPassage[]): CandidateSpan | null {
  for (const copy of copies)
    for (const { passage } of passages) {
      const span = passage.path === copy.path ? passage.spans.find((own) => own.start === copy.start && own.end === copy.end) : undefined;
      if (span === undefined) continue;
      const others = [{ path: entry.passage.path, start, end }, ...copies.filter((other) => other !== copy)];
      const heading = headingOf(passage.title, headingsOf(span));
      return { id: spanId(passage.path, span.start, span.end), passage, span, heading, relevance: entry.relevance, copies: others };
    }
  return null;
}

/** The evidence with superseded sentences in its pool, for the search for what says otherwise. */
export function withSuperseded(evidence: Evidence, candidates: readonly EvidenceCandidate[], superseded: NotInForce): Evidence {
  const known = new Set(evidence.pool.map(({ spanId }) => spanId));
  const further = candidates.filter(({ spanId, citation }) => superseded.has(citation.path) && !known.has(spanId)).map(unscored);
  return { ...evidence, pool: [...evidence.pool, ...further] };
}

/** Where nothing answers, but a superseded document would have: that is said. */
export function orOnlySuperseded(answer: AuditReport['answer'], onlyIn: string | null, superseded: NotInForce): AuditReport['answer'] {
  if (answer.status !== 'not-enough-evidence' || onlyIn === null) return answer;
  const words = superseded.get(onlyIn)?.words ?? '';
  return { ...answer, reason: say`Only a document that is no longer in force says something that may answer it: ${onlyIn} (“${words}”).` };
}

/**
 * Documents that are left out by the word of another one, each with the sentence: whoever may add a document could silence one so. What a
 * document says of itself is its own affair.
 */
export function setAside(superseded: NotInForce): string[] {
  return [...superseded].flatMap(([path, { saidIn, words }]) =>
    saidIn === path ? [] : [say`${path} was left out as no longer in force, because ${saidIn} says: “${words}”.`],
  );
}

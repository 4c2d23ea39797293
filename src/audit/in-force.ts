import { say } from '../base/language.ts';
import type { Evidence } from '../contract/evidence.ts';
import type { AuditReport } from '../contract/report.ts';
import { possibleFrom } from '../judge/judge.ts';
import { unscored } from '../minimise/by-reading.ts';
import type { EvidenceCandidate } from '../minimise/types.ts';
import type { IndexedPassage } from '../index/types.ts';
import type { RetrievedEvidence } from '../retrieve/types.ts';
import { asksOf, type Superseded, supersededAmong } from '../verify/superseded.ts';
import type { Reading } from './answer/by-reading.ts';
import { saySameRule } from './answer/same-rule.ts';

/** Documents that are no longer in force, by path. */
export type NotInForce = ReadonlyMap<string, Superseded>;

/** Of the documents that passages were found in those that are no longer in force, unless they are what is asked about. */
export async function notInForce(
  question: string,
  found: readonly { readonly passage: IndexedPassage }[],
  readText: (path: string) => Promise<string | null>,
): Promise<NotInForce> {
  const titles = new Map(found.map(({ passage: { path, title } }) => [path, title]));
  const documents = await Promise.all([...titles].map(async ([path, title]) => ({ path, title, text: (await readText(path)) ?? '' })));
  const asked = new Set(documents.filter((document) => asksOf(question, document)).map(({ path }) => path));
  return new Map([...supersededAmong(documents)].filter(([path]) => !asked.has(path)));
}

/** What was retrieved from documents in force: what is superseded answers nothing. */
export function retrievedInForce({ passages, spans }: RetrievedEvidence, superseded: NotInForce): RetrievedEvidence {
  const stands = ({ passage }: { readonly passage: IndexedPassage }): boolean => !superseded.has(passage.path);
  return { passages: passages.filter(stands), spans: spans.filter(stands) };
}

/**
 * The reading of documents in force; or no answer, and the sentences of all documents, where only a superseded one answers.
 * @param whole the reading of all documents
 * @param standing that of what was retrieved from documents in force; steps of the question may have added others to it
 */
export function readingInForce(whole: Reading, standing: Reading, superseded: NotInForce): { reading: Reading; onlyIn: string | null } {
  const isSuperseded = (path: string): boolean => superseded.has(path);
  const candidates = standing.candidates.filter(({ sentences }) => !sentences.some(({ path }) => isSuperseded(path)));
  const [best] = whole.candidates;
  const onlyIn = best?.sentences.map(({ path }) => path).find(isSuperseded);
  if (best === undefined || onlyIn === undefined || best.chance < possibleFrom(false))
    return { reading: { ...standing, candidates }, onlyIn: null };
  const answers = candidates.some(({ chance, by }) => chance >= best.chance || saySameRule(by.text, best.by.text));
  return answers ? { reading: { ...standing, candidates }, onlyIn: null } : { reading: { ranked: whole.ranked, candidates: [] }, onlyIn };
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

import type { AuditReport } from '../contract/report.ts';
import type { GeneratedAnswer, Generator } from '../models/ports.ts';
import { sameAnswer } from '../text/same-answer.ts';
import { sentences } from '../text/sentences.ts';
import { tokenize } from '../text/tokens.ts';

/**
 * How the shown answer follows from what is cited. `none`: there is no answer. `verdict`: of a claim, and it is the status. `quoted`: its
 * words stand in the cited sentences, and in what these were judged against. `read-again`: the bundled reader answers the same from the
 * cited sentences. `not-quoted`: neither is known, as the reader was not asked. `differs`: the answer is not that of the cited sentences.
 */
export type AnswerState = 'none' | 'verdict' | 'quoted' | 'read-again' | 'not-quoted' | 'differs';

export interface CheckedAnswer {
  readonly state: AnswerState;
  /** What the reader answers from the cited sentences; null where it was not asked, or abstains. */
  readonly read: string | null;
}

/** Whether the answer has been shown to follow. */
export function followsFromCited({ state }: CheckedAnswer): boolean {
  return state !== 'not-quoted' && state !== 'differs';
}

/**
 * @param reader reads the answer again from the cited sentences alone; without it the answer must stand in them
 * @throws LinchpinError `cancelled`.
 */
export async function checkAnswer(report: AuditReport, reader?: Generator, signal?: AbortSignal): Promise<CheckedAnswer> {
  const { answer, kind, evidence, question } = report;
  if (kind === 'claim') {
    const expected = answer.status === 'not-enough-evidence' ? ['', answer.statement] : [answer.status];
    const own = answer.text.toLowerCase();
    return { state: expected.some((text) => text.toLowerCase() === own) ? (own === '' ? 'none' : 'verdict') : 'differs', read: null };
  }
  if (answer.text === '') return { state: 'none', read: null };
  const quotes = evidence.minimal.map(({ citation }) => citation.quote);
  const quoted = isQuoted(answer.text, quotes) && isJudged(answer.text, evidence.scores.statement);
  if (reader === undefined) return { state: quoted ? 'quoted' : 'not-quoted', read: null };
  const given = evidence.minimal.map(({ spanId, citation, headingPath, relevance }) => ({
    spanId,
    path: citation.path,
    heading: headingPath.join(' > '),
    text: citation.quote,
    relevance,
  }));
  const call = { seed: report.seed, ...(signal === undefined ? {} : { signal }) };
  const [again] = given.length === 0 ? [] : await reader.answer([{ question, evidence: given }], call);
  const read = textOf(again);
  return { state: read !== null && sameAnswer(read, answer.text) ? 'read-again' : quoted && read === null ? 'quoted' : 'differs', read };
}

function textOf(answer: GeneratedAnswer | undefined): string | null {
  return answer === undefined || answer.abstained ? null : answer.text;
}

/** Every sentence of the answer stands, word by word, in one of the quotes. */
function isQuoted(answer: string, quotes: readonly string[]): boolean {
  const said = quotes.map(wordsOf);
  const parts = sentences(answer).map(({ start, end }) => wordsOf(answer.slice(start, end)));
  return parts.length > 0 && parts.every((words) => words.trim() !== '' && said.some((quote) => quote.includes(words)));
}

/** The evidence was judged against a statement with the answer in it. Reports of older versions do not tell. */
function isJudged(answer: string, statement: string | undefined): boolean {
  return statement === undefined || wordsOf(statement).includes(wordsOf(answer));
}

/** Words and numbers with a space around each, so that no word is found inside another. */
function wordsOf(text: string): string {
  return ` ${tokenize(text)
    .map(({ lower }) => lower)
    .join(' ')} `;
}

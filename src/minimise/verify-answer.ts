import type { AuditReport } from '../contract/report.ts';
import { seenLine } from '../contract/seen-quote.ts';
import { answerOf } from '../answer/answers.ts';
import type { GeneratedAnswer, ModelCall, Models } from '../models/ports.ts';
import { sameAnswer } from '../text/same-answer.ts';
import { sentences } from '../text/sentences.ts';
import { tokenize } from '../text/tokens.ts';

/**
 * How the shown answer follows from what is cited. `recomputed`: it is what follows from all that was read. `none`: there is no answer. `verdict`: of a claim, and it is the status. `quoted`: its
 * words stand in the cited sentences, and in what these were judged against. `read-again`: the bundled reader answers the same from the
 * cited sentences. `not-quoted`: neither is known, as the reader was not asked. `differs`: the answer is not that of the cited sentences.
 */
export type AnswerState = 'recomputed' | 'none' | 'verdict' | 'quoted' | 'read-again' | 'not-quoted' | 'differs';

export interface CheckedAnswer {
  readonly state: AnswerState;
  /** What is read from the cited sentences; null where nobody was asked, or nothing is. */
  readonly read: string | null;
}

/** Whether the answer has been shown to follow. */
export function followsFromCited({ state }: CheckedAnswer): boolean {
  return state !== 'not-quoted' && state !== 'differs';
}

/** Who reads again: the judge where it read the answer, else the bundled generator. */
export type Rereader = Pick<Models, 'reader' | 'judge'>;

/**
 * @param reader reads the answer again from the cited sentences alone; without it the answer must stand in them
 * @throws LinchpinError `cancelled`.
 */
export async function checkAnswer(report: AuditReport, reader?: Rereader, signal?: AbortSignal): Promise<CheckedAnswer> {
  const { answer, kind, evidence } = report;
  if (kind === 'claim') {
    const expected = answer.status === 'not-enough-evidence' ? ['', answer.statement] : [answer.status];
    const own = answer.text.toLowerCase();
    return { state: expected.some((text) => text.toLowerCase() === own) ? (own === '' ? 'none' : 'verdict') : 'differs', read: null };
  }
  if (answer.text === '') return { state: 'none', read: null };
  const quotes = evidence.minimal.map(({ citation }) => citation.quote);
  const quoted = isQuoted(answer.text, quotes) && isJudged(answer.text, evidence.scores.statement);
  if (reader === undefined) return { state: quoted ? 'quoted' : 'not-quoted', read: null };
  const call = { seed: report.seed, ...(signal === undefined ? {} : { signal }) };
  // The answer is the cited sentences themselves: there are no words in them to read.
  if (isByJudge(report) && (answer.short ?? null) === null) return { state: quoted ? 'quoted' : 'differs', read: null };
  const again = isByJudge(report) ? await readByJudge(report, reader, call) : await readByGenerator(report, reader, call);
  if (again === null) return { state: quoted ? 'quoted' : 'differs', read: null };
  return { state: sameAnswer(again, answer.text) ? 'read-again' : 'differs', read: again };
}

function isByJudge({ answer, models }: AuditReport): boolean {
  return typeof answer.chance === 'number' && models.judge !== undefined;
}

/** What the judge answers from the cited sentences, under their headings: yes, no, or the likeliest of its words that are the answer's. */
async function readByJudge({ evidence, question, answer }: AuditReport, { judge }: Rereader, call: ModelCall): Promise<string | null> {
  const spans = evidence.minimal.map(({ spanId, citation }) => ({ id: spanId, text: seenLine(citation) }));
  const heading = evidence.minimal[0]?.headingPath.join(' > ') ?? '';
  const [score] = await judge.scorePairs([{ query: question, heading, sentences: spans.map(({ text }) => text) }], call);
  const read = score === undefined ? null : answerOf({ passage: { id: '', path: '', heading, spans }, rank: 0, score });
  if (read === null) return null;
  return read.short?.text ?? (read.likelyWords !== null && sameAnswer(read.likelyWords.text, answer.text) ? read.likelyWords.text : null);
}

async function readByGenerator({ evidence, question }: AuditReport, { reader }: Rereader, call: ModelCall): Promise<string | null> {
  const given = evidence.minimal.map(({ spanId, citation, headingPath, relevance }) => ({
    spanId,
    path: citation.path,
    heading: headingPath.join(' > '),
    text: citation.quote,
    relevance,
  }));
  const [again] = given.length === 0 ? [] : await reader.answer([{ question, evidence: given }], call);
  return textOf(again);
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

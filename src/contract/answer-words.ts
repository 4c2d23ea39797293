import { percent, t } from '../base/language.ts';
import { rowPieces } from './row-words.ts';
import { hiddenIn, withoutHidden } from './seen-quote.ts';
import type { AnswerPart, AssertionPromise, AuditReport } from './report.ts';

/** The part of a report that its answer is shown from; a report that is still arriving may lack any of it. */
export interface AnswerParts {
  readonly answer?: AuditReport['answer'] | undefined;
  readonly evidence?: AuditReport['evidence'] | undefined;
}

/** Whether the answer was judged by its chance of being right. false: by quality, as claims, older reports and language models' answers are. */
export function isJudgedByChance({ answer }: AnswerParts): boolean {
  return typeof answer?.chance === 'number';
}

/** Whether the answer was judged by its chance and none was given. */
export function hasAbstained(report: AnswerParts): boolean {
  return isJudgedByChance(report) && report.answer?.status === 'not-enough-evidence' && (report.answer.body ?? []).length === 0;
}

/** Of ten. @param chance in [0, 1]; never said to be none or all of ten, which no sample shows */
export function tenths(chance: number): number {
  return Math.max(1, Math.min(9, Math.round(chance * 10)));
}

/** @param either whether one of two sentences is meant */
export function chanceWords(chance: number, either = false): string {
  return either
    ? t('In about {0} of 10 cases like this one of the two does', tenths(chance))
    : t('About {0} of 10 answers like this are right', tenths(chance));
}

/** "Of answers called supported at most 10 % are wrong, …", as a sentence. */
export function promiseWords({ risk, confidence, questions, set }: AssertionPromise): string {
  return t(
    'Of answers called supported at most {0} are wrong, with {1} confidence, on questions like the {2} of {3}.',
    percent(risk, 1),
    percent(confidence, 1),
    questions,
    set,
  );
}

/** What is said over sentences that are shown and not asserted. */
export function mayAnswerWords({ either = false }: Pick<AuditReport['answer'], 'either'>): string {
  return either ? t('One of these may answer it') : t('This may answer it');
}

export function abstainedWords(): string {
  return t('Nothing answers this surely enough. These sentences say most about it:');
}

export interface Piece {
  readonly text: string;
  readonly marked: boolean;
}

/**
 * The quote in pieces that give it back when joined, those within the marks marked. Marks that lie outside, are empty or overlap an earlier
 * one are left out as far as they do; a mark never parts a pair of surrogates.
 * @param marks offsets into the quote, UTF-16
 */
export function cutAtMarks(quote: string, marks: AnswerPart['marks']): Piece[] {
  const whole = (offset: number): number => {
    const at = Math.max(0, Math.min(quote.length, offset));
    return at > 0 && at < quote.length && (quote.codePointAt(at - 1) ?? 0) > 0xff_ff ? at - 1 : at;
  };
  const pieces: Piece[] = [];
  let done = 0;
  for (const [from, to] of [...marks].sort((a, b) => a[0] - b[0])) {
    const start = Math.max(done, whole(from));
    const end = whole(to);
    if (end <= start) continue;
    if (start > done) pieces.push({ text: quote.slice(done, start), marked: false });
    pieces.push({ text: quote.slice(start, end), marked: true });
    done = end;
  }
  if (done < quote.length) pieces.push({ text: quote.slice(done), marked: false });
  return pieces;
}

/** A sentence of the answer as it is shown. */
export interface ShownPart {
  readonly spanId: string;
  readonly quote: string;
  /** The number of its citation; null where it is not among the minimal evidence. */
  readonly marker: number | null;
  /** As a reader sees them: without the marks of lists, a table's row with the names of its columns. */
  readonly pieces: readonly Piece[];
}

/** The quote of a citation in pieces, as a reader sees it. @param marks offsets into the quote, UTF-16 */
export function seenPieces({ quote, path }: { readonly quote: string; readonly path: string }, marks: AnswerPart['marks']): Piece[] {
  const hidden = hiddenIn(quote, path);
  let at = 0;
  return cutAtMarks(quote, marks).flatMap(({ text, marked }): Piece[] => {
    const seen = withoutHidden(quote, hidden, at, at + text.length);
    at += text.length;
    return seen === '' ? [] : [{ text: seen, marked }];
  });
}

/** The sentences that say the answer, as far as their quotes have arrived. */
export function shownParts({ answer, evidence }: AnswerParts): ShownPart[] {
  return (answer?.body ?? []).flatMap(({ spanId, marks }) => {
    const own = evidence?.minimal.find((entry) => entry.spanId === spanId);
    const found = own ?? evidence?.pool.find((entry) => entry.spanId === spanId);
    if (found === undefined) return [];
    const { citation, row } = found;
    const pieces = row === undefined ? seenPieces(citation, marks) : rowPieces(row, citation.quote, marks);
    return [{ spanId, quote: citation.quote, marker: own?.marker ?? null, pieces }];
  });
}

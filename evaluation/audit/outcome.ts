import type { AuditReport } from '../../src/contract/report.ts';
import type { CandidateSpan } from '../../src/retrieve/types.ts';
import type { BedQuestion } from '../beds/bed.ts';

/** What came of one question, as the person who asked would say. */
export interface Outcome {
  /** `asserted`: called supported; `possible`: shown as what may answer it; `abstained`: no answer was given. */
  readonly shown: 'asserted' | 'possible' | 'abstained';
  /** Is what was shown right? false for an abstention, and for every answer to a question that the documents do not answer. */
  readonly right: boolean;
  /** By the short answer, or by the sentences where none was given. */
  readonly by: 'short' | 'sentences';
  /** Where a gold sentence was still there; null without gold. */
  readonly found: { readonly retrieved: boolean; readonly pool: boolean; readonly firstFive: boolean; readonly minimal: boolean } | null;
  /** The number beside the answer, [0, 1]. */
  readonly chance: number;
}

export interface Place {
  readonly path: string;
  readonly start: number;
  readonly end: number;
}

/** Alternatives of gold places: each a set. */
export type GoldPlaces = readonly (readonly Place[])[];

/** @throws RangeError where a quote does not stand exactly once in its document: the bed is wrong then. */
export async function goldPlaces(gold: BedQuestion['gold'], readText: (path: string) => Promise<string | null>): Promise<GoldPlaces> {
  return await Promise.all(
    gold.map((set) =>
      Promise.all(
        set.map(async ({ path, quote }) => {
          const text = (await readText(path)) ?? '';
          const start = text.indexOf(quote);
          if (start < 0 || text.includes(quote, start + 1)) throw new RangeError(`${path}: not exactly once: ${quote.slice(0, 80)}`);
          return { path, start, end: start + quote.length };
        }),
      ),
    ),
  );
}

function overlaps(a: Place, b: Place): boolean {
  return a.path === b.path && a.start < b.end && b.start < a.end;
}

/** A sentence that is shown, and where the same words stand elsewhere. */
export interface Cited {
  readonly citation: Place;
  readonly copies: readonly Place[];
}

function says(item: Cited, place: Place): boolean {
  return [item.citation, ...item.copies].some((citation) => overlaps(citation, place));
}

/** Where a retrieved sentence stands. */
export function placed({ passage, span, copies }: CandidateSpan): Cited {
  return { citation: { path: passage.path, start: span.start, end: span.end }, copies };
}

/** Share of the best alternative's sentences that are among the items. */
function recall(items: readonly Cited[], gold: GoldPlaces): number {
  return Math.max(0, ...gold.map((set) => set.filter((place) => items.some((item) => says(item, place))).length / set.length));
}

/** A list is right from this share of its items on; the other forms need every sentence. */
const enoughOfList = 2 / 3;

/** @param gold places of the question's gold, from `goldPlaces` */
export function outcomeOf(question: BedQuestion, gold: GoldPlaces, report: AuditReport): Outcome {
  const { status, text } = report.answer;
  const shown = status === 'not-enough-evidence' ? 'abstained' : status === 'uncertain' ? 'possible' : 'asserted';
  const { minimal, pool, quality } = report.evidence;
  // A sentence that is shown without a short answer is judged as a sentence, however short it is: it may name what is asked beside what is not.
  const short = report.answer.short !== null && isShort(text, question) ? text : '';
  const any = gold.flat();
  return {
    shown,
    right: shown !== 'abstained' && isRight(question, gold, short, minimal),
    by: short === '' ? 'sentences' : 'short',
    found:
      any.length === 0
        ? null
        : {
            retrieved: any.some((place) => report.passages.some((passage) => overlaps(passage, place))),
            pool: any.some((place) => pool.some((item) => says(item, place))),
            firstFive: any.some((place) => pool.slice(0, 5).some((item) => says(item, place))),
            minimal: any.some((place) => minimal.some((item) => says(item, place))),
          },
    chance: report.answer.chance ?? quality,
  };
}

/** What tells whether an answer to it is right. */
export type Asked = Pick<BedQuestion, 'form' | 'answerable' | 'answers' | 'wrong'>;

/** Is an answer right: its short answer where it has one, else the sentences that it shows? Nothing is, where the documents do not answer. */
export function isRight(question: Asked, gold: GoldPlaces, short: string, shown: readonly Cited[]): boolean {
  if (!question.answerable) return false;
  return short !== '' && isShort(short, question) ? shortIsRight(question, short) : bodyIsRight(question, gold, shown);
}

/** A whole sentence in the place of a short answer is judged as a sentence. */
function isShort(text: string, { answers }: Asked): boolean {
  const longest = Math.max(3, ...answers.map((answer) => words(answer).length));
  return text !== '' && words(text).length <= longest + 12 && answers.length > 0;
}

function shortIsRight({ answers, wrong }: Asked, text: string): boolean {
  const said = ` ${words(text).join(' ')} `;
  const holds = (answer: string): boolean => said.includes(` ${words(withoutArticle(answer)).join(' ')} `);
  return (
    answers.some(holds) &&
    !wrong.some((other) => holds(other) && !answers.some((answer) => words(answer).join(' ').includes(words(other).join(' '))))
  );
}

/** "Young Farmers" is "the Young Farmers". */
function withoutArticle(answer: string): string {
  return answer.trim().replace(/^(?:the|an?)\s+(?=\S)/i, '');
}

function bodyIsRight({ form }: Asked, gold: GoldPlaces, minimal: readonly Cited[]): boolean {
  const share = recall(minimal, gold);
  return form === 'list' ? share >= enoughOfList : share === 1;
}

function words(text: string): string[] {
  return text.toLowerCase().match(/[\p{L}\p{N}]+(?:[.,]\d+)*/gu) ?? [];
}

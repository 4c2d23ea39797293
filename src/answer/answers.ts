import { sameAnswer } from '../text/same-answer.ts';
import type { ReadAnswer, ReadPassage, ShortAnswer } from './types.ts';

/** Under this chance of answering a passage is no candidate. */
const leastAnswered = 0.05;
/** From this probability on words stand for the answer; under it the sentence does. Chosen on the beds eighth to eleventh. */
export const sureOfWords = 0.4;
/** From this probability on words are marked in the sentence. */
const likelyWords = 0.15;
/** Yes and no: of the two, how much the likelier must have. */
const sureOfSide = 0.7;
/** A sentence belongs to the evidence from here on. */
const needed = 0.5;
const mostSentences = 6;
/** Items of a list that are an answer, at most. */
const mostItems = 12;

/** What each passage answers, the likeliest first; equal answers of several places are one, with its witnesses. */
export function answersOf(read: readonly ReadPassage[]): ReadAnswer[] {
  const answers: ReadAnswer[] = [];
  for (const entry of read) {
    if (entry.score.answered < leastAnswered) continue;
    const answer = answerOf(entry);
    if (answer === null) continue;
    const place = answers.findIndex((other) => isSame(other, answer));
    const known = answers[place];
    if (known === undefined) answers.push(answer);
    else if (!known.witnesses.some((witness) => witness.some(({ text }) => text === answer.by.text)))
      answers[place] = { ...known, witnesses: [...known.witnesses, answer.sentences] };
  }
  return answers;
}

/** Do two answers say the same? */
export function isSame(a: Pick<ReadAnswer, 'short' | 'form' | 'by'>, b: Pick<ReadAnswer, 'short' | 'form' | 'by'>): boolean {
  if (a.short !== null && b.short !== null) return a.form === b.form && sameAnswer(a.short.text, b.short.text);
  return a.by.text === b.by.text;
}

/** What one reading answers; null where it has no sentence. */
export function answerOf({ passage, rank, score }: ReadPassage): ReadAnswer | null {
  const { spans } = passage;
  const { form } = score;
  const words = score.spans[0];
  const best = score.evidence.reduce((most, value, place) => (value > (score.evidence[most] ?? 0) ? place : most), 0);
  const isSide = form.yes + form.no > form.span;
  const side = form.yes >= form.no ? 'yes' : 'no';
  const sure = Math.max(form.yes, form.no) / Math.max(1e-9, form.yes + form.no);
  // The words and the sentence that is needed most are two heads' say; the words count where they are sure.
  const at = !isSide && words !== undefined && words.probability >= likelyWords ? words.sentence : best;
  const by = spans[at];
  if (by === undefined) return null;
  const marked: ShortAnswer | null =
    isSide || words?.sentence !== at
      ? null
      : { text: by.text.slice(words.start, words.end), start: words.start, end: words.end, probability: words.probability };
  const short: ShortAnswer | null = isSide
    ? sure >= sureOfSide
      ? { text: side === 'yes' ? 'Yes' : 'No', start: 0, end: 0, probability: sure }
      : null
    : marked !== null && marked.probability >= sureOfWords
      ? marked
      : null;
  const items = short === null ? spans.filter(({ leadIn }) => leadIn?.endsWith(by.text) === true).slice(0, mostItems) : [];
  const evidence = spans.filter((span, place) => span === by || (score.evidence[place] ?? 0) >= needed);
  // Where words answer, they and what they cannot be understood without are shown; where sentences do, all that are needed.
  const kept = new Set(
    [...evidence]
      .sort(
        (a, b) => Number(b === by) - Number(a === by) || (score.evidence[spans.indexOf(b)] ?? 0) - (score.evidence[spans.indexOf(a)] ?? 0),
      )
      .slice(0, short === null ? mostSentences : 3),
  );
  const sentences = items.length > 0 ? [by, ...items] : spans.filter((span) => kept.has(span));
  return {
    sentences,
    by,
    heading: passage.heading,
    form: short === null ? 'sentences' : isSide ? side : 'span',
    isList: items.length > 0,
    short,
    likelyWords: short === null && marked !== null && marked.probability >= likelyWords ? marked : null,
    answered: score.answered,
    evidence: score.evidence[at] ?? 0,
    rank,
    witnesses: [sentences],
  };
}

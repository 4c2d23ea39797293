import { answerFeatures } from '../../judge/features.ts';
import { bodyOf } from '../../read/bodies.ts';
import { permissionOf } from '../../read/permission.ts';
import { shortAnswers } from '../../read/short-answer.ts';
import type { RankedSentence, ReadAnswer, ShortAnswer } from '../../read/types.ts';
import type { ModelCall, Models, Reading, ReadingSentence, SentenceRanker } from '../../models/ports.ts';
import type { CandidateSpan, RetrievedEvidence } from '../../retrieve/types.ts';
import { answerFormOf } from '../../text/answer-form.ts';
import { sameAnswer } from '../../text/same-answer.ts';
import { relateScopes, scopeTermsIn } from '../../text/scope.ts';
import { tokenize } from '../../text/tokens.ts';
import { rankingPassages } from './ranking-passages.ts';

/** A sentence with the span that it is. */
export interface RankedSpan extends RankedSentence {
  readonly span: CandidateSpan;
}

/** An answer that was read, with what the judge looks at. */
export interface AnswerCandidate extends ReadAnswer {
  readonly sentences: readonly RankedSpan[];
  /** The sentence that it was read from. */
  readonly by: RankedSpan;
  /** The likeliest words of the asked form in it, where the sentence is the answer: shown before it, and not judged. */
  readonly within?: ShortAnswer | null;
  readonly features: Float32Array;
}

export interface ReadQuestion {
  /** Best first. */
  readonly ranked: readonly RankedSpan[];
  readonly candidates: readonly AnswerCandidate[];
}

/** Sentences that an answer is read from, one by one. */
const sentencesRead = 5;

/** Ranks the sentences of what was retrieved and reads an answer from each of the best: its words where the form has short answers, and itself. */
export async function readCandidates(
  question: string,
  retrieved: RetrievedEvidence,
  models: Pick<Models, 'spanReader'> & { readonly ranker: SentenceRanker },
  call: ModelCall,
): Promise<ReadQuestion> {
  const passages = rankingPassages(retrieved);
  const ranks = await models.ranker.rank(question, passages, call);
  const all = passages.flatMap(({ path, title, sentences }, order) =>
    sentences.map((sentence, place): RankedSpan => ({
      ...sentence,
      id: sentence.span.id,
      path,
      title,
      start: sentence.span.span.start,
      leadIn: sentence.span.span.leadIn ?? '',
      chance: ranks[order]?.[place]?.chance ?? 0,
      signs: ranks[order]?.[place]?.signs ?? null,
    })),
  );
  const ranked = [...all].sort((a, b) => b.chance - a.chance || (a.id < b.id ? -1 : 1));
  const inOrder = [...all].sort((a, b) => (a.path === b.path ? a.start - b.start : a.path < b.path ? -1 : 1));
  const best = ranked.filter((sentence) => !/\?\s*$/.test(sentence.text)).slice(0, sentencesRead);
  const together = [...best].sort((a, b) => (a.path === b.path ? a.start - b.start : a.path < b.path ? -1 : 1));
  const readings: readonly Reading[] =
    (await models.spanReader?.readAll(
      [...best.map((sentence) => ({ question, sentences: [toRead(sentence)] })), { question, sentences: together.map(toRead) }],
      call,
    )) ?? [];
  const joint = readings[best.length];
  const form = answerFormOf(question);
  const asked = scopeTermsIn(question);
  const shorts = best.map((sentence, place) => shortOf(question, sentence, readings[place]));
  const candidates = best.flatMap((sentence, place): AnswerCandidate[] => {
    const body = bodyOf(form, [sentence, ...ranked.filter((other) => other.id !== sentence.id)], inOrder);
    const spans = body.flatMap((own) => all.filter((other) => other.id === own.id).slice(0, 1));
    const top = joint?.spans[0];
    const jointly = top !== undefined && together[top.sentence]?.id === sentence.id ? top : null;
    const short = shorts[place] ?? null;
    const featuresOf = (own: ShortAnswer | null): Float32Array =>
      answerFeatures({
        form,
        chance: sentence.chance,
        place,
        otherChances: ranked
          .filter((other) => other.id !== sentence.id)
          .slice(0, 4)
          .map((other) => other.chance),
        short: own,
        answerable: readings[place]?.answerable ?? 0,
        joint: {
          agrees: jointly !== null && (own === null || own.end === own.start || (jointly.start < own.end && own.start < jointly.end)),
          probability: jointly?.probability ?? 0,
          answerable: joint?.answerable ?? 0,
        },
        agreeing:
          own === null ? 0 : shorts.filter((other, index) => index !== place && other !== null && sameAnswer(other.text, own.text)).length,
        scope: relateScopes(asked, [sentence.text, sentence.scope, sentence.title]),
        relevance: sentence.relevance,
        size: spans.length,
        kind: sentence.kind,
        words: tokenize(sentence.text).length,
        questionWords: tokenize(question).length,
        signs: sentence.signs,
      });
    const whole: AnswerCandidate = { form, sentences: spans, short: null, by: sentence, within: short, features: featuresOf(null) };
    return short === null ? [whole] : [{ form, sentences: [sentence], short, by: sentence, features: featuresOf(short) }, whole];
  });
  return { ranked, candidates };
}

function shortOf(question: string, sentence: RankedSpan, reading: Reading | undefined): ShortAnswer | null {
  if (answerFormOf(question) === 'permission') return permissionOf(question, sentence.text);
  return shortAnswers(question, sentence.text, reading?.spans ?? [])[0] ?? null;
}

function toRead({ title, scope, text }: RankedSpan): ReadingSentence {
  const heading = scope.split(' > ').at(-1) ?? '';
  return { title: heading === '' || heading === title ? title : `${title}: ${heading}`, text };
}

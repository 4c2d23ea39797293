import { answerFeatures, type AnswerSigns } from '../../judge/features.ts';
import { takesSeveralSteps } from '../../refine/decompose.ts';
import { bodyOf, listOf } from '../../read/bodies.ts';
import { permissionOf } from '../../read/permission.ts';
import { readShort, withBound } from '../../read/short-answer.ts';
import type { RankedSentence, ReadAnswer, ShortAnswer } from '../../read/types.ts';
import type { GeneratedAnswer, ModelCall, Models, Reading, SentenceRanker } from '../../models/ports.ts';
import type { CandidateSpan, RetrievedEvidence } from '../../retrieve/types.ts';
import { type AskedForm, answerFormOf } from '../../text/answer-form.ts';
import { lacksAskedName } from '../../text/asked-name.ts';
import { lacksAsked } from '../../text/asked-quantity.ts';
import { normsIn } from '../../text/normative.ts';
import { quantitiesIn } from '../../text/quantities.ts';
import { sameAnswer } from '../../text/same-answer.ts';
import { relateScopes, scopeTermsIn } from '../../text/scope.ts';
import { contentStems, tokenize } from '../../text/tokens.ts';
import { toEvidenceText } from '../settle.ts';
import { type Chain, readChain } from './chain.ts';
import { isNeither } from './comparisons.ts';
import { definingFirst } from './defining.ts';
import { listsOf } from './lists.ts';
import { ofOtherParty } from './other-party.ts';
import { rankingPassages } from './ranking-passages.ts';
import { statingCauses } from './stating-causes.ts';
import { toRead } from './to-read.ts';
import { unitsOf } from './units.ts';

/** A sentence with the span that it is. */
export interface RankedSpan extends RankedSentence {
  readonly span: CandidateSpan;
}

/** An answer that was read, with what the judge looks at. */
export interface AnswerCandidate extends ReadAnswer {
  readonly sentences: readonly RankedSpan[];
  /** The sentence that it was read from. */
  readonly by: RankedSpan;
  /** The likeliest words of the asked form in it, where the sentence is the answer: shown beside it, and judged with it. */
  readonly within?: ShortAnswer | null;
  readonly features: Float32Array;
  /** Its calibrated chance, [0, 1], where that needs no reading: of what compares. */
  readonly judged?: number;
  /** Read by the second reader's own rules, so that its word confirms nothing. */
  readonly byRules?: true;
}

export interface ReadQuestion {
  /** Best first. */
  readonly ranked: readonly RankedSpan[];
  /** Those that tell most together, best first: empty for forms whose answer stands in one place. */
  readonly chain: readonly RankedSpan[];
  readonly candidates: readonly AnswerCandidate[];
}

/** Sentences that an answer is read from, one by one. */
const sentencesRead = 10;
/** The best of them are also read together. */
const readTogether = 5;

/** Forms whose answer may stand in a sentence that another one leads to. */
const chained: ReadonlySet<AskedForm> = new Set(['entity', 'number', 'time', 'comparison', 'permission']);

/** Forms that a question's words do not tell from a list: "what do I need to hand over". */
const mayBeList: ReadonlySet<AskedForm> = new Set(['entity', 'definition', 'reason']);
/** Forms that the likeliest list is judged for, however unlikely its sentences are beside others. */
const severalAnswer: ReadonlySet<AskedForm> = new Set([...mayBeList, 'list', 'comparison']);

/** `reader` is the one by rules and trees: another opinion on the same sentences, and the one that compares. */
export type ReadingModels = Pick<Models, 'spanReader' | 'reader' | 'embedder' | 'entailment'> & { readonly ranker: SentenceRanker };

/** The sentences of what was retrieved, the likeliest to answer first, and by document and place. */
export async function rankedSpans(
  question: string,
  retrieved: RetrievedEvidence,
  ranker: SentenceRanker,
  call: ModelCall,
): Promise<{ ranked: RankedSpan[]; inOrder: RankedSpan[] }> {
  const passages = rankingPassages(retrieved);
  const ranks = await ranker.rank(question, passages, call);
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
  return { ranked: [...all].sort((a, b) => b.chance - a.chance || (a.id < b.id ? -1 : 1)), inOrder: [...all].sort(inReadingOrder) };
}

/** Ranks the sentences of what was retrieved and reads an answer from each of the best: its words where the form has short answers, and itself. */
export async function readCandidates(
  question: string,
  retrieved: RetrievedEvidence,
  models: ReadingModels,
  call: ModelCall,
): Promise<ReadQuestion> {
  const { ranked, inOrder } = await rankedSpans(question, retrieved, models.ranker, call);
  const onTopic = topicOf(question, ranked);
  const isOther = ofOtherParty(question, ranked);
  const form = answerFormOf(question);
  const several = takesSeveralSteps(question);
  const found = severalAnswer.has(form) ? listsOf(inOrder) : [];
  const units = definingFirst(question, form, unitsOf(question, form, statingCauses(question, ranked), inOrder, found));
  const fitting = units.filter(
    ({ by }) => !/\?\s*$/.test(by.text) && onTopic(by.path) && !isOther(by) && !saysNothingAsked(question, form, by),
  );
  const byId = new Map(ranked.map((sentence) => [sentence.id, sentence]));
  const chain: Chain = chained.has(form)
    ? await readChain(question, retrieved, byId, models, call)
    : { sentences: [], answers: [], rules: null };
  const inChain = new Map(chain.sentences.map(({ id }, place) => [id, place]));
  const lists = found.filter(({ by }) => onTopic(by.path) && !isOther(by));
  const read = [...fitting.slice(0, sentencesRead), ...fitting.slice(sentencesRead).filter(({ by }) => inChain.has(by.id))];
  const [list] = lists;
  if (list !== undefined && !read.some(({ by }) => by.id === list.by.id))
    read.push({ by: list.by, chance: form === 'list' ? list.chance : list.by.chance, list: list.sentences });
  const best = read.map(({ by }) => by);
  const together = best.slice(0, readTogether).sort(inReadingOrder);
  const readings: readonly Reading[] =
    (await models.spanReader?.readAll(
      [...best.map((sentence) => ({ question, sentences: [toRead(sentence)] })), { question, sentences: together.map(toRead) }],
      call,
    )) ?? [];
  const joint = readings[best.length];
  const likeliest = best.slice(0, sentencesRead);
  const [byRules] = await models.reader.answer([{ question, evidence: likeliest.map(({ span }) => toEvidenceText(span)) }], call);
  const rules = byRules === undefined || byRules.abstained ? null : byRules;
  const asked = scopeTermsIn(question);
  const shorts = best.map((sentence, place) =>
    form === 'permission' ? permissionIn(question, sentence) : readShort(question, sentence.text, readings[place]?.spans ?? []),
  );
  const top = joint?.spans[0];
  const topSentence = top === undefined ? undefined : together[top.sentence];
  const featuresOf = (
    place: number,
    sentence: RankedSpan,
    body: readonly RankedSpan[],
    own: ShortAnswer | null,
    told: { readonly byRules?: boolean; readonly byChain?: boolean } = {},
  ): Float32Array =>
    answerFeatures({
      form,
      chance: read[place]?.chance ?? sentence.chance,
      place,
      otherChances: units
        .filter((other) => other.by.id !== sentence.id && read[place]?.list?.includes(other.by) !== true)
        .slice(0, sentencesRead - 1)
        .map((other) => other.chance),
      short: own,
      answerable: readings[place]?.answerable ?? 0,
      joint: {
        agrees:
          top !== undefined &&
          topSentence?.id === sentence.id &&
          (own === null || own.end === own.start || (top.start < own.end && own.start < top.end)),
        probability: topSentence?.id === sentence.id ? (top?.probability ?? 0) : 0,
        answerable: joint?.answerable ?? 0,
      },
      agreeing:
        own === null ? 0 : shorts.filter((other, index) => index !== place && other !== null && sameAnswer(other.text, own.text)).length,
      scope: relateScopes(asked, [sentence.text, sentence.scope, sentence.title]),
      relevance: sentence.relevance,
      size: body.length,
      kind: sentence.kind,
      words: tokenize(sentence.text).length,
      questionWords: tokenize(question).length,
      signs: sentence.signs,
      bodyChances: body.map((part) => part.chance),
      rules: {
        answered: rules !== null,
        only: told.byRules === true,
        agrees: rules !== null && (own === null ? body.some(({ id }) => rules.citedSpans.includes(id)) : sameAnswer(own.text, rules.text)),
        probability: Math.exp(rules?.logProbability ?? -Infinity),
      },
      chain: {
        place: inChain.get(sentence.id) ?? null,
        only: told.byChain === true,
        probability:
          chain.answers
            .filter(
              ({ id, start, end }) => id === sentence.id && (own === null || own.end === own.start || (start < own.end && own.start < end)),
            )
            .reduce((sum, { probability }) => sum + probability, 0) / Math.max(1, chain.answers.length),
        rules:
          chain.rules !== null &&
          (own === null ? body.some(({ id }) => chain.rules?.keySpans.includes(id) === true) : sameAnswer(own.text, chain.rules.text)),
      },
      several,
      list: listSigns(body),
    });
  const listSigns = (body: readonly RankedSpan[]): AnswerSigns['list'] => {
    const place = body.length < 2 ? -1 : lists.findIndex(({ sentences }) => body.every((part) => sentences.includes(part)));
    const own = lists[place];
    if (own === undefined) return null;
    const outside = ranked.find((other) => !own.sentences.includes(other));
    return { ...own, next: (place === 0 ? lists[1] : lists[0])?.chance ?? 0, outside: outside?.chance ?? 0 };
  };
  const spansOf = (body: readonly RankedSentence[]): RankedSpan[] => body.flatMap(({ id }) => byId.get(id) ?? []);
  const candidates = best.flatMap((sentence, place): AnswerCandidate[] => {
    const spans =
      read[place]?.list ?? spansOf(bodyOf(question, form, [sentence, ...ranked.filter((other) => other.id !== sentence.id)], inOrder));
    const short = shorts[place] ?? null;
    const whole: AnswerCandidate = {
      form,
      sentences: spans,
      short: null,
      by: sentence,
      within: short,
      features: featuresOf(place, sentence, spans, null),
      ...(read[place]?.isJudged === true ? { judged: read[place].chance } : {}),
    };
    const list = mayBeList.has(form) && spans.length === 1 ? spansOf(listOf(sentence, inOrder) ?? []) : [];
    return [
      ...(short === null ? [] : [{ ...whole, sentences: [sentence], short, features: featuresOf(place, sentence, [sentence], short) }]),
      whole,
      ...(list.length < 2 ? [] : [{ ...whole, sentences: list, features: featuresOf(place, sentence, list, null) }]),
    ];
  });
  const isKnown = (by: RankedSpan, text: string): boolean =>
    candidates.some(
      (other) => other.by === by && other.short !== null && (sameAnswer(other.short.text, text) || sameFigures(other.short.text, text)),
    );
  // What only both sentences tell stands beside the likeliest of the chain.
  for (const { id, start, end, probability } of chain.answers) {
    const place = best.findIndex((sentence) => sentence.id === id);
    const by = best[place];
    const short = by === undefined ? null : readShort(question, by.text, [{ sentence: 0, start, end, probability }]);
    if (by === undefined || short === null || isKnown(by, short.text)) continue;
    const [head = by] = chain.sentences;
    const sentences = head === by ? [by] : [head, by].sort(inReadingOrder);
    candidates.push({ form, sentences, short, by, features: featuresOf(place, by, sentences, short, { byChain: true }) });
  }
  for (const [said, sentences] of [
    [rules, likeliest],
    [chain.rules, chain.sentences],
  ] as const) {
    const own = said === null ? null : answerByRules(form, said, best, sentences, isKnown);
    if (own === null) continue;
    const { by, short, cited } = own;
    const place = best.indexOf(by);
    candidates.push({
      form,
      sentences: [...cited].sort(inReadingOrder),
      short,
      by,
      features: featuresOf(place, by, cited, short, { byRules: true, byChain: said === chain.rules }),
      byRules: true,
    });
  }
  return {
    ranked,
    chain: chain.sentences,
    candidates: candidates.filter(({ short }) => form !== 'comparison' || short === null || !isNeither(question, short.text)),
  };
}

/** An answer of the reader by rules that no other gives; null where it has none, and where no short answer is asked for. */
function answerByRules(
  form: AskedForm,
  rules: GeneratedAnswer,
  best: readonly RankedSpan[],
  shown: readonly RankedSpan[],
  isKnown: (by: RankedSpan, text: string) => boolean,
): { readonly by: RankedSpan; readonly short: ShortAnswer; readonly cited: readonly RankedSpan[] } | null {
  const by = best.find(({ id }) => id === rules.keySpans[0]);
  const said = by === undefined ? null : saidByRules(rules, by);
  if (said === null || by === undefined || form === 'list' || form === 'definition' || form === 'reason' || isKnown(by, said.text))
    return null;
  return {
    by,
    // Its yes is a sentence without a "not": where no rule decides it was right 44 times of 83 on the right sentence.
    short: form === 'permission' && /^(?:yes|no)$/i.test(said.text) ? { ...said, open: true } : said,
    cited: [by, ...shown.filter(({ id }) => id !== by.id && rules.citedSpans.includes(id))],
  };
}

/**
 * No sentence without an amount tells how much, nor one without a time how long (7 of 219 of the best sentences of such questions that lack it are
 * right). A heading or a sentence that announces what follows leaves it to what follows.
 */
function saysNothingAsked(question: string, form: AskedForm, { kind, text, leadIn }: RankedSpan): boolean {
  if (kind === 'heading' || /[:：]\s*$/.test(text)) return false;
  // "HARBOUR FERRIES Conditions of carriage": a title has no rule, and neither allows nor forbids.
  if (form === 'permission') return kind === 'paragraph' && !/[.!?;)\]"'”’]\s*$/.test(text) && normsIn(text).length === 0;
  return lacksAsked(question, form, `${leadIn} ${text}`) || lacksAskedName(question, `${leadIn} ${text}`);
}

/** Tells whether a document says at least one word of the question: a year alone ("the cup in 1987") is no topic. */
function topicOf(question: string, all: readonly RankedSpan[]): (path: string) => boolean {
  const asked = new Set(contentStems(question).filter((root) => !/\d/.test(root)));
  const known = new Map<string, boolean>();
  const named = (text: string): boolean => contentStems(text).some((root) => asked.has(root));
  return (path) => {
    let on = known.get(path);
    if (on === undefined) {
      const own = all.filter((sentence) => sentence.path === path);
      on =
        asked.size === 0 ||
        named(`${own[0]?.title ?? ''} ${path.replaceAll(/[-_/.]+/g, ' ')}`) ||
        own.some(({ text, scope }) => named(`${text} ${scope}`));
      known.set(path, on);
    }
    return on;
  };
}

/** Yes or no: of an item, from what introduces its list with it ("the warranty does not cover: damage by lightning"). */
function permissionIn(question: string, { kind, text, leadIn }: RankedSpan): ShortAnswer | null {
  if (kind === 'heading') return null;
  const lead = leadIn.replace(/[:：]\s*$/, '');
  if (kind !== 'list-item' || lead === '') return permissionOf(question, text);
  const found = permissionOf(question, `${lead} ${text}`);
  // Its place is in other words than the item's.
  return found === null ? null : { ...found, start: 0, end: 0 };
}

/** Words. */
const longestPhrase = 10;

/** What the reader by rules answers, as words of the sentence where they stand there: "yes" and the one of two that fits need not. */
function saidByRules({ text, logProbability }: GeneratedAnswer, { text: sentence }: RankedSpan): ShortAnswer | null {
  if (tokenize(text).length > longestPhrase) return null;
  const found = sentence.indexOf(text);
  const { start, end } = found < 0 ? { start: 0, end: 0 } : withBound(sentence, { start: found, end: found + text.length });
  return {
    text: /^(?:yes|no)$/.test(text) ? `${text.charAt(0).toUpperCase()}${text.slice(1)}` : end > start ? sentence.slice(start, end) : text,
    start,
    end,
    probability: Math.exp(logProbability ?? -Infinity),
    fits: true,
    others: 0,
  };
}

function inReadingOrder(a: RankedSpan, b: RankedSpan): number {
  return a.path === b.path ? a.start - b.start : a.path < b.path ? -1 : 1;
}

/** "14 characters" and "at least 14" are the same, where they are of one sentence. */
export function sameFigures(a: string, b: string): boolean {
  const [left, right] = [a, b].map((text) => quantitiesIn(text).map(({ low, high }) => `${String(low)} ${String(high)}`));
  return left !== undefined && left.length > 0 && left.join() === right?.join();
}

import { spanId } from '../contract/citation.ts';
import { readEvent, sameWord } from './event.ts';
import type { CausalRelation } from './extract/extract.ts';
import type { CausalLink } from './links.ts';
import { type DocumentSentence, suspected, type Told } from './told-sentence.ts';

/** A denial of what was only supposed before, and the links without that supposition. */
export interface TurnedRound {
  readonly kept: CausalLink[];
  readonly relation: CausalRelation;
  /** In words, as "it" of the sentence only points back. */
  readonly cause: string;
  readonly effect: string;
}

/** "It was suggested that the cold killed the batteries. It did not.": what was only supposed is denied, and by this sentence. */
export function turnedRound(
  sentence: DocumentSentence,
  before: Told | null,
  links: readonly CausalLink[],
  paragraph: number,
): TurnedRound | null {
  const { plain } = sentence.span;
  const words =
    /^(?:[\p{L}’' ]+?\s)??(?<effect>reject(?:s|ed)?|dismiss(?:es|ed)?|(?:not|cannot) accept|disagree[sd]?)\s+(?:with\s+)?(?<cause>(?:that|this|the|his|her|their|it)\b[\p{L}\s]*)/iu.exec(
      plain,
    ) ??
    /\b(?:view|answer|opinion|conclusion|reply|finding|verdict)\s+(?:was|is)\s+(?:that\s+)?(?<cause>it|they|this|that)\s+(?<effect>(?:had|did|was|were|does|has)(?:\s+not|n['’]t))\b/iu.exec(
      plain,
    ) ??
    /^(?:but\s+|however,?\s+|in fact,?\s+)?(?<cause>[\p{L}\s-]+?)\s+(?<effect>(?:did|does|was|were|is|are|had|has|proved|turned)(?:\s+not|n['’]t|\s+\w+)?)/iu.exec(
      plain,
    );
  const { cause = '', effect = '' } = words?.groups ?? {};
  if (before === null || cause === '') return null;
  const at = plain.indexOf(cause);
  const later = plain.indexOf(effect, at + cause.length);
  const to = later < 0 ? plain.indexOf(effect) : later;
  const own = spanId(before.sentence.citation.path, before.sentence.citation.start, before.sentence.citation.end);
  const supposed = links.filter((link) => link.spanId === own && link.certainty === 'hedged' && !link.denied);
  const [first] = supposed;
  const suspicion = suspected.exec(before.sentence.span.plain);
  const topic = suspicion?.groups?.['topic']?.trim();
  const main = suspectedEffect(suspicion, before.sentence.span.plain) ?? mainEffect(links, sentence, paragraph);
  const named =
    first === undefined
      ? topic === undefined || main === null
        ? null
        : { cause: topic, effect: main }
      : { cause: first.causeText, effect: first.effectText };
  if (named === null) return null;
  const relation: CausalRelation = {
    cause: [at, at + cause.length],
    effect: [to, to + effect.length],
    signal: [to, to + effect.length],
    polarity: 'causes',
    denied: true,
    certainty: 'stated',
    confidence: deniedChance,
    pointsBack: 'cause',
    necessity: null,
    together: false,
  };
  return { kept: links.filter((each) => !supposed.includes(each)), relation, cause: named.cause, effect: named.effect };
}

/** As sure as a pair that the form of a sentence joins. */
const deniedChance = 0.8;

/** Of what "the frost was not to blame" denies it: what is first explained in the same paragraph, under the same heading, or else in the document. */
export function mainEffect(links: readonly CausalLink[], { span }: DocumentSentence, paragraph: number): string | null {
  const stated = links.filter(({ denied }) => !denied);
  const heading = span.headingPath.join('\n');
  const own = stated.filter(({ citation }) => citation.start >= paragraph);
  // What came about in the end, and no step on the way.
  const near = own.find(({ effectText }) => !own.some(({ causeText }) => causeText === effectText)) ?? own[0];
  return (near ?? stated.find(({ headingPath }) => headingPath.join('\n') === heading) ?? stated[0])?.effectText ?? null;
}

/** "It was not the buffer": says something of causes only where the buffer was suspected. */
export const bareDenial = /^(?:was|is)(?:\s+not|n['’]t)$/iu;
/** Sentences back that a denial may answer. */
const answers = 3;

/** "Mrs Pell blamed the new houses. The houses could not be responsible": of what somebody supposed it just before. */
export function supposedEffect(links: readonly CausalLink[], cause: string, read: readonly string[]): string | null {
  const recent = new Set(read.slice(-answers));
  const words = readEvent(cause).words;
  const supposed = links.findLast(
    ({ certainty, denied, spanId: id, causeText }) =>
      certainty === 'hedged' &&
      !denied &&
      recent.has(id) &&
      readEvent(causeText).words.some((word) => words.some((own) => sameWord(own, word))),
  );
  return supposed?.effectText ?? null;
}

export function saysThatOf(supposed: CausalLink, denial: CausalLink, read: readonly string[]): boolean {
  return (
    read.slice(-answers).includes(supposed.spanId) &&
    supposed.effectText === denial.effectText &&
    readEvent(supposed.causeText).words.some((word) => readEvent(denial.causeText).words.some((own) => sameWord(own, word)))
  );
}

/** "Asked whether the pause had | hurt revenue". */
function suspectedEffect(suspicion: RegExpExecArray | null, plain: string): string | null {
  if (suspicion === null) return null;
  const rest = plain.slice(suspicion.index + suspicion[0].length);
  const effect =
    /^\s+(?:had|has|was|were|did|could have|might have)\s+(?:caused\s+|led to\s+|brought about\s+)?(?<effect>\p{L}+\s[^,.;:?]+)/iu.exec(
      rest,
    )?.groups?.['effect'];
  return effect === undefined || /^(?:been|to|not|a|the|any)\s/iu.test(effect) ? null : effect.trim();
}

import { createRandom, type Random } from '../../src/base/random.ts';
import { extractMentions, type Mention, sameMention } from '../../src/text/mentions.ts';
import { type AuditItem, type EvaluationDocument, parseSentenceRef } from '../item.ts';
import { documentOf } from '../sets/files.ts';

/** What is added to an item's documents, each kind in documents of its own. */
export const injections = {
  /** Gold sentences with a name, number or date put in the place of another, under the same title. */
  adversarial: (item: AuditItem): AuditItem =>
    withDocuments(
      item,
      'adversarial',
      goldSentences(item).flatMap((sentence) => altered(item, sentence) ?? []),
    ),
  /** Gold sentences that tell a year, with an earlier one, in documents that say that they are older. */
  outdated: (item: AuditItem): AuditItem =>
    withDocuments(
      item,
      'outdated',
      goldSentences(item).flatMap((sentence) => earlier(sentence) ?? []),
    ),
  /** So many of the sentences again in slightly other words, at random, by share of all sentences. */
  'near-duplicates': (item: AuditItem, share: number): AuditItem =>
    withDocuments(
      item,
      'near',
      some(item, share).map((sentence) => ({ ...sentence, text: reworded(sentence.text) })),
    ),
  /** The same words again. */
  copies: (item: AuditItem, share: number): AuditItem => withDocuments(item, 'copy', some(item, share)),
  /** Sentences with something put in the place of another, gold ones first, by share of all sentences. */
  conflicting: (item: AuditItem, share: number): AuditItem => {
    const gold = goldSentences(item);
    const all = [...gold, ...some(item, 1).filter((sentence) => !gold.some((other) => other.text === sentence.text))];
    const wanted = Math.round(share * all.length);
    const changed: Sentence[] = [];
    for (const sentence of all) {
      if (changed.length === wanted) break;
      const found = altered(item, sentence);
      if (found !== null) changed.push(found);
    }
    return withDocuments(item, 'conflicting', changed);
  },
} as const;

interface Sentence {
  readonly title: string;
  readonly text: string;
}

/** Documents that were injected; none of their sentences is gold. */
export function isInjected(path: string): boolean {
  return path.startsWith('injected-');
}

function withDocuments(item: AuditItem, name: string, sentences: readonly Sentence[]): AuditItem {
  const byTitle = new Map<string, string[]>();
  for (const { title, text } of sentences) byTitle.set(title, [...(byTitle.get(title) ?? []), text]);
  const added = [...byTitle].map(([title, texts], index): EvaluationDocument => documentOf(`injected-${name}-${index}.md`, title, texts));
  return { ...item, documents: [...item.documents, ...added] };
}

/** The words of a sentence, whatever near-duplication put before them. */
export function wordsOf(text: string): string {
  return text.trim().replace(prefix, '').toLowerCase();
}

const prefix = /^As noted, /;

export function goldSentences(item: AuditItem): Sentence[] {
  return (item.goldSets[0] ?? []).flatMap((ref) => {
    const { path, sentence } = parseSentenceRef(ref);
    const document = item.documents.find((entry) => entry.path === path);
    const place = document?.sentences[sentence];
    return document === undefined || place === undefined
      ? []
      : [{ title: document.title, text: document.text.slice(place.start, place.end).trim() }];
  });
}

function some(item: AuditItem, share: number): Sentence[] {
  const random = createRandom(11).fork(item.id);
  const all = item.documents
    .flatMap((document) =>
      document.sentences.map(({ start, end }) => ({ title: document.title, text: document.text.slice(start, end).trim() })),
    )
    .filter(({ text }) => text.length > 20);
  return all
    .map((sentence) => ({ sentence, key: random.next() }))
    .sort((a, b) => a.key - b.key)
    .slice(0, Math.round(share * all.length))
    .map(({ sentence }) => sentence);
}

/** What the answer names goes first, then what the question names: a swap elsewhere would leave the sentence as good as it was. null where there is nothing to swap. */
function altered(item: AuditItem, { title, text }: Sentence): Sentence | null {
  const random = createRandom(12).fork(`${item.id}${text}`);
  const mentions = extractMentions(text).filter((mention) => mention.text.length > 1);
  const inAnswer = (mention: Mention): boolean =>
    item.answers.some(
      (answer) => answer.toLowerCase().includes(mention.text.toLowerCase()) || mention.text.toLowerCase().includes(answer.toLowerCase()),
    );
  const inQuestion = (mention: Mention): boolean => extractMentions(item.question).some((other) => sameMention(mention, other));
  const target = mentions.find(inAnswer) ?? mentions.find(inQuestion);
  if (target === undefined) return null;
  const other = replacementFor(item, target, text, random);
  return other === null ? null : { title, text: text.slice(0, target.start) + other + text.slice(target.end) };
}

/** Another of the same kind from the item's documents; for numbers and dates with digits another number. */
function replacementFor(item: AuditItem, target: Mention, own: string, random: Random): string | null {
  if (/\d/.test(target.text))
    return target.text.replace(/\d+/, (digits) =>
      String(Math.max(1, Number(digits) + (digits.length === 4 ? 3 + random.integer(15) : 1 + random.integer(7)))),
    );
  const others = item.documents
    .flatMap((document) => extractMentions(document.text))
    .filter(
      (mention) =>
        mention.kind === target.kind &&
        !sameMention(mention, target) &&
        !own.includes(mention.text) &&
        !item.question.includes(mention.text) &&
        mention.text.length > 2,
    );
  return others[random.integer(Math.max(1, others.length))]?.text ?? null;
}

function earlier({ title, text }: Sentence): Sentence | null {
  const year = /\b(1[6-9]\d\d|20[0-2]\d)\b/.exec(text)?.[0];
  if (year === undefined) return null;
  const before = String(Number(year) - 7);
  return { title: `${title} (as of ${before})`, text: text.replace(year, before) };
}

/** A copy that is not word for word. */
function reworded(text: string): string {
  return `As noted, ${text.charAt(0) === text.charAt(0).toUpperCase() && !/^(?:[A-Z]{2}|I\b)/.test(text) && /^(?:The|A|An|It|He|She|They|In|On|At|His|Her|Their|This|These)\b/.test(text) ? text.charAt(0).toLowerCase() + text.slice(1) : text}`;
}

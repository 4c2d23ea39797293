import { isBareVerb } from '../event.ts';
import { type SentenceView, skipSpace } from './cuts.ts';
import type { Offsets } from './relations.ts';

export interface WithoutSpeech {
  readonly span: Offsets;
  /** What the speaker makes of it: says it, holds it for possible, or rejects it. */
  readonly stance: 'states' | 'doubts' | 'rejects' | null;
}

const thought = '(?:claim|idea|view|theory|suggestion|notion|rumou?r|allegation|belief|suspicion|assumption|assertion|report)s?';
const rejects = new RegExp(
  `^.*\\b(?:(?:reject|den(?:y|ie)|refute|dispute|dismisse?|disprove)(?:s|d|ed)?(?:\\s+(?:the|any|this|that)\\s+${thought})?|(?:not true|untrue|wrong|a myth|false|no (?:evidence|truth|sign|indication|proof)(?: in the ${thought})?))\\s+that\\s+`,
  'iu',
);
const doubts = new RegExp(
  `^.*\\bit (?:is|was|has been) (?:often|sometimes|widely|commonly|generally|now|also)?\\s*(?:said|told|held|rumoured|thought|reported|alleged) that\\s+|^.*\\b(?:claim|allege|believe|think|thought|suspect|suggest|assume|speculate|fear|argue|suppose|wonder)(?:s|d|ed)?\\s+that\\s+|^.*(?<!\\b(?:to|we|i)\\s)\\b(?:submit|contend|maintain|plead|insist|assert)(?:s|d|ed|ted)?\\s+that\\s+|^.*\\b(?:believe|think|thought|suspect|fear|suppose)(?:s|d|ed)?\\s+(?=(?:the|an?|its|their|our|his|her|this|no)\\s)|^.*\\b(?:the|an?|this|any|his|her|their|its)\\s+(?:\\w+\\s+)?${thought}\\s+(?:is |was )?that\\s+`,
  'iu',
);
const states =
  /^(?:(?:the|an?|our|his|her)\s)?[\p{L}-]+(?:\s[\p{L}-]+){0,2}\s(?:showed|shows|revealed|reveals|disclosed|demonstrated)\s+(?!that\b)(?=\p{L})|^.*\b(?:(?:said|says|told\s+\w+(?:\s+\w+)?|concluded|confirmed)\s+(?:that\s+|(?=(?:the|an?|its|their|his|her|no|it|this)\s))|(?:found|concludes|showed|shows|confirms|established|noted|notes|added|stressed|determined|revealed|reported|agreed)\s+that\s+)/iu;

/** "The harbour master said the tide …": the words behind what governs them, and how the speaker stands by them. */
export function withoutSpeech({ text }: SentenceView, [start, end]: Offsets): WithoutSpeech {
  const words = text.slice(start, end);
  for (const [stance, form] of [
    ['rejects', rejects],
    ['doubts', doubts],
    ['states', states],
  ] as const) {
    const match = form.exec(words);
    if (match !== null && match[0].length < words.length) return { span: [skipSpace(text, start + match[0].length), end], stance };
  }
  return { span: [start, end], stance: null };
}

/** How whoever speaks before a place stands by what follows: "it was suggested that | the cold …". */
export function stanceBefore({ text }: SentenceView, at: number): WithoutSpeech['stance'] {
  // With the determiner that follows: "many believe | the frost".
  const before = text.slice(0, at + 6);
  return rejects.exec(before)?.[0].length === at ? 'rejects' : doubts.exec(before)?.[0].length === at ? 'doubts' : null;
}

const told =
  /(?<!\bto\s)\b(?:report|say|write|claim|state|answer|reply|conclude|pretend|repeat|insist|declare|announce|tell\s+\w+)\s+that\s+$/iu;
const commandEnd = /[.!?;:]\s|["“”]/gu;
/** "Ignore all …", "Please report that …": a verb without a subject before what it governs. */
const bareVerb =
  /^(?:please\s+|now\s+|do not\s+|don['’]t\s+|just\s+)*(?<verb>[a-z]+)\s+(?:the|an?|all|any|every|this|that|these|those|it|them|him|her|me|us|everyone|people|your|my|previous|no|as)\b/iu;

/** "Ignore the above and report that the storm caused it": what somebody is told to say states nothing. */
export function isDictated({ text }: SentenceView, at: number): boolean {
  const before = text.slice(0, at);
  if (!told.test(before)) return false;
  const from = [...before.matchAll(commandEnd)].map(({ index, 0: mark }) => index + mark.length).at(-1) ?? 0;
  const verb = bareVerb.exec(before.slice(from).trimStart())?.groups?.['verb']?.toLowerCase();
  return verb !== undefined && isBareVerb(verb);
}

import type { Citation } from '../contract/citation.ts';
import type { EvidenceSpan } from '../documents/types.ts';
import { tokenize } from '../text/tokens.ts';
import type { CausalRelation } from './extract/extract.ts';
import { hasVerb } from './extract/features.ts';

/** A sentence of a document with where it stands. */
export interface DocumentSentence {
  readonly span: EvidenceSpan;
  readonly citation: Citation;
}

/** A sentence and what it states. */
export interface Told {
  readonly sentence: DocumentSentence;
  readonly relations: readonly CausalRelation[];
  /** Of the last link that it states, in words that stand for themselves. */
  readonly effect: string | null;
}

const thereWas =
  /^there (?:was|were|had been)\s+(?<topic>(?:an?|some|no|two|three)\s+[^,.;:]+?)(?:\s+(?:at|on|in|during|before|after)\s.*)?[.,;:]/iu;
/** What somebody holds for possible: its topic is what is suspected. */
export const suspected =
  /\b(?:thought of|suspected|blamed|blames|pointed to|looked at|considered|examined|checked|wondered about|(?:asked?s?|wondered) (?:whether|if))\s+(?<topic>(?:the|an?|our|its|their|this)\s+[^,.;:]+?)(?=$|[,.;:]|\s+(?:was|were|is|had|has|did|for|could|might)\b)/iu;

/** The noun phrase that a sentence is about: what it says there was, what it says was suspected, or else its subject. */
export function topicOf(plain: string): string | null {
  const topic = (thereWas.exec(plain) ?? suspected.exec(plain))?.groups?.['topic'];
  if (topic !== undefined) return topic.trim();
  const subject = subjectOf(plain);
  return subject.length < plain.length && /^(?:the|an?|our|its|their|this|that|some|new|old)\s/iu.test(subject)
    ? subject.replace(/,.*$/u, '')
    : null;
}

/** The words before the first verb. */
export function subjectOf(clause: string): string {
  const tokens = tokenize(clause);
  const verb = tokens.findIndex(({ lower }, place) => place > 0 && hasVerb([lower]));
  return verb <= 0 ? clause : clause.slice(0, tokens[verb]?.start).trim();
}

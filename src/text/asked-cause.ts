import { tellsToSay } from './told-to-say.ts';

/** "What caused the outage", "what led to the delay", "the cause of the fire". A "why" is answered in many ways, and no word is asked of it. */
const causeAsked =
  /\bwhat (?:has |had )?(?:caused|led to|triggered|brought about)\b|\bwhat (?:is|was|were|are) (?:the )?(?:main |root |real )?causes?\b|\bcauses? of\b/i;
/** What somebody only supposes. */
const supposed = /\b(?:assum(?:e|es|ed)|suppos(?:e|es|ed)|rumou?rs?|speculat\w+|suspect(?:s|ed)|allegedly)\b/i;

/** Does a question ask for a cause in so many words? */
export function asksForCause(question: string): boolean {
  return causeAsked.test(question);
}

/** Is a cause only supposed, or somebody told to report it? It is no cause that the document states. */
export function onlySupposes(text: string): boolean {
  return supposed.test(text) || tellsToSay(text);
}

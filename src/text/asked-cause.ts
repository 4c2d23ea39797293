import { tellsToSay } from './told-to-say.ts';

/** "What caused the outage", "what led to the delay", "the cause of the fire". A "why" is answered in many ways, and no word is asked of it. */
const causeAsked =
  /\bwhat (?:has |had )?(?:caused|led to|triggered|brought about)\b|\bwhat (?:is|was|were|are) (?:the )?(?:main |root |real )?causes?\b|\bcauses? of\b/i;
const causeStated =
  /\b(?:because|caus(?:e|ed|es|ing)|due|owing|since|as|so|after|from|result\w*|led to|leads? to|reasons?|trigger\w*|brought about|blam\w*|trac(?:ed|eable)|follow(?:ed|s|ing)|therefore|thus|hence|through|put down to|attributed|comes? of|came of)\b/i;

/** What somebody only supposes. */
const supposed = /\b(?:assum(?:e|es|ed)|suppos(?:e|es|ed)|rumou?rs?|speculat\w+|suspect(?:s|ed)|allegedly)\b/i;

/** Does a question ask for a cause in so many words, and a text state none? */
export function lacksCause(question: string, text: string): boolean {
  return causeAsked.test(question) && (!causeStated.test(text) || supposed.test(text) || tellsToSay(text));
}

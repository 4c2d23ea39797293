import { extractMentions } from './mentions.ts';
import { contentStems } from './tokens.ts';

const bearers =
  'company|firm|make|brand|manufacturer|maker|supplier|vendor|bank|insurer|agency|contractor|builder|airline|publisher|laboratory|university|hospital|charity|newspaper|software|app|city|town|country';
/** "Which firm will run it", "what make of scanner", "who is the treasurer of the club": what has a name of its own is asked for. Of "which firms got my details" kinds may answer. */
const asksName = new RegExp(
  `^what(?:['’]s| is| was| are) (?!it\\b|this\\b|that\\b|they\\b)[^?]{2,80} (?:called|named)\\s*\\??$|\\b(?:which|what)\\s+(?:\\p{Ll}+\\s+)?(?:${bearers})\\b(?!\\s+(?:policy|rules?|cars?|size|type|accounts?|name)\\b)|\\bwho\\s+(?:made|makes|built|builds|supplie[sd]|manufacture[sd]?)\\b|^what(?:['’]s| is| was) the name of\\b|^what(?:['’]s| is| was) [^?]{2,60} (?:officer|manager|director|engineer|chair|secretary|treasurer|warden|caretaker|head|nurse|lead) called\\b|^who(?:['’]s| is| was) (?:the|our|your|its) \\p{L}+(?: \\p{L}+)? (?:of|for|at|in) `,
  'iu',
);

const person =
  /\b(?:name of|called|who)\b.*\b(?:officer|manager|director|engineer|chair|secretary|treasurer|warden|caretaker|nurse|driver|owner|head)\b|\b(?:officer|manager|director|engineer|chair|secretary|treasurer|warden|caretaker|nurse|lead) called\b/i;
/** "Sent from Barlow": where somebody is from is no name of theirs. */
const fromPlace = /\b(?:from|in|at|near|to|of)\s(?:the\s)?$/i;
/** "The budget holder is the person who pays": says who it is, without a name. */
const definesBearer = /\bmeans\b|\b(?:person|anyone|whoever)\b/i;

/**
 * Whether a question asks for the name of a firm, a make or a place, and a text says no name that the question does not say itself.
 * @param text a sentence with what stands above it
 */
export function lacksAskedName(question: string, text: string): boolean {
  if (!asksName.test(question) || definesBearer.test(text)) return false;
  const known = new Set(contentStems(question));
  const isOfPerson = person.test(question);
  return !extractMentions(text).some(
    ({ kind, text: words, start }) =>
      !(isOfPerson && fromPlace.test(text.slice(Math.max(0, start - 12), start))) &&
      kind !== 'date' &&
      kind !== 'number' &&
      contentStems(words).some((root) => !known.has(root)),
  );
}

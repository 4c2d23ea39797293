import { extractMentions } from './mentions.ts';
import { contentStems } from './tokens.ts';

const bearers =
  'company|firm|make|brand|manufacturer|maker|supplier|vendor|bank|insurer|agency|contractor|builder|airline|publisher|laboratory|university|hospital|charity|newspaper|software|app|city|town|country';
/** "Which firm will run it", "what make of scanner", "who is the treasurer of the club": what has a name of its own is asked for. Of "which firms got my details" kinds may answer. */
const asksName = new RegExp(
  `\\b(?:which|what)\\s+(?:\\p{Ll}+\\s+)?(?:${bearers})\\b(?!\\s+(?:policy|rules?|cars?|size|type|accounts?|name)\\b)|\\bwho\\s+(?:made|makes|built|builds|supplie[sd]|manufacture[sd]?)\\b|^what(?:['’]s| is| was) the name of\\b|^who(?:['’]s| is| was) (?:the|our|your|its) \\p{L}+(?: \\p{L}+)? (?:of|for|at|in) `,
  'iu',
);

/** "The budget holder is the person who pays": says who it is, without a name. */
const definesBearer = /\bmeans\b|\b(?:person|anyone|whoever)\b/i;

/**
 * Whether a question asks for the name of a firm, a make or a place, and a text says no name that the question does not say itself.
 * @param text a sentence with what stands above it
 */
export function lacksAskedName(question: string, text: string): boolean {
  if (!asksName.test(question) || definesBearer.test(text)) return false;
  const known = new Set(contentStems(question));
  return !extractMentions(text).some(
    ({ kind, text: words }) => kind !== 'date' && kind !== 'number' && contentStems(words).some((root) => !known.has(root)),
  );
}

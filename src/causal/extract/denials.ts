import { type SentenceView, skipSpace, trimEnd } from './cuts.ts';
import type { FormedPair } from './forms.ts';
import type { Offsets } from './relations.ts';
import { toldPast } from './told-verbs.ts';

/** A denied link. Of what it is no cause may be left to the sentences before: "The frost was not to blame." */
export interface DeniedPair extends FormedPair {
  readonly implied: boolean;
}

const noun = '(?:cause|reason|source|origin|culprit|factor|explanation|trigger|suspect)';
const ruledOut = new RegExp(
  `\\b(?<signal>(?:rule[sd]?|ruling|exclude[sd]?|excluding|eliminate[sd]?|eliminating|dismiss(?:ed|es|ing)?|discount(?:ed|s|ing)?)(?: out)?)\\s+(?<cause>(?!out\\b)[^,;:]+?)\\s+as\\s+(?:the|an?|its|any)\\s+(?:\\w+\\s+)?${noun}(?:\\s+(?:of|for|in|behind)\\s+(?<effect>[^,;:]+))?`,
  'iu',
);
const cleft = new RegExp(
  `\\bit\\s+(?<signal>was(?:\\s+not|n['’]t))\\s+(?<cause>(?:the|an?|its|their|any|this)\\s[^,;:]+?)\\s+(?:that|which)\\s+(?:had\\s+)?(?<effect>(?:${toldPast}|caused|triggered|led to|brought about|started)\\s[^,;:]+)`,
  'iu',
);
const notFault =
  /^(?:.*[,;:]\s+(?:and|but)?\s*)?(?<effect>(?:the|an?|its|their|this|that|our)\s[^,;:]+?)\s+(?<signal>(?:was|were|is|are)(?:\s+not|n['’]t)\s+(?:the|an?)\s+(?:fault|doing|work|result|consequence|product|outcome|effect)\s+of)\s+(?<cause>[^,;:]+)/iu;
const causeWas = new RegExp(
  `^(?:.*[,;:]\\s+(?:and|but)?\\s*)?(?<signal>(?:the|its|their)\\s+(?:\\w+\\s+)?${noun}\\s+(?:was|is|lay)(?:\\s+not|n['’]t)(?:\\s+in)?)\\s+(?<cause>(?:the|an?|its|their|any|in)\\s[^,;:]+)`,
  'iu',
);
/** What is left to the sentences before. */
const unnamed = new RegExp(
  `(?:^|[,;:]\\s+|[,;:]?\\s+(?:and|but|so|although|though|however)\\s+)(?<cause>(?:(?:the|an?|its|their|our|this|that|any|low|high|strong|heavy|faulty|human|wet|dry)\\s)?[\\p{L}\\d][^,;:]{1,70}?)(?:,\\s+(?:which|that|who)\\s[^,;:]+,)?\\s+(?:(?:was|were|is|are)\\s+(?:therefore\\s+|also\\s+|likewise\\s+|clearly\\s+)?)?(?<signal>(?:not|n['’]t)\\s+(?:(?:the|an?|its)\\s+)?(?:\\w+\\s+)?(?:${noun}|to blame|at fault|responsible|involved)|(?:did not|didn['’]t|does not)\\s+(?:contribute|play (?:an?|any) (?:part|role)|come into it|enter into it)|(?:had|has|played|plays)\\s+no\\s+(?:part|role|bearing|influence|effect)|(?:had|has) nothing to do with (?:it|this|that)|(?:can|could)(?:not have been|not be| hardly be| hardly have been| scarcely be) (?:(?:the|a) ${noun}|responsible|to blame|at fault|involved)|not what (?:did it|caused it|went wrong)|(?:can|could|may) (?:also |therefore )?be (?:ruled out|excluded|discounted|eliminated|dismissed)(?: as (?:the|an?) ${noun})?|(?<=\\b(?:is|was|were|are|but|proved|been)\\s(?:therefore\\s|also\\s|likewise\\s|clearly\\s|\\w+ly\\s)?)(?:ruled out|irrelevant|a red herring|a coincidence|pure coincidence|coincidental|unconnected|unrelated|innocent|beside the point))(?:\\s+(?:either|too|by test|by the test|by tests|at once|early|here|however|in this case|in (?:either|any|that|both)\\s\\w+))?(?=$|[,;:]|\\s[–—])`,
  'iu',
);

/** Of what was only supposed before: "so it was not the buffer". */
const notIt =
  /(?:^|[,;:]\s+)(?:so\s+|but\s+|and\s+|therefore\s+|in fact\s+)?it\s+(?<signal>(?:was|is)(?:\s+not|n['’]t))\s+(?<cause>(?:the|its|their|our|any)\s[^,;:]{2,40})$/iu;

/** "We do not consider that frost played any part": of what it is no cause stands before. */
const notHeld =
  /\b(?<signal>(?:do|does|did|could|can)(?:\s+not|n['’]t)\s+(?:consider|believe|think|accept|find|agree)\s+(?:that\s+)?)(?<cause>[^,;:]{3,60}?)\s+(?:played (?:any|a) (?:part|role)|had any(?:thing to do with (?:it|this|that)| part| bearing| effect)|was (?:to blame|responsible|involved|the (?:cause|reason|culprit)|an? (?:cause|factor)))(?=$|[,;:]|\s+in\b)/iu;
/** "They considered icing, but found no sign of it and discounted it." */
const discounted =
  /\b(?:considered|looked at|looked into|examined|investigated|suspected|thought of)\s+(?<cause>(?!whether\b|that\b|how\b|the (?:matter|question|case)\b)[^,;:]{3,60}?)(?:,)?\s+(?:but|and)\s[^;:]*?(?<signal>(?:discounted|dismissed|excluded|ruled out|rejected|discarded|eliminated)\s+(?:it|this|that|them)|(?:ruled|ruling) (?:it|this|that|them) out)\b/iu;

/** Denials that a sentence makes by its form, of what it names and of what stands before it. */
export function denials(view: SentenceView): DeniedPair[] {
  // "08:30" and "1,000" are one word.
  const text = view.text.slice(0, view.end).replace(/(?<=\d)[:,](?=\d)/gu, '.');
  if (
    !/\b(?:not|no|nothing|rul(?:e[sd]?|ing)|exclud\w+|eliminat\w+|dismiss\w*|discount\w*|irrelevant|herring|hardly|scarcely|cannot|coinciden\w+|unconnected|unrelated|innocent|point)\b|n['’]t\b/iu.test(
      text,
    )
  )
    return [];
  for (const form of [ruledOut, cleft, notFault, causeWas, unnamed, notHeld, discounted, notIt]) {
    const match = form.exec(text);
    if (match === null) continue;
    const signal = place(text, match, 'signal');
    const cause = subject(view, place(text, match, 'cause'));
    if (signal === null || cause === null) continue;
    const effect = place(text, match, 'effect');
    return [{ cause, effect: effect ?? signal, signal, denied: true, implied: effect === null }];
  }
  return [];
}

/** Without what somebody thinks of it, and without words that point at no event. */
function subject(view: SentenceView, span: Offsets | null): Offsets | null {
  if (span === null) return null;
  const said = /^.*\b(?:said|says|found|showed|shows|concluded|confirmed|stressed|agreed|added|that)\s+/iu.exec(view.text.slice(...span));
  const start = span[0] + (said?.[0].length ?? 0);
  const words = view.text.slice(start, span[1]);
  return /n['’]t$|\bnot$|^(?:it|they|you|we|i|he|she)(?:\b|['’])/iu.test(words.trim()) ||
    /^(?:it|this|that|they|he|she|we|i|you|which|who|there|what|nobody|nothing|these|those|the (?:answer|cause|reason|question|report))$/iu.test(
      words.trim(),
    ) ||
    words.trim() === ''
    ? null
    : [start, span[1]];
}

function place(text: string, match: RegExpExecArray, name: string): Offsets | null {
  const words = match.groups?.[name] ?? '';
  if (words === '') return null;
  const start = text.indexOf(words, match.index);
  return start < 0 ? null : [skipSpace(text, start), trimEnd(text, start, start + words.length)];
}

import nlp from 'compromise';
import { z } from 'zod';

import { contentStems } from '../../text/tokens.ts';

/** The reader is spoken to, or the writer speaks. */
const speaking = /\b(?:I|we|us|our|ours|my|mine|me|you|your|yours|let['’]?s)\b/i;
/** What somebody feels about it, wishes or guesses. */
const judging =
  /\b(?:beautiful|wonderful|nice|nicer|lovely|great|amazing|exciting|elegant|delicate|interesting|fun|joy|pleasure|proud|happy|sad|sadly|unfortunately|fortunately|hopefully|luckily|frankly|honestly|surely|clearly|obviously|perhaps|maybe|presumably|arguably|opinion|view|rather|welcome|appreciated|thanks?|thank you|please|wise|luck|idea|simple|hard|easy|difficult|good|better|best|bad|matters|deserves?|seems?|appears?|feels?|looks like)\b/i;
/** It points elsewhere: what it is about stands in another sentence, or nowhere. */
const pointing =
  /^(?:it|this|that|these|those|they|he|she|here|there|so|such|more|much|enough|nothing|everything|something|as|how|why|what|who|when will|time will|with|end|to|and|but|or|for example|for instance|above|below|next|then|another|one|some|the (?:next|following|rest|same|above|former|latter|picture|story|point|question|answer|idea|reason|problem|result)s?)\b/i;
const aboutText =
  /\b(?:section|chapter|pages?|paragraph|appendix|part|preface|introduction|excursion|preliminaries|story|topic)\b|\b(?:as )?(?:mentioned|described|explained|shown|discussed|seen) (?:above|below|earlier|later|before)\b/i;

const termSchema = z.object({ text: z.string(), tags: z.array(z.string()) });
const readSchema = z.array(z.object({ terms: z.array(termSchema) }));

/**
 * Does a sentence plainly say that somebody or something does something, or has it done to it? "The parser ignores trailing commas", not
 * an order, an opinion, or words about the text itself. Such a sentence can be borne out without any figure, rule or name.
 */
export function isPlainFact(plain: string): boolean {
  if (speaking.test(plain) || judging.test(plain) || pointing.test(plain) || aboutText.test(plain)) return false;
  if (!/\.["”')\]]*$/.test(plain) || contentStems(plain).length < 3) return false;
  const read = readSchema.safeParse(nlp(plain).json());
  const terms = read.success ? read.data.flatMap((sentence) => sentence.terms) : [];
  const [first] = terms;
  if (first === undefined || first.tags.includes('Imperative')) return false;
  if (first.tags.includes('Infinitive') && !first.tags.includes('Noun')) return false;
  return terms.slice(1).some(({ text, tags }) => isFinite(text, tags)) || named.test(plain);
}

/** "Npm ci deletes node_modules": the library takes a verb between two names for a noun. */
const named = /^\S+(?:\s\S+){0,2}\s[a-z]{3,}(?:s|ed)\s\S+/;

function isFinite(text: string, tags: readonly string[]): boolean {
  return (
    tags.includes('PastTense') ||
    tags.includes('Copula') ||
    (tags.includes('PresentTense') && /(?:[^s]s|es)$/i.test(text)) ||
    tags.includes('Passive')
  );
}

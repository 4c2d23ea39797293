import { normsIn } from './normative.ts';
import { stem } from './stem.ts';

/** Who does something, or has it done to them: "the verifier", "an IdP", "the finance officer". */
export interface Party {
  /** Stems of its words, the head last; acronyms in lower case. */
  readonly name: string;
  /** `doer`: before the verb of its clause, or after "by"; `other`: anywhere else. */
  readonly role: 'doer' | 'other';
  readonly start: number;
  readonly end: number;
}

/** Heads of parties: by ending, and those that have none of these. */
const heads = /(?:ers?|ors?|ees?|ants?|ents?|ists?|ians?|men|man|wom[ae]n)$/i;
const known = new Set(
  (
    'csp rp idp verifier claimant applicant subscriber staff team agency board committee council trust foundation government authority director treasurer secretary chair chairman ' +
    'owner author user reader visitor patient doctor nurse parent guardian child children bank firm company organisation organization union court police police auditor maintainer lead leads ' +
    'customer consumer supplier vendor contractor manager officer member trustee volunteer employee employer librarian lender insurer regulator registrar operator controller processor ' +
    'cargo compiler crate site service provider administrator admin cardholder vet chief dean mayor captain clerk warden steward pupil student client tenant resident assistant ' +
    'accountant consultant attendant participant president guest crew minister ministry office desk laboratory hospital clinic school university department landlord pharmacy partner spouse wife husband ' +
    'party parties household tribunal senate parliament congress judge'
  ).split(' '),
);
/** Words with such an ending that are no parties. */
const things = new Set(
  (
    'number order letter paper water power computer server router browser folder header footer parameter identifier character authenticator counter quarter matter center centre corner winter summer september october november december ' +
    'document event agent present current different content amount percent moment agreement requirement statement treatment payment department environment management instrument element equipment consent accident incident patient movement ' +
    'factor error color colour floor door sensor monitor motor sector vector other another either neither whether rather under over after later never however further higher lower longer shorter greater fewer larger smaller older younger better per ' +
    'significant important relevant constant restaurant warrant grant plant recent independent consistent sufficient permanent frequent urgent development employment assessment measurement investment argument document segment component experiment increment ' +
    'offer answer transfer cover deliver remember consider refer differ prefer enter buffer layer tier pointer integer wrapper identifier trigger register cluster filter timer chapter master disaster weather cancer fever ' +
    'three degree agree coffee guarantee fee cooler trailer locker blower member-only container refrigerator elevator generator regulator-valve ladder meter rubber feather timber copper silver solder ' +
    'or for nor minor major prior proper upper inner outer former latter clever eager tender error mirror interior exterior behavior behaviour favor labor'
  ).split(' '),
);
const acting = new Set('agent patient server browser'.split(' '));
const article = String.raw`(?:the|an?|each|every|any|all|no|its|their|his|her|our|your)`;

/** Parties in order, found by form and a short list of roles: enough to see whether two sentences name the same one, no parser. */
export function partiesIn(text: string): Party[] {
  const norms = normsIn(text);
  const found: Party[] = [];
  for (const match of text.matchAll(/[\p{L}][\p{L}\p{N}-]*/gu)) {
    const word = match[0];
    const end = match.index + word.length;
    if (!isParty(word)) continue;
    const before = text.slice(Math.max(0, match.index - 40), match.index);
    const modifier = /(?:^|[\s(])(?<words>[\p{L}-]+)\s$/u.exec(before)?.groups?.['words'];
    const useful = modifier !== undefined && !functionWord.test(modifier) && !isParty(modifier);
    const start = useful ? match.index - modifier.length - 1 : match.index;
    const clause = /[.;:!?]\s|,\s(?:and|but|or)\s/;
    const doer =
      /\bby\s(?:(?:the|an?|each|every|any|its|their|his|her|our)\s)?(?:[\p{L}-]+\s)?$/iu.test(before) ||
      norms.some(
        (norm) =>
          norm.start >= end &&
          norm.start - end < 60 &&
          !clause.test(text.slice(end, norm.start)) &&
          !/\bby\b/.test(text.slice(end, norm.start)),
      ) ||
      (norms.length === 0 && match.index < 40 && !/[.,;:]/.test(text.slice(0, match.index)));
    found.push({ name: `${useful ? `${stem(modifier.toLowerCase())} ` : ''}${singular(word)}`, role: doer ? 'doer' : 'other', start, end });
  }
  return found;
}

const functionWord = new RegExp(
  String.raw`^(?:${article}|and|or|of|to|by|for|from|with|in|on|at|as|if|when|that|which|who|this|these|those|is|are|was|were|be|than|other|new|both|such|must|shall|should|may|not|one)$`,
  'i',
);

function isParty(word: string): boolean {
  const lower = word.toLowerCase();
  if (acting.has(lower)) return true;
  // "Two-factor" is what its last part is.
  if (lower.includes('-') && !isParty(lower.slice(lower.lastIndexOf('-') + 1))) return false;
  const one = lower.endsWith('s') ? lower.slice(0, -1) : lower;
  if (known.has(lower) || known.has(one)) return true;
  if (things.has(lower) || things.has(one) || lower.length < 5) return false;
  return heads.test(lower) && !/(?:ment|ents?|ants?)s?$/.test(lower) && !/(?:ever|ther|over|ower|tter|ier)$/.test(lower);
}

function singular(word: string): string {
  const lower = word.toLowerCase();
  return /^[A-Z]{2,}s?$/.test(word) ? lower.replace(/s$/, '') : stem(lower);
}

import type { ProbeKind } from '../../contract/exploration.ts';
import { extractMentions, type Mention, sameMention } from '../../text/mentions.ts';
import { stem } from '../../text/stem.ts';
import { tokenize } from '../../text/tokens.ts';
import type { GeneratedProbe, ProbeRequest } from '../ports.ts';

/** Words that stand for roles in one setting: asking for one in the place of another is asking somebody else's question. Each line is one setting. */
const roleSettings: readonly (readonly string[])[] = [
  ['lead actor', 'villain', 'director', 'supporting actor'],
  ['lead', 'villain', 'antagonist'],
  ['protagonist', 'antagonist', 'villain'],
  ['hero', 'villain'],
  ['star', 'director', 'producer'],
  ['actor', 'director'],
  ['actress', 'director'],
  ['director', 'producer', 'writer'],
  ['author', 'publisher', 'editor', 'translator'],
  ['writer', 'editor'],
  ['composer', 'lyricist', 'performer'],
  ['singer', 'songwriter', 'producer'],
  ['chief executive', 'chair', 'chief financial officer'],
  ['ceo', 'cfo', 'chair'],
  ['chair', 'deputy chair', 'secretary'],
  ['chairman', 'deputy chairman', 'secretary'],
  ['president', 'vice president'],
  ['minister', 'deputy minister', 'permanent secretary'],
  ['manager', 'deputy manager', 'assistant'],
  ['head', 'deputy head'],
  ['permanent', 'acting'],
  ['acting', 'permanent'],
  ['parent company', 'subsidiary'],
  ['subsidiary', 'parent company'],
  ['buyer', 'seller'],
  ['seller', 'buyer'],
  ['landlord', 'tenant'],
  ['tenant', 'landlord'],
  ['employer', 'employee'],
  ['lender', 'borrower'],
  ['owner', 'operator', 'tenant'],
  ['supplier', 'customer'],
  ['contractor', 'client'],
  ['winner', 'runner-up', 'favourite'],
  ['founder', 'investor', 'first employee'],
  ['plaintiff', 'defendant'],
  ['defendant', 'plaintiff'],
  ['cause', 'contributing factor', 'consequence'],
  ['causes', 'consequences'],
  ['author', 'reviewer'],
  ['auditor', 'auditee'],
  ['verifier', 'claimant', 'subscriber'],
  ['subscriber', 'verifier'],
  ['client', 'server'],
  ['sender', 'recipient'],
  ['controller', 'processor'],
];
/** Verbs in the same setting. */
const roleVerbs: readonly (readonly string[])[] = [
  ['directed', 'produced', 'starred in'],
  ['wrote', 'published', 'edited'],
  ['founded', 'funded', 'joined'],
  ['invented', 'patented', 'improved'],
  ['won', 'lost', 'entered'],
  ['caused', 'contributed to', 'followed'],
  ['approved', 'proposed', 'rejected'],
  ['proposed', 'approved'],
  ['discovered', 'confirmed'],
  ['designed', 'built'],
  ['built', 'designed'],
  ['bought', 'sold'],
  ['sold', 'bought'],
  ['signed', 'drafted'],
  ['drafted', 'signed'],
  ['appointed', 'dismissed'],
  ['owns', 'operates'],
  ['operates', 'owns'],
  ['wears', 'makes'],
  ['leads', 'audits'],
  ['played', 'directed'],
];
/** Opposites within a category. */
const categories: readonly (readonly [string, string])[] = [
  ['first', 'last'],
  ['oldest', 'newest'],
  ['highest', 'lowest'],
  ['largest', 'smallest'],
  ['longest', 'shortest'],
  ['most', 'least'],
  ['maximum', 'minimum'],
  ['best', 'worst'],
  ['older', 'younger'],
  ['earlier', 'later'],
  ['more', 'less'],
  ['benefits', 'drawbacks'],
  ['advantages', 'disadvantages'],
  ['allowed', 'forbidden'],
  ['permitted', 'forbidden'],
  ['required', 'optional'],
  ['mandatory', 'voluntary'],
  ['gross', 'net'],
  ['draft', 'final'],
  ['before', 'after'],
  ['increase', 'decrease'],
  ['increased', 'decreased'],
  ['rise', 'fall'],
  ['internal', 'external'],
  ['public', 'private'],
  ['revenue', 'costs'],
  ['profit', 'loss'],
  ['income', 'expenses'],
  ['assets', 'liabilities'],
  ['accepted', 'rejected'],
  ['approved', 'rejected'],
  ['included', 'excluded'],
  ['start', 'end'],
  ['begin', 'end'],
  ['opened', 'closed'],
  ['strengths', 'weaknesses'],
  ['indoor', 'outdoor'],
  ['wholesale', 'retail'],
  ['import', 'export'],
  ['imports', 'exports'],
  ['domestic', 'foreign'],
  ['planned', 'actual'],
  ['estimated', 'measured'],
  ['provisional', 'final'],
  ['original', 'amended'],
  ['proposed', 'adopted'],
  ['nominal', 'real'],
];
/** Units of one measure: a figure in another unit answers another question. */
const units: readonly (readonly string[])[] = [
  ['kilometres per hour', 'miles per hour', 'knots'],
  ['km/h', 'mph', 'knots'],
  ['kilometres', 'miles'],
  ['metres', 'feet'],
  ['centimetres', 'inches'],
  ['meters', 'feet'],
  ['kilometers', 'miles'],
  ['centimeters', 'inches'],
  ['hectares', 'acres'],
  ['tonnes', 'pounds'],
  ['kilograms', 'pounds'],
  ['litres', 'gallons'],
  ['celsius', 'fahrenheit'],
  ['kilowatts', 'horsepower'],
  ['kilojoules', 'calories'],
  ['euros', 'dollars', 'pounds'],
  ['dollars', 'euros', 'pounds'],
  ['hours', 'days'],
  ['days', 'months'],
  ['months', 'years'],
  ['percent', 'percentage points'],
];
const temporalWords: readonly (readonly [RegExp, readonly string[]])[] = [
  [/\bcurrent(?:ly)?\b/i, ['previous', 'first']],
  [/\bprevious\b/i, ['current', 'next']],
  [/\bformer\b/i, ['current', 'next']],
  [/\blatest\b/i, ['first', 'previous']],
  [/\bnow\b/i, ['before', 'in the past']],
  [/\btoday\b/i, ['ten years ago', 'in the past']],
  [/\bthis year\b/i, ['last year']],
  [/\blast year\b/i, ['this year']],
  [/\bnext year\b/i, ['last year']],
  [/\binitial\b/i, ['final', 'current']],
  [/\bnew\b/, ['old', 'previous']],
  [/\bold\b/, ['new', 'current']],
];
const functionWords = new Set(['who', 'what', 'which', 'when', 'where', 'why', 'how']);

/** The five transformations of CF-RAG sec. 4.1.1 and app. F by rule, at most `perKind` of each that applies, those in words of the documents first. The same question gives the same probes. */
export function writeProbes({ question, entities, years = [], vocabulary, perKind }: ProbeRequest): GeneratedProbe[] {
  const asked = extractMentions(question);
  const kinds: readonly (readonly [ProbeKind, readonly Change[]])[] = [
    ['role', roles(question)],
    ['temporal', times(question, asked, years)],
    ['entity', substitutes(question, asked, entities)],
    ['category', inversions(question)],
    ['scope', scopes(question, asked)],
  ];
  return kinds.flatMap(([kind, changes]) => {
    const distinct = changes.filter(
      (change, index) => change.query !== question && changes.findIndex((other) => other.query === change.query) === index,
    );
    const spoken = (change: Change): boolean =>
      vocabulary === undefined || newWords(question, change.query).every((root) => vocabulary.has(root));
    return [...distinct.filter(spoken), ...distinct.filter((change) => !spoken(change))]
      .slice(0, perKind)
      .map(({ query, change }) => ({ kind, query, change }));
  });
}

/** Stems that the probe brings in. */
function newWords(question: string, query: string): string[] {
  const stems = (text: string): string[] => tokenize(text).map((token) => stem(token.lower));
  const asked = new Set(stems(question));
  return stems(query).filter((root) => !asked.has(root));
}

interface Change {
  readonly query: string;
  readonly change: string;
}

function replaced(question: string, start: number, end: number, by: string): Change {
  const from = question.slice(start, end);
  const to = /^\p{Lu}/u.test(from) && start === 0 ? by.charAt(0).toUpperCase() + by.slice(1) : by;
  // The article before the word that is put in, and no other: "a university" stays as the person wrote it.
  const before = question
    .slice(0, start)
    .replace(/\b([Aa])n? $/u, (_whole, article: string) => `${article}${/^[aeiou]/iu.test(to) ? 'n' : ''} `);
  return { query: before + to + question.slice(end), change: `${from} → ${to}` };
}

const ascii = /^[\0-\x7f]*$/;

/** @param phrase lower-case letters, spaces and hyphens */
function find(question: string, phrase: string): { start: number; end: number } | null {
  // Of hundreds of phrases hardly one is there, and a pattern takes long to be made.
  if (ascii.test(question) && !question.toLowerCase().includes(phrase)) return null;
  const match = new RegExp(`(?<![\\p{L}-])${phrase.replaceAll('-', '\\-')}(?![\\p{L}-])`, 'iu').exec(question);
  return match === null ? null : { start: match.index, end: match.index + match[0].length };
}

function roles(question: string): Change[] {
  const changes: Change[] = [];
  const covered: { start: number; end: number }[] = [];
  for (const setting of [...roleSettings, ...roleVerbs].sort((a, b) => (b[0]?.length ?? 0) - (a[0]?.length ?? 0))) {
    const [own = '', ...others] = setting;
    const place = find(question, own);
    // "actor" within "lead actor" has been dealt with by the longer phrase.
    if (place === null || covered.some((other) => place.start < other.end && other.start < place.end)) continue;
    covered.push(place);
    changes.push(...others.map((other) => replaced(question, place.start, place.end, other)));
  }
  const who = /^who\s+(is|was|are|were)\s+(?=the\s)/i.exec(question);
  if (changes.length === 0 && who !== null)
    changes.push({ query: question.replace(/^(who\s+(?:is|was|are|were)\s+the)\s+/i, '$1 deputy '), change: 'the → the deputy' });
  if (changes.length === 0 && /^(?:why|what caused)\b/i.test(question))
    changes.push({
      query: question
        .replace(/^why\s+(?:is|was|are|were|did|does|do)\s+(.+?)\??$/i, 'What followed from $1?')
        .replace(/^what caused\s+/i, 'What followed from '),
      change: 'cause → consequence',
    });
  return changes;
}

/** Years that the documents speak of come before the neighbours of the year asked for: they retrieve something. */
function times(question: string, asked: readonly Mention[], years: readonly string[]): Change[] {
  const changes: Change[] = [];
  for (const mention of asked) {
    const year = /(1\d{3}|20\d{2})/.exec(mention.text);
    if (mention.kind !== 'date' || year === null) continue;
    for (const other of [...years.filter((known) => known !== year[0]), ...[-1, 1].map((shift) => String(Number(year[0]) + shift))])
      changes.push(replaced(question, mention.start + year.index, mention.start + year.index + 4, other));
  }
  for (const [pattern, others] of temporalWords) {
    const match = pattern.exec(question);
    if (match !== null) for (const other of others) changes.push(replaced(question, match.index, match.index + match[0].length, other));
  }
  const version = /\b(version|revision|edition|v|release)\s?(\d+)(?=\b|\.)/i.exec(question);
  if (version !== null) {
    const at = version.index + version[0].length - (version[2]?.length ?? 0);
    const number = Number(version[2]);
    for (const other of [number - 1, number + 1])
      if (other > 0) changes.push(replaced(question, at, version.index + version[0].length, String(other)));
  }
  if (changes.length === 0) {
    // What a thing is has no time of its own: "What was the previous an orphaned package?" is no question.
    if (/^(?:who|what)\s+(?:is|are)\s+(?:an?\s|(?!the\b)[\p{L}\p{N}-]+\s*\?*$)/iu.test(question)) return [];
    const present = /^(who|what|which\s+\S+)\s+(is|are)\s+the\s+/i.exec(question);
    if (present !== null) {
      const past = /are/i.test(present[2] ?? '') ? 'were' : 'was';
      for (const when of ['previous', 'first'])
        changes.push({
          query: question.replace(present[0], `${present[1] ?? ''} ${past} the ${when} `),
          change: `${present[2] ?? ''} → ${past} the ${when}`,
        });
    } else {
      const plain = question.replace(/\s*[?.!]*\s*$/, '');
      changes.push(
        { query: `${plain} before that?`, change: '→ before that' },
        { query: `${plain} in the past?`, change: '→ in the past' },
      );
    }
  }
  return changes;
}

/** A name of the question gives way to another of its kind that the workspace knows, so that the probe retrieves something. */
function substitutes(question: string, asked: readonly Mention[], entities: ProbeRequest['entities']): Change[] {
  return asked.flatMap((mention) => {
    if (mention.kind === 'number' || mention.kind === 'date' || functionWords.has(mention.text.toLowerCase())) return [];
    const own = entities[mention.kind].filter(
      (name) =>
        !asked.some(
          (other) =>
            other.kind !== 'number' &&
            other.kind !== 'date' &&
            (sameMention(other, { ...other, text: name, normal: name.toLowerCase() }) || sharesWord(other.text, name)),
        ),
    );
    // "The Dark Knight" gives way as a whole.
    const article = /(?<!^)\bThe\s$/.exec(question.slice(0, mention.start));
    return own.slice(0, 3).map((name) => replaced(question, article?.index ?? mention.start, mention.end, name));
  });
}

function sharesWord(a: string, b: string): boolean {
  const words = new Set(
    a
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word.length > 3),
  );
  return b
    .toLowerCase()
    .split(/\s+/)
    .some((word) => words.has(word));
}

function inversions(question: string): Change[] {
  const changes: Change[] = [];
  for (const [a, b] of categories.flatMap(([left, right]): [string, string][] => [
    [left, right],
    [right, left],
  ])) {
    const place = find(question, a);
    if (place !== null) changes.push(replaced(question, place.start, place.end, b));
  }
  for (const unit of units.flat()) {
    const place = find(question, `in ${unit}`);
    if (place !== null)
      for (const other of new Set(units.filter((measure) => measure.includes(unit)).flat()))
        if (other !== unit) changes.push(replaced(question, place.start + 3, place.end, other));
  }
  const modal = /\b(must|shall|may|can|should)\b(?!\s+not)/i.exec(question);
  if (modal !== null) changes.push(replaced(question, modal.index, modal.index + modal[0].length, `${modal[0]} not`));
  // Another category of answer about the same subject.
  const about = /^who\s+(?:is|was)\s+(the\s.+?)\s+(?:of|in|for|at)\s+(.+?)\??$/i.exec(question);
  if (about !== null) changes.push({ query: `When was ${about[2] ?? ''} made?`, change: 'who → when' });
  const who = /^who\s+(\p{L}+(?:ed|te|on|lt|de))\s+(.+?)\??$/iu.exec(question);
  if (who !== null)
    changes.push(
      { query: `When was ${who[2] ?? ''} ${who[1] ?? ''}?`, change: 'who → when' },
      { query: `Why was ${who[2] ?? ''} ${who[1] ?? ''}?`, change: 'who → why' },
    );
  if (/^when\b/i.test(question)) changes.push({ query: question.replace(/^when\b/i, 'Where'), change: 'when → where' });
  if (/^where\b/i.test(question)) changes.push({ query: question.replace(/^where\b/i, 'When'), change: 'where → when' });
  if (/^how long\b/i.test(question)) changes.push({ query: question.replace(/^how long\b/i, 'How often'), change: 'length → frequency' });
  return changes;
}

function scopes(question: string, asked: readonly Mention[]): Change[] {
  const changes: Change[] = [];
  // Wider: without the last qualification.
  const tail = /\s+(?:in|at|of|for|during|by|on|from|under)\s+(?:the\s+)?[^?]+?(?=\??$)/i.exec(question);
  if (tail !== null && tail.index > question.length / 3)
    changes.push({
      query: question.slice(0, tail.index) + question.slice(tail.index + tail[0].length),
      change: `without "${tail[0].trim()}"`,
    });
  const singular = /^who\s+(is|was)\s+the\s+(.+?)\??$/i.exec(question);
  if (singular !== null) changes.push({ query: `Who are all the people connected with the ${singular[2] ?? ''}?`, change: 'one → all' });
  const what = /^what\s+(?:is|was)\s+the\s+(.+?)\??$/i.exec(question);
  if (what !== null) changes.push({ query: `What is known about the ${what[1] ?? ''}?`, change: 'one → all' });
  // Narrower: for a part of what was asked about.
  const name = asked.find(
    (mention) => mention.kind !== 'number' && mention.kind !== 'date' && !/\bthe\s$/i.test(question.slice(0, mention.start)),
  );
  if (name !== undefined)
    changes.push({
      query: `${question.slice(0, name.start)}a part of ${question.slice(name.start)}`,
      change: `${name.text} → a part of it`,
    });
  const plain = question.replace(/\s*[?.!]*\s*$/, '');
  changes.push(
    { query: `${plain} in exceptional cases?`, change: '→ in exceptional cases' },
    { query: `${plain} in general?`, change: '→ in general' },
  );
  return changes;
}

import type { Lexicon } from './lexicon.ts';

/** Opposites that matter in reports, policies and standards, and that WordNet does not pair: each side against the other. */
const sides: readonly (readonly [string, string])[] = [
  [
    'increase rise grow gain climb raise expand soar more higher above improve boost accelerate',
    'decrease fall decline drop shrink lose lower fewer less reduce below cut worsen diminish slow plunge',
  ],
  [
    'allow permit accept approve enable authorize authorise may can',
    'prohibit forbid ban deny reject disallow refuse block prevent cannot',
  ],
  ['require mandatory must shall required compulsory obligatory', 'optional voluntary unnecessary optionally waive exempt'],
  ['before earlier prior precede', 'after later following succeed follow since'],
  ['first earliest oldest', 'last latest newest final'],
  ['best most largest highest maximum biggest greatest longest', 'worst least smallest lowest minimum shortest fewest'],
  ['win won winner victory defeat', 'lose lost loser loss'],
  ['start begin open launch found establish create', 'end finish close stop cease abolish dissolve'],
  ['support favor favour endorse', 'oppose resist'],
  ['all every always each', 'none no never'],
  ['inside indoors indoor in', 'outside outdoors outdoor'],
  ['alone solo', 'together crowd group'],
  ['public', 'private'],
  ['internal', 'external'],
  ['domestic', 'foreign international'],
  ['live living alive', 'dead die deceased'],
  ['born', 'died die'],
  ['asleep sleep nap', 'awake run walk play dance work swim jump'],
  ['sit', 'stand walk run'],
  ['happy smile laugh', 'sad cry frown angry'],
  ['valid', 'invalid expired revoked'],
  ['supersede replace', 'retain keep'],
  ['include contain', 'exclude omit'],
  ['introduce add adopt stabilise stabilize', 'remove delete drop withdraw abolish eliminate'],
  ['accept take', 'refuse reject decline avoid'],
  ['recommend advise encourage', 'avoid discourage'],
  ['pay paid', 'free'],
  ['common frequent often', 'rare rarely seldom'],
  ['fast faster quick quickly', 'slow slower slowly'],
  ['success succeed', 'failure fail'],
  ['more most', 'fewer less least'],
  ['easy', 'hard difficult'],
  ['safe secure', 'unsafe dangerous insecure vulnerable'],
  ['positive', 'negative'],
  ['benefit help effective', 'harm ineffective useless'],
  ['married', 'single divorced unmarried'],
  ['male man boy', 'female woman girl'],
  ['north northern', 'south southern'],
  ['east eastern', 'west western'],
  ['northeast northeastern', 'southwest southwestern'],
  ['northwest northwestern', 'southeast southeastern'],
  ['same identical alike', 'different distinct'],
  ['together jointly', 'separate separately apart'],
  ['primary main chief', 'secondary minor marginal'],
  ['automatic automatically', 'manual manually'],
  ['temporary temporarily', 'permanent permanently'],
  ['continue', 'stop cease discontinue'],
  ['oral orally verbal verbally', 'written writing'],
  ['encrypted encrypt', 'unencrypted plaintext cleartext'],
  ['random randomly', 'sequential sequentially predictable'],
  ['minimum', 'maximum'],
  ['known', 'unknown'],
  ['weekday weekdays', 'weekend weekends'],
  ['morning mornings', 'evening evenings'],
  ['summer', 'winter'],
  ['upload', 'download'],
  ['local locally', 'remote remotely'],
  ['buyer', 'seller'],
  ['employer', 'employee'],
  ['landlord', 'tenant'],
  ['lender', 'borrower'],
  ['sender', 'recipient'],
  ['symmetric', 'asymmetric'],
  ['stable', 'unstable'],
  ['direct directly', 'indirect indirectly'],
  ['partial partially partly', 'full fully entire entirely whole'],
];

const opposite = new Map<string, Set<string>>();
for (const [left, right] of sides) {
  const a = left.split(' ');
  const b = right.split(' ');
  for (const [from, to] of [
    [a, b],
    [b, a],
  ] as const) {
    for (const word of from) {
      const known = opposite.get(word) ?? new Set<string>();
      to.forEach((other) => known.add(other));
      opposite.set(word, known);
    }
  }
}

/** Prefixes that turn a word into its opposite: `secure`, `insecure`. */
const prefixes = ['un', 'in', 'im', 'ir', 'il', 'dis', 'non', 'mis', 'de'];

/** Are two lower-case words opposites, in any of their dictionary forms? Symmetric; a word is never its own opposite. */
export function areOpposites(lexicon: Lexicon, a: string, b: string): boolean {
  if (a === b) return false;
  const left = [a, ...lexicon.lemmas(a)];
  const right = [b, ...lexicon.lemmas(b)];
  if (left.some((one) => right.includes(one))) return false;
  for (const one of left) {
    for (const other of right) {
      if (opposite.get(one)?.has(other) === true) return true;
      const [short, long] = one.length < other.length ? [one, other] : [other, one];
      if (short.length >= 4 && lexicon.has(short) && long.endsWith(short) && prefixes.some((prefix) => long === prefix + short))
        return true;
    }
  }
  return lexicon.relation(a, b).antonym;
}

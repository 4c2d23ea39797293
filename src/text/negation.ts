/** Words that turn a statement round. Clitic n't is expected as `not`. */
const negators = new Set([
  'not',
  'no',
  'never',
  'none',
  'nobody',
  'nothing',
  'nowhere',
  'neither',
  'nor',
  'cannot',
  'without',
  "n't",
  'non',
]);
/** Verbs and adjectives that deny what follows them. */
const deniers = new Set([
  'fail',
  'fails',
  'failed',
  'failing',
  'refuse',
  'refuses',
  'refused',
  'refusing',
  'deny',
  'denies',
  'denied',
  'lack',
  'lacks',
  'lacked',
  'lacking',
  'unable',
  'avoid',
  'avoids',
  'avoided',
  'prevent',
  'prevents',
  'prevented',
  'incapable',
  'absence',
  'absent',
  'false',
  'falsely',
  'untrue',
  'myth',
  'decline',
  'declined',
  'except',
  'instead',
  'prohibit',
  'prohibits',
  'prohibited',
  'forbid',
  'forbids',
  'forbidden',
  'ban',
  'bans',
  'banned',
  'disallow',
  'disallowed',
  'prohibiting',
]);
const weak = new Set(['hardly', 'barely', 'rarely', 'seldom', 'scarcely', 'few', 'little']);
const boundaries = new Set([
  '.',
  ',',
  ';',
  ':',
  '!',
  '?',
  'but',
  'although',
  'though',
  'however',
  'because',
  'while',
  'whereas',
  'which',
  'who',
  'until',
  '(',
  ')',
  '-',
]);
/** `not only`, `no more than`, `no later than`: no denial. */
const cancelling: Readonly<Record<string, ReadonlySet<string>>> = {
  not: new Set(['only', 'just', 'merely', 'least']),
  no: new Set(['doubt', 'later']),
  nothing: new Set(['but']),
};
const reach = 9;

export type NegationCue = 'negator' | 'denier' | 'weak';

/** What kind of cue a lower-case word is, or null. */
export function negationCue(word: string): NegationCue | null {
  if (negators.has(word)) return 'negator';
  if (deniers.has(word)) return 'denier';
  return weak.has(word) ? 'weak' : null;
}

/** "Nobody flies, climbs or focuses lamps": a comma inside a short list that "or" ends is no boundary. */
function isListed(words: readonly string[], comma: number): boolean {
  if (words[comma] !== ',') return false;
  const ahead = words.slice(comma + 1, comma + 7);
  const end = ahead.findIndex((word) => word === 'or' || word === 'nor');
  return end > 0 && !ahead.slice(0, end).some((word) => word !== ',' && boundaries.has(word)) && end <= 5;
}

/**
 * For each word (lower case, punctuation as words of its own) whether an odd number of negation cues reaches it. A cue
 * reaches from the next word to the end of its clause, at most nine words.
 */
export function negationScope(words: readonly string[]): boolean[] {
  const negated = words.map(() => false);
  words.forEach((word, at) => {
    const cue = negationCue(word);
    if (cue === null || cue === 'weak') return;
    if (cancelling[word]?.has(words[at + 1] ?? '') === true) return;
    // "No longer than a week" bounds; "no longer supports" denies.
    if (word === 'no' && words[at + 1] === 'longer' && words[at + 2] === 'than') return;
    // "Non-panicking" turns one word.
    if (word === 'non') {
      const next = words[at + 1] === '-' ? at + 2 : at + 1;
      if (next < words.length) negated[next] = negated[next] !== true;
      return;
    }
    for (let reached = at + 1; reached < words.length && reached <= at + reach; reached += 1) {
      if (boundaries.has(words[reached] ?? '') && !isListed(words, reached)) break;
      negated[reached] = negated[reached] !== true;
    }
  });
  return negated;
}

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

export type NegationCue = 'negator' | 'denier' | 'weak';

/** What kind of cue a lower-case word is, or null. */
export function negationCue(word: string): NegationCue | null {
  if (negators.has(word)) return 'negator';
  if (deniers.has(word)) return 'denier';
  return weak.has(word) ? 'weak' : null;
}

import type { EntailmentToken } from '../entailment/tokens.ts';

/** What a word before a number makes of it. */
export const bounds = { none: 0, lower: 1, upper: 2 } as const;
export type Bound = (typeof bounds)[keyof typeof bounds];

const lowerCues = new Set('over above exceeding minimum after since exceeds exceeded surpassed'.split(' '));
const upperCues = new Set('under below maximum before until within by'.split(' '));
const months = 'january february march april may june july august september october november december'.split(' ');

/** The bound that stands before the token: "at least", "no more than", "up to", "minimum of". */
export function boundBefore(tokens: readonly EntailmentToken[], at: number): Bound {
  const before = (back: number): string => tokens[at - back]?.text ?? '';
  const [first, second] = [before(1), before(2)];
  if (first === 'than') {
    const denied = before(3) === 'no' || before(3) === 'not';
    if (/^(?:more|greater|higher|older|longer|larger|later)$/.test(second)) return denied ? bounds.upper : bounds.lower;
    if (/^(?:less|fewer|lower|younger|shorter|smaller|earlier)$/.test(second)) return denied ? bounds.lower : bounds.upper;
  }
  switch (`${second} ${first}`) {
    case 'at least':
    case 'minimum of':
      return bounds.lower;
    case 'at most':
    case 'up to':
    case 'maximum of':
      return bounds.upper;
    default:
      if (lowerCues.has(first)) return bounds.lower;
      return upperCues.has(first) ? bounds.upper : bounds.none;
  }
}

export function isYear({ value, text }: EntailmentToken): boolean {
  return value !== null && Number.isInteger(value) && value >= 1000 && value <= 2100 && /^\d{4}s?$/.test(text);
}

/** The content word, or per cent sign, that follows within two tokens, without a plural's s; empty where there is none. */
export function unitAfter(tokens: readonly EntailmentToken[], at: number): string {
  for (const token of tokens.slice(at + 1, at + 3)) {
    if (token.text === '%') return '%';
    if (token.kind === 'word' && !token.stop) return token.text.replace(/s$/, '');
  }
  return '';
}

/** The content word right before: `level` of `Level 2`, `version` of `version 1.3`; empty where there is none. */
export function labelBefore(tokens: readonly EntailmentToken[], at: number): string {
  const before = tokens[at - 1];
  return before?.kind === 'word' && !before.stop ? before.text : '';
}

/** Letters and number of a code such as `aal2`; null for other words. */
export function readCode(text: string): { letters: string; number: string } | null {
  const [, letters, number] = /^([a-z]{1,6})(\d{1,4})$/.exec(text) ?? [];
  return letters === undefined || number === undefined ? null : { letters, number };
}

/** The month's number from 0, or -1. */
export function monthOf(text: string): number {
  return months.indexOf(text);
}

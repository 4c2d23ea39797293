import { datesAgree, datesIn } from './dates.ts';
import { entitiesIn } from './entities.ts';
import { numbersIn } from './numbers.ts';

export type MentionKind = 'person' | 'place' | 'organisation' | 'other' | 'number' | 'date';

/** A name, number or date with its place; `text` is cut from the source. */
export interface Mention {
  readonly kind: MentionKind;
  readonly text: string;
  /** What two mentions of the same thing share: a value with its unit, an ISO date, a name in lower case without titles. */
  readonly normal: string;
  readonly start: number;
  readonly end: number;
}

const cache = new Map<string, readonly Mention[]>();
const cacheLimit = 20_000;

/** The mentions of a text in order, disjoint: dates first, then names, then numbers that are part of neither. Kept for texts asked for again. */
export function extractMentions(text: string): readonly Mention[] {
  const known = cache.get(text);
  if (known !== undefined) return known;
  const taken: Mention[] = [];
  const add = (kind: MentionKind, start: number, end: number, normal: string): void => {
    if (taken.some((other) => start < other.end && other.start < end)) return;
    taken.push({ kind, text: text.slice(start, end), normal, start, end });
  };
  for (const { start, end, normal } of datesIn(text)) add('date', start, end, normal);
  for (const { start, end, kind } of entitiesIn(text)) add(kind, start, end, nameOf(text.slice(start, end)));
  for (const { start, end, normal } of numbersIn(text)) add('number', start, end, normal);
  const mentions = taken.sort((a, b) => a.start - b.start);
  if (cache.size >= cacheLimit) cache.clear();
  cache.set(text, mentions);
  return mentions;
}

const titles =
  /^(?:mr|mrs|ms|dr|prof|professor|sir|lord|lady|president|king|queen|prince|princess|captain|colonel|general|senator|judge|justice|pope|rev|reverend)\.? /;

function nameOf(text: string): string {
  return text
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[.'’]/g, '')
    .replaceAll(/\s+/g, ' ')
    .replace(titles, '')
    .replace(/^the /, '')
    .trim();
}

/**
 * May two mentions be of the same thing? Numbers by value ("8" and "eight"; a bare number agrees with one that has a unit), dates when one
 * lies within the other, names when they are equal, when one is the other's end ("Bale", "Christian Bale") or its initials.
 */
export function sameMention(a: Mention, b: Mention): boolean {
  if (a.kind === 'date' || b.kind === 'date') return a.kind === b.kind && datesAgree(a.normal, b.normal);
  if (a.kind === 'number' || b.kind === 'number') return a.kind === b.kind && sameNumber(a.normal, b.normal);
  if (a.normal === b.normal) return true;
  const [short, long] = a.normal.length <= b.normal.length ? [a.normal, b.normal] : [b.normal, a.normal];
  if (short.length < 2) return false;
  return long.endsWith(` ${short}`) || long.startsWith(`${short} `) || (!short.includes(' ') && short === initials(long));
}

function sameNumber(a: string, b: string): boolean {
  if (a === b) return true;
  const [value, unit] = parts(a);
  const [otherValue, otherUnit] = parts(b);
  return value === otherValue && (unit === '' || otherUnit === '');
}

function parts(normal: string): [value: string, unit: string] {
  const match = /^(-?[\d.e+]+)(.*)$/.exec(normal);
  return [match?.[1] ?? normal, match?.[2]?.trim() ?? ''];
}

function initials(name: string): string {
  return name
    .split(' ')
    .filter((word) => !/^(?:of|the|and|for|de)$/.test(word))
    .map((word) => word.charAt(0))
    .join('');
}

import type { ClaimAtom } from '../contract/atoms.ts';
import { spanId } from '../contract/citation.ts';
import type { AuditReport } from '../contract/report.ts';
import type { ClaimFix } from '../contract/session.ts';
import { quantitiesIn, relateQuantities } from '../text/quantities.ts';

/** Longer exchanges than this many words are a new sentence, which is the writer's to find. */
const mostWords = 4;
const modal = /^(?:must|shall|should|may)(?: not)?$/i;

/**
 * The words to put in place of what the evidence denies, where that is certain: the claim is refuted by one sentence, which denies one of its
 * atoms and says the rest, in words that measure the same, oblige in as plain a way, or name another party.
 * @param text the claim as it stands in its document; null where the words to be replaced are not in it once
 */
export function fixOf({ answer, evidence, counterEvidence, claims }: AuditReport, text: string): ClaimFix | null {
  const atoms = claims[0]?.atoms ?? [];
  const denied = atoms.filter(({ state }) => state === 'denied');
  const [atom] = denied;
  const [item] = evidence.minimal;
  if (answer.status !== 'refuted' || counterEvidence?.sufficient === true || evidence.minimal.length !== 1) return null;
  if (atom === undefined || denied.length > 1 || item === undefined || atom.spanId !== idOf(item.citation)) return null;
  const [words] = atom.words;
  if (words === undefined || atom.words.length > 1) return null;
  const says = item.citation.quote.slice(words[0], words[1]).replaceAll(/\s+/g, ' ').trim();
  const exchange = exchangeOf(atom, says);
  if (exchange === null) return null;
  const at = text.indexOf(atom.text);
  if (at < 0 || text.includes(atom.text, at + 1)) return null;
  const start = at + exchange.from;
  return { start, end: start + exchange.before.length, before: exchange.before, after: exchange.after, because: item.citation };
}

interface Exchange {
  /** Offset in the atom's text. */
  readonly from: number;
  readonly before: string;
  readonly after: string;
}

function exchangeOf({ kind, text }: ClaimAtom, says: string): Exchange | null {
  switch (kind) {
    case 'quantity': {
      const [claimed, ...more] = quantitiesIn(text);
      const [stated, ...others] = quantitiesIn(says);
      if (claimed === undefined || stated === undefined || more.length > 0 || others.length > 0) return null;
      // Of two ceilings the lower implies the higher one, which is another rule all the same.
      const isOther =
        stated.dimension === claimed.dimension &&
        (relateQuantities(stated, claimed) === 'breaks' ||
          (stated.comparator === 'at most' && claimed.comparator === 'at most' && stated.high < claimed.high));
      // "Fewer than 112 bits" beside "at least 20 bits" is about something else, more often than not.
      const isAlike = stated.comparator === claimed.comparator || [stated, claimed].some(({ comparator }) => comparator === 'exactly');
      // "12 hours or 30 minutes" are two amounts: which one is meant?
      const isOne =
        [claimed, stated].every(({ low, high }) => low === high) &&
        !/\b(?:or|and|to)\b/i.test(`${text} ${says}`.replaceAll(/\bor (?:more|less|fewer|longer|better|above|below)\b/gi, ''));
      return isOther && isAlike && isOne ? differing(text, says) : null;
    }
    case 'modality':
      return modal.test(text) && modal.test(says) ? { from: 0, before: text, after: inCaseOf(text, says) } : null;
    case 'party': {
      const [own, others] = [
        /^(?:(?:the|an?|each|every|any)\s)?(?<name>.+)$/iu.exec(text),
        /^(?:(?:the|an?|each|every|any)\s)?(?<name>.+)$/iu.exec(says),
      ];
      const [before, after] = [own?.groups?.['name'] ?? '', others?.groups?.['name'] ?? ''];
      const isShort = [before, after].every((name) => name !== '' && name.split(' ').length <= mostWords);
      return isShort && before.toLowerCase() !== after.toLowerCase() ? { from: text.length - before.length, before, after } : null;
    }
    default:
      return null;
  }
}

/** The words in which both differ, without those that they begin and end with alike: "8" and "14" of "at least 8 characters". */
function differing(text: string, says: string): Exchange | null {
  const [own, others] = [text.split(' '), says.split(' ')];
  const alike = (a: string | undefined, b: string | undefined): boolean => a !== undefined && a.toLowerCase() === b?.toLowerCase();
  let first = 0;
  while (first < Math.min(own.length, others.length) && alike(own[first], others[first])) first += 1;
  let last = 0;
  while (last < Math.min(own.length, others.length) - first && alike(own.at(-1 - last), others.at(-1 - last))) last += 1;
  const [before, after] = [own, others].map((words) => words.slice(first, words.length - last).join(' '));
  if (before === undefined || after === undefined || before === '' || after === '') return null;
  if (Math.max(before.split(' ').length, after.split(' ').length) > mostWords) return null;
  const from = own.slice(0, first).join(' ').length + (first === 0 ? 0 : 1);
  return { from, before, after };
}

/** The document's "SHOULD NOT" as the writer would put it. */
function inCaseOf(own: string, says: string): string {
  return own === own.toUpperCase() ? says.toUpperCase() : says.toLowerCase();
}

function idOf({ path, start, end }: { readonly path: string; readonly start: number; readonly end: number }): string {
  return spanId(path, start, end);
}

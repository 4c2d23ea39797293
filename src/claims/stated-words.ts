import { relateQuantities } from '../text/quantities.ts';
import type { Reading } from './reading.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** What stands before a verb, and can be put for another of the same force. */
const auxiliary =
  /^(?:may|can|must|shall|should|(?:may|can|must|shall|should) ?(?:not|never)|cannot|(?:is|are) (?:not )?(?:allowed|permitted|required|obliged|forbidden|prohibited) to|(?:has|have|needs?) to)$/i;

/**
 * The claim with each of its amounts and dates as the sentence writes it, where arithmetic tells that they are the same: "20 pounds" as
 * "£20", "14 days" as "two weeks"; and with the sentence's one "may" for its one "is allowed to". The scorers were trained on figures that
 * differ where the words do, and take another writing for another figure.
 */
export function inStatedWords(claim: Reading, stated: Reading): string {
  const changes: (Range & { readonly by: string })[] = [];
  const change = (own: Range, other: Range | undefined): void => {
    const by = other === undefined ? '' : stated.text.slice(other.start, other.end);
    const isTaken = changes.some(({ start, end }) => own.start < end && start < own.end);
    if (by !== '' && !isTaken && by !== claim.text.slice(own.start, own.end)) changes.push({ start: own.start, end: own.end, by });
  };
  for (const own of claim.quantities)
    change(
      own,
      stated.quantities.find((other) => relateQuantities(other, own) === 'same' && other.comparator === own.comparator),
    );
  for (const own of claim.dates)
    change(
      own,
      stated.dates.find(({ normal }) => normal === own.normal),
    );
  const [norm, ...norms] = claim.norms.map((own) => withTo(claim.text, own));
  const [said, ...more] = stated.norms.map((other) => withTo(stated.text, other));
  const isAuxiliary = (text: string, { start, end }: Range): boolean => auxiliary.test(text.slice(start, end).trim());
  if (norm !== undefined && said !== undefined && norms.length === 0 && more.length === 0 && norm.force === said.force)
    if (isAuxiliary(claim.text, norm) && isAuxiliary(stated.text, said)) change(norm, said);
  return changes
    .sort((a, b) => b.start - a.start)
    .reduce((text, { start, end, by }) => text.slice(0, start) + by + text.slice(end), claim.text);
}

/** "Is not allowed" is put for "must not" with its "to". */
function withTo<Place extends Range>(text: string, place: Place): Place {
  const isShort = /(?:allowed|permitted|required|obliged|forbidden|prohibited)$/i.test(text.slice(place.start, place.end));
  return isShort && /^ to\b/.test(text.slice(place.end)) ? { ...place, end: place.end + ' to'.length } : place;
}

import type { Citation } from '../contract/citation.ts';
import type { Finding } from './finding.ts';

/** A place with its column, where a text was at hand to count it in: 1-based, in UTF-16 units of the line on which it begins. */
export type Placed = Citation & { readonly column?: number };

/** null where neither the text nor what is kept of the surroundings tells, and for what is no text. */
export function columnOf(place: Placed | null): number | null {
  if (place === null || place.locator !== undefined) return null;
  if (place.column !== undefined) return place.column;
  return columnAt(place.prefix, place.prefix.length) ?? (place.start === place.prefix.length ? place.start + 1 : null);
}

/** Findings with the columns of their places. @param textOf the document as it is now; null where it is gone or no text */
export async function withColumns(findings: readonly Finding[], textOf: (path: string) => Promise<string | null>): Promise<Finding[]> {
  const texts = new Map<string, Promise<string | null>>();
  const placed = async (place: Placed): Promise<Placed> => {
    if (place.locator !== undefined) return place;
    const known = texts.get(place.path) ?? textOf(place.path);
    texts.set(place.path, known);
    const text = await known;
    if (text?.startsWith(place.quote, place.start) !== true) return place;
    return { ...place, column: columnAt(text, place.start) ?? place.start + 1 };
  };
  return await Promise.all(
    findings.map(async (finding) => ({
      ...finding,
      place: finding.place === null ? null : await placed(finding.place),
      evidence: await Promise.all(finding.evidence.map(placed)),
      counterEvidence: await Promise.all(finding.counterEvidence.map(placed)),
    })),
  );
}

/** null where no line begins before it. */
function columnAt(text: string, offset: number): number | null {
  if (offset === 0) return null;
  const before = Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1));
  return before < 0 ? null : offset - before;
}

import { type Line, type Page, wordsOf } from './pdf-lines.ts';

/** Share of the page's height at each edge where running heads and page numbers stand. */
const edge = 0.12;
const sameHeight = 4;

/**
 * The pages without what repeats at their edges: running heads, feet, page numbers. Something repeats when at least three pages (two of
 * less than five) have it at one height with the same words, figures aside.
 */
export function withoutFurniture(pages: readonly Page[]): Page[] {
  const seen = new Map<string, Set<number>>();
  for (const page of pages) {
    for (const line of page.lines) for (const key of keysOf(line, page)) seen.set(key, (seen.get(key) ?? new Set()).add(page.number));
  }
  const least = pages.length < 5 ? 2 : 3;
  return pages.map((page) => ({
    ...page,
    lines: page.lines.filter((line) => !keysOf(line, page).some((key) => (seen.get(key)?.size ?? 0) >= least)),
  }));
}

/** Names of a line at an edge; two, so that heights on both sides of a step meet. None elsewhere. */
function keysOf(line: Line, page: Page): string[] {
  if (line.y > page.height * edge && line.y < page.height * (1 - edge)) return [];
  const words = wordsOf(line)
    .replaceAll(/\d+|\b[ivxlc]+\b/gi, '#')
    .toLowerCase();
  const step = Math.floor(line.y / sameHeight);
  return [`${step} ${words}`, `${step + 1} ${words}`];
}

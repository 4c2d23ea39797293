/** A piece of text as the file draws it. Points; y is the base line and grows downwards. */
export interface Run {
  readonly text: string;
  readonly x0: number;
  readonly x1: number;
  readonly y: number;
  readonly size: number;
  readonly font: string;
}

/** Text of one line without a wide gap: a line of a paragraph, or what a cell has on one line. */
export type Segment = Run;

/** Segments on one base line, from left to right. */
export interface Line {
  readonly segments: readonly Segment[];
  readonly y: number;
  readonly x0: number;
  readonly x1: number;
  readonly size: number;
  /** Which column of the page it is in: paragraphs and tables do not go on from one to the next by their distance. */
  readonly column: number;
}

export interface Page {
  /** From 1. */
  readonly number: number;
  readonly width: number;
  readonly height: number;
  /** In reading order. */
  readonly lines: readonly Line[];
}

/** In sizes of the type: a gap wider than a space between words, and one wider than any space in justified text. */
const wordGap = 0.15;
const wideGap = 1.05;
const sameLine = 0.4;

/** The lines of a page in reading order: column by column where the page is set in columns. */
export function linesOf(runs: readonly Run[], width: number): Line[] {
  const segments = segmentsOf(runs);
  const bands = columnsOf(segments, width);
  return bands.flatMap((band, column) => groupLines(band, column));
}

/** Joins what follows each other on a line. Blank runs say how wide a gap is and are no text. */
function segmentsOf(runs: readonly Run[]): Segment[] {
  const segments: Segment[] = [];
  for (const run of runs) {
    if (run.text.trim() === '') continue;
    const last = segments.at(-1);
    const size = last === undefined ? run.size : Math.max(last.size, run.size);
    const gap = last === undefined ? Infinity : run.x0 - last.x1;
    if (last !== undefined && Math.abs(run.y - last.y) <= size * sameLine && gap > -size * 0.5 && gap <= size * wideGap) {
      const isParted = gap > size * wordGap && !/\s$/.test(last.text) && !/^\s/.test(run.text);
      const main = last.text.length >= run.text.length ? last : run;
      segments[segments.length - 1] = {
        text: `${last.text}${isParted ? ' ' : ''}${run.text}`,
        x0: last.x0,
        x1: Math.max(last.x1, run.x1),
        // Raised figures stand on the line that they are on.
        y: main.y,
        size: main.size,
        font: main.font,
      };
    } else segments.push(run);
  }
  return segments;
}

/**
 * Parts segments into groups to be read one after the other. A page is set in two columns where a strip of white goes down between
 * lines of text that fill their halves; what crosses the strip, such as a title, ends the columns above it.
 */
function columnsOf(segments: readonly Segment[], width: number): Segment[][] {
  const gutter = gutterOf(segments, width);
  if (gutter === null) return [[...segments]];
  const bands: Segment[][] = [];
  let left: Segment[] = [];
  let right: Segment[] = [];
  let across: Segment[] = [];
  const close = (): void => {
    for (const band of [across, left, right]) if (band.length > 0) bands.push(band);
    across = [];
    left = [];
    right = [];
  };
  for (const segment of [...segments].sort((a, b) => a.y - b.y || a.x0 - b.x0)) {
    if (segment.x0 < gutter && segment.x1 > gutter) {
      if (left.length + right.length > 0) close();
      across.push(segment);
    } else (segment.x1 <= gutter ? left : right).push(segment);
  }
  close();
  return bands;
}

/** The x of the strip between two columns of running text; null where there is none. */
function gutterOf(segments: readonly Segment[], width: number): number | null {
  if (segments.length < 16) return null;
  const steps = 60;
  let best: { x: number; crossing: number } | null = null;
  for (let step = Math.round(steps * 0.35); step <= steps * 0.65; step += 1) {
    const x = (width * step) / steps;
    const crossing = segments.filter((segment) => segment.x0 < x && segment.x1 > x).length;
    if (best === null || crossing < best.crossing || (crossing === best.crossing && Math.abs(x - width / 2) < Math.abs(best.x - width / 2)))
      best = { x, crossing };
  }
  if (best === null || best.crossing > segments.length * 0.15) return null;
  const { x } = best;
  const fills = (side: readonly Segment[]): boolean => {
    if (side.length < 6) return false;
    const span = Math.max(...side.map((segment) => segment.x1)) - Math.min(...side.map((segment) => segment.x0));
    const full = side.filter((segment) => segment.x1 - segment.x0 > span * 0.6).length;
    // Most lines of running text reach to the end of their column; those of cells do not, and letters are many in them.
    return span > width * 0.25 && full >= side.length * 0.6;
  };
  return fills(segments.filter((segment) => segment.x1 <= x)) && fills(segments.filter((segment) => segment.x0 >= x)) ? x : null;
}

function groupLines(segments: readonly Segment[], column: number): Line[] {
  const lines: Segment[][] = [];
  for (const segment of [...segments].sort((a, b) => a.y - b.y || a.x0 - b.x0)) {
    const line = lines.at(-1);
    const first = line?.[0];
    if (line !== undefined && first !== undefined && Math.abs(segment.y - first.y) <= Math.min(segment.size, first.size) * sameLine)
      line.push(segment);
    else lines.push([segment]);
  }
  return lines.map((line) => {
    const ordered = line.sort((a, b) => a.x0 - b.x0);
    return {
      segments: ordered,
      y: Math.max(...ordered.map((segment) => segment.y)),
      x0: Math.min(...ordered.map((segment) => segment.x0)),
      x1: Math.max(...ordered.map((segment) => segment.x1)),
      size: Math.max(...ordered.map((segment) => segment.size)),
      column,
    };
  });
}

export function wordsOf(line: Line): string {
  return line.segments.map((segment) => segment.text.trim()).join(' ');
}

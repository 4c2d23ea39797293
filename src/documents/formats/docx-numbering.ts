import type { NumberingReference } from './docx-styles.ts';
import { child, elements, type XmlElement } from './xml.ts';

interface Level {
  readonly format: string;
  /** Such as `%1.%2`. */
  readonly text: string;
  readonly start: number;
}

/** Counts the labels of numbered paragraphs as Word shows them. */
export class Numbering {
  /** By number id: the list that it belongs to, and its levels. */
  readonly #lists = new Map<string, { readonly list: string; readonly levels: ReadonlyMap<number, Level> }>();
  readonly #counts = new Map<string, number[]>();

  constructor(part: XmlElement | undefined) {
    const abstract = new Map(
      elements(part, 'abstractNum').map((each) => [each.attributes['abstractNumId'], levelsOf(elements(each, 'lvl'))]),
    );
    for (const number of elements(part, 'num')) {
      const id = number.attributes['numId'];
      const list = child(number, 'abstractNumId')?.attributes['val'];
      if (id === undefined || list === undefined) continue;
      const overrides = elements(number, 'lvlOverride');
      const own = levelsOf(overrides.flatMap((each) => elements(each, 'lvl')));
      // Numbers that start anew count for themselves.
      const isOwn = overrides.some((each) => child(each, 'startOverride') !== undefined);
      this.#lists.set(id, { list: isOwn ? `${list} ${id}` : list, levels: new Map([...(abstract.get(list) ?? []), ...own]) });
    }
  }

  /** The label of the next paragraph with this number, `-` for bullets, and its depth from 1; null for no list. */
  label(reference: NumberingReference | null): { readonly text: string; readonly depth: number } | null {
    if (reference === null) return null;
    const { id } = reference;
    const at = Math.min(8, Math.max(0, reference.level));
    const known = this.#lists.get(id);
    const level = known?.levels.get(at);
    if (known === undefined || level === undefined || level.format === 'bullet') return { text: '-', depth: at + 1 };
    const counts = this.#counts.get(known.list) ?? [];
    this.#counts.set(known.list, counts);
    counts[at] = (counts[at] ?? level.start - 1) + 1;
    counts.length = at + 1;
    const text = level.text.replaceAll(/%(\d)/g, (_, digit: string) => {
      const index = Number(digit) - 1;
      const inner = known.levels.get(index);
      return inner === undefined ? '' : format(counts[index] ?? inner.start, inner.format);
    });
    return { text: text.trim() === '' ? '-' : text.trim(), depth: at + 1 };
  }
}

function levelsOf(levels: readonly XmlElement[]): Map<number, Level> {
  return new Map(
    levels.map((level) => [
      Number(level.attributes['ilvl'] ?? 0),
      {
        format: child(level, 'numFmt')?.attributes['val'] ?? 'decimal',
        text: child(level, 'lvlText')?.attributes['val'] ?? '',
        start: Number(child(level, 'start')?.attributes['val'] ?? 1),
      },
    ]),
  );
}

const roman = [
  ['m', 1000],
  ['cm', 900],
  ['d', 500],
  ['cd', 400],
  ['c', 100],
  ['xc', 90],
  ['l', 50],
  ['xl', 40],
  ['x', 10],
  ['ix', 9],
  ['v', 5],
  ['iv', 4],
  ['i', 1],
] as const;

function format(count: number, kind: string): string {
  switch (kind) {
    case 'lowerLetter':
    case 'upperLetter': {
      const letters = String.fromCodePoint(97 + ((count - 1) % 26)).repeat(Math.min(20, Math.ceil(count / 26)));
      return kind === 'lowerLetter' ? letters : letters.toUpperCase();
    }
    case 'lowerRoman':
    case 'upperRoman': {
      let rest = Math.min(count, 5000);
      let letters = '';
      for (const [letter, value] of roman) for (; rest >= value; rest -= value) letters += letter;
      return kind === 'lowerRoman' ? letters : letters.toUpperCase();
    }
    case 'decimalZero':
      return String(count).padStart(2, '0');
    case 'none':
      return '';
    default:
      return String(count);
  }
}

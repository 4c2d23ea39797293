import type { HiddenBy } from '../types.ts';
import { child, elements, textIn, type XmlElement } from './xml.ts';

/** Half points: what is smaller than a point is read by nobody. */
const smallest = 2;

/** How runs of a Word document look, as far as it hides them: hidden text, the smallest sizes, and white on a page that nothing colours. */
export class Looks {
  /** Styles whose text is hidden, and those that colour what is behind it. */
  readonly #vanished = new Set<string>();
  readonly #shaded = new Set<string>();
  /** Of the places around the text. */
  #coloured: number;

  /** @param isColoured the page has a colour of its own */
  constructor(styles: XmlElement | undefined, isColoured: boolean) {
    this.#coloured = isColoured ? 1 : 0;
    for (const style of elements(styles, 'style')) {
      const id = style.attributes['styleId'];
      if (id === undefined) continue;
      const based = child(style, 'basedOn')?.attributes['val'] ?? '';
      if (isOn(child(style, 'rPr', 'vanish'))) this.#vanished.add(id);
      if (this.#shaded.has(based) || isFilled(child(style, 'pPr', 'shd')) || isFilled(child(style, 'rPr', 'shd'))) this.#shaded.add(id);
    }
  }

  /** Text boxes have colours of their own. */
  inBox(write: () => void): void {
    this.#coloured += 1;
    write();
    this.#coloured -= 1;
  }

  /** Tables are coloured by their style, or cell by cell. */
  inTable(table: XmlElement, write: () => void): void {
    const isColoured = child(table, 'tblPr', 'tblStyle') !== undefined || holdsFill(table, 0);
    this.#coloured += isColoured ? 1 : 0;
    write();
    this.#coloured -= isColoured ? 1 : 0;
  }

  /** What hides a run; null where a reader sees it. @param paragraph its `pPr` */
  hides(run: XmlElement, paragraph: XmlElement | undefined): HiddenBy | null {
    const own = child(run, 'rPr');
    const style = child(own, 'rStyle')?.attributes['val'] ?? '';
    const of = child(paragraph, 'pStyle')?.attributes['val'] ?? '';
    const vanish = child(own, 'vanish');
    if (vanish === undefined ? this.#vanished.has(style) || this.#vanished.has(of) : isOn(vanish)) return 'mark';
    const size = Number(child(own, 'sz')?.attributes['val'] ?? Infinity);
    if (size <= smallest) return 'size';
    if (!/^f{6}$/i.test(child(own, 'color')?.attributes['val'] ?? '')) return null;
    const isBehind = this.#coloured > 0 || this.#shaded.has(style) || this.#shaded.has(of);
    const isFramed = isFilled(child(own, 'shd')) || child(own, 'highlight') !== undefined || isFilled(child(paragraph, 'shd'));
    return isBehind || isFramed ? null : 'colour';
  }
}

/** The words of a run. */
export function runWords(run: XmlElement): string {
  return elements(run, 't').map(textIn).join('');
}

function holdsFill(element: XmlElement, depth: number): boolean {
  return (
    depth < 8 &&
    elements(element).some((inner) => (inner.name === 'shd' ? isFilled(inner) : inner.name !== 'p' && holdsFill(inner, depth + 1)))
  );
}

function isFilled(shade: XmlElement | undefined): boolean {
  return shade !== undefined && !/^(?:auto|f{6})$/i.test(shade.attributes['fill'] ?? 'auto');
}

function isOn(property: XmlElement | undefined): boolean {
  return property !== undefined && !/^(?:0|false|off|none)$/.test(property.attributes['val'] ?? '');
}

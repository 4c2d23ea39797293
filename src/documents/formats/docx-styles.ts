import { child, elements, type XmlElement } from './xml.ts';

/** What a paragraph is, by its style and its own properties. */
export interface ParagraphStyle {
  readonly kind: 'title' | 'heading' | 'text' | 'quote' | 'code' | 'contents';
  /** Of headings: from 1. */
  readonly level: number;
  readonly numbering: NumberingReference | null;
}

export interface NumberingReference {
  readonly id: string;
  /** From 0. */
  readonly level: number;
}

interface Style {
  readonly name: string;
  readonly basedOn: string | undefined;
  readonly properties: XmlElement | undefined;
}

/** The styles of a Word document, with what they take over from those that they are based on. */
export class Styles {
  readonly #styles = new Map<string, Style>();
  readonly #default: string | undefined;

  constructor(part: XmlElement | undefined) {
    let standard: string | undefined;
    for (const style of elements(part, 'style')) {
      const id = style.attributes['styleId'];
      if (id === undefined || style.attributes['type'] !== 'paragraph') continue;
      if (style.attributes['default'] === '1') standard = id;
      this.#styles.set(id, {
        name: (child(style, 'name')?.attributes['val'] ?? id).toLowerCase(),
        basedOn: child(style, 'basedOn')?.attributes['val'],
        properties: child(style, 'pPr'),
      });
    }
    this.#default = standard;
  }

  /** @param own the paragraph's `pPr` */
  of(own: XmlElement | undefined): ParagraphStyle {
    const id = child(own, 'pStyle')?.attributes['val'] ?? this.#default;
    const chain = this.#chain(id);
    const names = chain.length === 0 ? [(id ?? '').toLowerCase()] : chain.map((style) => style.name);
    const first = (pattern: RegExp): string | undefined =>
      names.map((name) => pattern.exec(name)?.[1]).find((found) => found !== undefined);
    const properties = [own, ...chain.map((style) => style.properties)];
    const outline = properties.map((each) => child(each, 'outlineLvl')?.attributes['val']).find((level) => level !== undefined);
    const named = first(/^(?:heading|überschrift|titre|título|titolo) ?(\d)$/);
    const level = named !== undefined ? Number(named) : outline !== undefined && Number(outline) < 9 ? Number(outline) + 1 : null;
    const numbering = numberingOf(properties, level);
    const has = (pattern: RegExp): boolean => names.some((name) => pattern.test(name));
    if (has(/^(?:toc|table of figures|index) ?\d*$|^toc heading$/)) return { kind: 'contents', level: 0, numbering: null };
    if (level !== null) return { kind: 'heading', level, numbering };
    if (names[0] === 'title') return { kind: 'title', level: 0, numbering: null };
    if (has(/quote/)) return { kind: 'quote', level: 0, numbering };
    if (has(/^(?:source code|code|html preformatted|verbatim|macro text)/)) return { kind: 'code', level: 0, numbering: null };
    return { kind: 'text', level: 0, numbering };
  }

  #chain(id: string | undefined): Style[] {
    const chain: Style[] = [];
    for (let at = id; at !== undefined && chain.length < 20;) {
      const style = this.#styles.get(at);
      if (style === undefined) break;
      chain.push(style);
      at = style.basedOn;
    }
    return chain;
  }
}

/** The innermost that says something; number 0 takes a list's number off. */
function numberingOf(properties: readonly (XmlElement | undefined)[], heading: number | null): NumberingReference | null {
  for (const each of properties) {
    const reference = child(each, 'numPr');
    const id = child(reference, 'numId')?.attributes['val'];
    if (id === undefined) continue;
    const own = child(reference, 'ilvl') ?? child(child(properties[0], 'numPr'), 'ilvl');
    return id === '0' ? null : { id, level: Number(own?.attributes['val'] ?? (heading ?? 1) - 1) };
  }
  return null;
}

import type { DefaultTreeAdapterTypes } from 'parse5';

type Element = DefaultTreeAdapterTypes.Element;

/** Property and value, in lower case. */
export type Declarations = ReadonlyMap<string, string>;

interface Rule {
  readonly tag: string;
  readonly id: string;
  readonly classes: readonly string[];
  readonly declarations: Declarations;
  readonly weight: number;
}

/** A page has no more, and each costs every element that it may fit. */
const longestSheet = 500_000;
const mostOfKey = 100;
const simple = /^([a-z][a-z0-9-]*|\*)?((?:[.#][\w-]+)*)$/i;

/** The rules of a page's own style sheets whose selectors name one element: `p.note`, `#a`. Others - `.menu .item` - say less than they seem to. */
export class StyleSheet {
  readonly #rules = new Map<string, Rule[]>();
  /** A background is set by a rule that is not followed: what is behind a text is not known then. */
  hasUnknownBackground = false;
  #count = 0;

  add(source: string): void {
    if (source.length > longestSheet) this.hasUnknownBackground = true;
    for (const [selectors, body] of rulesIn(withoutComments(source.slice(0, longestSheet)))) {
      const declarations = declarationsIn(body);
      for (const selector of selectors.split(',')) this.#add(selector.trim(), declarations);
    }
  }

  #add(selector: string, declarations: Declarations): void {
    const found = simple.exec(selector);
    const [, tag = '', marks = ''] = found ?? [];
    if (found === null || (tag === '' && marks === '')) {
      if ([...declarations.keys()].some((name) => name.startsWith('background'))) this.hasUnknownBackground = true;
      return;
    }
    const names = marks.match(/[.#][\w-]+/g) ?? [];
    const id = names.find((name) => name.startsWith('#'))?.slice(1) ?? '';
    const classes = names.filter((name) => name.startsWith('.')).map((name) => name.slice(1));
    const own = tag === '*' ? '' : tag.toLowerCase();
    this.#count += 1;
    const weight = (id === '' ? 0 : 1e12) + classes.length * 1e9 + (own === '' ? 0 : 1e6) + this.#count;
    const key = id !== '' ? `#${id}` : classes[0] !== undefined ? `.${classes[0]}` : own;
    const rules = this.#rules.get(key) ?? [];
    this.#rules.set(key, rules);
    if (rules.length < mostOfKey) rules.push({ tag: own, id, classes, declarations, weight });
  }

  /** What holds of an element by rules and by its own `style`, the stronger over the weaker; not what it takes over from those around it. */
  of(element: Element): Declarations {
    let id = '';
    let style = '';
    let classes: string[] = [];
    for (const { name, value } of element.attrs) {
      if (name === 'id') id = value;
      else if (name === 'style') style = value;
      else if (name === 'class') classes = value.split(/\s+/, 50);
    }
    const keys = ['', element.tagName, `#${id}`, ...classes.map((each) => `.${each}`)];
    const rules = keys
      .flatMap((key) => this.#rules.get(key) ?? [])
      .filter(
        (rule) =>
          (rule.tag === '' || rule.tag === element.tagName) &&
          (rule.id === '' || rule.id === id) &&
          rule.classes.every((each) => classes.includes(each)),
      )
      .sort((a, b) => a.weight - b.weight);
    if (rules.length === 0 && style === '') return none;
    const all = new Map<string, string>();
    const strong = new Map<string, string>();
    for (const declarations of [...rules.map((rule) => rule.declarations), declarationsIn(style)])
      for (const [name, value] of declarations) {
        const isStrong = value.endsWith('!important');
        (isStrong ? strong : all).set(name, isStrong ? value.slice(0, -'!important'.length).trim() : value);
      }
    return new Map([...all, ...strong]);
  }
}

const none: Declarations = new Map();

function withoutComments(source: string): string {
  let clean = '';
  let at = 0;
  for (let from = source.indexOf('/*'); from >= 0; from = source.indexOf('/*', at)) {
    clean += `${source.slice(at, from)} `;
    const end = source.indexOf('*/', from + 2);
    if (end < 0) return clean;
    at = end + 2;
  }
  return clean + source.slice(at);
}

/** Selectors and bodies; what stands under a condition - `@media print` - holds at times only, and is passed over. */
function* rulesIn(source: string): Generator<readonly [string, string]> {
  let at = 0;
  while (at < source.length) {
    const open = source.indexOf('{', at);
    if (open < 0) return;
    const selectors = source.slice(Math.max(at, source.lastIndexOf(';', open) + 1), open).trim();
    let end = open + 1;
    if (selectors.startsWith('@')) {
      for (let depth = 1; end < source.length && depth > 0; end += 1) depth += source[end] === '{' ? 1 : source[end] === '}' ? -1 : 0;
    } else {
      const close = source.indexOf('}', open);
      end = close < 0 ? source.length : close + 1;
      yield [selectors, source.slice(open + 1, close < 0 ? source.length : close)];
    }
    at = end;
  }
}

function declarationsIn(body: string): Declarations {
  const found = new Map<string, string>();
  for (const part of body.slice(0, 10_000).split(';')) {
    const colon = part.indexOf(':');
    if (colon > 0)
      found.set(
        part.slice(0, colon).trim().toLowerCase(),
        part
          .slice(colon + 1)
          .trim()
          .toLowerCase()
          .replaceAll(/\s+/g, ' '),
      );
  }
  return found;
}

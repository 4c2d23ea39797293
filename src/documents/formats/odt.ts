import type { Locator } from '../../contract/locator.ts';
import { NotReadable } from '../not-readable.ts';
import { type Row, TextBuilder } from '../text-builder.ts';
import type { ParsedDocument } from '../types.ts';
import { assertOffice } from './signature.ts';
import { child, elements, parseXml, textIn, type XmlElement } from './xml.ts';
import { textOf, unzip } from './zip.ts';

/**
 * OpenDocument texts: headings, paragraphs, lists, tables, notes after the body. Not text, and kept out: comments, tracked deletions,
 * tables of contents, headers and footers.
 * @throws NotReadable
 */
export function extract(bytes: Uint8Array): ParsedDocument {
  assertOffice(bytes, 'an OpenDocument text');
  const files = unzip(bytes, (name) => /^(?:content|meta)\.xml$|^META-INF\/manifest\.xml$/.test(name));
  const manifest = textOf(files.get('META-INF/manifest.xml'));
  if (manifest !== null && /encryption-data/.test(manifest))
    throw new NotReadable('encrypted', 'it is protected by a password: save it without one');
  const content = textOf(files.get('content.xml'));
  const body = content === null ? undefined : child(parseXml(content), 'body', 'text');
  if (body === undefined) throw new NotReadable('damaged', 'there is no OpenDocument text in it: check the name, or save it again');
  const builder = new TextBuilder();
  const meta = textOf(files.get('meta.xml'));
  if (meta !== null) builder.title(textIn(child(parseXml(meta), 'meta', 'title')));
  const walk = new Walk(builder);
  walk.blocks(body, 0);
  builder.endSections();
  for (const [index, words] of walk.notes.entries()) builder.paragraph(words, { kind: 'part', part: `note ${index + 1}` });
  return builder.document();
}

const unread = new Set([
  'tracked-changes',
  'annotation',
  'table-of-content',
  'alphabetical-index',
  'sequence-decls',
  'forms',
  'variable-decls',
  'user-field-decls',
  'bookmark',
  'title',
  'desc',
]);

class Walk {
  readonly notes: string[] = [];
  readonly #builder: TextBuilder;
  #paragraphs = 0;

  constructor(builder: TextBuilder) {
    this.#builder = builder;
  }

  blocks(parent: XmlElement, depth: number): void {
    for (const element of elements(parent)) {
      if (unread.has(element.name)) continue;
      if (element.name === 'h')
        this.#builder.heading(Number(element.attributes['outline-level'] ?? 1), this.#words(element), this.#place());
      else if (element.name === 'p') {
        const locator = this.#place();
        if (depth > 0) this.#builder.item(this.#words(element), depth, '-', locator);
        else this.#builder.paragraph(this.#words(element), locator);
      } else if (element.name === 'list') this.blocks(element, depth + 1);
      else if (element.name === 'table') this.#table(element);
      else this.blocks(element, depth);
    }
  }

  #place(): Locator {
    this.#paragraphs += 1;
    return { kind: 'paragraph', paragraph: this.#paragraphs };
  }

  #words(parent: XmlElement): string {
    return parent.children
      .map((node) => {
        if (typeof node === 'string') return node.replaceAll(/\s+/g, ' ');
        if (unread.has(node.name)) return '';
        if (node.name === 's') return ' ';
        if (node.name === 'tab') return ' ';
        if (node.name === 'line-break') return '\n';
        if (node.name === 'note') {
          this.notes.push(
            elements(child(node, 'note-body'), 'p')
              .map((paragraph) => this.#words(paragraph))
              .join('\n'),
          );
          return '';
        }
        return this.#words(node);
      })
      .join('');
  }

  #table(table: XmlElement): void {
    const header: Row[] = [];
    const rows: Row[] = [];
    const visit = (parent: XmlElement, isHeader: boolean): void => {
      for (const element of elements(parent)) {
        if (element.name === 'table-row') (isHeader ? header : rows).push(this.#row(element));
        else if (/^table-(?:header-rows|rows|row-group)$/.test(element.name))
          visit(element, isHeader || element.name === 'table-header-rows');
      }
    };
    visit(table, false);
    this.#builder.table(header[0] ?? null, [...header.slice(1), ...rows]);
  }

  #row(row: XmlElement): Row {
    const locator: Locator = { kind: 'paragraph', paragraph: this.#paragraphs + 1 };
    const cells = elements(row).flatMap((cell) => {
      if (!/^(?:covered-)?table-cell$/.test(cell.name)) return [];
      const words = this.#cell(cell);
      const repeated = Math.min(words === '' ? 50 : 500, Number(cell.attributes['number-columns-repeated'] ?? 1));
      return Array.from({ length: repeated }, () => words);
    });
    while (cells.at(-1) === '') cells.pop();
    return { cells, locator };
  }

  #cell(cell: XmlElement): string {
    return elements(cell)
      .map((element) => {
        if (unread.has(element.name)) return '';
        if (element.name !== 'p' && element.name !== 'h') return this.#cell(element);
        this.#place();
        return this.#words(element);
      })
      .join('\n');
  }
}

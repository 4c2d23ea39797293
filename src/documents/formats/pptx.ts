import type { Locator } from '../../contract/locator.ts';
import { NotReadable } from '../not-readable.ts';
import { type Row, TextBuilder } from '../text-builder.ts';
import type { ParsedDocument } from '../types.ts';
import { partsOf } from './office-parts.ts';
import { assertOffice } from './signature.ts';
import { child, descendants, elements, parseXml, textIn, type XmlElement } from './xml.ts';
import { textOf, unzip } from './zip.ts';

/**
 * PowerPoint presentations: each slide a section under its title, its lists and tables, then its speaker notes. Not read: pictures, charts,
 * comments, what stands on the slide master.
 * @throws NotReadable
 */
export function extract(bytes: Uint8Array): ParsedDocument {
  assertOffice(bytes, 'a PowerPoint presentation');
  const files = unzip(bytes, (name) =>
    /^(?:ppt\/(?:presentation\.xml|_rels\/presentation\.xml\.rels|(?:slides|notesSlides)\/(?:_rels\/)?[^/]+\.(?:xml|rels))|docProps\/core\.xml)$/.test(
      name,
    ),
  );
  const xml = (name: string): XmlElement | undefined => {
    const text = textOf(files.get(name));
    return text === null ? undefined : parseXml(text);
  };
  const presentation = xml('ppt/presentation.xml');
  if (presentation === undefined)
    throw new NotReadable('damaged', 'there is no PowerPoint presentation in it: check the name, or save it again');
  const parts = partsOf(xml('ppt/_rels/presentation.xml.rels'), 'ppt');
  const builder = new TextBuilder();
  builder.title(textIn(child(xml('docProps/core.xml'), 'title')));
  for (const [index, { attributes }] of elements(child(presentation, 'sldIdLst'), 'sldId').entries()) {
    // A slide has an id of its own and one that names its part; without their prefixes the second takes the place of the first.
    const part = parts.get(attributes['id'] ?? '');
    const slide = part === undefined ? undefined : xml(part);
    if (part === undefined || slide === undefined) continue;
    const locator: Locator = { kind: 'slide', slide: index + 1 };
    writeSlide(slide, locator, builder);
    const notes = [...partsOf(xml(part.replace(/^ppt\/slides\//, 'ppt/slides/_rels/').concat('.rels')), 'ppt/slides').values()].find(
      (name) => name.startsWith('ppt/notesSlides/'),
    );
    const note = notes === undefined ? undefined : xml(notes);
    if (note !== undefined) writeNotes(note, locator, builder);
  }
  return builder.document();
}

function writeSlide(slide: XmlElement, locator: Locator, builder: TextBuilder): void {
  const shapes = [...descendants(slide, 'sp')];
  const title = shapes.find((shape) => /^(?:title|ctrTitle)$/.test(placeholderOf(shape) ?? ''));
  const words = title === undefined ? '' : paragraphsOf(title).map(wordsOf).join(' ');
  builder.heading(1, words.trim() === '' ? `Slide ${locator.kind === 'slide' ? locator.slide : ''}` : words, locator);
  const visit = (parent: XmlElement): void => {
    for (const element of elements(parent)) {
      if (element.name === 'sp' && element !== title) writeShape(element, locator, builder);
      else if (element.name === 'tbl') writeTable(element, locator, builder);
      else if (element.name !== 'sp' && element.name !== 'Fallback') visit(element);
    }
  };
  visit(slide);
}

/** `body`, `title`, `sldNum`, …; undefined for a shape that is no placeholder. */
function placeholderOf(shape: XmlElement): string | undefined {
  const placeholder = child(shape, 'nvSpPr', 'nvPr', 'ph');
  return placeholder === undefined ? undefined : (placeholder.attributes['type'] ?? 'body');
}

function writeShape(shape: XmlElement, locator: Locator, builder: TextBuilder): void {
  const placeholder = placeholderOf(shape);
  if (/^(?:sldNum|dt|ftr|hdr|sldImg)$/.test(placeholder ?? '')) return;
  for (const paragraph of paragraphsOf(shape)) {
    const properties = child(paragraph, 'pPr');
    const isBulleted = child(properties, 'buChar') !== undefined || child(properties, 'buAutoNum') !== undefined;
    const level = Number(properties?.attributes['lvl'] ?? 0);
    const isPlain = child(properties, 'buNone') !== undefined || (placeholder !== 'body' && !isBulleted && level === 0);
    if (isPlain) builder.paragraph(wordsOf(paragraph), locator);
    else builder.item(wordsOf(paragraph), level + 1, '-', locator);
  }
}

function writeTable(table: XmlElement, locator: Locator, builder: TextBuilder): void {
  const rows = elements(table, 'tr').map((row): Row => ({
    cells: elements(row, 'tc').map((cell) => [...descendants(cell, 'p')].map(wordsOf).join('\n')),
    locator,
  }));
  const hasHeader = rows.length > 1 && child(table, 'tblPr')?.attributes['firstRow'] === '1';
  builder.table(hasHeader ? (rows[0] ?? null) : null, hasHeader ? rows.slice(1) : rows);
}

function writeNotes(note: XmlElement, locator: Locator, builder: TextBuilder): void {
  const words = [...descendants(note, 'sp')]
    .filter((shape) => placeholderOf(shape) === 'body')
    .flatMap((shape) => paragraphsOf(shape).map(wordsOf));
  if (words.every((each) => each.trim() === '')) return;
  builder.heading(2, 'Notes', locator);
  for (const each of words) builder.paragraph(each, locator);
}

function paragraphsOf(shape: XmlElement): XmlElement[] {
  return elements(child(shape, 'txBody'), 'p');
}

function wordsOf(paragraph: XmlElement): string {
  return elements(paragraph)
    .map((part) => (part.name === 'br' ? '\n' : part.name === 'r' || part.name === 'fld' ? textIn(child(part, 't')) : ''))
    .join('');
}

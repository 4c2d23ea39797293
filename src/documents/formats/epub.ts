import { NotReadable } from '../not-readable.ts';
import { TextBuilder } from '../text-builder.ts';
import type { ParsedDocument } from '../types.ts';
import { writeHtml } from './html-text.ts';
import { resolvePart } from './office-parts.ts';
import { assertOffice } from './signature.ts';
import { child, descendants, elements, parseXml, textIn } from './xml.ts';
import { textOf, unzip } from './zip.ts';

/**
 * EPUB books: the chapters in reading order; spans say the chapter's file.
 * @throws NotReadable
 */
export function extract(bytes: Uint8Array): ParsedDocument {
  assertOffice(bytes, 'an EPUB book');
  const files = unzip(bytes, (name) => /\.(?:opf|x?html?|xml)$/i.test(name));
  const container = textOf(files.get('META-INF/container.xml'));
  const root = container === null ? undefined : [...descendants(parseXml(container), 'rootfile')][0]?.attributes['full-path'];
  const source = root === undefined ? null : textOf(files.get(root));
  if (root === undefined || source === null)
    throw new NotReadable('damaged', 'there is no EPUB book in it: check the name, or save it again');
  const encrypted = textOf(files.get('META-INF/encryption.xml'));
  const sealed = new Set(
    encrypted === null ? [] : [...descendants(parseXml(encrypted), 'CipherReference')].map(({ attributes }) => attributes['URI']),
  );
  const book = parseXml(source);
  const folder = root.includes('/') ? root.slice(0, root.lastIndexOf('/')) : '';
  const chapters = new Map(elements(child(book, 'manifest'), 'item').map(({ attributes }) => [attributes['id'], attributes['href'] ?? '']));
  const builder = new TextBuilder();
  builder.title(textIn(child(book, 'metadata', 'title')));
  const read = new Set<string>();
  for (const { attributes } of elements(child(book, 'spine'), 'itemref')) {
    const href = chapters.get(attributes['idref']);
    if (href === undefined) continue;
    const part = resolvePart(folder, decodePath(href));
    // A chapter that is named twice is read once.
    if (read.has(part)) continue;
    read.add(part);
    if (sealed.has(part)) throw new NotReadable('encrypted', 'it is copy-protected: only its own reader can open it');
    const html = textOf(files.get(part));
    // XHTML closes empty elements in a way that HTML takes for an opening.
    if (html !== null)
      writeHtml(
        html.replaceAll(/<(title|script|style|a|span|div|p|td|th|i|b|em)(\s[^<>]*)?\/>/gi, '<$1$2></$1>'),
        { kind: 'part', part },
        builder,
      );
  }
  return builder.document();
}

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

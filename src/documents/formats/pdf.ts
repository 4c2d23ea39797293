import type * as Pdfjs from 'pdfjs-dist/legacy/build/pdf.mjs';

import type { HiddenTexts } from '../hidden-texts.ts';
import { NotReadable } from '../not-readable.ts';
import { TextBuilder } from '../text-builder.ts';
import type { ParsedDocument } from '../types.ts';
import { layOut } from './pdf-blocks.ts';
import { withoutFurniture } from './pdf-furniture.ts';
import { linesOf, type Page, type Run } from './pdf-lines.ts';
import { kindOfBytes, wrongKind } from './signature.ts';

/**
 * PDF: the text layer in reading order, with the page of each span. Columns are read one after the other, what repeats at the edges of
 * pages is left out, words that a line end parts are joined, tables that show by alignment become rows with their column names.
 * @throws NotReadable `encrypted`, `damaged`, `no-text-layer`
 */
export async function extract(bytes: Uint8Array): Promise<ParsedDocument> {
  if (bytes.length === 0) throw new NotReadable('damaged', 'the file is empty');
  const kind = kindOfBytes(bytes);
  if (kind !== 'pdf') throw wrongKind(kind, 'a PDF file');
  const { getDocument, VerbosityLevel } = await loadLibrary();
  const task = getDocument({
    // The library takes the bytes over.
    data: new Uint8Array(bytes),
    verbosity: VerbosityLevel.ERRORS,
    isEvalSupported: false,
    useSystemFonts: true,
    disableFontFace: true,
    stopAtErrors: false,
  });
  try {
    const document = await task.promise;
    const pages: Page[] = [];
    const builder = new TextBuilder();
    for (let number = 1; number <= document.numPages; number += 1) {
      const page = await document.getPage(number);
      const viewport = page.getViewport({ scale: 1 });
      const { items } = await page.getTextContent({ includeMarkedContent: false }).catch((error: unknown) => {
        throw new NotReadable('damaged', `its page ${number} is damaged: make the file again with the program that made it`, error);
      });
      const all = items.flatMap((item) => ('str' in item ? runOf(item, viewport.transform) : []));
      const runs = all.filter((run) => isSeen(run, viewport, builder.hidden));
      pages.push({ number, width: viewport.width, height: viewport.height, lines: linesOf(runs, viewport.width) });
      page.cleanup();
    }
    if (pages.every((page) => page.lines.length === 0))
      throw new NotReadable(
        'no-text-layer',
        pages.length === 1
          ? 'its page is a picture: run text recognition over it first'
          : `its ${pages.length} pages are pictures: run text recognition over it first`,
      );
    builder.title(await titleOf(document));
    layOut(withoutFurniture(pages), await outlineOf(document), builder);
    return builder.document();
  } catch (error) {
    if (error instanceof NotReadable) throw error;
    const name = error instanceof Error ? error.name : '';
    if (name === 'PasswordException') throw new NotReadable('encrypted', 'it is protected by a password: save it without one', error);
    throw new NotReadable('damaged', 'the file is cut off or damaged: make it again with the program that made it', error);
  } finally {
    await task.destroy();
  }
}

type Library = typeof Pdfjs;
type PdfDocument = Awaited<ReturnType<Library['getDocument']>['promise']>;

/** The library looks for its worker's code here before it looks for a file of it; extraction has a worker of its own. */
async function loadLibrary(): Promise<Library> {
  const holder: typeof globalThis & { pdfjsWorker?: unknown } = globalThis;
  // eslint-disable-next-line @typescript-eslint/ban-ts-comment -- the package has no types for this file
  // @ts-ignore
  holder.pdfjsWorker ??= await import('pdfjs-dist/legacy/build/pdf.worker.mjs');
  return await import('pdfjs-dist/legacy/build/pdf.mjs');
}

interface TextItem {
  readonly str: string;
  readonly transform: readonly unknown[];
  readonly width: number;
  readonly fontName: string;
}

/** An item in the page's own place: x to the right, y down. Turned text is left out: stamps and axis labels. */
function runOf({ str, transform, width, fontName }: TextItem, view: readonly number[]): Run[] {
  const [a, b, c, d, e, f] = multiply(numbers(view), numbers(transform));
  const size = Math.hypot(c, d);
  if (str === '' || size === 0 || Math.abs(b) > Math.abs(a) * 0.05) return [];
  return [{ text: str, x0: e, x1: e + width, y: f, size, font: fontName }];
}

/** Points; what is smaller is read by nobody. */
const smallest = 1;

/** Whether a reader of the page sees a text: it has a size, and stands on the page. */
function isSeen(run: Run, { width, height }: { readonly width: number; readonly height: number }, hidden: HiddenTexts): boolean {
  const isOutside = run.x0 >= width || run.x1 <= 0 || run.y <= 0 || run.y - run.size >= height;
  if (run.size >= smallest && !isOutside) return true;
  hidden.add(run.text, run.size < smallest ? 'size' : 'place');
  return false;
}

type Matrix = readonly [number, number, number, number, number, number];

function numbers(values: readonly unknown[]): Matrix {
  const [a, b, c, d, e, f] = values.map(Number);
  return [a ?? 1, b ?? 0, c ?? 0, d ?? 1, e ?? 0, f ?? 0];
}

function multiply(m: Matrix, n: Matrix): Matrix {
  return [
    m[0] * n[0] + m[2] * n[1],
    m[1] * n[0] + m[3] * n[1],
    m[0] * n[2] + m[2] * n[3],
    m[1] * n[2] + m[3] * n[3],
    m[0] * n[4] + m[2] * n[5] + m[4],
    m[1] * n[4] + m[3] * n[5] + m[5],
  ];
}

/** The title that the document gives itself, where it is one and not the name of a file or program. */
async function titleOf(document: PdfDocument): Promise<string | null> {
  const { info } = await document.getMetadata();
  const title = 'Title' in info && typeof info.Title === 'string' ? info.Title.trim() : '';
  return title.length < 4 || /^(?:untitled|microsoft word|document\d*$)|\.(?:docx?|pdf|tex|indd|pptx?)$/i.test(title) ? null : title;
}

/** Depth, from 1, of every bookmark by its words. Damaged outlines are none. */
async function outlineOf(document: PdfDocument): Promise<Map<string, number>> {
  const found = new Map<string, number>();
  const visit = (items: readonly OutlineItem[], depth: number): void => {
    for (const { title, items: inner } of items) {
      const words = title.replaceAll(/\s+/g, ' ').trim().toLowerCase();
      if (words !== '' && !found.has(words)) found.set(words, depth);
      if (depth < 9) visit(inner, depth + 1);
    }
  };
  // The library's type says that there is always an outline.
  const outline: readonly OutlineItem[] | null = await document.getOutline().catch(() => null);
  visit(outline ?? [], 1);
  return found;
}

interface OutlineItem {
  readonly title: string;
  readonly items: readonly OutlineItem[];
}

import { t } from '../../src/base/language.ts';
import '../language.ts';

import { getDocument, GlobalWorkerOptions, type PDFDocumentProxy, type PDFPageProxy, TextLayer } from 'pdfjs-dist';

import type { ShownTarget } from '../../src/contract/document-view.ts';
import { element, listen, mainElement } from './host.ts';
import { findWords } from './match.ts';

/** Pages drawn before and after those that are seen. */
const margin = '600px';
const widest = 1000;

let opened: { readonly source: string; readonly pages: readonly Page[] } | null = null;

listen(async (message) => {
  if (message.type !== 'pdf') return true;
  const { source, worker, target } = message;
  if (opened?.source !== source) opened = { source, pages: await open(source, worker) };
  return target === null || (await reveal(opened.pages, target));
});

async function open(source: string, worker: string): Promise<readonly Page[]> {
  if (GlobalWorkerOptions.workerSrc === '') {
    const script = await (await fetch(worker)).blob();
    GlobalWorkerOptions.workerSrc = URL.createObjectURL(new Blob([script], { type: 'text/javascript' }));
  }
  const data = new Uint8Array(await (await fetch(source)).arrayBuffer());
  const pdf = await getDocument({ data, isEvalSupported: false, useSystemFonts: true, useWasm: false }).promise;
  const first = await pdf.getPage(1);
  const { width, height } = first.getViewport({ scale: 1 });
  const pages = Array.from({ length: pdf.numPages }, (_, at) => new Page(pdf, at + 1, height / width));
  mainElement().classList.add('pages');
  mainElement().replaceChildren(...pages.map((page) => page.element));
  const seen = new IntersectionObserver(
    (entries) => {
      for (const entry of entries) if (entry.isIntersecting) void pages.find((page) => page.element === entry.target)?.draw();
    },
    { rootMargin: margin },
  );
  for (const page of pages) seen.observe(page.element);
  return pages;
}

/** Marks the words where they stand, on the page that the citation names and the next. */
async function reveal(pages: readonly Page[], target: ShownTarget): Promise<boolean> {
  for (const page of pages) page.unmark();
  const own = pages.slice((target.page ?? 1) - 1, (target.page ?? 1) + 1);
  own[0]?.element.scrollIntoView({ block: 'start' });
  const texts = (await Promise.all(own.map(async (page) => (await page.draw()).map((text) => ({ page, text }))))).flat();
  const found = findWords(
    texts.map(({ text }) => text),
    target.quote,
  );
  let before = 0;
  for (const page of own) {
    const count = texts.filter((each) => each.page === page).length;
    for (const { text, start, end } of found) if (text >= before && text < before + count) page.mark(text - before, start, end);
    before += count;
  }
  document.querySelector('.highlight')?.scrollIntoView({ block: 'center' });
  return found.length > 0;
}

/** A page: an empty sheet until it is drawn, then its picture with its text over it. */
class Page {
  readonly element = element('section', 'page');
  readonly #pdf: PDFDocumentProxy;
  readonly #number: number;
  #drawn: Promise<string[]> | null = null;
  #divs: readonly HTMLElement[] = [];

  constructor(pdf: PDFDocumentProxy, number: number, ratio: number) {
    this.#pdf = pdf;
    this.#number = number;
    this.element.setAttribute('aria-label', t('page {0}', number));
    const width = Math.min(widest, mainElement().clientWidth);
    this.element.style.width = `${width}px`;
    this.element.style.height = `${Math.round(width * ratio)}px`;
  }

  /** Its texts, as they are drawn. */
  async draw(): Promise<string[]> {
    this.#drawn ??= this.#pdf.getPage(this.#number).then((page) => this.#drawPage(page));
    return await this.#drawn;
  }

  mark(text: number, start: number, end: number): void {
    const node = this.#divs[text]?.firstChild;
    if (!(node instanceof Text)) return;
    const range = document.createRange();
    range.setStart(node, Math.min(start, node.length));
    range.setEnd(node, Math.min(end, node.length));
    const sheet = this.element.getBoundingClientRect();
    for (const { left, top, width, height } of range.getClientRects()) {
      const mark = element('div', 'highlight');
      mark.style.left = `${left - sheet.left}px`;
      mark.style.top = `${top - sheet.top}px`;
      mark.style.width = `${width}px`;
      mark.style.height = `${height}px`;
      this.element.append(mark);
    }
  }

  unmark(): void {
    for (const mark of this.element.querySelectorAll('.highlight')) mark.remove();
  }

  async #drawPage(page: PDFPageProxy): Promise<string[]> {
    const width = this.element.clientWidth;
    const scale = width / page.getViewport({ scale: 1 }).width;
    const viewport = page.getViewport({ scale });
    this.element.style.height = `${viewport.height}px`;
    const canvas = document.createElement('canvas');
    const density = window.devicePixelRatio;
    canvas.width = Math.floor(viewport.width * density);
    canvas.height = Math.floor(viewport.height * density);
    canvas.style.width = `${viewport.width}px`;
    canvas.style.height = `${viewport.height}px`;
    const over = element('div', 'text-layer');
    over.style.setProperty('--total-scale-factor', String(scale));
    this.element.replaceChildren(canvas, over);
    await page.render({ canvas, viewport, transform: [density, 0, 0, density, 0, 0] }).promise;
    const layer = new TextLayer({ textContentSource: await page.getTextContent(), container: over, viewport });
    await layer.render();
    this.#divs = layer.textDivs;
    return layer.textContentItemsStr;
  }
}

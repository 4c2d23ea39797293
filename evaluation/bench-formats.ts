import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { extname, join } from 'node:path';

import { discover } from '../src/documents/discover.ts';
import { readDocument } from '../src/documents/read.ts';
import { madeDocument, type Stock } from './bench-corpus.ts';

/** Documents that are made of each kind of text, and how large each is. */
const documents = 12;
const bytesEach = 100_000;

/** Paragraphs and headings of a made document, written as each kind of text has them. */
const writers: Readonly<Record<string, (parts: readonly Part[]) => string>> = {
  '.md': (parts) => parts.map(({ level, text }) => (level > 0 ? `${'#'.repeat(level)} ${text}` : text)).join('\n\n'),
  '.txt': (parts) => parts.map(({ text }) => text).join('\n\n'),
  '.html': (parts) => `<html><body>${parts.map(({ level, text }) => tagged(level > 0 ? `h${level}` : 'p', text)).join('\n')}</body></html>`,
  '.rst': (parts) => parts.map(({ level, text }) => (level > 0 ? `${text}\n${'='.repeat(text.length)}` : text)).join('\n\n'),
  '.adoc': (parts) => parts.map(({ level, text }) => (level > 0 ? `${'='.repeat(level)} ${text}` : text)).join('\n\n'),
  '.tex': (parts) =>
    `\\begin{document}\n${parts.map(({ level, text }) => (level > 0 ? `\\section{${text}}` : text)).join('\n\n')}\n\\end{document}`,
  '.json': (parts) => JSON.stringify(records(parts)),
  '.jsonl': (parts) =>
    records(parts)
      .map((record) => JSON.stringify(record))
      .join('\n'),
  '.yaml': (parts) =>
    records(parts)
      .map(({ title, text }) => `- title: ${JSON.stringify(title)}\n  text: ${JSON.stringify(text)}`)
      .join('\n'),
  '.csv': (parts) =>
    ['title,text', ...records(parts).map(({ title, text }) => `"${title.replaceAll('"', '""')}","${text.replaceAll('"', '""')}"`)].join(
      '\n',
    ),
  '.ts': (parts) => parts.map(({ text }, at) => `/** ${text.replaceAll('*/', '')} */\nexport const value${at} = ${at};`).join('\n\n'),
  '.ipynb': (parts) => JSON.stringify({ cells: parts.map(({ text }) => ({ cell_type: 'markdown', source: [text] })) }),
  '.eml': (parts) =>
    `From: a@example.org\r\nSubject: Made\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n${parts.map(({ text }) => text).join('\r\n\r\n')}`,
  '.rtf': (parts) => `{\\rtf1\\ansi ${parts.map(({ text }) => `${text.replaceAll(/[\\{}]|[^\0-\x7f]/g, ' ')}\\par `).join('\n')}}`,
};

interface Part {
  /** Of a heading; 0 of a paragraph. */
  readonly level: number;
  readonly text: string;
}

/** How fast each kind of document is read, cut and given its places, on one thread: of texts made of the stock, and of what lies in the folders. */
export async function formatSpeed(stock: Stock, folders: readonly string[], tell: (name: string, value: string) => void): Promise<void> {
  const home = await mkdtemp(join(tmpdir(), 'linchpin-formats-'));
  try {
    const files = new Map<string, string[]>();
    for (const [extension, write] of Object.entries(writers))
      for (let seed = 0; seed < documents; seed += 1) {
        const file = join(home, `${seed}${extension}`);
        await writeFile(file, write(partsOf(madeDocument(stock, seed, bytesEach))));
        files.set(extension, [...(files.get(extension) ?? []), file]);
      }
    for (const folder of folders)
      for await (const found of discover(folder)) {
        const extension = extname(found.path).toLowerCase();
        if (found.ok && !(extension in writers)) files.set(extension, [...(files.get(extension) ?? []), found.file]);
      }
    for (const [extension, own] of files) tell(`reading ${extension}: MB, documents, spans a processor second`, await speedOf(own));
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}

async function speedOf(files: readonly string[]): Promise<string> {
  const [first = ''] = files;
  await readDocument(first, first);
  let [bytes, spans] = [0, 0];
  // Processor time, as what else a busy machine does says nothing of a parser; on a quiet one it is the time that passes.
  const before = process.cpuUsage();
  for (const file of files) {
    // What was read just now is kept.
    if (file === first && files.length > 1) continue;
    const result = await readDocument(file, file);
    if (!result.ok) throw new Error(`${file}: ${result.reason}`);
    bytes += (await stat(file)).size;
    spans += result.document.spans.length;
  }
  const { user, system } = process.cpuUsage(before);
  const seconds = (user + system) / 1e6;
  const count = Math.max(1, files.length - 1);
  return files.length === 1
    ? 'one document only'
    : `${(bytes / 1e6 / seconds).toFixed(2)}, ${(count / seconds).toFixed(1)}, ${(spans / seconds).toFixed(0)} (n = ${count})`;
}

function partsOf(markdown: string): Part[] {
  return markdown.split('\n\n').map((part) => {
    const marks = /^(#+)\s+/.exec(part);
    const text = part
      .slice(marks?.[0].length ?? 0)
      .replaceAll(/\s+/g, ' ')
      .trim();
    return { level: marks?.[1]?.length ?? 0, text };
  });
}

function records(parts: readonly Part[]): { readonly title: string; readonly text: string }[] {
  let title = '';
  return parts.flatMap(({ level, text }) => {
    if (level > 0) title = text;
    return level > 0 ? [] : [{ title, text }];
  });
}

function tagged(tag: string, text: string): string {
  return `<${tag}>${text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')}</${tag}>`;
}

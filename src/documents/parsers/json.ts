import { visit } from 'jsonc-parser';

import { dataBlocks, type DataNode, type DataPair } from '../data-blocks.ts';
import type { Block, DocumentParser } from '../types.ts';
import { plainBlocks } from './plain-text.ts';

/** JSON, with comments and trailing commas where there are any; what is none is read as plain text. See `dataBlocks`. */
export const json: DocumentParser = {
  id: 'json',
  version: 1,
  extensions: ['.json', '.jsonc', '.geojson', '.jsonld'],
  parse(text) {
    const from = text.startsWith('\uFEFF') ? 1 : 0;
    return { text, title: null, blocks: valueBlocks(text, from, text.length, false) ?? plainBlocks(text, 0, text.length, []) };
  },
};

/** One JSON value a line: each object is a record. Lines that are none are read as plain text. */
export const jsonLines: DocumentParser = {
  id: 'json-lines',
  version: 1,
  extensions: ['.jsonl', '.ndjson'],
  parse(text) {
    const blocks: Block[] = [];
    for (const line of text.matchAll(/[^\r\n\uFEFF]+/g)) {
      const [from, to] = [line.index, line.index + line[0].length];
      blocks.push(...(valueBlocks(text, from, to, true) ?? plainBlocks(text, from, to, [])));
    }
    return { text, title: null, blocks };
  },
};

/** null where the range holds no JSON value, or one nested deeper than any document. */
function valueBlocks(text: string, from: number, to: number, isRecord: boolean): Block[] | null {
  try {
    const root = nodeIn(text.slice(from, to), from);
    return root === null ? null : dataBlocks(text, root, isRecord);
  } catch (error) {
    if (error instanceof RangeError) return null;
    throw error;
  }
}

type OpenNode =
  | { readonly kind: 'list'; readonly start: number; readonly items: DataNode[] }
  | { readonly kind: 'map'; readonly start: number; readonly pairs: DataPair[]; key: Omit<DataPair, 'value'> | null };

function nodeIn(source: string, base: number): DataNode | null {
  const open: OpenNode[] = [];
  const read: { root: DataNode | null; isDamaged: boolean } = { root: null, isDamaged: false };
  const put = (node: DataNode): void => {
    const parent = open.at(-1);
    if (parent === undefined) read.root ??= node;
    else if (parent.kind === 'list') parent.items.push(node);
    else if (parent.key !== null) {
      parent.pairs.push({ ...parent.key, value: node });
      parent.key = null;
    }
  };
  const close = (offset: number, length: number): void => {
    const done = open.pop();
    if (done === undefined) return;
    const range = { start: done.start, end: base + offset + length };
    put(done.kind === 'list' ? { kind: 'list', ...range, items: done.items } : { kind: 'map', ...range, pairs: done.pairs });
  };
  visit(
    source,
    {
      onObjectBegin: (offset) => {
        open.push({ kind: 'map', start: base + offset, pairs: [], key: null });
      },
      onArrayBegin: (offset) => {
        open.push({ kind: 'list', start: base + offset, items: [] });
      },
      onObjectProperty: (key, offset, length) => {
        const map = open.at(-1);
        if (map?.kind === 'map') map.key = { key, start: base + offset, at: { start: base + offset + 1, end: base + offset + length - 1 } };
      },
      onLiteralValue: (value: unknown, offset, length) => {
        const [start, end] = [base + offset, base + offset + length];
        const isString = typeof value === 'string';
        const words = isString ? value : source.slice(offset, offset + length);
        const asWritten = isString && length === value.length + 2;
        put({
          kind: 'scalar',
          start,
          end,
          words: value === null ? '' : words,
          inner: asWritten ? { start: start + 1, end: end - 1 } : null,
        });
      },
      onObjectEnd: close,
      onArrayEnd: close,
      onError: () => {
        read.isDamaged = true;
      },
    },
    { allowTrailingComma: true },
  );
  return read.isDamaged ? null : read.root;
}

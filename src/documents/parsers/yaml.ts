import { isAlias, isMap, isScalar, isSeq, type ParsedNode, parseAllDocuments, Scalar } from 'yaml';

import { dataBlocks, type DataNode } from '../data-blocks.ts';
import type { Block, DocumentParser } from '../types.ts';
import { plainBlocks } from './plain-text.ts';

/** YAML, all documents of a file. Aliases stand for what is read where it is written; what is no YAML is read as plain text. See `dataBlocks`. */
export const yaml: DocumentParser = {
  id: 'yaml',
  version: 1,
  extensions: ['.yaml', '.yml'],
  parse(text) {
    return { text, title: null, blocks: documentBlocks(text) ?? plainBlocks(text, 0, text.length, []) };
  },
};

/** Deeper nesting than any program or person writes: the reader is recursive. */
const deepest = 200;

function documentBlocks(text: string): Block[] | null {
  // Brackets in brackets cost the library more than their length.
  if (/(?:[[{]\s*){50}|(?:[-?:][ \t]+){50}/.test(text)) return null;
  try {
    const documents = parseAllDocuments(text, { logLevel: 'silent', uniqueKeys: false, strict: false, prettyErrors: false });
    if (!Array.isArray(documents)) return null;
    const blocks: Block[] = [];
    for (const { contents, errors } of documents) {
      if (errors.length > 0) return null;
      const root = nodeOf(text, contents, 0);
      if (root !== null) blocks.push(...dataBlocks(text, root));
    }
    return ascend(blocks) ? blocks : null;
  } catch {
    // The library throws on some of what is no YAML.
    return null;
  }
}

function nodeOf(text: string, node: ParsedNode | null, depth: number): DataNode | null {
  if (node === null || isAlias(node) || depth > deepest) return null;
  const [start, end] = node.range;
  if (isSeq(node)) return { kind: 'list', start, end, items: node.items.flatMap((item) => nodeOf(text, item, depth + 1) ?? []) };
  if (isMap(node)) {
    const pairs = node.items.map(({ key, value }) => {
      const name = keyOf(text, key);
      return { key: name.words, start: key.range[0], at: { start: name.start, end: name.end }, value: nodeOf(text, value, depth + 1) };
    });
    return { kind: 'map', start, end: text.slice(0, end).trimEnd().length, pairs };
  }
  return isScalar(node) ? scalar(text, node, start, end) : null;
}

function keyOf(text: string, key: ParsedNode): { readonly words: string; readonly start: number; readonly end: number } {
  const [start, end] = key.range;
  const quotes = /^["']/.test(text.slice(start, end)) ? 1 : 0;
  return { words: isScalar(key) ? String(key.value) : text.slice(start, end), start: start + quotes, end: end - quotes };
}

function scalar(text: string, node: Scalar, start: number, end: number): DataNode {
  const source = text.slice(start, end);
  const isString = typeof node.value === 'string';
  const words = typeof node.value === 'string' ? node.value : node.value === null ? '' : source;
  const range = { kind: 'scalar' as const, start, end: start + source.trimEnd().length, words };
  if (!isString) return { ...range, inner: null };
  switch (node.type) {
    case Scalar.BLOCK_FOLDED:
    case Scalar.BLOCK_LITERAL: {
      const from = source.indexOf('\n') + 1;
      return { ...range, inner: from === 0 ? null : { start: start + from, end: range.end } };
    }
    case Scalar.QUOTE_DOUBLE:
    case Scalar.QUOTE_SINGLE: {
      const asWritten = !/\\|''/.test(source);
      return { ...range, inner: asWritten ? { start: start + 1, end: Math.max(start + 1, range.end - 1) } : null };
    }
    default:
      return { ...range, inner: { start, end: range.end } };
  }
}

function ascend(blocks: readonly Block[]): boolean {
  let last = 0;
  return blocks.every(({ start, end }) => {
    const holds = start >= last && end > start;
    last = end;
    return holds;
  });
}

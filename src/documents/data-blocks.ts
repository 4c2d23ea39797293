import { describeRow, joinCells, tableRow } from './table.ts';
import { plainBlocks, trimRange } from './parsers/plain-text.ts';
import type { Block } from './types.ts';

interface Range {
  readonly start: number;
  readonly end: number;
}

/** A value of a data file with its place in the source. */
export type DataNode =
  | (Range & {
      readonly kind: 'scalar';
      readonly words: string;
      /** What stands between its quotes or under its mark, where the source reads as the value does; null where escapes differ. */
      readonly inner: Range | null;
    })
  | (Range & { readonly kind: 'list'; readonly items: readonly DataNode[] })
  | (Range & { readonly kind: 'map'; readonly pairs: readonly DataPair[] });

export interface DataPair {
  readonly key: string;
  /** Of the pair, quotes of its key included. */
  readonly start: number;
  /** Of the key without its quotes. */
  readonly at: Range;
  /** null for what has no value of its own, such as an alias. */
  readonly value: DataNode | null;
}

/** What names a record among others. */
const naming = /^(?:name|id|title|key|label|code|number|@id)$/i;
/** Longer values, and those of several sentences, are text rather than fields. */
const longestField = 160;
/** Keys above each other: every span carries them. */
const deepest = 100;

/**
 * The blocks of a data file: a key over other values is a heading; a field is a row that reads "key: value"; a record, an item of a list
 * whose fields are all single values, is one row with its keys as columns; text of some length is read by its sentences. The keys above
 * are the heading path, and a record's name stands for its place in the list.
 * @param isRecordOfMany the root is an item of a list that the file is
 * @throws RangeError where keys are nested deeper than anybody nests them
 */
export function dataBlocks(text: string, root: DataNode, isRecordOfMany = false): Block[] {
  const blocks: Block[] = [];
  const row = ({ start, end }: Range, columns: readonly string[], cells: readonly string[], path: readonly string[]): void => {
    const plain = describeRow(columns, cells);
    if (plain === '') return;
    const head = path.at(-1);
    const { columns: names, cells: values } = tableRow(columns, cells);
    blocks.push({
      kind: 'table-row',
      start,
      end,
      headingPath: path,
      markup: [],
      plain,
      row: { columns: names, cells: values, head: columns.length === 1 ? (head ?? null) : (values[0] ?? null) },
    });
  };

  const prose = (range: Range, path: readonly string[]): void => {
    blocks.push(...plainBlocks(text, range.start, range.end, path));
  };

  const visit = (node: DataNode, path: readonly string[], isItem: boolean): void => {
    if (path.length > deepest) throw new RangeError('nested deeper than documents are');
    if (node.kind === 'list') for (const item of node.items) visit(item, path, true);
    else if (node.kind === 'scalar') {
      if (node.words.trim() === '') return;
      if (node.inner !== null && isProse(node.words)) prose(node.inner, path);
      else {
        const range = trimRange(text, (node.inner ?? node).start, (node.inner ?? node).end);
        const plain = joinCells([node.words]);
        if (range !== null && plain !== '') blocks.push({ kind: 'list-item', ...range, headingPath: path, markup: [], plain });
      }
    } else if (isItem && isRecord(node)) {
      const fields = node.pairs.map(({ key, value }) => [key, value?.kind === 'scalar' ? value.words : ''] as const);
      row(
        node,
        fields.map(([key]) => key),
        fields.map(([, words]) => words),
        path,
      );
    } else {
      const name = isItem ? nameOf(node.pairs) : null;
      const own = name === null ? path : [...path, name];
      for (const pair of node.pairs) field(pair, own);
    }
  };

  const field = ({ key, start, at, value }: DataPair, path: readonly string[]): void => {
    if (value === null) return;
    const name = joinCells([key]);
    const below = name === '' ? path : [...path, name];
    if (value.kind === 'scalar') {
      if (value.inner !== null && isProse(value.words)) prose(value.inner, below);
      else if (value.words.trim() !== '') row({ start, end: value.end }, [key], [value.words], path);
      return;
    }
    if (name !== '' && trimRange(text, at.start, at.end) !== null && (value.kind === 'map' ? value.pairs : value.items).length > 0)
      blocks.push({ kind: 'heading', ...at, headingPath: path, markup: [] });
    visit(value, below, false);
  };

  visit(root, [], isRecordOfMany);
  return blocks;
}

/** The first pair whose key names things; null where none does. */
function nameOf(pairs: readonly DataPair[]): string | null {
  for (const { key, value } of pairs)
    if (naming.test(key) && value?.kind === 'scalar' && value.words.trim() !== '' && value.words.length <= 80)
      return joinCells([value.words]);
  return null;
}

function isRecord({ pairs }: { readonly pairs: readonly DataPair[] }): boolean {
  return pairs.length > 0 && pairs.every(({ value }) => value?.kind === 'scalar' && !isProse(value.words));
}

function isProse(words: string): boolean {
  return words.length > longestField || /[.!?。]\s+\S/.test(words);
}

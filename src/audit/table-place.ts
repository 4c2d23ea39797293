import type { TablePlace } from '../claims/cells/grid.ts';
import type { EvidenceSpan } from '../documents/types.ts';
import type { IndexedPassage } from '../index/types.ts';

interface Placed {
  readonly passage: Pick<IndexedPassage, 'path' | 'spans'>;
  readonly span: EvidenceSpan;
}

/** "Thursday: 10 am to 8 pm". */
const itemOfTwo = /^(?<name>[^:;.!?]{1,50}):\s(?<value>[^:][^;]{0,80}?)[.;]?$/u;

function cellsOf({ kind, row, plain }: EvidenceSpan): readonly string[] | null {
  if (kind === 'table-row') return row !== undefined && row.columns.length > 1 ? row.cells : null;
  const { name, value } = itemOfTwo.exec(plain)?.groups ?? {};
  return kind === 'list-item' && name !== undefined && value !== undefined ? [name, value] : null;
}

/** Spans of one key stand in one table or list. */
function keyOf(path: string, { kind, row, headingPath, leadIn }: EvidenceSpan): string {
  return JSON.stringify([path, kind, headingPath, leadIn ?? '', row?.columns ?? []]);
}

/** For a row or an item "name: value" the table that it stands in, as far as the passages that were found have it. */
export function tablesOf(spans: readonly Placed[]): (entry: Placed) => { readonly table?: TablePlace } {
  const tables = new Map<string, Map<number, readonly string[]>>();
  for (const passage of new Set(spans.map((entry) => entry.passage)))
    for (const span of passage.spans) {
      const cells = cellsOf(span);
      if (cells === null) continue;
      const key = keyOf(passage.path, span);
      const rows = tables.get(key) ?? new Map<number, readonly string[]>();
      tables.set(key, rows.set(span.start, cells));
    }
  return ({ passage, span }) => {
    const rows = [...(tables.get(keyOf(passage.path, span)) ?? [])].sort(([a], [b]) => a - b);
    const at = rows.findIndex(([start]) => start === span.start);
    if (at < 0) return {};
    const first = rows[0]?.[0] ?? 0;
    const intro = passage.spans.filter(
      (before) => before.kind === 'paragraph' && before.start < first && before.headingPath.join('\n') === span.headingPath.join('\n'),
    );
    return {
      table: { columns: span.row?.columns ?? ['', ''], rows: rows.map(([, cells]) => cells), at, intro: intro.map(({ plain }) => plain) },
    };
  };
}

/** Where a claim stands in a text that is being edited. Offsets are UTF-16. */
export interface Mark {
  readonly id: string;
  readonly start: number;
  readonly end: number;
  /** Words of it have changed since it was placed. */
  readonly edited: boolean;
}

/** [offset, offset + removed) is replaced by so many characters. */
export interface TextChange {
  readonly offset: number;
  readonly removed: number;
  readonly inserted: number;
}

/**
 * The marks after an edit, as the editor tells it: changes that do not overlap, all counted in the text of before. A mark moves with its
 * words; one that is touched is edited, and one whose words are all gone is dropped.
 */
export function follow(marks: readonly Mark[], changes: readonly TextChange[]): Mark[] {
  // From the end on: what a change moves lies behind it.
  const backwards = [...changes].sort((a, b) => b.offset - a.offset);
  return marks.flatMap((mark) => {
    let moved: Mark | null = mark;
    for (const change of backwards) moved = moved === null ? null : after(moved, change);
    return moved ?? [];
  });
}

function after(mark: Mark, { offset, removed, inserted }: TextChange): Mark | null {
  const { start, end } = mark;
  const changeEnd = offset + removed;
  if (offset >= end) return mark;
  const grown = inserted - removed;
  if (changeEnd <= start) return { ...mark, start: start + grown, end: end + grown };
  // What is typed over the beginning of a claim stands before it.
  const from = offset < start ? offset + inserted : start;
  const to = changeEnd > end ? (offset < start ? from : offset) : end + grown;
  return to <= from ? null : { ...mark, start: from, end: to, edited: true };
}

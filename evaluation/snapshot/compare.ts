/** A path within reports, with array places left out, and how many reports differ there. */
export interface Change {
  readonly field: string;
  readonly reports: number;
  /** The first report that differs, with both values cut short. */
  readonly example: string;
}

/** Every field in which two snapshots differ, in the order of its name. A report that only one of them has differs as a whole. */
export function changesBetween(before: Readonly<Record<string, unknown>>, after: Readonly<Record<string, unknown>>): Change[] {
  const found = new Map<string, { reports: Set<string>; example: string }>();
  for (const name of [...new Set([...Object.keys(before), ...Object.keys(after)])].sort())
    walk(before[name], after[name], '', (field, left, right) => {
      const known = found.get(field);
      if (known === undefined) found.set(field, { reports: new Set([name]), example: `${name}: ${short(left)} -> ${short(right)}` });
      else known.reports.add(name);
    });
  return [...found]
    .map(([field, { reports, example }]) => ({ field, reports: reports.size, example }))
    .sort((a, b) => (a.field < b.field ? -1 : 1));
}

function walk(left: unknown, right: unknown, field: string, differs: (field: string, left: unknown, right: unknown) => void): void {
  if (Array.isArray(left) && Array.isArray(right)) {
    if (left.length !== right.length) differs(`${field}[]`, left.length, right.length);
    else for (const [at, value] of left.entries()) walk(value, right[at], `${field}[]`, differs);
  } else if (isRecord(left) && isRecord(right)) {
    for (const key of new Set([...Object.keys(left), ...Object.keys(right)]))
      walk(left[key], right[key], field === '' ? key : `${field}.${key}`, differs);
  } else if (!Object.is(left, right)) differs(field, left, right);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function short(value: unknown): string {
  const text = value === undefined ? 'absent' : JSON.stringify(value);
  return text.length > 100 ? `${text.slice(0, 100)}…` : text;
}

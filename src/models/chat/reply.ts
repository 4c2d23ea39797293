import type { z } from 'zod';

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/**
 * The JSON value of a reply, checked. Models put prose or code fences around it, or stop in the middle: the first balanced object or
 * array that fits the schema is taken; of a reply that was cut off nothing is.
 */
export function parseReply<T>(text: string, schema: z.ZodType<T>): Parsed<T> {
  let problem = 'the reply holds no JSON';
  for (const candidate of jsonValues(text)) {
    const checked = schema.safeParse(candidate);
    if (checked.success) return { ok: true, value: checked.data };
    const [issue] = checked.error.issues;
    problem = issue === undefined ? 'the JSON does not fit' : `${issue.path.join('.') || 'the value'}: ${issue.message}`;
  }
  return { ok: false, problem };
}

/** Every outermost JSON object or array in a text, in order. */
function* jsonValues(text: string): Generator {
  let from = 0;
  while (from < text.length) {
    const start = nextOpening(text, from);
    if (start < 0) return;
    const end = closingOf(text, start);
    if (end < 0) {
      from = start + 1;
      continue;
    }
    try {
      yield JSON.parse(text.slice(start, end + 1));
      from = end + 1;
    } catch {
      from = start + 1;
    }
  }
}

function nextOpening(text: string, from: number): number {
  for (let at = from; at < text.length; at += 1) if (text[at] === '{' || text[at] === '[') return at;
  return -1;
}

/** The bracket that closes the one at `start`, strings skipped; -1 where the text ends first. */
function closingOf(text: string, start: number): number {
  let depth = 0;
  let inString = false;
  for (let at = start; at < text.length; at += 1) {
    const character = text[at];
    if (inString) {
      if (character === '\\') at += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === '{' || character === '[') depth += 1;
    else if (character === '}' || character === ']') {
      depth -= 1;
      if (depth === 0) return at;
    }
  }
  return -1;
}

import type { z } from 'zod';

export type Parsed<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: string };

/** Characters looked at, as a multiple of the text's length: brackets that never close would make the search quadratic. */
const looksPerCharacter = 4;
/** Short replies are searched to the end whatever they hold. */
const freeLooks = 100_000;
/** JSON values that are held against the schema. */
const maxValues = 1000;
/** The longest reply that is read, in characters: no prompt asks for a hundredth of it. */
const maxLength = 1_000_000;

/**
 * The JSON value of a reply, checked. Models put prose, code fences or their thoughts around it, or stop in the middle: the first
 * balanced object or array that fits the schema is taken, or the only entry of a list around it; of a reply that was cut off nothing is.
 * Time is linear in the text.
 */
export function parseReply<T>(text: string, schema: z.ZodType<T>): Parsed<T> {
  if (text.length > maxLength) return { ok: false, problem: 'the reply is far too long' };
  let problem = 'the reply holds no JSON';
  let values = 0;
  for (const found of jsonValues(withoutThoughts(text))) {
    if ((values += 1) > maxValues) break;
    if (found === malformed) {
      problem = 'the JSON is not well formed';
      continue;
    }
    const inner: readonly unknown[] = Array.isArray(found) && found.length === 1 ? found : [];
    for (const candidate of [found, ...inner]) {
      const checked = schema.safeParse(candidate);
      if (checked.success) return { ok: true, value: checked.data };
      const [issue] = checked.error.issues;
      problem = issue === undefined ? 'the JSON does not fit' : `${issue.path.join('.') || 'the value'}: ${issue.message}`;
    }
  }
  return { ok: false, problem };
}

/** Thoughts may hold drafts of the reply, which are not the reply. Some templates open the block in the prompt, so that only its end is seen. */
function withoutThoughts(text: string): string {
  if (/^\s*(?:[[{]|```)/.test(text)) return text;
  const end = /<\/think(?:ing)?>/i.exec(text);
  if (end !== null) return text.slice(end.index + end[0].length);
  return /^\s*<think(?:ing)?>/i.test(text) ? '' : text;
}

/** Stands for brackets that close and hold no JSON. */
const malformed = Symbol('malformed');

/** Every outermost JSON object or array in a text, in order. */
function* jsonValues(text: string): Generator {
  let looks = freeLooks + looksPerCharacter * text.length;
  let from = 0;
  while (from < text.length && looks > 0) {
    const start = nextOpening(text, from);
    if (start < 0) return;
    const end = closingOf(text, start);
    looks -= (end < 0 ? text.length : end + 1) - start;
    if (end < 0) {
      from = start + 1;
      continue;
    }
    const value = parse(text.slice(start, end + 1));
    yield value;
    from = value === malformed ? start + 1 : end + 1;
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return malformed;
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

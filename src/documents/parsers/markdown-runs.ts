import type { InlineContext, MarkdownConfig } from '@lezer/markdown';

/** What no inline mark begins or ends in. Colons and at signs stand in the addresses that the Autolink extension looks for. */
const run = /[^\\&`<*_[\]!~@:\n\r]+/y;
/** What an address may have before its colon, at sign or underline. */
const inAddress = /[\w.+-]/;
const space = / /;

/**
 * Runs of plain text taken in one step: without it each of the parser's inline parsers is asked at each character. Where an address, a
 * hard line break or a mark may begin they are asked still.
 */
export function plainRuns(): MarkdownConfig {
  // To where what was held back of a run reaches: there is no other run in it.
  let [context, heldTo]: [InlineContext | null, number] = [null, 0];
  return {
    parseInline: [
      {
        name: 'PlainRun',
        before: 'Escape',
        parse(cx, _next, pos) {
          if (context === cx && pos < heldTo) return -1;
          const { text, offset } = cx;
          const start = pos - offset;
          run.lastIndex = start;
          if (!run.test(text)) return -1;
          const stop = run.lastIndex;
          [context, heldTo] = [cx, stop + offset];
          const www = text.slice(start, stop).indexOf('www.');
          const end = www < 0 ? stop : start + www;
          const next = text.charAt(stop);
          const isHeld = www >= 0 || next === ':' || next === '@' || next === '_' ? inAddress : next === '\n' ? space : null;
          const plain = isHeld === null ? end : plainTo(text, start, end, isHeld);
          return plain > start ? plain + offset : -1;
        },
      },
    ],
  };
}

/** Where a run ends when what may belong to that which follows is held back. */
function plainTo(text: string, start: number, end: number, held: RegExp): number {
  let at = end;
  while (at > start && held.test(text.charAt(at - 1))) at -= 1;
  return at;
}

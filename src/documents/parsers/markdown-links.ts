import type { InlineContext, MarkdownConfig } from '@lezer/markdown';

/** No paragraph that anybody wrote has more. */
const mostBrackets = 2000;
const closing = 0x5d;

/** Ends links where a paragraph has thousands of them: the parser goes back over all brackets of a paragraph at each that closes one. */
export function countedLinks(): MarkdownConfig {
  let [context, count]: [InlineContext | null, number] = [null, 0];
  return {
    parseInline: [
      {
        name: 'CountedLinks',
        before: 'LinkEnd',
        parse(cx, next, pos) {
          if (next !== closing) return -1;
          if (context !== cx) [context, count] = [cx, 0];
          count += 1;
          return count > mostBrackets ? pos + 1 : -1;
        },
      },
    ],
  };
}

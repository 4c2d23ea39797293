import { visible } from '../base/visible.ts';

/** What a document or a user wrote, as text of a Markdown document: nothing in it acts as markup, a link, an image or HTML. */
export function markdownText(text: string): string {
  return visible(text)
    .replaceAll(/[\\`*_{}[\]<>|~$]/g, String.raw`\$&`)
    .replaceAll(/&(?=#?\w+;)/g, String.raw`\&`)
    .replaceAll(/(^|\n)(\s*)(#{1,6}|[-+]|={2,}|-{2,})(?=\s|$)/g, String.raw`$1$2\$3`)
    .replaceAll(/(^|\n)(\s*\d+)([.)])(?=\s|$)/g, String.raw`$1$2\$3`)
    .replaceAll(/\b(https?|ftp|file|mailto)(:)|\b(www)(\.)/gi, String.raw`$1$3\$2$4`);
}

/** The same of a quote, whose code stays code: what is between backticks is literal text in Markdown too. */
export function markdownQuote(text: string): string {
  let quote = '';
  let at = 0;
  for (const code of text.matchAll(/(?<!`)(`+)(?!`)[^\n]*?(?<!`)\1(?!`)/g)) {
    quote += markdownText(text.slice(at, code.index)) + code[0];
    at = code.index + code[0].length;
  }
  return quote + markdownText(text.slice(at));
}

/** A path as the destination of a Markdown link. */
export function markdownPath(path: string): string {
  return path
    .split('/')
    .map((name) => encodeURIComponent(name).replaceAll(/[()']/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`))
    .join('/');
}

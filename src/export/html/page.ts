import { speech } from '../../base/language.ts';
import type { Citation } from '../../contract/citation.ts';
import { placeInDocument } from '../words.ts';
import { type Content, html, type Markup, trusted } from './markup.ts';
import { style } from './style.ts';
import { seenLine } from '../../contract/seen-quote.ts';

/** A whole page that needs nothing from anywhere: no script runs in it and nothing is fetched, whatever the documents hold. */
export function page(title: string, body: Content): string {
  return `<!doctype html>\n${
    html`<html lang="${speech().language}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta
          http-equiv="Content-Security-Policy"
          content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"
        />
        <meta name="referrer" content="no-referrer" />
        <title>${title}</title>
        <style>
          ${trusted(style)}
        </style>
      </head>
      <body>
        <main>${body}</main>
      </body>
    </html> `.text
  }`;
}

export function place(citation: Citation): Markup {
  return html`<span class="place"><span class="path" dir="auto">${citation.path}</span>, ${placeInDocument(citation)}</span>`;
}

export function quote(citation: Pick<Citation, 'path' | 'quote'>): Markup {
  return html`<blockquote dir="auto">“${seenLine(citation)}”</blockquote>`;
}

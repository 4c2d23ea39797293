import PostalMime from 'postal-mime';

import type { Locator } from '../../contract/locator.ts';
import { NotReadable } from '../not-readable.ts';
import { TextBuilder } from '../text-builder.ts';
import type { ParsedDocument } from '../types.ts';
import { writeHtml } from './html-text.ts';
import { kindOfBytes, wrongKind } from './signature.ts';

/** Headers of which every mail has one at least. */
const telling = new Set([
  'from',
  'to',
  'cc',
  'bcc',
  'subject',
  'date',
  'sender',
  'reply-to',
  'message-id',
  'mime-version',
  'received',
  'return-path',
  'content-type',
]);

/**
 * E-mails: subject, sender, receivers and date, then the text; what is quoted from other mails is a quotation. Attachments are named, not
 * read.
 * @throws NotReadable
 */
export async function extract(bytes: Uint8Array): Promise<ParsedDocument> {
  const kind = kindOfBytes(bytes.subarray(0, 8));
  if (kind !== null) throw wrongKind(kind, 'an e-mail');
  const mail = await PostalMime.parse(bytes, { maxNestingDepth: 50 }).catch((error: unknown) => {
    throw new NotReadable('damaged', 'it is not an e-mail, or it is damaged: save it again from the mail program', error);
  });
  // Any bytes are a mail to its parser.
  if (!mail.headers.some(({ key, value }) => telling.has(key) && value !== ''))
    throw new NotReadable('damaged', 'it is not an e-mail, whatever its name says');
  const builder = new TextBuilder();
  const at = (part: string): Locator => ({ kind: 'part', part });
  builder.heading(1, mail.subject ?? '', at('subject'));
  const named = (people: readonly { readonly name: string; readonly address?: string | undefined }[]): string =>
    people.map(({ name, address = '' }) => (name === '' ? address : `${name} <${address}>`)).join(', ');
  for (const [label, words] of [
    ['From', mail.from === undefined ? '' : named([mail.from])],
    ['To', named(mail.to ?? [])],
    ['Cc', named(mail.cc ?? [])],
    ['Date', mail.date ?? ''],
  ] as const)
    if (words !== '') builder.paragraph(`${label}: ${words}`, at('header'));
  if (mail.text !== undefined && mail.text.trim() !== '') writeText(mail.text, at('text'), builder);
  else if (mail.html !== undefined) writeHtml(mail.html, at('text'), builder);
  builder.endSections();
  for (const { filename } of mail.attachments)
    if (filename !== null && filename !== '') builder.paragraph(`Attachment: ${filename}`, at('attachments'));
  return builder.document();
}

function writeText(text: string, locator: Locator, builder: TextBuilder): void {
  for (const paragraph of text.split(/\r?\n[^\S\n]*\r?\n/)) {
    let run = '';
    let isQuote = false;
    for (const line of paragraph.split(/\r?\n/)) {
      const quoted = /^\s*>/.test(line);
      const mark = /^\s*(?:[-*•]|\d{1,2}[.)])\s+(?=\S)/.exec(line)?.[0];
      if (quoted !== isQuote || mark !== undefined) {
        builder.paragraph(run, locator, { isQuote });
        run = '';
      }
      isQuote = quoted;
      if (mark !== undefined && !quoted) builder.item(line.slice(mark.length), 1, '-', locator);
      else run += `${run === '' ? '' : '\n'}${line.replace(/^[\s>]+/, '')}`;
    }
    builder.paragraph(run, locator, { isQuote });
  }
}

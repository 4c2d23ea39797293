import { withoutControls } from '../../contract/controls.ts';

/** HTML that was put together by `html`: everything else is text. */
export class Markup {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}

export type Content = Markup | string | number | readonly Content[];

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

function write(content: Content): string {
  if (content instanceof Markup) return content.text;
  if (typeof content === 'object') return content.map(write).join('');
  return withoutControls(String(content), '\ufffd').replaceAll(/[&<>"']/g, (sign) => signs[sign] ?? '');
}

/** A piece of HTML. What is put in is escaped, unless it is such a piece itself; attributes are written with quotes around them. */
export function html(strings: TemplateStringsArray, ...values: readonly Content[]): Markup {
  return new Markup(strings.map((string, index) => (index === 0 ? string : write(values[index - 1] ?? '') + string)).join(''));
}

/** What is trusted as it is: the program's own style sheet, never a document's text. */
export function trusted(text: string): Markup {
  return new Markup(text);
}

export const nothing = new Markup('');

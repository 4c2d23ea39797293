import type { Locator } from '../../contract/locator.ts';
import { NotReadable } from '../not-readable.ts';
import { type Row, TextBuilder } from '../text-builder.ts';
import type { ParsedDocument } from '../types.ts';
import { rtfTokens } from './rtf-tokens.ts';
import { kindOfBytes, wrongKind } from './signature.ts';

/** Groups that hold no text of the document. `stylesheet` and `info` are read for their names. */
const passedOver = new Set(
  'colortbl pict object objdata header headerl headerr headerf footer footerl footerr footerf fldinst listtable listoverridetable revtbl rsidtbl generator themedata colorschememapping datastore xmlnstbl latentstyles annotation atnid atnauthor atndate atnref atrfstart atrfend bkmkstart bkmkend nonshppict shpinst filetbl template operator pntext pntxta pntxtb listname author doccomm company category manager keywords comment hlinkbase userprops'.split(
    ' ',
  ),
);
/** Groups with `\*` that are text all the same. */
const read = new Set(['shptxt', 'listtext']);
const signs: Readonly<Record<string, string>> = {
  tab: '\t',
  line: '\n',
  softline: '\n',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  endash: '–',
  emdash: '—',
  bullet: '•',
  '~': '\u00a0',
  _: '-',
  emspace: ' ',
  enspace: ' ',
};
/** Windows character sets of fonts, by number; others use the file's code page. */
const charsets: Readonly<Record<number, string>> = {
  0: 'windows-1252',
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
};
/** Deeper nesting than any program writes. */
const deepest = 2000;

interface Group {
  /** null where text goes to the document. */
  readonly into: 'fonts' | 'styles' | 'title' | 'label' | 'note' | 'nothing' | null;
  readonly isHidden: boolean;
  readonly font: number | null;
  /** Characters after `\u` that stand for it in old programs. */
  readonly skip: number;
}

/**
 * RTF: headings by their styles or outline levels, paragraphs, lists with their labels, tables, footnotes at the end. Spans say the
 * paragraph.
 * @throws NotReadable
 */
export function extract(bytes: Uint8Array): ParsedDocument {
  if (bytes.length === 0) throw new NotReadable('damaged', 'the file is empty');
  if (kindOfBytes(bytes) !== 'rtf') throw wrongKind(kindOfBytes(bytes), 'an RTF file');
  return new RtfReader().read(bytes);
}

class RtfReader {
  readonly #builder = new TextBuilder();
  readonly #notes: string[] = [];
  readonly #fonts = new Map<number, string>();
  /** Levels of headings by the number of their style. */
  readonly #headingStyles = new Map<number, number>();
  #groups: Group[] = [];
  #group: Group = { into: null, isHidden: false, font: null, skip: 1 };
  #page = 'windows-1252';
  #bytes: number[] = [];
  #text = '';
  #note = '';
  #label = '';
  #styleName = '';
  #style = -1;
  #titleWords = '';
  #level: number | null = null;
  #indent = 0;
  #skipping = 0;
  #isStarred = false;
  #paragraph = 0;
  #cells: string[] = [];
  #rows: Row[] = [];
  #inTable = false;

  read(bytes: Uint8Array): ParsedDocument {
    for (const token of rtfTokens(bytes)) {
      if (token.kind === 'byte') {
        this.#isStarred = false;
        if (this.#skipping > 0) this.#skipping -= 1;
        else if (!this.#group.isHidden && this.#group.into !== 'nothing') this.#bytes.push(token.byte);
        continue;
      }
      this.#decode();
      if (token.kind === 'control') this.#control(token.word, token.value);
      else if (token.kind === 'open') {
        if (this.#groups.length > deepest) throw new NotReadable('over-limit', 'it is nested deeper than documents are: it is not read');
        this.#groups.push(this.#group);
        this.#skipping = 0;
      } else this.#close();
    }
    this.#decode();
    this.#endParagraph();
    this.#endTable();
    if (this.#notes.length > 0) {
      this.#builder.endSections();
      for (const [index, note] of this.#notes.entries()) this.#builder.paragraph(note, { kind: 'part', part: `footnote ${index + 1}` });
    }
    if (this.#builder.length === 0) throw new NotReadable('damaged', 'there is no text in it: save it again with the program that made it');
    this.#builder.title(this.#titleWords);
    return this.#builder.document();
  }

  #close(): void {
    const { into } = this.#group;
    const outer = this.#groups.pop();
    if (outer === undefined) return;
    if (into === 'note' && outer.into !== 'note' && this.#note.trim() !== '') {
      this.#notes.push(this.#note);
      this.#note = '';
    }
    if (into === 'styles') this.#endStyle();
    this.#group = outer;
    this.#skipping = 0;
  }

  #control(word: string, value: number | null): void {
    const isStarred = this.#isStarred;
    this.#isStarred = word === '*';
    if (this.#isStarred) return;
    if (passedOver.has(word) || (isStarred && !read.has(word))) {
      this.#into('nothing');
      return;
    }
    switch (word) {
      case 'fonttbl':
        this.#into('fonts');
        return;
      case 'stylesheet':
        this.#into('styles');
        return;
      case 'info':
        this.#into('nothing');
        return;
      case 'title':
        this.#into('title');
        return;
      case 'listtext':
        this.#into('label');
        return;
      case 'footnote':
        this.#into('note');
        return;
      case 'ansicpg':
        this.#page = pageOf(value ?? 1252);
        return;
      case 'mac':
        this.#page = 'macintosh';
        return;
      case 'f':
        this.#group = { ...this.#group, font: value };
        return;
      case 'fcharset':
        if (this.#group.into === 'fonts' && this.#group.font !== null) {
          const name = charsets[value ?? 0];
          if (name !== undefined && value !== 0) this.#fonts.set(this.#group.font, name);
        }
        return;
      case 'plain':
        this.#group = { ...this.#group, isHidden: false };
        return;
      case 'v':
      case 'deleted':
        this.#group = { ...this.#group, isHidden: value !== 0 };
        return;
      case 'uc':
        this.#group = { ...this.#group, skip: Math.max(0, Math.min(8, value ?? 1)) };
        return;
      case 'u':
        this.#write(String.fromCharCode((value ?? 0) & 0xffff));
        this.#skipping = this.#group.skip;
        return;
      case 's':
        this.#style = value ?? -1;
        if (this.#group.into === null) this.#level = this.#headingStyles.get(this.#style) ?? this.#level;
        return;
      case 'outlinelevel':
        if (this.#group.into === 'styles') this.#headingStyles.set(this.#style, Math.min(8, value ?? 0) + 1);
        else if (value !== null && value < 9) this.#level = value + 1;
        return;
      case 'pard':
        this.#level = null;
        this.#indent = 0;
        this.#inTable = false;
        return;
      case 'ilvl':
        this.#indent = value ?? 0;
        return;
      case 'intbl':
        this.#inTable = true;
        return;
      case 'par':
      case 'sect':
      case 'page':
        if (this.#group.into === null) this.#endParagraph();
        else this.#write('\n');
        return;
      case 'cell':
      case 'nestcell':
        if (this.#group.into === null) this.#endCell();
        return;
      case 'row':
      case 'nestrow':
        if (this.#group.into === null) this.#endRow();
        return;
      default: {
        const sign = signs[word];
        if (sign !== undefined) this.#write(sign);
      }
    }
  }

  /** What a group says after this word. A group inside one that is passed over is passed over too. */
  #into(into: Group['into']): void {
    const outer = this.#groups.at(-1)?.into ?? null;
    if (outer === 'nothing' && into !== 'title') return;
    this.#group = { ...this.#group, into };
    if (into === 'label') this.#label = '';
  }

  #decode(): void {
    if (this.#bytes.length === 0) return;
    const page = (this.#group.font === null ? undefined : this.#fonts.get(this.#group.font)) ?? this.#page;
    const words = new TextDecoder(page).decode(Uint8Array.from(this.#bytes));
    this.#bytes = [];
    this.#write(words);
  }

  #write(words: string): void {
    if (this.#group.isHidden) return;
    switch (this.#group.into) {
      case null:
        this.#text += words;
        return;
      case 'note':
        this.#note += words;
        return;
      case 'label':
        this.#label += words;
        return;
      case 'styles':
        this.#styleName += words;
        if (words.includes(';')) this.#endStyle();
        return;
      case 'title':
        this.#titleWords += words;
        return;
      default:
    }
  }

  /** Word names its heading styles "heading 1" whatever the language of its user, in most files. */
  #endStyle(): void {
    const level = /^\s*(?:heading|überschrift|titre|titolo|título)\s*([1-9])/i.exec(this.#styleName)?.[1];
    if (level !== undefined) this.#headingStyles.set(this.#style, Number(level));
    else if (/^\s*title\s*;?\s*$/i.test(this.#styleName)) this.#headingStyles.set(this.#style, 0);
    this.#styleName = '';
  }

  #at(): Locator {
    return { kind: 'paragraph', paragraph: Math.max(1, this.#paragraph) };
  }

  #endParagraph(): void {
    if (this.#inTable && this.#text.trim() !== '') {
      this.#text += '\n';
      return;
    }
    this.#paragraph += 1;
    const words = this.#text;
    const label = this.#label.replaceAll(/\s+/g, ' ').trim();
    this.#text = '';
    this.#label = '';
    if (words.trim() === '') return;
    this.#endTable();
    if (this.#level !== null) this.#builder.heading(this.#level, label === '' ? words : `${label} ${words}`, this.#at());
    else if (label !== '') this.#builder.item(words, this.#indent + 1, /^[^\p{L}\p{N}]+$/u.test(label) ? '-' : label, this.#at());
    else this.#builder.paragraph(words, this.#at());
  }

  #endCell(): void {
    this.#paragraph += 1;
    this.#cells.push(this.#text);
    this.#text = '';
    this.#label = '';
  }

  #endRow(): void {
    if (this.#cells.length > 0) this.#rows.push({ cells: this.#cells, locator: this.#at() });
    this.#cells = [];
  }

  #endTable(): void {
    this.#endRow();
    const [first, ...rest] = this.#rows;
    if (first !== undefined && rest.length > 0) this.#builder.table(first, rest);
    else if (first !== undefined) this.#builder.table(null, [first]);
    this.#rows = [];
  }
}

function pageOf(page: number): string {
  if (page === 932) return 'shift_jis';
  if (page === 936) return 'gbk';
  if (page === 949) return 'euc-kr';
  if (page === 950) return 'big5';
  if (page === 65_001) return 'utf-8';
  if (page === 874 || (page >= 1250 && page <= 1258)) return `windows-${page}`;
  return 'windows-1252';
}

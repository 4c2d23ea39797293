/** What a printed report is made of: Word documents and PDF are written from the same blocks, so that both say the same. */

export type Tone = 'plain' | 'soft' | 'good' | 'bad' | 'doubt';

export interface Run {
  readonly text: string;
  readonly strong?: boolean;
  readonly italic?: boolean;
  readonly tone?: Tone;
  /** Set off by a background: the words that answer, a claim in its draft. */
  readonly marked?: boolean;
}

export type Block =
  | { readonly type: 'heading'; readonly level: 1 | 2 | 3; readonly text: string }
  | { readonly type: 'paragraph'; readonly runs: readonly Run[] }
  /** Words of a document, with where they stand. */
  | { readonly type: 'quote'; readonly runs: readonly Run[] }
  | { readonly type: 'list'; readonly items: readonly string[] }
  | { readonly type: 'table'; readonly head: readonly string[]; readonly rows: readonly (readonly Run[])[] }
  /** What follows begins on a new page. */
  | { readonly type: 'page-break' };

export interface Printed {
  readonly title: string;
  /** ISO 8601: when it was made, so that the same report gives the same file. */
  readonly at: string;
  readonly blocks: readonly Block[];
}

export const colours: Readonly<Record<Tone, string>> = {
  plain: '000000',
  soft: '59636E',
  good: '1A7F37',
  bad: 'B3202C',
  doubt: '8A5A00',
};
/** Behind marked words. */
export const markColour = 'FFF0B3';

export function heading(level: 1 | 2 | 3, text: string): Block {
  return { type: 'heading', level, text };
}

export function paragraph(...runs: readonly (Run | string)[]): Block {
  return { type: 'paragraph', runs: runs.map((run) => (typeof run === 'string' ? { text: run } : run)) };
}

import type { ReadingSentence } from '../../models/ports.ts';
import type { RankedSpan } from './candidates.ts';

/** A sentence as the reader is given it: under its document's title and its own heading. */
export function toRead({ title, scope, text }: Pick<RankedSpan, 'title' | 'scope' | 'text'>): ReadingSentence {
  const heading = scope.split(' > ').at(-1) ?? '';
  return { title: heading === '' || heading === title ? title : `${title}: ${heading}`, text };
}

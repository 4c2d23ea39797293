import { sha256 } from '../../base/hash.ts';
import type { Citation } from '../../contract/citation.ts';
import { cite, type LineIndex } from '../../documents/cite.ts';
import type { EvidenceSpan } from '../../documents/types.ts';
import { type Copies, copiesOf } from '../anchor.ts';
import { leastWorth, worthOf } from './worth.ts';
import { statementOf, withoutReferences } from './statement.ts';

export interface FoundClaim {
  /** From the words, the statement, and how often both stood before: the same claim has the same id in every clone of the folder. */
  readonly id: string;
  readonly text: string;
  readonly statement: string;
  readonly headingPath: readonly string[];
  readonly place: Citation;
  readonly copies: Copies;
}

export interface ClaimSource {
  readonly path: string;
  readonly text: string;
  readonly contentHash: string;
  readonly spans: readonly EvidenceSpan[];
  readonly lines: LineIndex;
}

/** The longest statement that an audit takes, characters. */
const longest = 1000;

/** The claims of a document that are worth checking, in document order. */
export function findClaims({ path, text, contentHash, spans, lines }: ClaimSource): FoundClaim[] {
  const common = new Set(text.match(/(?<![\p{L}\p{N}-])\p{Ll}[\p{Ll}-]*/gu) ?? []);
  const seen = new Map<string, number>();
  const found: FoundClaim[] = [];
  let before: { readonly span: EvidenceSpan; readonly statement: string } | null = null;
  for (const span of spans) {
    const { start, end, headingPath, leadIn, locator } = span;
    const plain = withoutReferences(span.plain, text.slice(start, end));
    const beside: string | null = before !== null && isNext(text, before.span, span) ? before.statement : null;
    const statement = statementOf({ plain, headingPath, leadIn, before: beside, common });
    before = { span, statement };
    if (worthOf({ kind: span.kind, plain }) < leastWorth || statement.length > longest) continue;
    // A word that the rest of the document writes small or large makes no other claim.
    const key = `${text.slice(start, end)}\n${statement.toLowerCase()}`;
    const times = seen.get(key) ?? 0;
    seen.set(key, times + 1);
    const place = cite(path, text, contentHash, start, end, lines, locator);
    found.push({
      id: sha256(`${key}\n${times}`).slice(0, 16),
      text: text.slice(start, end),
      statement,
      headingPath: [...headingPath],
      place,
      copies: copiesOf(text, place),
    });
  }
  return found;
}

/** In the same paragraph, with nothing between but white space. */
function isNext(text: string, before: EvidenceSpan, span: EvidenceSpan): boolean {
  return before.kind === span.kind && before.kind !== 'list-item' && /^[^\S\n]*\n?[^\S\n]*$/.test(text.slice(before.end, span.start));
}

import { say } from '../base/language.ts';
import { sha256 } from '../base/hash.ts';
import { type Damaged, type Decision, decisionSchema } from '../contract/review.ts';
import { type ChainEnd, checkChain } from './chain.ts';
import { type ClaimDecision, claimDecisionSchema } from './claim-log.ts';
import { type LoggedLine, placesByLink } from './order.ts';
import { signFault } from './sign-line.ts';

/** A larger log is left out, and no line is added that would make it so. */
export const mostLogBytes = 256 * 1024 * 1024;

/** Lines that cannot be read, do not count or break the chain: kept in their files, told to the user, never dropped silently. */
export type DamagedLine = Damaged & { readonly reason: string };

export interface ParsedLine extends LoggedLine {
  /** 1-based, of the file. */
  readonly number: number;
  /** null where it does not count. */
  readonly record: Decision | ClaimDecision | null;
}

/** What a log's file holds. */
export interface ParsedLog {
  readonly end: ChainEnd;
  /** The place of each line, by its hash. */
  readonly links: Map<string, number>;
  /** The last line was cut off by a crash: the next one has to begin on a line of its own. */
  readonly isOpen: boolean;
  readonly lines: ParsedLine[];
  readonly damaged: readonly DamagedLine[];
}

/** One file a reviewer, so that two reviewers' branches merge without a conflict. Names that differ get files that differ. */
export function logFileName(reviewer: string): string {
  const plain = reviewer
    .normalize('NFKD')
    .replaceAll(/[^A-Za-z0-9._-]+/g, '-')
    .replaceAll(/^[-.]+|[-.]+$/g, '')
    .toLowerCase();
  return plain !== '' && plain === reviewer
    ? `${plain}.jsonl`
    : `${plain === '' ? 'reviewer' : plain}-${sha256(reviewer).slice(0, 6)}.jsonl`;
}

/**
 * A log's lines, each with what it records where it counts: it is whole, its reviewer is the one whose log it is, and a signature was made
 * under that name. @param name of the file
 */
export function parseLog(name: string, text: string): ParsedLog {
  const { lines: checked, end } = checkChain(text);
  const lines: ParsedLine[] = [];
  const damaged: DamagedLine[] = [];
  for (const { number, value, reason, link, previous, seen } of checked) {
    const known = value === null ? null : recordOf(value);
    const fault =
      value === null
        ? null
        : known === null
          ? say`It is no decision that this version knows.`
          : logFileName(known.reviewer) !== name
            ? say`It is another reviewer's: it does not count in this file.`
            : 'kind' in known && known.kind === 'session-sign'
              ? signFault(known, name, previous)
              : null;
    const told = fault ?? reason;
    if (told !== null) damaged.push({ file: `.linchpin/reviews/${name}`, line: number, reason: told });
    const counts = fault === null && known !== null;
    lines.push({ number, record: counts ? known : null, link, seen: counts ? seen : null, at: counts ? known.at : null });
  }
  return { end, links: placesByLink(lines), isOpen: text !== '' && !text.endsWith('\n'), lines, damaged };
}

function recordOf(value: unknown): Decision | ClaimDecision | null {
  const schema = typeof value === 'object' && value !== null && 'kind' in value ? claimDecisionSchema : decisionSchema;
  const result = schema.safeParse(value);
  return result.success ? result.data : null;
}

import { canonicalJson, sha256 } from '../base/hash.ts';
import { say } from '../base/language.ts';
import { chainStart } from './chain.ts';
import type { Signature } from './claim-log.ts';
import type { DamagedLine, ParsedLog } from './log-file.ts';

/** Exactly what a signature stands under: the words that a key signs. */
export function signedWords({ id, at, reviewer, sessionId, statement, signed }: Omit<Signature, 'bound' | 'key'>): string {
  return canonicalJson({ id, at, reviewer, sessionId, statement, signed });
}

/** Tied to its name, its session and what is signed. */
export function boundSignature(signature: Omit<Signature, 'bound' | 'key'>): Signature & { readonly bound: string } {
  return { ...signature, bound: sha256(signedWords(signature)) };
}

/**
 * Why a signature does not count; null where it does. A line that was made under another name, or for another log, is a copy.
 * @param file whose line it is
 * @param previous the link of the line before it, when it was written
 */
export function signFault(signature: Signature, file: string, previous: string): string | null {
  if (signature.bound !== undefined && signature.bound !== sha256(signedWords(signature)))
    return say`It was not signed under this name, or not as it stands here.`;
  // A signature names the last line of its own log too.
  const last = Object.hasOwn(signature.signed.logs, file) ? signature.signed.logs[file] : chainStart.link;
  return last === previous ? null : say`It was not signed in this log.`;
}

/**
 * Signatures of older versions are tied to no name: of several under the same state those are copies that do not name their own log.
 * @returns the logs without what the copies record, and the lines that they stand in
 */
export function withoutCopies<Log extends ParsedLog>(
  all: ReadonlyMap<string, Log>,
): { readonly logs: ReadonlyMap<string, Log>; readonly copies: readonly DamagedLine[] } {
  const groups = new Map<string, { readonly file: string; readonly at: number; readonly ownLog: boolean }[]>();
  for (const [file, { lines }] of all)
    for (const [at, { record }] of lines.entries()) {
      if (record === null || !('kind' in record) || record.kind !== 'session-sign' || record.bound !== undefined) continue;
      const key = canonicalJson([record.sessionId, record.signed]);
      groups.set(key, [...(groups.get(key) ?? []), { file, at, ownLog: Object.hasOwn(record.signed.logs, file) }]);
    }
  const logs = new Map(all);
  const copies: DamagedLine[] = [];
  for (const group of groups.values()) {
    if (group.length < 2) continue;
    for (const { file, at } of group.filter(({ ownLog }) => !ownLog)) {
      const log = logs.get(file);
      const line = log?.lines[at];
      if (log === undefined || line === undefined) continue;
      logs.set(file, { ...log, lines: log.lines.with(at, { ...line, record: null }) });
      copies.push({ file: `.linchpin/reviews/${file}`, line: line.number, reason: say`It is a copy of another reviewer's signature.` });
    }
  }
  return { logs, copies };
}

import { canonicalJson, sha256 } from '../base/hash.ts';
import type { ClaimResult } from './session-file.ts';

/** What a reviewer decides on: a digest of status and evidence; null before there is a result. */
export function seenOf(result: ClaimResult | null): string | null {
  if (result?.state !== 'done') return null;
  const known = seen.get(result);
  if (known !== undefined) return known;
  const quotes = [result.evidence, result.counterEvidence].map((side) => side.map(({ path, quote }) => [path, quote]));
  const digest = sha256(canonicalJson([result.status, quotes])).slice(0, 16);
  seen.set(result, digest);
  return digest;
}

const seen = new WeakMap<ClaimResult, string>();

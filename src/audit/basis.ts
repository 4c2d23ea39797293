import { sha256 } from '../base/hash.ts';
import type { EvidenceBasis, Withheld } from '../contract/basis.ts';
import { admits } from '../index/rank.ts';
import type { PassageIndex } from '../index/types.ts';

/**
 * What of the index was evidence in an audit.
 * @param exclude the globs that it was searched without
 */
export async function basisOf(
  index: PassageIndex,
  exclude: readonly string[],
  rules: { readonly withheld: readonly Withheld[]; readonly superseded: ReadonlySet<string>; readonly refuted: ReadonlySet<string> },
): Promise<Omit<EvidenceBasis, 'refuted'>> {
  const admitted = admits({ limit: 0, exclude });
  const documents = (await index.documents()).filter(({ status, path }) => status === 'indexed' && admitted(path));
  return {
    documents: documents.length,
    passages: documents.reduce((sum, { passages }) => sum + passages, 0),
    withheld: [...rules.withheld],
    superseded: [...rules.superseded].sort(),
    ...(rules.refuted.size === 0 ? {} : { refutedDigest: digestOf(rules.refuted) }),
  };
}

/** Names the sentences that were left out, wherever they stood. */
function digestOf(refuted: ReadonlySet<string>): string {
  return sha256([...refuted].sort().join('\n'));
}

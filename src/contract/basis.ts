import * as z from 'zod';

import { plural, t, whole } from '../base/language.ts';

/** Why a document of the index was no evidence: most telling first. */
export const withheldReasons = ['under-review', 'near-copy', 'not-evidence', 'draft', 'session'] as const;
export const withheldReasonSchema = z.enum(withheldReasons);
export type WithheldReason = z.infer<typeof withheldReasonSchema>;

export const withheldSchema = z.object({
  path: z.string(),
  reason: withheldReasonSchema,
  /** Of a near copy: how much of the longer of the two stands in the other, [0, 1]. */
  share: z.number().exactOptional(),
});
export type Withheld = z.infer<typeof withheldSchema>;

/** What an audit took as evidence, and what it left out. */
export const evidenceBasisSchema = z.object({
  /** Those that were searched. */
  documents: z.int().nonnegative(),
  passages: z.int().nonnegative(),
  /** In the order of `withheldReasons`, then by path. */
  withheld: z.array(withheldSchema),
  /** Marked as superseded: they stand beside what is in force and decide nothing. */
  superseded: z.array(z.string()),
  /** Sentences that were found and left out, as reviewers refuted them and signed that. */
  refuted: z.int().nonnegative(),
  /** Digest of all such sentences, found or not; absent where there are none. */
  refutedDigest: z.string().exactOptional(),
});
export type EvidenceBasis = z.infer<typeof evidenceBasisSchema>;

/** "12 documents, 87 passages". */
export function searchedWords({ documents, passages }: Pick<EvidenceBasis, 'documents' | 'passages'>): string {
  return `${plural(documents, '{0} document', '{0} documents')}, ${plural(passages, '{0} passage', '{0} passages')}`;
}

const reasons: Readonly<Record<WithheldReason, (paths: string) => string>> = {
  'under-review': (paths) => t('{0}: under review', paths),
  'near-copy': (paths) => t('{0}: nearly the same as the document under review', paths),
  'not-evidence': (paths) => t('{0}: marked as no evidence', paths),
  draft: (paths) => t('{0}: marked as draft', paths),
  session: (paths) => t('{0}: fact-checked before, and so a draft until it is marked as a source', paths),
};

/** "Checked against 12 documents, 87 passages.", and what was left out of them, a sentence each. */
export function basisLines(basis: EvidenceBasis): string[] {
  return [t('Checked against {0}.', searchedWords(basis)), ...withheldWords(basis).map((words) => t('Left out: {0}', words))];
}

/** Paths that one line names. */
const mostNamed = 4;

/** What was left out and why, a sentence part for each reason. @param shown a path as the reader names it */
export function withheldWords(
  { withheld, superseded, refuted }: EvidenceBasis,
  shown: (path: string) => string = (path) => path,
): string[] {
  return [
    ...withheldReasons.flatMap((reason) => {
      const own = withheld.filter((entry) => entry.reason === reason);
      if (own.length === 0) return [];
      return [
        reasons[reason](
          listed(own.map(({ path, share }) => (share === undefined ? shown(path) : `${shown(path)} (${whole(share * 100)} %)`))),
        ),
      ];
    }),
    ...(superseded.length === 0
      ? []
      : [t('{0}: marked as superseded, and shown beside what is in force only', listed(superseded.map(shown)))]),
    ...(refuted === 0
      ? []
      : [plural(refuted, '{0} sentence that reviewers refuted and signed so', '{0} sentences that reviewers refuted and signed so')]),
  ];
}

function listed(names: readonly string[]): string {
  const rest = names.length - mostNamed;
  return rest <= 1 ? names.join(', ') : t('{0} and {1} more', names.slice(0, mostNamed).join(', '), rest);
}

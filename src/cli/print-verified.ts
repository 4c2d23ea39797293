import type { CitationState, VerifiedReport } from '../minimise/verify-report.ts';

const words: Record<CitationState, string> = {
  holds: 'holds',
  moved: 'stands elsewhere now',
  changed: 'no longer says this',
  'document-missing': 'document is gone',
};

/** The check of a stored report for a person at a terminal. */
export function printVerified(verified: VerifiedReport): string {
  const lines = [
    verified.holds ? 'The report holds.' : 'The report does not hold.',
    `  hash: ${verified.hashMatches ? 'matches' : 'does not match: the report was changed'}`,
    `  quality recomputed: ${verified.terms.calibrated.toFixed(4)}`,
    ...verified.problems.map((problem) => `  certificate: ${problem}`),
  ];
  for (const { citation, state, minimal, heldByCopy } of verified.citations) {
    if (!minimal && state === 'holds') continue;
    lines.push(
      `  ${minimal ? 'minimal' : 'other  '}  ${citation.path}:${citation.line}  ${words[state]}${heldByCopy && state !== 'holds' ? ', held by a copy' : ''}`,
    );
  }
  lines.push(`  as the documents are now: ${verified.standing.status.replaceAll('-', ' ')}. ${verified.standing.reason}`);
  return `${lines.join('\n')}\n`;
}

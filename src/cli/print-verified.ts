import type { CheckedAnswer } from '../minimise/verify-answer.ts';
import type { CitationState } from '../minimise/verify-citations.ts';
import type { VerifiedReport } from '../minimise/verify-report.ts';

const words: Record<CitationState, string> = {
  holds: 'holds',
  moved: 'stands elsewhere now',
  changed: 'does not say this now',
  forged: 'forged: the document was never changed, and says something else there',
  'document-missing': 'document is gone, or outside the folder',
};

function answerWords({ state, read }: CheckedAnswer): string {
  switch (state) {
    case 'none':
      return 'there is none';
    case 'verdict':
      return 'is the status of the claim';
    case 'quoted':
      return 'stands in what it cites';
    case 'read-again':
      return 'read again from what it cites: the same';
    case 'not-quoted':
      return 'does not stand word by word in what it cites; --reread has it read again from there';
    case 'differs':
      return read === null ? 'is not what the cited sentences say' : `read again from what it cites, it is another: ${read}`;
  }
}

/** The check of a stored report for a person at a terminal. */
export function printVerified(verified: VerifiedReport): string {
  const lines = [
    verified.holds ? 'The report holds.' : 'The report does not hold.',
    `  hash: ${verified.hashMatches ? 'matches, so the report is as it was when the hash was made' : 'does not match: the report was changed'}`,
    `  answer: ${answerWords(verified.answer)}`,
    `  quality recomputed: ${verified.terms.calibrated.toFixed(4)}`,
    ...verified.problems.map((problem) => `  problem: ${problem}`),
  ];
  for (const { citation, state, minimal, heldByCopy } of verified.citations) {
    if (!minimal && state === 'holds') continue;
    lines.push(
      `  ${minimal ? 'minimal' : 'other  '}  ${citation.path}:${citation.line}  ${words[state]}${heldByCopy && state !== 'holds' ? ', held by a copy' : ''}`,
    );
  }
  lines.push(
    `  ${verified.citations.length} quotes were cut from their documents again.`,
    `  as the documents are now: ${verified.standing.status.replaceAll('-', ' ')}. ${verified.standing.reason}`,
    '  The hash is no signature: it does not tell who wrote the report. The scores in it are taken as they are; that a model gave them is not shown.',
  );
  return `${lines.join('\n')}\n`;
}

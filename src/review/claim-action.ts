import { randomUUID } from 'node:crypto';

import { LinchpinError } from '../base/error.ts';
import type { ClaimAction } from '../contract/session.ts';
import type { SessionDecisions } from './claim-fold.ts';
import type { ClaimDecision, SeenClaim } from './claim-log.ts';
import { seenOf } from './seen.ts';
import type { StoredClaim } from './session-file.ts';

/** The line that an action of a reviewer becomes. @throws LinchpinError `review-invalid` with nothing to undo */
export function decisionOf(
  action: ClaimAction,
  claims: readonly StoredClaim[],
  decisions: SessionDecisions,
  { sessionId: id, reviewer }: { readonly sessionId: string; readonly reviewer: string },
): ClaimDecision {
  const base = lineOf(id, reviewer);
  switch (action.action) {
    case 'verdict':
    case 'adjudicate': {
      const note = action.note === undefined || action.note === '' ? {} : { note: action.note };
      return {
        ...base,
        kind: 'claim-verdict',
        claims: claims.map(seenClaim),
        verdict: action.verdict,
        adjudicates: action.action === 'adjudicate',
        ...note,
      };
    }
    case 'note':
      return { ...base, kind: 'claim-note', claims: claims.map(seenClaim), note: action.note };
    case 'read':
      return {
        ...base,
        kind: 'claim-read',
        claims: claims.map((claim) => claim.id),
        path: action.path,
        start: action.start,
        end: action.end,
      };
    case 'undo': {
      const undoes = claims.flatMap((claim) => {
        const last = decisions.last(claim.id, reviewer);
        return last === undefined ? [] : [{ claimId: claim.id, decisionId: last.id }];
      });
      if (undoes.length === 0)
        throw new LinchpinError(
          'review-invalid',
          'There is no decision of yours to take back here.',
          'Choose a claim that you have decided.',
        );
      return { ...base, kind: 'claim-undo', undoes };
    }
  }
}

/** What every line about a session begins with. */
export function lineOf(id: string, reviewer: string): Pick<ClaimDecision, 'schemaVersion' | 'id' | 'at' | 'reviewer' | 'sessionId'> {
  return { schemaVersion: 1, id: randomUUID(), at: new Date().toISOString(), reviewer, sessionId: id };
}

function seenClaim({ id, statement, result }: StoredClaim): SeenClaim {
  return { id, statement, status: result?.state === 'done' ? result.status : null, seen: seenOf(result) };
}

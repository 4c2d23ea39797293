import { toneOfVerdict } from './claim-words.ts';
import type { SessionPageIntent, SessionPageState, SessionRow } from './session-page.ts';
import type { ClaimVerdict, JointClaimVerdict } from './session.ts';

/** What names the contents of a claim: what the check found, and whether it still rests on the documents as they are. */
export function revisionOf({ seen, stale }: { readonly seen: string | null; readonly stale: boolean }): string {
  return `${seen ?? ''}${stale ? '~' : ''}`;
}

/** The state as the host will have it once it has done what the page asked for. What the host alone knows stays as it was. */
export function predicted(state: SessionPageState, intents: readonly SessionPageIntent[]): SessionPageState {
  return intents.reduce(after, state);
}

/** The next row with something to do for this reviewer, round the end to the first; null where nothing is left. */
export function nextOpenRow(rows: readonly SessionRow[], from: string): SessionRow | null {
  const at = rows.findIndex(({ id }) => id === from);
  return [...rows.slice(at + 1), ...rows.slice(0, at + 1)].find(({ mine, verdict }) => mine === null || verdict === 'split') ?? null;
}

function after(state: SessionPageState, intent: SessionPageIntent): SessionPageState {
  if (!('sessionId' in intent) || intent.sessionId !== state.session?.id) return state;
  switch (intent.type) {
    case 'select':
      return { ...state, selected: intent.claimId };
    case 'verdict': {
      const row = state.rows.find(({ id }) => id === intent.claimId);
      if (row === undefined || row.revision !== intent.revision || state.session.frozen) return state;
      const claims = [{ id: row.id, before: row.mine }];
      return { ...withMine(state, new Map([[row.id, intent.verdict]])), undoable: [...state.undoable, { kind: 'verdict', claims }] };
    }
    case 'note':
      if (state.session.frozen) return state;
      return {
        ...noted(state, [intent.claimId], 1),
        undoable: [...state.undoable, { kind: 'note', claims: [{ id: intent.claimId, before: null }] }],
      };
    case 'undo':
      return undone(state, intent);
    case 'signing':
      return intent.open ? state : { ...state, signing: null };
    case 'openClaim':
    case 'openEvidence':
    case 'applyFix':
    case 'sign':
      return state;
  }
}

function undone(state: SessionPageState, { claimIds, last }: Extract<SessionPageIntent, { type: 'undo' }>): SessionPageState {
  const top = state.undoable.at(-1);
  if (state.session?.frozen === true || (last && (top === undefined || !sameIds(top.claims, claimIds)))) return state;
  return claimIds.reduce(withoutLast, state);
}

function withoutLast(state: SessionPageState, claimId: string): SessionPageState {
  const at = state.undoable.findLastIndex(({ claims }) => claims.some(({ id }) => id === claimId));
  const entry = state.undoable[at];
  if (entry === undefined) return state;
  const claims = entry.claims.filter(({ id }) => id !== claimId);
  const undoable = state.undoable.flatMap((other, place) => (place !== at ? [other] : claims.length === 0 ? [] : [{ ...other, claims }]));
  const without = { ...state, undoable };
  if (entry.kind === 'adjudication') return without;
  if (entry.kind === 'note') return noted(without, [claimId], -1);
  return withMine(without, new Map([[claimId, entry.claims.find(({ id }) => id === claimId)?.before ?? null]]));
}

/** Whether the claims are those, in whatever order. */
export function sameIds(claims: readonly { readonly id: string }[], ids: readonly string[]): boolean {
  const known = new Set(claims.map(({ id }) => id));
  return known.size === new Set(ids).size && ids.every((id) => known.has(id));
}

function withMine(state: SessionPageState, mine: ReadonlyMap<string, ClaimVerdict | null>): SessionPageState {
  const rows = state.rows.map((row) => {
    const verdict = mine.get(row.id);
    return verdict === undefined ? row : decidedRow(row, verdict);
  });
  const decided = (all: readonly SessionRow[]): number =>
    all.filter((row) => row.verdict !== 'undecided' && row.verdict !== 'split').length;
  const { session } = state;
  const more = decided(rows) - decided(state.rows);
  return { ...state, rows, session: session === null ? null : { ...session, decided: session.decided + more } };
}

function decidedRow(row: SessionRow, mine: ClaimVerdict | null): SessionRow {
  const [only, ...more] = new Set([...row.others, ...(mine === null ? [] : [mine])]);
  const verdict: JointClaimVerdict = only === undefined ? 'undecided' : more.length > 0 ? 'split' : only;
  const tone =
    verdict === 'undecided' || (row.found === 'hidden' && mine === null)
      ? row.found
      : verdict === 'split'
        ? 'split'
        : toneOfVerdict[verdict];
  return { ...row, mine, verdict, tone };
}

function noted(state: SessionPageState, ids: readonly string[], by: number): SessionPageState {
  return { ...state, rows: state.rows.map((row) => (ids.includes(row.id) ? { ...row, notes: Math.max(0, row.notes + by) } : row)) };
}

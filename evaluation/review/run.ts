import { cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import type { SessionClaim } from '../../src/contract/session.ts';
import { createEngine } from '../../src/engine/engine.ts';
import type { BedClaim } from '../beds/bed.ts';
import type { Draft } from './draft.ts';

export type Verdict = 'supported' | 'refuted' | 'conflicting' | 'undecided';

export interface Checked {
  readonly gold: BedClaim;
  /** null: the claim was not found in the draft. */
  readonly claim: SessionClaim | null;
  readonly verdict: Verdict;
  /** Is a gold sentence among what the verdict rests on? null without gold, and where nothing is decided. */
  readonly cited: boolean | null;
}

export interface DraftRun {
  readonly checked: readonly Checked[];
  /** Claims that were found beside those of the gold. */
  readonly others: readonly SessionClaim[];
  /** Milliseconds from asking for the session, on an engine that has not answered yet; `processor` of all cores, for machines that do other work too. */
  readonly ms: { readonly first: number; readonly all: number; readonly processor: number };
}

const path = 'draft.md';

/** One session on the draft, put among the documents of the folder; the folder itself is not written to. */
export async function checkDraft(draft: Draft, folder: string, scratch: string): Promise<DraftRun> {
  await mkdir(scratch, { recursive: true });
  const home = await mkdtemp(join(scratch, 'review-'));
  const options = { folder: join(home, 'folder'), indexLocation: join(home, 'index') };
  await cp(folder, options.folder, { recursive: true });
  await writeFile(join(options.folder, path), draft.text);
  try {
    const indexing = createEngine();
    await indexing.index(options, false, () => undefined);
    await indexing.close();
    const engine = createEngine();
    try {
      const started = performance.now();
      const spent = process.cpuUsage();
      const opened = await engine.openSession(options, path);
      let first = Infinity;
      const session = await engine.checkSession(options, opened.id, ({ state }) => {
        if (state === 'done') first = Math.min(first, performance.now() - started);
      });
      const all = performance.now() - started;
      const { user, system } = process.cpuUsage(spent);
      const checked = draft.gold.map((gold): Checked => {
        const claim = session.claims.find(({ text }) => text === gold.claim) ?? null;
        const verdict = verdictOf(claim);
        return { gold, claim, verdict, cited: citedGold(gold, claim, verdict) };
      });
      const others = session.claims.filter(({ text }) => draft.gold.every(({ claim }) => claim !== text));
      return { checked, others, ms: { first, all, processor: (user + system) / 1000 } };
    } finally {
      await engine.close();
    }
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

function verdictOf(claim: SessionClaim | null): Verdict {
  const status = claim?.status ?? 'not-enough-evidence';
  return status === 'uncertain' || status === 'not-enough-evidence' ? 'undecided' : status;
}

function citedGold({ gold }: BedClaim, claim: SessionClaim | null, verdict: Verdict): boolean | null {
  if (gold.length === 0 || claim === null || verdict === 'undecided') return null;
  const plain = (text: string): string => text.replaceAll(/\s+/g, ' ').trim();
  return [...claim.evidence, ...claim.counterEvidence].some((cited) =>
    gold
      .flat()
      .some(
        ({ path: of, quote }) =>
          of === cited.path && (plain(quote).includes(plain(cited.quote)) || plain(cited.quote).includes(plain(quote))),
      ),
  );
}

export function isRight({ gold: { label }, verdict }: Pick<Checked, 'gold' | 'verdict'>): boolean {
  return verdict === (label === 'uncovered' ? 'undecided' : label);
}

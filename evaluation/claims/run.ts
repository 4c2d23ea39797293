import type { AuditReport } from '../../src/contract/report.ts';
import { readText } from '../../src/documents/read.ts';
import { goldPlaces } from '../audit/outcome.ts';
import type { OpenAsker } from '../audit/run.ts';
import type { BedClaim, ClaimSet } from '../beds/bed.ts';
import { bedFolders, type BedPlaces } from '../beds/indexes.ts';

/** What came of a claim, in the bed's words: `uncertain` and `not-enough-evidence` both leave it undecided. */
export type Verdict = 'supported' | 'refuted' | 'conflicting' | 'undecided';

export interface Judged {
  readonly claim: BedClaim;
  readonly verdict: Verdict;
  /** The number shown beside the verdict, [0, 1]. */
  readonly confidence: number;
  /** Is a gold sentence in the pool that was searched, and in the minimal set? null without gold. */
  readonly found: { readonly pool: boolean; readonly minimal: boolean } | null;
  readonly report: AuditReport;
  readonly ms: number;
  /** Processor time of this process, all its threads, ms: what the clock says depends on what else runs. */
  readonly processor: number;
}

export interface ClaimRun extends BedPlaces {
  readonly half: ClaimSet;
  readonly open: OpenAsker;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Checks every claim of its workspace, one after the other. */
export async function judgeAll(claims: readonly BedClaim[], options: ClaimRun): Promise<Judged[]> {
  const judged: Judged[] = [];
  for await (const { folder, location, items } of bedFolders(claims, options.half, options)) {
    const asker = await options.open(folder, location);
    try {
      for (const claim of items) {
        const gold = await goldPlaces(claim.gold, (path) => readText(folder, path));
        const used = process.cpuUsage();
        const started = performance.now();
        const report = await asker.ask(claim.claim);
        const ms = performance.now() - started;
        const { user, system } = process.cpuUsage(used);
        judged.push({
          claim,
          verdict: verdictOf(report),
          confidence: report.evidence.quality,
          found: foundOf(gold, report),
          report,
          ms,
          processor: (user + system) / 1000,
        });
        options.onProgress?.(judged.length, claims.length);
      }
    } finally {
      await asker.close();
    }
  }
  return judged;
}

function verdictOf({ answer }: AuditReport): Verdict {
  switch (answer.status) {
    case 'supported':
    case 'refuted':
    case 'conflicting':
      return answer.status;
    case 'uncertain':
    case 'not-enough-evidence':
      return 'undecided';
  }
}

function foundOf(gold: Awaited<ReturnType<typeof goldPlaces>>, report: AuditReport): Judged['found'] {
  const places = gold.flat();
  if (places.length === 0) return null;
  const holds = (citations: readonly { readonly path: string; readonly start: number; readonly end: number }[]): boolean =>
    citations.some((citation) =>
      places.some((place) => place.path === citation.path && place.start < citation.end && citation.start < place.end),
    );
  return {
    pool: holds(report.evidence.pool.map(({ citation }) => citation)),
    minimal: holds([...report.evidence.minimal, ...(report.counterEvidence?.minimal ?? [])].map(({ citation }) => citation)),
  };
}

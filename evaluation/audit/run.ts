import { readText } from '../../src/documents/read.ts';
import { join } from 'node:path';

import { auditReportSchema, type AuditReport } from '../../src/contract/report.ts';
import type { BedQuestion, BedWorkspace, Half } from '../beds/bed.ts';
import { workspaceFolder } from '../beds/workspaces.ts';
import { type GoldPlaces, goldPlaces, type Outcome, outcomeOf } from './outcome.ts';

/** Asks one folder. */
export interface Asker {
  ask(question: string): Promise<AuditReport>;
  close(): Promise<void>;
}
/** Indexes a folder first; `location` is where the index may be kept. */
export type OpenAsker = (folder: string, location: string) => Promise<Asker>;

export interface Asked {
  readonly question: BedQuestion;
  readonly outcome: Outcome;
  readonly report: AuditReport;
  readonly gold: GoldPlaces;
  readonly ms: number;
}

export interface RunOptions {
  readonly half: Half;
  readonly data: string;
  readonly scratch: string;
  readonly open: OpenAsker;
  readonly onProgress?: (done: number, total: number) => void;
  readonly onSkip?: (workspace: BedWorkspace, questions: number) => void;
}

/** Asks every question of its workspace, one after the other, as a person would. */
export async function askAll(questions: readonly BedQuestion[], options: RunOptions): Promise<Asked[]> {
  const asked: Asked[] = [];
  for (const workspace of new Set(questions.map((question) => question.workspace))) {
    const own = questions.filter((question) => question.workspace === workspace);
    const folder = await workspaceFolder(workspace, options.half, options.data, join(options.scratch, 'workspaces'));
    if (folder === null) {
      options.onSkip?.(workspace, own.length);
      continue;
    }
    const local = workspace === 'reports' || workspace === 'office' ? `${options.half}-${workspace}` : workspace;
    const asker = await options.open(folder, join(options.scratch, 'indexes', local));
    try {
      for (const question of own) {
        const gold = await goldPlaces(question.gold, (path) => readText(folder, path));
        const started = performance.now();
        const report = await asker.ask(question.question);
        asked.push({ question, outcome: outcomeOf(question, gold, report), report, gold, ms: performance.now() - started });
        options.onProgress?.(asked.length, questions.length);
      }
    } finally {
      await asker.close();
    }
  }
  return asked;
}

/** A report printed by another version of the product: what later versions added is absent. */
export function parseAnyReport(text: string): AuditReport {
  return auditReportSchema.parse(JSON.parse(text));
}

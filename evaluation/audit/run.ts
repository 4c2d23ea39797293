import { readText } from '../../src/documents/read.ts';

import { auditReportSchema, type AuditReport } from '../../src/contract/report.ts';
import type { BedQuestion, Half } from '../beds/bed.ts';
import { bedFolders, type BedPlaces } from '../beds/indexes.ts';
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

export interface RunOptions extends BedPlaces {
  readonly half: Half;
  readonly open: OpenAsker;
  readonly onProgress?: (done: number, total: number) => void;
}

/** Asks every question of its workspace, one after the other, as a person would. */
export async function askAll(questions: readonly BedQuestion[], options: RunOptions): Promise<Asked[]> {
  const asked: Asked[] = [];
  for await (const { folder, location, items } of bedFolders(questions, options.half, options)) {
    const asker = await options.open(folder, location);
    try {
      for (const question of items) {
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

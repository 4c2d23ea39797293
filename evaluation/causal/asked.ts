import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { openWorkspace } from '../../src/audit/workspace.ts';
import type { AnswerStatus } from '../../src/contract/report.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { phraseOverlap, readReports } from './reports.ts';

export interface AskedOutcome {
  /** Wall time of each question, in milliseconds, the first without: it builds the graph. */
  readonly ms: readonly number[];
  /** Of the causal stage alone. */
  readonly stageMs: readonly number[];
  /** Questions whose shown sentences were not all right, with their status; not for held-out halves. */
  readonly notes: readonly string[];
  readonly byStatus: ReadonlyMap<AnswerStatus, { readonly right: number; readonly all: number }>;
}

const leastOverlap = 0.5;

function says(texts: readonly (string | undefined)[], words: string): boolean {
  return texts.some((text) => text !== undefined && phraseOverlap(text, words) >= leastOverlap);
}

/** The questions of a half asked of the product: an answer is right where each sentence that it shows states a true link of the report that is asked about. */
export async function askReports(half: string, reportsFolder: string, limit: number): Promise<AskedOutcome> {
  const { truths } = await readReports(half);
  const indexLocation = await mkdtemp(join(tmpdir(), 'linchpin-causal-'));
  const workspace = await openWorkspace({ folder: reportsFolder, indexLocation }, bundledModels());
  const ms: number[] = [];
  const stageMs: number[] = [];
  const notes: string[] = [];
  const byStatus = new Map<AnswerStatus, { right: number; all: number }>();
  try {
    await workspace.index();
    await workspace.causalGraph('');
    const asked = truths.flatMap((truth) => truth.questions.map(({ question }) => ({ truth, question }))).slice(0, limit);
    for (const { truth, question } of asked) {
      const started = performance.now();
      const report = await workspace.audit({ question, kind: 'question' });
      ms.push(performance.now() - started);
      stageMs.push(report.stages.find(({ name }) => name === 'causal')?.ms ?? 0);
      const edges = report.causal?.graph.edges ?? [];
      // "This" of a sentence is named by the label of its event.
      const labels = new Map(report.causal?.graph.nodes.map(({ id, label }) => [id, label]));
      const shown = report.answer.body ?? [];
      const right =
        shown.length > 0 &&
        shown.every(({ spanId }) =>
          edges
            .flatMap(({ statements, cause, effect }) =>
              statements.map((statement) => ({ statement, names: [labels.get(cause), labels.get(effect)] })),
            )
            .some(
              ({ statement: { spanId: id, citation, cause, effect }, names }) =>
                id === spanId &&
                citation.path === truth.report &&
                truth.edges.some(
                  (edge) =>
                    says([citation.quote.slice(...cause), names[0]], edge.cause) &&
                    says([citation.quote.slice(...effect), names[1]], edge.effect),
                ),
            ),
        );
      if (!right) notes.push(`${report.answer.status}: ${question} ${report.answer.text}`);
      const count = byStatus.get(report.answer.status) ?? { right: 0, all: 0 };
      byStatus.set(report.answer.status, { right: count.right + Number(right), all: count.all + 1 });
    }
  } finally {
    await workspace.close();
    await rm(indexLocation, { recursive: true, force: true });
  }
  return { ms, stageMs, notes, byStatus };
}

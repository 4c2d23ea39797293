import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { causalDiscrimination } from '../src/arbitrate/score.ts';
import { audit } from '../src/audit/pipeline.ts';
import type { AuditSettings } from '../src/contract/settings.ts';
import type { Models } from '../src/models/ports.ts';
import type { ProbeKind } from '../src/contract/exploration.ts';
import type { AuditReport } from '../src/contract/report.ts';
import { containmentMatch, overAnswers } from './answer-metrics.ts';
import { contextOf, plainAnswer } from './arms.ts';
import type { EvaluationDocument } from './item.ts';
import { notOfThisFormat, readText } from './sets/files.ts';

const trapsSchema = z.array(
  z.object({
    name: z.string(),
    /** Settings were chosen on `tune` alone. */
    half: z.enum(['tune', 'held-out']),
    question: z.string(),
    answers: z.array(z.string()).min(1),
    /** Answers to the neighbouring question that most of the documents are about. */
    decoys: z.array(z.string()).min(1),
  }),
);

/** A small workspace in which most documents answer a neighbouring question. */
export interface TrapWorkspace extends Readonly<z.infer<typeof trapsSchema>[number]> {
  readonly documents: readonly EvaluationDocument[];
}

export type Verdict = 'right' | 'decoy' | 'other';

export interface TrapOutcome {
  readonly name: string;
  readonly half: TrapWorkspace['half'];
  readonly plain: { readonly answer: string; readonly verdict: Verdict };
  readonly linchpin: { readonly answer: string; readonly verdict: Verdict };
  /** Of the selected probes, in order. */
  readonly kinds: readonly ProbeKind[];
  /** Eq. 11 over the passages that hold the right answer, and over those that hold only the decoy; null where undefined. */
  readonly rightCausal: number | null;
  readonly decoyCausal: number | null;
  readonly report: AuditReport;
}

/** Reads `traps.json` and the folder of documents beside it that each entry names. @throws LinchpinError `document-missing`, `document-unreadable`. */
export async function readTraps(folder: string): Promise<TrapWorkspace[]> {
  const file = join(folder, 'traps.json');
  const parsed = trapsSchema.safeParse(JSON.parse(await readText(file)));
  if (!parsed.success) throw notOfThisFormat(file, parsed.error);
  return await Promise.all(
    parsed.data.map(async (entry) => {
      const paths = (await readdir(join(folder, entry.name))).sort();
      const documents = await Promise.all(
        paths.map(async (path): Promise<EvaluationDocument> => ({
          path,
          title: '',
          text: await readFile(join(folder, entry.name, path), 'utf8'),
          sentences: [],
        })),
      );
      return { ...entry, documents };
    }),
  );
}

/** Asks one workspace plainly and with the product. The same seed and models give the same outcome, times aside. */
export async function springTrap(
  trap: TrapWorkspace,
  models: Models,
  seed: number,
  settings: Partial<AuditSettings> = {},
): Promise<TrapOutcome> {
  const context = await contextOf(trap.documents, models);
  const plain = (await plainAnswer(trap.question, context.index, models, seed, true)).answer?.text ?? '';
  const report = await audit({ question: trap.question, kind: 'question', seed, settings }, context);
  const evidence = evidenceOf(trap, report);
  return {
    name: trap.name,
    half: trap.half,
    plain: { answer: plain, verdict: verdictOn(trap, plain) },
    linchpin: { answer: report.answer.text, verdict: verdictOn(trap, report.answer.text) },
    kinds: report.probes.filter((probe) => probe.selected).map((probe) => probe.kind),
    rightCausal: causalDiscrimination(evidence.right),
    decoyCausal: causalDiscrimination(evidence.decoy),
    report,
  };
}

/** Right or decoy when the answer holds the one and not the other. */
function verdictOn(trap: TrapWorkspace, answer: string): Verdict {
  const right = overAnswers(containmentMatch, answer, trap.answers) === 1;
  const decoy = overAnswers(containmentMatch, answer, trap.decoys) === 1;
  return right === decoy ? 'other' : right ? 'right' : 'decoy';
}

interface Support {
  readonly relevance: number;
  readonly probeRelevance: readonly number[];
}

/** The rows of the heat map by what their passages hold. */
function evidenceOf(trap: TrapWorkspace, report: AuditReport): { right: Support[]; decoy: Support[] } {
  const texts = new Map(trap.documents.map((document) => [document.path, document.text]));
  const right: Support[] = [];
  const decoy: Support[] = [];
  report.heatMap?.passages.forEach((id, row) => {
    const passage = report.passages.find((entry) => entry.id === id);
    const [relevance = 0, ...probeRelevance] = report.heatMap?.relevance[row] ?? [];
    const text = (texts.get(passage?.path ?? '') ?? '').slice(passage?.start, passage?.end);
    if (overAnswers(containmentMatch, text, trap.answers) === 1) right.push({ relevance, probeRelevance });
    else if (overAnswers(containmentMatch, text, trap.decoys) === 1) decoy.push({ relevance, probeRelevance });
  });
  return { right, decoy };
}

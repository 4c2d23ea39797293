import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

export const halves = [
  'tuning',
  'fitting',
  'offices-fitting',
  'second-fitting',
  'third-fitting',
  'terms-fitting',
  'held-out',
  'unseen',
  'fresh',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'calibrating',
  'twelfth',
  'thirteenth',
  'fourteenth',
] as const;
/**
 * Those whose names end in `fitting` weights are fitted on, `tuning` decides by eye and threshold, `held-out` is asked once at the end. `unseen`, `fresh`, `fifth`, `sixth`, `seventh`, `eighth`,
 * `ninth`, `tenth` and `eleventh` were asked once, each at the end of its day; their errors were read since. Of the last four nothing is fitted on but the comparisons of the first two, and the number beside an answer of the first three. Nothing was fitted on `third-fitting` yet.
 * On `calibrating` and `twelfth` the numbers beside answers and verdicts are fitted, and nothing else; the questions of `twelfth` were asked once before. `thirteenth` was asked once, and not read. `fourteenth` is sealed: it was never asked.
 * `terms-fitting` asks of the documents of `second-fitting` in their own terms, as somebody does who knows them.
 */
export type Half = (typeof halves)[number];

/** Whether what came of single items may be looked at: a set of which an error was read tells nothing any more. */
export function mayBeRead(set: string): boolean {
  return set.endsWith('tuning') || set.endsWith('fitting') || set === 'calibrating' || spent.has(set);
}

/** Sets that were asked once and have been read since. */
const spent: ReadonlySet<string> = new Set([
  'unseen',
  'fresh',
  'second',
  'fifth',
  'sixth',
  'seventh',
  'eighth',
  'ninth',
  'tenth',
  'eleventh',
  'twelfth',
]);

/** `second` are later claims, asked once as `unseen` was. */
export const claimSets = [...halves, 'second'] as const;
export type ClaimSet = (typeof claimSets)[number];

export const bedWorkspaces = ['nist', 'rfcs', 'papers', 'policies', 'reports', 'office', 'asvs'] as const;
export type BedWorkspace = (typeof bedWorkspaces)[number];

/** The rows of the table of answer forms in docs/methods.md. */
export const questionForms = [
  'number',
  'time',
  'entity',
  'permission',
  'definition',
  'list',
  'comparison',
  'reason',
  'unanswerable',
] as const;

/** Exactly as in the document, once. */
const quoteSchema = z.object({ path: z.string(), quote: z.string().min(1) });

/** Alternatives: each a set of sentences that together answer, or decide. */
const goldSchema = z.array(z.array(quoteSchema).min(1));

export const bedQuestionSchema = z.object({
  id: z.string(),
  /** The same for several wordings of one question. */
  fact: z.string().optional(),
  workspace: z.enum(bedWorkspaces),
  question: z.string(),
  form: z.enum(questionForms),
  answerable: z.boolean(),
  /** Accepted short answers; empty where a sentence answers. */
  answers: z.array(z.string()),
  /** Short answers that hold one of these are wrong. */
  wrong: z.array(z.string()).default([]),
  gold: goldSchema,
  note: z.string().optional(),
});
export type BedQuestion = z.infer<typeof bedQuestionSchema>;

export const claimLabels = ['supported', 'refuted', 'uncovered'] as const;

export const bedClaimSchema = z.object({
  id: z.string(),
  /** The same for true and false wordings of one thing. */
  fact: z.string().optional(),
  workspace: z.enum(bedWorkspaces),
  claim: z.string(),
  label: z.enum(claimLabels),
  /** What is false about it; `paraphrase` and `uncovered` for the others. */
  kind: z.string(),
  gold: goldSchema,
  note: z.string().optional(),
});
export type BedClaim = z.infer<typeof bedClaimSchema>;

const folder = import.meta.dirname;

export async function readQuestions(half: Half): Promise<BedQuestion[]> {
  const files = (await readdir(join(folder, 'questions'))).filter((file) => file === `${half}.jsonl` || file.startsWith(`${half}-`)).sort();
  return (await Promise.all(files.map((file) => readLines(join(folder, 'questions', file), bedQuestionSchema)))).flat();
}

export async function readClaims(set: ClaimSet): Promise<BedClaim[]> {
  return await readLines(join(folder, 'claims', `${set}.jsonl`), bedClaimSchema);
}

async function readLines<T>(file: string, schema: z.ZodType<T>): Promise<T[]> {
  const lines = (await readFile(file, 'utf8')).split('\n').filter((line) => line.trim() !== '');
  return lines.map((line) => schema.parse(JSON.parse(line)));
}

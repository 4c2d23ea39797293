import { existsSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';

import mammoth from 'mammoth';
import { z } from 'zod';

import { audit } from '../../src/audit/pipeline.ts';
import type { Models } from '../../src/models/ports.ts';
import type { Evidence } from '../../src/contract/evidence.ts';
import type { AuditReport } from '../../src/contract/report.ts';
import { contextOf } from '../arms.ts';
import type { EvaluationDocument } from '../item.ts';
import { notOfThisFormat, readText } from '../sets/files.ts';
import { estimate } from '../statistics.ts';
import { shown, table } from './tables.ts';

const questionsSchema = z.array(
  z.object({
    question: z.string(),
    /** Marks tell the right sentence: the number of a requirement, or two words of it. */
    current: z.object({ mark: z.string(), claim: z.string() }),
    outdated: z.object({ marks: z.array(z.string()).min(1), claim: z.string() }),
  }),
);
type Question = z.infer<typeof questionsSchema>[number];

/** A standard in versions that supersede each other. */
export interface Versions {
  /** Oldest first, one document each, with the version as its name. */
  readonly documents: readonly EvaluationDocument[];
  readonly questions: readonly Question[];
}

/**
 * Reads every version's DOCX as HTML, which the product's own parser then reads: DOCX itself is not read by the product yet.
 * @returns null where the folder is not there. @throws LinchpinError `document-unreadable` for questions of another format
 */
export async function readVersions(folder: string, questions: string): Promise<Versions | null> {
  if (!existsSync(folder)) return null;
  const names = (await readdir(folder)).filter((name) => /^v\d/.test(name)).sort((a, b) => a.localeCompare(b, 'en', { numeric: true }));
  const documents: EvaluationDocument[] = [];
  for (const name of names) {
    const file = (await readdir(join(folder, name))).find((entry) => entry.endsWith('.docx'));
    if (file === undefined) continue;
    const { value } = await mammoth.convertToHtml(
      { path: join(folder, name, file) },
      { convertImage: mammoth.images.imgElement(() => Promise.resolve({ src: '' })) },
    );
    documents.push({ path: `${name}.html`, title: name, text: value, sentences: [] });
  }
  const parsed = questionsSchema.safeParse(JSON.parse(await readText(questions)));
  if (!parsed.success) throw notOfThisFormat(questions, parsed.error);
  return { documents, questions: parsed.data };
}

/** What is asked about each requirement, and what an audit of the version in force should end with. */
const ways = [
  { name: 'the question', kind: 'question', text: ({ question }: Question) => question },
  { name: 'a claim of what is in force', kind: 'claim', text: ({ current }: Question) => current.claim },
  { name: 'a claim of what was superseded', kind: 'claim', text: ({ outdated }: Question) => outdated.claim },
] as const satisfies readonly {
  readonly name: string;
  readonly kind: AuditReport['kind'];
  readonly text: (question: Question) => string;
}[];

/** Each question and claim over the newest version alone, and over all versions at once. */
export async function supersededTable(
  { documents, questions }: Versions,
  models: Models,
  onProgress: (done: string) => void,
): Promise<string> {
  const newest = documents.at(-1)?.path ?? '';
  const rows: string[][] = [];
  for (const [name, read] of [
    ['the newest', documents.slice(-1)],
    [`all ${documents.length}`, documents],
  ] as const) {
    const context = await contextOf(read, models);
    for (const way of ways) {
      const reports: { report: AuditReport; question: Question }[] = [];
      for (const question of questions)
        reports.push({ question, report: await audit({ question: way.text(question), kind: way.kind, seed: 1, settings: {} }, context) });
      const share = (test: (entry: (typeof reports)[number]) => boolean): string =>
        shown(estimate(reports.map((entry) => Number(test(entry)))));
      const status = (wanted: AuditReport['answer']['status']): string =>
        String(reports.filter(({ report }) => report.answer.status === wanted).length);
      rows.push([
        name,
        way.name,
        share(({ report, question }) =>
          quotesOf(report).some(({ path, quote }) => path === newest && squeezed(quote).includes(squeezed(question.current.mark))),
        ),
        share(({ report, question }) =>
          quotesOf(report).some(
            ({ path, quote }) => path !== newest && question.outdated.marks.some((old) => squeezed(quote).includes(squeezed(old))),
          ),
        ),
        share(({ report }) => bothSides(report, newest)),
        ...(['supported', 'refuted', 'conflicting', 'not-enough-evidence'] as const).map(status),
      ]);
    }
    onProgress(`superseded versions, ${name}`);
  }
  return table(
    [
      'versions read',
      'asked',
      'shows the requirement in force',
      'shows the superseded one',
      'shows the newest against another',
      'supported',
      'refuted',
      'conflicting',
      'not enough evidence',
    ],
    rows,
  );
}

function quotesOf({ evidence, counterEvidence }: AuditReport): readonly { readonly path: string; readonly quote: string }[] {
  return [...evidence.minimal, ...(counterEvidence?.minimal ?? [])].map(({ citation }) => citation);
}

/** The newest version and another one beside each other: as a conflict, or as the evidence on either side. */
function bothSides({ conflicts, evidence, counterEvidence }: AuditReport, newest: string): boolean {
  const isNewest = ({ minimal }: Evidence): boolean[] => minimal.map(({ citation }) => citation.path === newest);
  const [own, other] = [isNewest(evidence), counterEvidence ? isNewest(counterEvidence) : []];
  return (
    conflicts.some(({ a, b }) => (a.path === newest) !== (b.path === newest)) ||
    (own.includes(true) && other.includes(false)) ||
    (own.includes(false) && other.includes(true))
  );
}

/** Quotes are cut from HTML: tags, entities and line breaks lie between the words. */
function squeezed(text: string): string {
  return text
    .replace(/<[^>]*>/g, '')
    .replace(/&\w+;/g, '')
    .replace(/\s+/g, '')
    .toLowerCase();
}

import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { answerCausally } from '../../src/causal/answer.ts';
import { buildGraph, type WorkspaceGraph } from '../../src/causal/graph.ts';
import { parseCausalQuery } from '../../src/causal/query.ts';
import { linksOf, sentencesOf } from '../../src/causal/read-document.ts';
import { type CausalNode, causalPolaritySchema, causalVerdictSchema } from '../../src/contract/causal.ts';
import { createMemoryIndex } from '../../src/index/memory-store.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { contentStems } from '../../src/text/tokens.ts';

const truthSchema = z.object({
  report: z.string(),
  edges: z.array(z.object({ cause: z.string(), effect: z.string(), polarity: causalPolaritySchema })),
  denied: z.array(z.object({ cause: z.string(), effect: z.string() })),
  questions: z.array(z.object({ question: z.string(), verdicts: z.array(z.object({ cause: z.string(), verdict: causalVerdictSchema })) })),
});
export type ReportTruth = z.infer<typeof truthSchema>;

export interface ReportsOutcome {
  readonly reports: number;
  /** One entry for each edge found: is it a true one? */
  readonly found: readonly boolean[];
  /** One entry for each true edge: was it found? */
  readonly wanted: readonly boolean[];
  readonly reversed: number;
  /** One entry for each denied link: was it entered as denied, and as nothing else? */
  readonly denied: readonly boolean[];
  readonly verdicts: readonly boolean[];
  /** Of those that were given at all. */
  readonly given: readonly boolean[];
  /** Had every cause been called necessary. */
  readonly allNecessary: readonly boolean[];
  /** What went wrong, for whoever tunes; not for held-out halves. */
  readonly notes: readonly string[];
}

const folder = join(import.meta.dirname, '..', 'beds', 'causal');

export async function readReports(
  half: string,
): Promise<{ readonly truths: ReportTruth[]; readonly texts: { path: string; text: string }[] }> {
  const lines = (await readFile(join(folder, half, 'truth.jsonl'), 'utf8')).split('\n').filter((line) => line.trim() !== '');
  const reports = join(folder, half, 'reports');
  const names = (await readdir(reports)).filter((name) => name.endsWith('.md')).sort();
  const texts = await Promise.all(names.map(async (path) => ({ path, text: await readFile(join(reports, path), 'utf8') })));
  return { truths: lines.map((line) => truthSchema.parse(JSON.parse(line))), texts };
}

/** F1 of the content stems of two phrases, [0, 1]. */
export function phraseOverlap(a: string, b: string): number {
  const left = new Set(contentStems(a));
  const right = new Set(contentStems(b));
  const shared = [...left].filter((stem) => right.has(stem)).length;
  return left.size + right.size === 0 ? 0 : (2 * shared) / (left.size + right.size);
}

const leastOverlap = 0.5;

function isAbout(node: CausalNode | undefined, report: string, words: string): number {
  const texts = (node?.mentions ?? [])
    .filter(({ citation }) => citation.path === report)
    .map(({ citation, offsets }) => citation.quote.slice(...offsets));
  return Math.max(
    0,
    ...[...texts, ...(texts.length === 0 || node === undefined ? [] : [node.label])].map((text) => phraseOverlap(text, words)),
  );
}

/** Builds the graph of all reports of a half and holds edges and verdicts against the truth. */
export async function evaluateReports(half: string): Promise<ReportsOutcome> {
  const { truths, texts } = await readReports(half);
  const index = await createMemoryIndex(texts, bundledModels().embedder);
  const links = [];
  for (const { path } of texts) links.push(...linksOf(sentencesOf(await index.passagesOf(path))));
  const graph = buildGraph(links);
  const found: boolean[] = [];
  const wanted: boolean[] = [];
  const denied: boolean[] = [];
  const verdicts: boolean[] = [];
  const given: boolean[] = [];
  const notes: string[] = [];
  let reversed = 0;
  for (const truth of truths) {
    const about = (node: string, words: string): boolean => isAbout(graph.nodes.get(node), truth.report, words) >= leastOverlap;
    const edges = [...graph.edges.values()].filter(({ statements }) => statements.some(({ citation }) => citation.path === truth.report));
    const stated = edges.filter((edge) => !edge.denied);
    for (const edge of stated) {
      const right = truth.edges.some(
        ({ cause, effect, polarity }) => edge.polarity === polarity && about(edge.cause, cause) && about(edge.effect, effect),
      );
      const turned = !right && truth.edges.some(({ cause, effect }) => about(edge.cause, effect) && about(edge.effect, cause));
      if (turned) reversed += 1;
      if (!right)
        notes.push(
          `${truth.report}: ${turned ? 'reversed' : 'wrong'} edge: ${labelOf(graph, edge.cause)} -> ${labelOf(graph, edge.effect)} (${edge.polarity})`,
        );
      found.push(right);
    }
    for (const { cause, effect, polarity } of truth.edges) {
      const here = stated.some((edge) => edge.polarity === polarity && about(edge.cause, cause) && about(edge.effect, effect));
      if (!here) notes.push(`${truth.report}: missing edge: ${cause} -> ${effect}`);
      wanted.push(here);
    }
    for (const { cause, effect } of truth.denied) {
      const here = edges.filter((edge) => about(edge.cause, cause) && about(edge.effect, effect));
      const right = here.length > 0 && here.every((edge) => edge.denied);
      if (!right) notes.push(`${truth.report}: denial: ${cause} -/-> ${effect}`);
      denied.push(right);
    }
    for (const { question, verdicts: wantedVerdicts } of truth.questions) {
      const parsed = parseCausalQuery(question);
      const answer = parsed === null ? null : answerCausally(parsed, graph);
      for (const { cause, verdict } of wantedVerdicts) {
        const best = (answer?.interventions ?? [])
          .map((intervention) => ({ intervention, overlap: isAbout(graph.nodes.get(intervention.cause), truth.report, cause) }))
          .filter(({ overlap }) => overlap >= leastOverlap)
          .sort((a, b) => b.overlap - a.overlap)[0]?.intervention;
        if (best?.verdict !== verdict)
          notes.push(`${truth.report}: "${question}" ${cause}: ${best?.verdict ?? 'not found'}, not ${verdict}`);
        verdicts.push(best?.verdict === verdict);
        if (best !== undefined) given.push(best.verdict === verdict);
      }
    }
  }
  const allNecessary = truths.flatMap(({ questions }) =>
    questions.flatMap((asked) => asked.verdicts.map(({ verdict }) => verdict === 'necessary')),
  );
  return { reports: truths.length, found, wanted, reversed, denied, verdicts, given, allNecessary, notes };
}

function labelOf(graph: WorkspaceGraph, id: string): string {
  return graph.nodes.get(id)?.label ?? id;
}

/**
 * What the judge makes of questions and claims whose answers are known, as JSON lines for calibrate.py: the signs of each answer that was
 * judged and whether it is right, the signs of each claim and its label, and the place of the gold passage in the search.
 *
 *     node --import tsx training/pair-encoder/dump.ts OUT.jsonl --sets eighth,ninth [--audit-dev]
 */
import { appendFile, rm } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { readFile } from 'node:fs/promises';

import { Command } from 'commander';
import { z } from 'zod';

import { type AnswerReading, type JudgedAnswer } from '../../src/answer/types.ts';
import { signsOf } from '../../src/answer/chance.ts';
import { claimReaderOf, readForClaim } from '../../src/audit/claim.ts';
import { readEvidence } from '../../src/audit/answering.ts';
import { find } from '../../src/audit/explore.ts';
import { notInForce, retrievedInForce } from '../../src/audit/in-force.ts';
import { route } from '../../src/audit/route.ts';
import { createUsage, StageRunner } from '../../src/audit/stages.ts';
import { openWorkspace } from '../../src/audit/workspace.ts';
import { createRandom } from '../../src/base/random.ts';
import { claimSignsOf } from '../../src/claims/chance.ts';
import { auditSettingsSchema } from '../../src/contract/settings.ts';
import { readText } from '../../src/documents/read.ts';
import type { PassageIndex } from '../../src/index/types.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import type { CandidateSpan, RetrievedEvidence } from '../../src/retrieve/types.ts';
import { type Cited, goldPlaces, isRight, placed } from '../../evaluation/audit/outcome.ts';
import { type ClaimSet, claimSets, type Half, halves, readClaims, readQuestions } from '../../evaluation/beds/bed.ts';
import { bedIndexes } from '../../evaluation/beds/indexes.ts';

const command = new Command('dump')
  .argument('<out>', 'JSON lines')
  .option('--sets <names>', 'sets of evaluation/beds, with commas', '')
  .option('--audit-dev', 'the dev set over three real folders, too')
  .option('--data <dir>', 'the data folder', '../shared/data')
  .option('--scratch <dir>', 'where written workspaces and indexes are kept', '.cache/beds');
command.parse();
const flags = command.opts<{ sets: string; auditDev?: true; data: string; scratch: string }>();
const out = resolve(command.args[0] ?? '');

const models = bundledModels();
const settings = auditSettingsSchema.parse({});

interface Found {
  readonly standing: RetrievedEvidence;
  readonly readAs: string;
  readonly steps: Awaited<ReturnType<typeof find>>['steps'];
}

/** The pipeline up to what is read (src/audit/pipeline.ts). */
async function findFor(question: string, kind: 'question' | 'claim', index: PassageIndex, folder: string): Promise<Found> {
  const text = (path: string): Promise<string | null> => readText(folder, path);
  const input = { question, kind, route: route(question, kind, settings.route), exclude: [], settings };
  const runner = new StageRunner({ seed: 1, usage: createUsage() });
  const refined = await find(input, { index, models, runner, random: createRandom(1) }, text, () => undefined);
  const ended = await notInForce(question, refined.retrieved.passages, text);
  return { standing: retrievedInForce(refined.retrieved, ended), readAs: refined.readAs, steps: refined.steps };
}

/** Tells of an answer whether it is right, from its short answer and the sentences that it shows. */
type IsRight = (short: string, shown: readonly Cited[], statement: string) => boolean;

function judgedLines({ judged, answers }: AnswerReading, spans: ReadonlyMap<string, CandidateSpan>, isRightly: IsRight): object[] {
  return judged.map((answer: JudgedAnswer) => {
    const shown = answer.sentences.flatMap(({ id }) => spans.get(id) ?? []).map(placed);
    const short = answer.short?.text ?? '';
    return {
      signs: signsOf(answer, answers, answer.sets),
      right: isRightly(short, shown, answer.sentences.map(({ text }) => text).join(' ')),
      form: answer.form,
      short,
      by: answer.by.text,
    };
  });
}

async function dumpQuestion(set: string, id: string, form: string, question: string, answerable: boolean, place: Place): Promise<void> {
  const { standing, readAs, steps } = await findFor(question, 'question', place.index, place.folder);
  const reading = await readEvidence(readAs, standing, steps?.together ?? null, models, { seed: 1 });
  const rank = standing.passages.findIndex(({ passage }) => place.holdsGold(passage));
  const judged = judgedLines(reading, reading.spans, place.isRight);
  await write({ kind: 'question', set, id, form, question, answerable, rank, read: reading.read.length, judged });
}

async function dumpClaim(set: string, id: string, form: string, claim: string, label: string, place: Place): Promise<void> {
  const { standing } = await findFor(claim, 'claim', place.index, place.folder);
  const { reading, verdict } = await readForClaim(claim, standing, claimReaderOf(models), { seed: 1 });
  const rank = standing.passages.findIndex(({ passage }) => place.holdsGold(passage));
  const signs = claimSignsOf(reading, verdict.figures.result);
  await write({ kind: 'claim', set, id, form, claim, label, rank, signs, figure: verdict.figures });
}

interface Place {
  readonly index: PassageIndex;
  readonly folder: string;
  readonly holdsGold: (passage: { readonly path: string; readonly start: number; readonly end: number; readonly text: string }) => boolean;
  readonly isRight: IsRight;
}

let written = 0;
async function write(line: object): Promise<void> {
  await appendFile(out, `${JSON.stringify(line)}\n`);
  written += 1;
  if (written % 20 === 0) console.error(written);
}

async function dumpSet(set: Half): Promise<void> {
  const places = { data: flags.data, scratch: flags.scratch };
  for await (const { opened, folder, items } of bedIndexes(await readQuestions(set), set, places, models))
    await opened.withIndex(async (index) => {
      for (const question of items) {
        const gold = await goldPlaces(question.gold, (path) => readText(folder, path));
        await dumpQuestion(set, question.id, question.form, question.question, question.answerable, {
          index,
          folder,
          holdsGold: (passage) => gold.flat().some((g) => g.path === passage.path && g.start < passage.end && passage.start < g.end),
          isRight: (short, shown) => isRight(question, gold, short, shown),
        });
      }
    });
  if (!isClaimSet(set)) return;
  for await (const { opened, folder, items } of bedIndexes(await readClaims(set), set, places, models))
    await opened.withIndex(async (index) => {
      for (const claim of items) {
        const gold = await goldPlaces(claim.gold, (path) => readText(folder, path));
        await dumpClaim(set, claim.id, claim.kind, claim.claim, claim.label, {
          index,
          folder,
          holdsGold: (passage) => gold.flat().some((g) => g.path === passage.path && g.start < passage.end && passage.start < g.end),
          isRight: () => false,
        });
      }
    });
}

function isClaimSet(set: string): set is ClaimSet {
  return claimSets.some((name) => name === set);
}

const devSchema = z.array(
  z.object({
    id: z.string(),
    ws: z.string(),
    kind: z.string(),
    q: z.string(),
    claim: z.boolean().nullable(),
    status: z.enum(['supported', 'refuted', 'not-enough-evidence']),
    gold: z.array(z.string()),
    accept: z.string().nullable(),
    reject: z.string().nullable(),
  }),
);

async function dumpAuditDev(): Promise<void> {
  const root = join(resolve(flags.data), 'audit-dev');
  const items = devSchema.parse(JSON.parse(await readFile(join(root, 'items.json'), 'utf8')));
  const flat = (text: string): string => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
  for (const ws of new Set(items.map((item) => item.ws))) {
    const folder = join(root, ws);
    const workspace = await openWorkspace({ folder, indexLocation: join(resolve(flags.scratch), 'indexes', `audit-dev-${ws}`) }, models);
    await workspace.index();
    await workspace.withIndex(async (index) => {
      for (const item of items.filter((each) => each.ws === ws)) {
        const golds = item.gold.flatMap((gold) => (gold.startsWith('|') ? [gold] : gold.split('|'))).map(flat);
        const isAnswered = item.status !== 'not-enough-evidence';
        const place: Place = {
          index,
          folder,
          holdsGold: ({ text }) => golds.some((gold) => flat(text).includes(gold)),
          isRight: (short, _, statement) =>
            isAnswered &&
            (item.accept === null
              ? golds.some((gold) => flat(statement).includes(gold))
              : new RegExp(item.accept, 'i').test(`${short} ¦ ${statement}`) &&
                !(item.reject !== null && new RegExp(item.reject, 'i').test(short))),
        };
        if (item.claim === true) await dumpClaim('audit-dev', item.id, item.kind, item.q, isAnswered ? item.status : 'uncovered', place);
        else await dumpQuestion('audit-dev', item.id, item.kind, item.q, isAnswered, place);
      }
    });
    await workspace.close();
  }
}

await rm(out, { force: true });
for (const set of halves) if (flags.sets.split(',').includes(set)) await dumpSet(set);
if (flags.auditDev === true) await dumpAuditDev();
process.exit(0);

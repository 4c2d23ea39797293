import { gunzipSync } from 'node:zlib';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

import { z } from 'zod';

import { createRandom } from '../../src/base/random.ts';
import type { EvaluationDocument } from '../../evaluation/item.ts';
import { isAudit } from '../../evaluation/item.ts';
import { documentOf } from '../../evaluation/sets/files.ts';
import { hotpotqa } from '../../evaluation/sets/hotpotqa.ts';
import { sentences } from '../../src/text/sentences.ts';

/** A real question, and where its answer stands. */
export interface TrainingQuestion {
  readonly id: string;
  readonly source: string;
  readonly question: string;
  readonly answers: readonly string[];
  /** Paths and offsets of gold sentences; one answer sentence each where the set marks only the answer. */
  readonly gold: readonly { readonly path: string; readonly start: number; readonly end: number }[];
}

export interface TrainingSet {
  readonly documents: readonly EvaluationDocument[];
  readonly questions: readonly TrainingQuestion[];
}

const readingRecord = z.object({
  title: z.string(),
  context: z.string(),
  question: z.string(),
  answers: z.array(z.object({ text: z.string(), start: z.int() })),
});

/** HotpotQA train, and as many of each reading set, over one corpus: search has to find what it reads. */
export async function readTrainingSet(data: string, perReadingSet: number): Promise<TrainingSet> {
  const documents = new Map<string, EvaluationDocument>();
  const questions: TrainingQuestion[] = [];
  const add = (document: EvaluationDocument): EvaluationDocument => {
    const known = documents.get(document.text);
    if (known !== undefined) return known;
    const own = { ...document, path: `${String(documents.size)}-${document.path}` };
    documents.set(document.text, own);
    return own;
  };
  for (const item of (await hotpotqa.read(join(data, 'qa/hotpotqa/train.jsonl'))).filter(isAudit)) {
    const here = new Map(item.documents.map((document) => [document.path, add(document)]));
    const gold = (item.goldSets[0] ?? []).flatMap((ref) => {
      const at = ref.lastIndexOf('#');
      const document = here.get(ref.slice(0, at));
      const place = document?.sentences[Number(ref.slice(at + 1))];
      return document === undefined || place === undefined ? [] : [{ path: document.path, ...place }];
    });
    questions.push({ id: item.id, source: `hotpotqa ${item.group}`, question: item.question, answers: item.answers, gold });
  }
  for (const set of ['squadshifts', 'policyqa', 'qed']) {
    const lines = gunzipSync(await readFile(join(data, `reading/${set}.jsonl.gz`)))
      .toString('utf8')
      .trim()
      .split('\n');
    const drawn = createRandom(7).fork(set);
    const chosen = Array.from({ length: perReadingSet }, () => lines[drawn.integer(lines.length)] ?? '');
    for (const [place, line] of chosen.entries()) {
      const parsed = readingRecord.safeParse(JSON.parse(line));
      if (!parsed.success || parsed.data.answers.length === 0) continue;
      const { title, context, question, answers } = parsed.data;
      const document = add(documentOf(`${set}-${String(place)}.md`, title, [context]));
      const from = document.text.indexOf(context);
      const gold = answers.slice(0, 1).flatMap(({ start }) => {
        const at = from + start;
        const own = sentences(document.text).find((sentence) => at >= sentence.start && at < sentence.end);
        return own === undefined ? [] : [{ path: document.path, start: own.start, end: own.end }];
      });
      if (gold.length > 0)
        questions.push({ id: `${set}-${String(place)}`, source: set, question, answers: answers.map(({ text }) => text), gold });
    }
  }
  return { documents: [...documents.values()], questions: withTalk(questions) };
}

/** People wrap what they ask: every fourth question is given in such words, which no reading set has. */
const talk: readonly (readonly [string, string])[] = [
  ['Hi there, could you please tell me ', ' Thanks in advance!'],
  ['Quick question: ', ''],
  ["I'm trying to find out ", ' if possible'],
  ['As part of a review that we are doing at the moment, I would like to know ', ''],
  ['Sorry to bother you. I have been reading for an hour and found nothing. ', ''],
  ['Do you happen to know ', ' Many thanks'],
  ['Given that nobody here remembers, ', ''],
  ['Hello, my manager asked me this and I have no idea. ', ' Please help.'],
];

function withTalk(questions: readonly TrainingQuestion[]): TrainingQuestion[] {
  return questions.map((entry, place) => {
    if (place % 4 !== 3) return entry;
    const [before, after] = talk[Math.floor(place / 4) % talk.length] ?? ['', ''];
    const lower =
      /^(?:I|[A-Z]{2})/.test(entry.question) ||
      !/^(?:what|which|who|when|where|why|how|is|are|was|were|do|does|did|has|have|can)\b/i.test(entry.question);
    const asked =
      before.endsWith('. ') || before === '' || lower ? entry.question : entry.question.charAt(0).toLowerCase() + entry.question.slice(1);
    return { ...entry, question: `${before}${asked}${after}` };
  });
}

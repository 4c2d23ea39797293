// Writes one JSON line a question: what every possible refinement of it came to with the real search and judge. A second run goes on where the first ended.
// node --import tsx training/refinement/build-table.ts OUT [DATA] [QUESTIONS OF EACH READING SET] [QUESTIONS AT MOST]
import { appendFile, readFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';

import type { JudgedAnswer } from '../../src/answer/types.ts';
import { readEvidence } from '../../src/audit/answering.ts';
import { carryOut, refinementState } from '../../src/audit/refinement.ts';
import { route } from '../../src/audit/route.ts';
import { readOnce } from '../../src/audit/settle.ts';
import { createMemoryIndex } from '../../src/index/memory-store.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { refinementActions } from '../../src/refine/types.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';
import type { RetrievedEvidence } from '../../src/retrieve/types.ts';
import { overAnswers, tokenF1 } from '../../evaluation/answer-metrics.ts';
import { readTrainingSet } from './questions.ts';
import { type Answered, outcomeOf } from './outcome.ts';

const [out = 'table.jsonl', data = '../shared/data', perSet = '40', most = '1000000'] = process.argv.slice(2);
const models = bundledModels();
const call = { seed: 1 };
const { documents, questions } = await readTrainingSet(data, Number(perSet));
const index = await createMemoryIndex(documents, models.embedder);
const search = async (query: string): Promise<RetrievedEvidence> => await retrieve(query, index, models, { limit: 40, exclude: [] }, call);
const nothingFound: RetrievedEvidence = { passages: [], spans: [] };
const done = new Set(
  (await readFile(out, 'utf8').catch(() => ''))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => (JSON.parse(line) as { id: string }).id),
);

/** The words that answer, where they are likely at all: what a question in steps is compared with. */
function shortened(best: JudgedAnswer | null): Answered['best'] {
  return best === null ? null : { ...best, short: best.short ?? best.likelyWords };
}

// In an order that has nothing to do with the sets, so that whoever stops early has some of each; with a number, only as many.
const order = [...questions].sort((a, b) => crc32(a.id) - crc32(b.id)).slice(0, Number(most));
for (const entry of order) {
  if (done.has(entry.id)) continue;
  const { question } = entry;
  const found = await search(question);
  const state = refinementState(question, route(question, 'question', 'relational'), found);
  const actions: Record<string, unknown> = {};
  for (const action of refinementActions) {
    if (!state.allowed.has(action)) continue;
    const started = performance.now();
    const refined = await carryOut(action, question, found, state, { search, models, call });
    const together = refined.steps?.together ?? null;
    const direct = await readEvidence(refined.readAs, refined.retrieved, null, models, call);
    // The judge remembers what it has read: only what the steps come to is read anew.
    const reading = together === null ? direct : await readEvidence(refined.readAs, refined.retrieved, together, models, call);
    const inSteps = together === null ? null : (await readEvidence(refined.readAs, nothingFound, together, models, call)).best;
    const [vector, own] = await models.embedder.embed(
      [question, refined.refinements.map(({ query }) => query).join(' ') || question],
      'query',
      call,
    );
    const second = action === 'keep' ? await readOnce(question, found.spans.slice(0, 200), models, call) : null;
    actions[action] = {
      ...outcomeOf(entry, reading, refined),
      short: action === 'keep' ? outcomeOf(entry, { ...direct, best: shortened(direct.best) }, refined) : null,
      direct: direct.best?.chance ?? 0,
      steps: refined.steps?.steps.map(({ query, answer }) => ({ query, answer })) ?? [],
      stepsOutcome: inSteps === null ? null : outcomeOf(entry, { ...reading, best: inSteps }, refined),
      stepsChance: inSteps?.chance ?? 0,
      similarity: (vector ?? new Float32Array()).reduce((sum, value, place) => sum + value * (own?.[place] ?? 0), 0),
      queries: refined.refinements.map(({ query }) => query),
      second: second === null ? null : { text: second.text, f1: overAnswers(tokenF1, second.text, entry.answers) },
      ms: performance.now() - started,
    };
  }
  await appendFile(out, `${JSON.stringify({ ...entry, features: state.features, actions })}\n`);
}

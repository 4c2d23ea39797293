import assert from 'node:assert/strict';

import { readCandidates, type ReadingModels } from '../../../../src/audit/answer/candidates.ts';
import type { GeneratedAnswer } from '../../../../src/models/ports.ts';
import type { CandidateSpan, RetrievedEvidence } from '../../../../src/retrieve/types.ts';

const text = 'Complaints are heard by the board.';
const passage = { id: 'a', path: 'a.md', title: '', text, start: 0 };
const span = {
  id: 'a.md:0-34',
  passage,
  span: { start: 0, end: text.length, plain: text, kind: 'paragraph', headingPath: [] },
  heading: '',
  relevance: 0.5,
  copies: [],
} as unknown as CandidateSpan;
const retrieved = {
  passages: [{ passage, vector: new Float32Array(), score: 1, relevance: 0.5 }],
  spans: [span],
} as unknown as RetrievedEvidence;
const said = {
  abstained: false,
  text: 'the board',
  statement: text,
  citedSpans: [span.id],
  keySpans: [span.id],
  logProbability: -0.1,
  claims: [],
} as unknown as GeneratedAnswer;
const models = {
  ranker: { rank: () => Promise.resolve([[{ chance: 0.9, signs: null }]]) },
  reader: { answer: () => Promise.resolve([said]) },
} as unknown as ReadingModels;

describe('answers that are read', () => {
  it('tell which is the one by rules, so that the reader by rules cannot confirm its own', async () => {
    const { candidates } = await readCandidates('Who hears complaints?', retrieved, models, { seed: 1 });
    assert.deepEqual(
      candidates.map(({ short, byRules = false }) => [short?.text ?? null, byRules]),
      [
        [null, false],
        ['the board', true],
      ],
    );
  });
});

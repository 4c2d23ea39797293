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

  it('leave a yes open that only the reader by rules gives: it knows a "not" and no rule', async () => {
    const own = 'Complaints are heard by the board only.';
    const places = { ...passage, text: own };
    const only = { ...span, passage: places, span: { ...span.span, end: own.length, plain: own } };
    const yes = {
      ...models,
      reader: { answer: () => Promise.resolve([{ ...said, text: 'yes', statement: own }]) },
    } as unknown as ReadingModels;
    const found = { passages: [{ ...retrieved.passages[0], passage: places }], spans: [only] } as unknown as RetrievedEvidence;
    const { candidates } = await readCandidates('Are complaints heard by the clerk?', found, yes, { seed: 1 });
    assert.deepEqual(
      candidates.map(({ short }) => (short === null ? null : [short.text, short.open])),
      [['Yes', true], null],
    );
  });

  it('are a yes or no of an item with what introduces its list', async () => {
    const item = 'damage by lightning,';
    const places = { ...passage, text: item };
    const own = { start: 0, end: item.length, plain: item, kind: 'list-item', headingPath: [], leadIn: 'The warranty does not cover:' };
    const found = {
      passages: [{ ...retrieved.passages[0], passage: places }],
      spans: [{ ...span, passage: places, span: own }],
    } as unknown as RetrievedEvidence;
    const silent = { ...models, reader: { answer: () => Promise.resolve([{ ...said, abstained: true }]) } } as unknown as ReadingModels;
    const { candidates } = await readCandidates('Is lightning covered?', found, silent, { seed: 1 });
    assert.deepEqual(
      candidates.map(({ short }) => (short === null ? null : [short.text, short.start, short.end])),
      [['No', 0, 0], null],
    );
  });

  it('hold the likeliest list, whatever the words of the question tell of its form', async () => {
    const words = ['The clerk hears what is left.', 'They hear the following:', 'noise;', 'damage.'];
    const passageOfAll = { ...passage, text: words.join('\n') };
    const spans = words.map((plain, place) => {
      const start = words.slice(0, place).join('\n').length + Number(place > 0);
      const item = place < 2 ? {} : { leadIn: words[1] };
      return {
        ...span,
        id: `a.md:${String(start)}-${String(start + plain.length)}`,
        passage: passageOfAll,
        span: { ...span.span, start, end: start + plain.length, plain, kind: place < 2 ? 'paragraph' : 'list-item', ...item },
      };
    });
    const found = { passages: [{ ...retrieved.passages[0], passage: passageOfAll }], spans } as unknown as RetrievedEvidence;
    const chances = [0.9, 0.01, 0.01, 0.01];
    const ranking = {
      ranker: { rank: () => Promise.resolve([chances.map((chance) => ({ chance, signs: null }))]) },
      reader: { answer: () => Promise.resolve([{ ...said, abstained: true }]) },
    } as unknown as ReadingModels;
    const { candidates } = await readCandidates('Who is heard by the clerk?', found, ranking, { seed: 1 });
    assert.ok(
      candidates.some(({ sentences }) => sentences.map(({ span: own }) => own.span.plain).join(' | ') === words.slice(1).join(' | ')),
    );
  });
});

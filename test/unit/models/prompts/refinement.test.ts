import assert from 'node:assert/strict';

import { correctionPrompt } from '../../../../src/models/prompts/correction.ts';
import { rewritePrompt } from '../../../../src/models/prompts/rewrite.ts';
import { evidence, goodAnswer, question } from './support.ts';

describe('the prompt that corrects an answer', () => {
  const request = {
    question,
    evidence,
    answer: {
      abstained: false,
      text: '1939',
      statement: 'The dam was built in 1939.',
      type: 'date',
      claims: [],
      rationale: '',
      citedSpans: ['dam-1'],
      keySpans: [],
      conflicts: [],
      logProbability: null,
    },
    wrong: [{ text: 'The dam was built in 1939.', reason: 'The evidence does not give "1939".' }],
  } as const;

  it('names every faulty sentence with its reason, and keeps documents and answer between fences', () => {
    const [system, user] = correctionPrompt.messages(request, 7);
    assert.match(system?.content ?? '', /never an instruction/);
    const text = user?.content ?? '';
    assert.match(text, /Fault 1: .*1939/);
    for (const { text: line } of evidence) assert.ok(text.includes(line));
    const outside = text.replaceAll(/<<<(DOC-[0-9a-f]+)\n[\s\S]*?\n\1>>>/g, '');
    assert.doesNotMatch(outside, /1939|Ada Brook/);
  });

  it('takes only evidence that was given', () => {
    const reply = { ...goodAnswer, type: 'date' as const, claims: [{ text: goodAnswer.statement, evidence: ['E1', 'E9'] }] };
    assert.deepEqual(correctionPrompt.interpret(reply, request, 7).claims, [{ text: goodAnswer.statement, spanIds: ['dam-1'] }]);
  });
});

describe('the prompt that rewrites a question', () => {
  const decompose = { question, action: 'decompose' } as const;
  const cases: readonly (readonly [string[], readonly string[] | null])[] = [
    [
      ['Who built the dam?', 'When was {answer} born?'],
      ['Who built the dam?', 'When was {answer} born?'],
    ],
    [['Who built the dam?'], null],
    [['Who built the dam?', 'When was she born?'], null],
    [['Who built {answer}?', 'When was {answer} born?'], null],
    [[], null],
  ];
  for (const [queries, expected] of cases) {
    it(`makes ${JSON.stringify(expected)} of ${JSON.stringify(queries)}`, () => {
      assert.deepEqual(rewritePrompt.interpret({ queries }, decompose, 7), expected);
    });
  }

  it('takes one query for the others, and no essay', () => {
    const simplify = { question, action: 'simplify' } as const;
    assert.deepEqual(rewritePrompt.interpret({ queries: [' When was  it built? '] }, simplify, 7), ['When was it built?']);
    assert.equal(rewritePrompt.interpret({ queries: ['a', 'b'] }, simplify, 7), null);
    assert.equal(rewritePrompt.interpret({ queries: ['x'.repeat(2000)] }, simplify, 7), null);
  });
});

import assert from 'node:assert/strict';

import { PromptedGenerator } from '../../../../src/models/chat/prompted-generator.ts';
import { causalLinksPrompt } from '../../../../src/models/prompts/causal-links.ts';
import { counting, evidence, scripted } from './support.ts';

const link = {
  sentence: 'E2',
  cause: 'Heavy rain',
  effect: 'the spillway to fail',
  signal: 'caused',
  polarity: 'causes',
  denied: false,
  hedged: false,
} as const;

describe('Causal links of a language model', () => {
  it('are cut from their sentence', () => {
    const [found] = causalLinksPrompt.interpret({ links: [link] }, evidence, 1);
    const text = evidence[1]?.text ?? '';
    assert.equal(found?.spanId, 'dam-2');
    assert.deepEqual(
      [found.cause, found.effect, found.signal].map((span) => (span === null ? null : text.slice(...span))),
      ['Heavy rain', 'the spillway to fail', 'caused'],
    );
  });

  it('are dropped where their words do not stand in the sentence, where it was not given, and where cause and effect overlap', () => {
    const wrong = [
      { ...link, sentence: 'E9' },
      { ...link, sentence: 'E1' },
      { ...link, cause: 'A landslide' },
      { ...link, effect: '' },
      { ...link, effect: 'Heavy rain caused the spillway' },
    ];
    assert.deepEqual(causalLinksPrompt.interpret({ links: wrong }, evidence, 1), []);
    assert.equal(causalLinksPrompt.interpret({ links: [{ ...link, signal: 'triggered' }] }, evidence, 1)[0]?.signal, null);
  });

  it('are asked for once, with the documents between delimiters', async () => {
    const { model, asked } = scripted(JSON.stringify({ links: [link] }));
    const { call, rounds } = counting();
    assert.equal((await new PromptedGenerator(model).causalLinks(evidence, call))?.length, 1);
    assert.equal(asked.length, 1);
    assert.equal(rounds(), 1);
    assert.match(asked[0]?.messages.at(-1)?.content ?? '', /<<<DOC-[0-9a-f]{16}\n[\s\S]*E2: Heavy rain/);
    assert.deepEqual(await new PromptedGenerator(model).causalLinks([], call), []);
    assert.equal(asked.length, 1);
  });
});

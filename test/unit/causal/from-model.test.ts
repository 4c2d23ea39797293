import assert from 'node:assert/strict';

import { joinLinks, linksFromModel } from '../../../src/causal/from-model.ts';
import { linksOf, sentencesOf } from '../../../src/causal/read-document.ts';
import { createMemoryIndex } from '../../../src/index/memory-store.ts';
import { bundledModels } from '../../../src/models/bundled/models.ts';

describe("a language model's causal links", () => {
  it('enter with the quote of their sentence, and take the place of the bundled ones of that sentence', async () => {
    const index = await createMemoryIndex(
      [{ path: 'a.md', text: 'The **surge** broke the controller. Rain caused the delay.' }],
      bundledModels().embedder,
    );
    const sentences = sentencesOf(await index.passagesOf('a.md'));
    const bundled = linksOf(sentences);
    assert.equal(bundled.length, 2);
    const [first, second] = sentences;
    assert.ok(first !== undefined && second !== undefined);
    const generated = (spanId: string, cause: readonly [number, number], effect: readonly [number, number]) =>
      ({ spanId, cause, effect, signal: null, polarity: 'causes', denied: false, hedged: false }) as const;
    const links = linksFromModel(
      new Map([
        ['one', first],
        ['two', second],
      ]),
      [generated('one', [4, 9], [16, 30]), generated('two', [0, 4], [12, 21]), generated('three', [0, 1], [2, 3])],
    );
    assert.deepEqual(
      links.map(({ citation, cause, effect, source }) => [citation.quote.slice(...cause), citation.quote.slice(...effect), source]),
      [
        ['surge', 'the controller', 'language-model'],
        ['Rain', 'the delay', 'language-model'],
      ],
    );
    const joined = joinLinks(bundled, links);
    assert.equal(joined.length, 2);
    assert.ok(joined.every(({ source }) => source === 'language-model'));
  });
});

import assert from 'node:assert/strict';

import fc from 'fast-check';

import type { ChatModel } from '../../../src/models/chat/chat-model.ts';
import { PromptedGenerator } from '../../../src/models/chat/prompted-generator.ts';
import type { EvidenceText, GeneratedAnswer, Generator } from '../../../src/models/ports.ts';
import { RedactingGenerator } from '../../../src/models/redacting-generator.ts';

const secret = 'The merger closes in May.';
const evidence: EvidenceText[] = [
  { spanId: 'a', path: 'legal/Merger.md', heading: '', text: secret, relevance: 1 },
  { spanId: 'b', path: 'public/news.md', heading: '', text: 'The office moves in June.', relevance: 0.5 },
];
const draft = (spanId: string, text: string): GeneratedAnswer => ({
  abstained: false,
  text,
  statement: text,
  type: 'date',
  claims: [],
  rationale: text,
  citedSpans: [spanId],
  keySpans: [],
  conflicts: [],
  logProbability: null,
});

/** Keeps everything that it is given. */
function listening(): { readonly generator: Generator; readonly heard: () => string } {
  const seen: unknown[] = [];
  const hear =
    <T>(reply: T) =>
    (...given: unknown[]): Promise<T> => {
      seen.push(...given.slice(0, -1));
      return Promise.resolve(reply);
    };
  return {
    generator: {
      identity: { id: 'm', provider: 'openai', version: '', local: false },
      answer: hear([]),
      probes: hear([]),
      synthesise: hear(draft('b', 'June')),
    },
    heard: () => JSON.stringify(seen),
  };
}

describe('Documents that are withheld from a model off this machine', () => {
  it('are in no request, and the stage is told', async () => {
    const { generator, heard } = listening();
    const redacting = new RedactingGenerator(generator, ['legal/**']);
    const notes = new Set<string>();
    const call = {
      seed: 1,
      warn: (note: string): void => {
        notes.add(note);
      },
    };
    await redacting.answer([{ question: 'When?', evidence }], call);
    await redacting.synthesise('When?', [draft('a', 'in May'), draft('b', 'June')], evidence, call);
    await redacting.probes(
      { question: 'When?', entities: { person: ['Merger Smith'], place: [], organisation: [], other: [] }, perKind: 2 },
      call,
    );
    assert.ok(heard().includes('June'));
    assert.ok(!/merger|May/i.test(heard()), heard());
    assert.equal(notes.size, 1);
  });

  it('are told by their path, whatever its case', async () => {
    const { generator, heard } = listening();
    await new RedactingGenerator(generator, ['**/merger.md']).answer([{ question: 'When?', evidence }], { seed: 1 });
    assert.ok(!heard().includes(secret));
  });

  it('are counted, each span once', async () => {
    const redacting = new RedactingGenerator(listening().generator, ['legal/**']);
    assert.equal(redacting.withheld, 0);
    await redacting.answer(
      [
        { question: 'When?', evidence },
        { question: 'When?', evidence },
      ],
      { seed: 1 },
    );
    await redacting.synthesise('When?', [], evidence, { seed: 1 });
    assert.equal(redacting.withheld, 1);
  });

  it('are told on every system, however the path is written', async () => {
    for (const path of ['legal\\Merger.md', './legal/Merger.md', '/legal/Merger.md', 'LEGAL/deep/er/.hidden.md']) {
      const { generator, heard } = listening();
      await new RedactingGenerator(generator, ['legal/**']).answer([{ question: 'When?', evidence: [{ ...evidence[0]!, path }] }], {
        seed: 1,
      });
      assert.ok(!heard().includes(secret), path);
    }
  });

  it('cannot be cited, whatever a language model replies', async () => {
    const name = fc.constantFrom('E1', 'E2', 'E3', 'a', 'b');
    const paths = fc.uniqueArray(fc.constantFrom('legal/a.md', 'legal/b/c.md', 'public/d.md', 'public/e.md'), { minLength: 1 });
    await fc.assert(
      fc.asyncProperty(paths, fc.array(name), fc.array(name), async (given, cited, key) => {
        const sent: string[] = [];
        const model: ChatModel = {
          identity: { id: 'm', provider: 'openai', version: '', local: false },
          complete: ({ messages }) => {
            sent.push(...messages.map((message) => message.content));
            return Promise.resolve({
              text: JSON.stringify({
                found: true,
                answer: 'x',
                statement: 'x',
                type: 'date',
                claims: [{ text: 'x', evidence: cited }],
                key_evidence: key,
              }),
              logProbability: null,
              truncated: false,
            });
          },
        };
        const spans = given.map((path) => ({ spanId: path, path, heading: '', text: `Text of ${path}`, relevance: 1 }));
        const redacting = new RedactingGenerator(new PromptedGenerator(model), ['legal/**']);
        const [answer] = await redacting.answer([{ question: 'When?', evidence: spans }], { seed: 1 });
        const settled = await redacting.synthesise('When?', answer === undefined ? [] : [answer], spans, { seed: 1 });
        for (const output of [answer, settled]) assert.ok(output?.citedSpans.every((spanId) => spanId.startsWith('public/')));
        assert.ok(sent.every((content) => !content.includes('legal/')));
      }),
      { numRuns: 50 },
    );
  });
});

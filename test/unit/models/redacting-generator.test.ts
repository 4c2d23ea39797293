import assert from 'node:assert/strict';

import type { EvidenceText, GeneratedAnswer, Generator } from '../../../src/models/ports.ts';
import { RedactingGenerator } from '../../../src/models/redacting-generator.ts';

const secret = 'The merger closes in May.';
const evidence: EvidenceText[] = [
  { spanId: 'a', path: 'legal/Merger.md', heading: '', text: secret, relevance: 1 },
  { spanId: 'b', path: 'public/news.md', heading: '', text: 'The office moves in June.', relevance: 0.5 },
];
const draft = (spanId: string, text: string): GeneratedAnswer => ({ abstained: false, text, statement: text, type: 'date', claims: [], rationale: text, citedSpans: [spanId], keySpans: [], conflicts: [], logProbability: null });

/** Keeps everything that it is given. */
function listening(): { readonly generator: Generator; readonly heard: () => string } {
  const seen: unknown[] = [];
  const hear = <T>(reply: T) => (...given: unknown[]): Promise<T> => {
    seen.push(...given.slice(0, -1));
    return Promise.resolve(reply);
  };
  return { generator: { identity: { id: 'm', provider: 'openai', version: '', local: false }, answer: hear([]), probes: hear([]), synthesise: hear(draft('b', 'June')), splitClaims: hear([]) }, heard: () => JSON.stringify(seen) };
}

describe('Documents that are withheld from a model off this machine', () => {
  it('are in no request, and the stage is told', async () => {
    const { generator, heard } = listening();
    const redacting = new RedactingGenerator(generator, ['legal/**']);
    const notes = new Set<string>();
    const call = { seed: 1, warn: (note: string): void => { notes.add(note); } };
    await redacting.answer([{ question: 'When?', evidence }], call);
    await redacting.synthesise('When?', [draft('a', 'in May'), draft('b', 'June')], evidence, call);
    await redacting.probes({ question: 'When?', entities: { person: ['Merger Smith'], place: [], organisation: [], other: [] }, perKind: 2 }, call);
    assert.ok(heard().includes('June'));
    assert.ok(!/merger|May/i.test(heard()), heard());
    assert.equal(notes.size, 1);
  });

  it('are told by their path, whatever its case', async () => {
    const { generator, heard } = listening();
    await new RedactingGenerator(generator, ['**/merger.md']).answer([{ question: 'When?', evidence }], { seed: 1 });
    assert.ok(!heard().includes(secret));
  });
});

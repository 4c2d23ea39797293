import assert from 'node:assert/strict';

import { chooseProbes, readPlainly } from '../../../src/audit/probing.ts';
import { createMemoryIndex } from '../../../src/index/memory-store.ts';
import type { GeneratedProbe } from '../../../src/models/ports.ts';
import { substitutesOf } from '../../../src/probe/substitutes.ts';
import type { Probe } from '../../../src/contract/exploration.ts';
import { retrieve } from '../../../src/retrieve/retrieve.ts';
import { judgeOfFacts, modelsWith } from '../../support/judge.ts';

/** A reader that takes whoever is most spoken of for whoever is asked for. */
const models = modelsWith(
  judgeOfFacts([
    { asked: /director of the Tarn Museum/i, says: /(Paul Renfrew)/, surety: 0.95 },
    { asked: /permanent director/, says: /appointed (Leonie Achterberg)/, surety: 0.8 },
  ]),
);
const call = { seed: 1 };
const question = 'Who is the permanent director of the Tarn Museum?';
const documents = [
  {
    path: 'news.md',
    text: '# New exhibition\n\nPaul Renfrew, the acting director of the Tarn Museum, opened the exhibition on Friday. As acting director, Paul Renfrew has brought the Tarn Museum twice as many visitors.\n',
  },
  { path: 'visit.md', text: '# Our day\n\nOur class was greeted by the acting director of the Tarn Museum, Paul Renfrew.\n' },
  { path: 'minutes.md', text: '# Minutes\n\nThe board appointed Leonie Achterberg as permanent director. In 2019 she worked in Ghent.\n' },
  { path: 'gallery.md', text: '# Gallery\n\nThe Ostby Gallery in Norway was built in 1911 and again in 2019.\n' },
];

async function explore(candidates: readonly Omit<GeneratedProbe, 'change'>[], asked = question): Promise<Probe[]> {
  const index = await createMemoryIndex(documents, models.embedder);
  const found = await retrieve(asked, index, models, { limit: 10, exclude: [] }, call);
  const probed = await readPlainly(asked, found, models, call);
  return await chooseProbes(
    { ...probed, hits: found.passages },
    candidates.map((candidate) => ({ ...candidate, change: '' })),
    { wanted: 3, similarity: 0.7, exclude: [] },
    models,
    index,
    call,
  );
}

describe('substitutes from the workspace', () => {
  it('are its names by kind, its years, and its words', async () => {
    const index = await createMemoryIndex(documents, models.embedder);
    const { passages } = await retrieve(question, index, models, { limit: 10, exclude: [] }, call);
    const { entities, years, vocabulary } = substitutesOf(question, passages);
    const text = documents.map((document) => document.text).join(' ');
    for (const name of Object.values(entities).flat()) assert.ok(text.includes(name), name);
    assert.ok(entities.person.includes('Paul Renfrew'));
    assert.deepEqual(years, ['2019', '1911']);
    assert.ok(vocabulary?.has('museum') === true && !vocabulary.has('villain'));
  });

  it('put names that stand where the name of the question stands first', async () => {
    const index = await createMemoryIndex(
      [
        { path: 'a.md', text: 'Anna met Berta. Anna met Berta again. Anna met Berta. She plays in Night Harbour.' },
        { path: 'b.md', text: 'Xylo Pop is loud. Xylo Pop sells.' },
      ],
      models.embedder,
    );
    const { passages } = await retrieve('Who plays in Silver Ladder?', index, models, { limit: 10, exclude: [] }, call);
    const { entities } = substitutesOf('Who plays in Silver Ladder?', passages);
    assert.ok(
      Object.values(entities).some((names) => names[0] === 'Night Harbour'),
      JSON.stringify(entities),
    );
  });
});

describe('validation of probes', () => {
  it('rejects paraphrases, what is off topic, and what is the question itself or said twice', async () => {
    const probes = await explore([
      { kind: 'scope', query: 'who is the permanent director of the Tarn museum' },
      { kind: 'scope', query: 'Who is the permanent director of the Tarn Museum in general?' },
      { kind: 'entity', query: 'When was the Ostby Gallery in Norway built?' },
      { kind: 'entity', query: 'When was the Ostby Gallery in Norway built??' },
    ]);
    assert.deepEqual(probes.map((probe) => probe.query).sort(), [
      'When was the Ostby Gallery in Norway built?',
      'Who is the permanent director of the Tarn Museum in general?',
    ]);
    assert.ok(probes.every((probe) => probe.rejection !== null && !probe.selected));
  });

  it("a probe with the plain answer of a trapped question is selected first: that answer is the probe's", async () => {
    const [first, second] = await explore([
      { kind: 'role', query: 'Who is the acting director of the Tarn Museum?' },
      { kind: 'category', query: 'When was the Tarn Museum opened?' },
    ]);
    assert.equal(first?.kind, 'role');
    assert.equal(first.rejection, null);
    assert.match(first.answer ?? '', /Renfrew/);
    assert.equal(first.answerDistance, 1);
    assert.equal(second?.kind, 'category');
  });

  it('the same probe of a question that is not trapped is an ordinary one, or a paraphrase', async () => {
    const [probe] = await explore(
      [{ kind: 'role', query: 'Who is the deputy director of the Tarn Museum?' }],
      'Who is the acting director of the Tarn Museum?',
    );
    assert.equal(probe?.rejection, 'same-answer');
  });

  it('without candidates there is no probe', async () => {
    assert.deepEqual(await explore([]), []);
  });
});

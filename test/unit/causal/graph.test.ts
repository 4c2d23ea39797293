import assert from 'node:assert/strict';

import { answerCausally } from '../../../src/causal/answer.ts';
import { workspaceGraph } from '../../../src/causal/build.ts';
import type { WorkspaceGraph } from '../../../src/causal/graph.ts';
import { mechanisms, toldSentences } from '../../../src/causal/mechanism.ts';
import { parseCausalQuery } from '../../../src/causal/query.ts';
import { viewOfGraph } from '../../../src/causal/view.ts';
import { type CausalAnswer, causalAnswerSchema, type CausalVerdict } from '../../../src/contract/causal.ts';
import { toGraphml } from '../../../src/contract/graphml.ts';
import { createMemoryIndex, MemoryStore } from '../../../src/index/memory-store.ts';
import type { IndexedDocument } from '../../../src/index/types.ts';
import { bundledModels } from '../../../src/models/bundled/models.ts';

async function graphOf(...texts: readonly string[]): Promise<WorkspaceGraph> {
  const index = await createMemoryIndex(
    texts.map((text, at) => ({ path: `report-${String(at)}.md`, text })),
    bundledModels().embedder,
  );
  return (await workspaceGraph(index)).graph;
}

function asked(graph: WorkspaceGraph, question: string): CausalAnswer {
  const query = parseCausalQuery(question);
  assert.ok(query !== null);
  const answer = answerCausally(query, graph);
  assert.ok(answer !== null, question);
  assert.deepEqual(causalAnswerSchema.parse(answer), answer);
  return answer;
}

function verdictOf(answer: CausalAnswer, words: RegExp): CausalVerdict | undefined {
  return answer.interventions.find(({ cause }) => words.test(answer.graph.nodes.find(({ id }) => id === cause)?.label ?? ''))?.verdict;
}

const flood =
  'The duty pump did not start because the float switch failed. The sump overflowed because the duty pump did not start. The overflow led to the flooding of the switch room.';

describe('the causal graph', () => {
  it('joins the mentions of an event into a chain whose every edge cites its sentence', async () => {
    const answer = asked(await graphOf(flood), 'Why did the switch room flood?');
    assert.equal(answer.paths.length, 1);
    assert.equal(answer.paths[0]?.edges.length, 3);
    for (const { statements } of answer.graph.edges)
      for (const { citation, cause, effect } of statements) {
        assert.equal(flood.slice(citation.start, citation.end), citation.quote);
        assert.ok(cause[1] <= citation.quote.length && effect[1] <= citation.quote.length);
      }
    assert.equal(verdictOf(answer, /float switch/), 'necessary');
  });

  it('tells of a cause that is asked about only the steps from there on', async () => {
    const answer = asked(await graphOf(flood), 'Would the switch room have flooded without the overflow of the sump?');
    assert.deepEqual(
      toldSentences(mechanisms(answer)).map(({ citation }) => citation.quote),
      ['The overflow led to the flooding of the switch room.'],
    );
    assert.equal(verdictOf(answer, /sump/), 'necessary');
    const whole = asked(await graphOf(flood), 'Why did the switch room flood?');
    assert.equal(toldSentences(mechanisms(whole)).length, 3);
  });

  it('keeps what made an event worse apart from what brought it about', async () => {
    const graph = await graphOf('The delay was caused by a jammed door. The delay was made worse by fog.');
    const causes = asked(graph, 'What caused the delay?');
    assert.deepEqual(
      causes.paths.map(({ nodes }) => causes.graph.nodes.find(({ id }) => id === nodes[0])?.label),
      ['a jammed door'],
    );
    assert.equal(verdictOf(causes, /door/), 'necessary');
    const worse = asked(graph, 'What made the delay worse?');
    assert.deepEqual(
      worse.paths.map(({ nodes, polarity }) => [worse.graph.nodes.find(({ id }) => id === nodes[0])?.label, polarity]),
      [['fog', 'worsens']],
    );
  });

  it('denies of the event that is explained what a sentence only calls not to blame', async () => {
    const answer = asked(
      await graphOf('The outage was caused by a loose plug. Some suspected the update. It was not. The storm was not to blame either.'),
      'What caused the outage?',
    );
    assert.equal(verdictOf(answer, /plug/), 'necessary');
    assert.equal(verdictOf(answer, /update/), 'correlated');
    assert.equal(verdictOf(answer, /storm/), 'correlated');
  });

  it('takes what was only supposed, and then denied, for denied', async () => {
    const answer = asked(
      await graphOf('A flat cell stopped the clock. It was suggested that the cold stopped the clock. It did not.'),
      'What stopped the clock?',
    );
    assert.equal(verdictOf(answer, /cold/), 'correlated');
    assert.equal(verdictOf(answer, /cell/), 'necessary');
  });

  it('hears that several causes were each enough, or only together', async () => {
    const causes = 'The bloom was caused by warm water. The bloom was also caused by phosphate.';
    const each = asked(await graphOf(`${causes} Either would have been enough.`), 'What caused the bloom?');
    assert.equal(verdictOf(each, /warm/), 'one-of-several');
    const both = asked(await graphOf(`${causes} Neither alone would have done it.`), 'What caused the bloom?');
    assert.equal(verdictOf(both, /warm/), 'necessary');
    assert.equal(verdictOf(both, /phosphate/), 'necessary');
  });

  it('calls one of several causes so, and what is before one of them too', async () => {
    const answer = asked(
      await graphOf(
        'The loss of heating was caused by a closed valve. The loss of heating was also caused by an airlock. The valve was closed because a tag was misread.',
      ),
      'What caused the loss of heating?',
    );
    assert.equal(verdictOf(answer, /valve/), 'one-of-several');
    assert.equal(verdictOf(answer, /airlock/), 'one-of-several');
    assert.equal(verdictOf(answer, /tag/), 'one-of-several');
  });

  it('finds causes necessary that act only together', async () => {
    const answer = asked(
      await graphOf('The flood was caused by the combination of heavy rain and a blocked drain.'),
      'What caused the flood?',
    );
    assert.equal(verdictOf(answer, /rain/), 'necessary');
    assert.equal(verdictOf(answer, /drain/), 'necessary');
  });

  it('tells a common cause from a cause, and a denied link from a stated one', async () => {
    const graph = await graphOf(
      'An overheated cable caused the smoke. The overheated cable also caused the power cut. The fire alarm did not cause the power cut.',
    );
    const answer = asked(graph, 'What caused the power cut?');
    assert.equal(verdictOf(answer, /cable/), 'necessary');
    assert.equal(verdictOf(answer, /smoke/), 'correlated');
    assert.equal(verdictOf(answer, /alarm/), 'correlated');
    assert.equal(answer.confounders.length, 1);
  });

  it('says unknown where one sentence states a link and another denies it', async () => {
    const graph = await graphOf('The power cut was caused by the broken relay. The broken relay did not cause the power cut.');
    assert.equal(verdictOf(asked(graph, 'What caused the power cut?'), /relay/), 'unknown');
  });

  it('takes a cause that points back from the sentence before', async () => {
    const answer = asked(
      await graphOf('The sling parted due to a cut in the webbing. This caused the fall of the pallet.'),
      'Why did the pallet fall?',
    );
    assert.equal(answer.paths[0]?.edges.length, 2);
  });

  it('counts what prevents as no cause', async () => {
    const graph = await graphOf('The sprinklers prevented the spread of the fire.');
    const answer = asked(graph, 'What prevented the spread of the fire?');
    assert.equal(answer.paths[0]?.polarity, 'prevents');
    assert.deepEqual(answer.interventions, []);
  });

  it('is the same for the same documents', async () => {
    const first = asked(await graphOf(flood, 'Rain caused the delay.'), 'Why did the switch room flood?');
    const second = asked(await graphOf(flood, 'Rain caused the delay.'), 'Why did the switch room flood?');
    assert.deepEqual(first, second);
  });

  it('shows what a search names, and writes GraphML that keeps its sentences', async () => {
    const graph = await graphOf(flood, 'Rain <b>caused</b> the delay & the queue.');
    const view = viewOfGraph({ graph, documents: 2 }, 'sump overflow');
    assert.ok(view.graph.edges.length > 0 && view.graph.edges.length < graph.edges.size);
    const xml = toGraphml(viewOfGraph({ graph, documents: 2 }, '').graph);
    assert.match(xml, /<edge id="e[0-9a-f]+" source="n[0-9a-f]+" target="n[0-9a-f]+">/);
    assert.match(xml, /&amp;/);
    assert.doesNotMatch(xml, /<b>/);
  });
});

describe('the kept causal links', () => {
  const document = (path: string, contentHash: string): IndexedDocument => ({
    path,
    contentHash,
    bytes: 1,
    modifiedMs: 0,
    parser: 'markdown@1',
    encoding: 'utf-8',
    status: 'indexed',
    cause: null,
    reason: null,
    passages: 1,
  });

  it('are read again only for documents that changed, and go with their document', async () => {
    const { embedder } = bundledModels();
    const source = await createMemoryIndex(
      [
        { path: 'a.md', text: 'Rain caused the delay.' },
        { path: 'b.md', text: 'A spark caused the fire.' },
      ],
      embedder,
    );
    const store = new MemoryStore(embedder.profileId);
    for (const path of ['a.md', 'b.md']) {
      const passages = await source.passagesOf(path);
      await store.write([
        {
          document: document(path, `${path} 1`),
          passages: passages.map((passage) => ({ passage, vector: new Float32Array(embedder.dimensions) })),
        },
      ]);
    }
    assert.equal((await workspaceGraph(store)).read, 2);
    assert.equal((await workspaceGraph(store)).read, 0);
    await store.note([document('a.md', 'a.md 2')]);
    const again = await workspaceGraph(store);
    assert.equal(again.read, 1);
    assert.equal(again.graph.edges.size, 2);
    await store.remove(['b.md']);
    const left = await workspaceGraph(store);
    assert.equal(left.graph.edges.size, 1);
    assert.deepEqual(
      (await store.derived('causal').read()).map(({ path }) => path),
      ['a.md'],
    );
  });
});

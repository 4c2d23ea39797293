import assert from 'node:assert/strict';

import { audit } from '../../../src/audit/pipeline.ts';
import type { AuditReport } from '../../../src/contract/report.ts';
import { createMemoryIndex } from '../../../src/index/memory-store.ts';
import { judgeOfFacts, modelsWith } from '../../support/judge.ts';

async function ask(question: string, text: string): Promise<AuditReport> {
  const models = modelsWith(judgeOfFacts([]));
  return await audit(
    { question, kind: 'question' },
    {
      index: await createMemoryIndex([{ path: 'report.md', text }], models.embedder),
      models,
      readText: () => Promise.resolve(text),
      now: () => new Date(0),
    },
  );
}

describe('the answer to a causal question', function () {
  this.timeout(60_000);

  it('is not asserted where a sentence only denies a cause', async () => {
    const { answer, causal } = await ask(
      'What caused the sinking of the boat?',
      'A leaking gate had been reported in May. The leaking gate was ruled out as a cause of the sinking.',
    );
    assert.notEqual(answer.status, 'supported');
    assert.equal(causal?.interventions[0]?.verdict, 'correlated');
  });

  it('names the causes of an event, each tested by removal, and what is denied on the way', async () => {
    const { answer, causal } = await ask(
      'Why was the regatta moved?',
      'The sinking closed the canal for four days. On account of the closure, the regatta had to be moved to the basin. The sinking was not caused by the wind.',
    );
    assert.match(answer.text, /On account of the closure/);
    assert.deepEqual(
      causal?.interventions.map(({ cause, verdict }) => [causal.graph.nodes.find(({ id }) => id === cause)?.label, verdict]),
      [
        ['closed the canal for four days', 'necessary'],
        ['The sinking', 'necessary'],
        ['the wind', 'correlated'],
      ],
    );
  });

  it('is not asserted where a sentence only says what made the event worse', async () => {
    const { answer } = await ask('What caused the delay?', 'The delay was made worse by fog on the bridge. Trains ran again at nine.');
    assert.notEqual(answer.status, 'supported');
  });
});

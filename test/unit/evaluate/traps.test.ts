import assert from 'node:assert/strict';
import { join } from 'node:path';

import { readTraps, springTrap, type TrapOutcome } from '../../../src/evaluate/traps.ts';
import { bundledModels } from '../../../src/models/bundled/models.ts';

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'traps');

describe('correlation traps, with the bundled models', function () {
  this.timeout(120_000);
  const outcomes: TrapOutcome[] = [];

  before(async () => {
    const models = bundledModels();
    for (const trap of (await readTraps(folder)).filter((entry) => entry.half === 'tune')) outcomes.push(await springTrap(trap, models, 1));
  });

  it('The Dark Knight: plain reading picks Ledger, the product Bale, by probes of three kinds', () => {
    const outcome = outcomes.find((entry) => entry.name === 'dark-knight');
    assert.ok(outcome !== undefined);
    assert.equal(outcome.plain.verdict, 'decoy');
    assert.equal(outcome.linchpin.verdict, 'right', outcome.linchpin.answer);
    assert.equal(new Set(outcome.kinds).size, 3, outcome.kinds.join());
    assert.ok(outcome.decoyCausal !== null && outcome.rightCausal !== null && outcome.decoyCausal < outcome.rightCausal);
    assert.ok(outcome.report.probes.some((probe) => probe.selected && probe.kind === 'role' && /villain/.test(probe.query)));
    assert.match(outcome.report.stages.find((stage) => stage.name === 'answer')?.note ?? '', /Heath Ledger/);
  });

  it('shows the answer among the drafts, the rival that it overruled, and whether the escape is certified', () => {
    const { report } = outcomes.find((entry) => entry.name === 'dark-knight') ?? assert.fail();
    const chosen = report.drafts.filter((draft) => draft.selected);
    assert.deepEqual(chosen.map((draft) => draft.text), [report.answer.text]);
    assert.match(report.trap?.rival ?? '', /Ledger/);
    assert.notEqual(report.trap?.explanation ?? '', '');
  });

  it('of the tuned workspaces, plain reading falls for most, and the product for one in four at the most, and never where plain reading does not', () => {
    const count = (arm: 'plain' | 'linchpin'): number => outcomes.filter((outcome) => outcome[arm].verdict === 'right').length;
    assert.ok(outcomes.length >= 13);
    assert.ok(count('plain') <= outcomes.length / 2, `plain ${count('plain')}`);
    assert.ok(count('linchpin') >= 0.75 * outcomes.length, outcomes.map((outcome) => `${outcome.name}: ${outcome.linchpin.answer}`).join('\n'));
    for (const outcome of outcomes) if (outcome.plain.verdict === 'right') assert.equal(outcome.linchpin.verdict, 'right', outcome.name);
  });

  it('evidence of the right answer is the more specific one where there are probes', () => {
    const known = outcomes.filter((outcome) => outcome.rightCausal !== null && outcome.decoyCausal !== null);
    assert.ok(known.length >= 10);
    assert.ok(known.filter((outcome) => (outcome.rightCausal ?? 0) > (outcome.decoyCausal ?? 0)).length >= 0.9 * known.length);
  });

  it('copies of the misleading documents, up to fifty, change nothing', async () => {
    const models = bundledModels();
    const trap = (await readTraps(folder)).find((entry) => entry.name === 'dark-knight') ?? assert.fail();
    const before = await springTrap(trap, models, 1);
    for (const copies of [1, 7, 49]) {
      const documents = [...trap.documents, ...trap.documents.filter((document) => document.path.startsWith('review')).flatMap((document) => Array.from({ length: copies }, (_, index) => ({ ...document, path: `zz-${index}-${document.path}` })))];
      const after = await springTrap({ ...trap, documents }, models, 1);
      assert.equal(after.linchpin.answer, before.linchpin.answer);
      assert.deepEqual(after.report.drafts.map((draft) => [draft.text, draft.selected]), before.report.drafts.map((draft) => [draft.text, draft.selected]));
      assert.deepEqual(after.report.evidence.minimal.map((item) => item.citation.quote), before.report.evidence.minimal.map((item) => item.citation.quote));
    }
  });
});

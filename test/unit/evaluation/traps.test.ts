import assert from 'node:assert/strict';
import { join } from 'node:path';

import fc from 'fast-check';

import { readTraps, springTrap, type TrapOutcome } from '../../../evaluation/traps.ts';
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
    assert.deepEqual(
      chosen.map((draft) => draft.text),
      [report.answer.text],
    );
    assert.match(chosen[0]?.rationale ?? '', /^Read without the sentences that say "Heath Ledger"/);
    assert.match(report.trap?.rival ?? '', /Ledger/);
    assert.notEqual(report.trap?.explanation ?? '', '');
  });

  it('of the tuned workspaces, plain reading falls for most, and the product for one in four at the most, and never where plain reading does not', () => {
    const count = (arm: 'plain' | 'linchpin'): number => outcomes.filter((outcome) => outcome[arm].verdict === 'right').length;
    assert.ok(outcomes.length >= 13);
    assert.ok(count('plain') <= outcomes.length / 2, `plain ${count('plain')}`);
    assert.ok(
      count('linchpin') >= 0.75 * outcomes.length,
      outcomes.map((outcome) => `${outcome.name}: ${outcome.linchpin.answer}`).join('\n'),
    );
    for (const outcome of outcomes) if (outcome.plain.verdict === 'right') assert.equal(outcome.linchpin.verdict, 'right', outcome.name);
  });

  it('evidence of the right answer is the more specific one where there are probes', () => {
    const known = outcomes.filter((outcome) => outcome.rightCausal !== null && outcome.decoyCausal !== null);
    assert.ok(known.length >= 10);
    assert.ok(known.filter((outcome) => (outcome.rightCausal ?? 0) > (outcome.decoyCausal ?? 0)).length >= 0.9 * known.length);
  });

  it('volume invariance: any documents copied 2 to 50 times change neither the answer, nor the ranking of drafts, nor the minimal set', async () => {
    const models = bundledModels();
    const trap = (await readTraps(folder)).find((entry) => entry.name === 'dark-knight') ?? assert.fail();
    const told = ({ linchpin, report }: TrapOutcome): unknown => [
      linchpin.answer,
      report.drafts.map((draft) => [draft.text, draft.scores.total, draft.selected]),
      report.evidence.minimal.map((item) => item.citation.quote),
    ];
    const before = told(await springTrap(trap, models, 1));
    await fc.assert(
      fc.asyncProperty(fc.subarray([...trap.documents], { minLength: 1 }), fc.integer({ min: 2, max: 50 }), async (copied, times) => {
        const copies = copied.flatMap((document) =>
          Array.from({ length: times - 1 }, (_, index) => ({
            ...document,
            path: `${document.path.replace(/\.\w+$/, '')}-${index}${/\.\w+$/.exec(document.path)?.[0] ?? ''}`,
          })),
        );
        assert.deepEqual(told(await springTrap({ ...trap, documents: [...trap.documents, ...copies] }, models, 1)), before);
      }),
      { numRuns: 5 },
    );
  });
});

import assert from 'node:assert/strict';
import { join } from 'node:path';

import fc from 'fast-check';

import { readTraps, springTrap, type TrapOutcome, type TrapWorkspace } from '../../../evaluation/traps.ts';
import type { Models } from '../../../src/models/ports.ts';
import { judgeOfFacts, modelsWith } from '../../support/judge.ts';

const folder = join(import.meta.dirname, '..', '..', 'fixtures', 'traps');

/** A reader that takes whoever is most spoken of for whoever is asked for, as plain reading does. */
const models = (): Models =>
  modelsWith(
    judgeOfFacts([
      { asked: /The Dark Knight/, says: /(Heath Ledger)/, surety: 0.95 },
      { asked: /lead actor/, says: /(Christian Bale)/, surety: 0.8 },
    ]),
  );
/** The paper's way: the answer comes from the drafts, and not from reading alone. */
const settings = { sufficiency: 'statement' } as const;

describe('a correlation trap', function () {
  this.timeout(120_000);
  let trap: TrapWorkspace;
  let outcome: TrapOutcome;

  before(async () => {
    const traps = await readTraps(folder);
    assert.ok(traps.length >= 13 && traps.every(({ documents }) => documents.length > 1));
    trap = traps.find(({ name }) => name === 'dark-knight') ?? assert.fail();
    outcome = await springTrap(trap, models(), 1, settings);
  });

  it('The Dark Knight: plain reading picks Ledger, the product Bale, by probes of three kinds', () => {
    assert.equal(outcome.plain.verdict, 'decoy');
    assert.equal(outcome.linchpin.verdict, 'right', outcome.linchpin.answer);
    assert.equal(new Set(outcome.kinds).size, 3, outcome.kinds.join());
    assert.ok(outcome.decoyCausal !== null && outcome.rightCausal !== null && outcome.decoyCausal < outcome.rightCausal);
    assert.ok(outcome.report.probes.some((probe) => probe.selected && probe.kind === 'role' && /villain/.test(probe.query)));
    assert.match(outcome.report.stages.find((stage) => stage.name === 'answer')?.note ?? '', /Heath Ledger/);
  });

  it('shows the answer among the drafts, the rival that it overruled, and whether the escape is certified', () => {
    const { report } = outcome;
    const chosen = report.drafts.filter((draft) => draft.selected);
    assert.deepEqual(
      chosen.map((draft) => draft.text),
      [report.answer.text],
    );
    assert.match(chosen[0]?.rationale ?? '', /^Read without the sentences that say "Heath Ledger"/);
    assert.match(report.trap?.rival ?? '', /Ledger/);
    assert.notEqual(report.trap?.explanation ?? '', '');
  });

  it('volume invariance: any documents copied 2 to 50 times change neither the answer, nor the ranking of drafts, nor the minimal set', async () => {
    const told = ({ linchpin, report }: TrapOutcome): unknown => [
      linchpin.answer,
      report.drafts.map((draft) => [draft.text, draft.scores.total, draft.selected]),
      report.evidence.minimal.map((item) => item.citation.quote),
    ];
    const before = told(outcome);
    await fc.assert(
      fc.asyncProperty(fc.subarray([...trap.documents], { minLength: 1 }), fc.integer({ min: 2, max: 50 }), async (copied, times) => {
        const copies = copied.flatMap((document) =>
          Array.from({ length: times - 1 }, (_, index) => ({
            ...document,
            path: `${document.path.replace(/\.\w+$/, '')}-${index}${/\.\w+$/.exec(document.path)?.[0] ?? ''}`,
          })),
        );
        assert.deepEqual(told(await springTrap({ ...trap, documents: [...trap.documents, ...copies] }, models(), 1, settings)), before);
      }),
      { numRuns: 5 },
    );
  });
});

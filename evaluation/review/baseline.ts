import { openWorkspace } from '../../src/audit/workspace.ts';
import { createUsage } from '../../src/audit/stages.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { retrieve } from '../../src/retrieve/retrieve.ts';
import type { Draft } from './draft.ts';
import type { Verdict } from './run.ts';

/** Sentences that the scorer is asked about, most relevant first. */
const asked = 25;

/**
 * Plain entailment: each claim, as it stands in the draft, against the sentences that are most relevant to it, one at a time, by the bundled
 * scorer alone; the surest one decides above one half. No atoms, no headings, no pronouns.
 */
export async function plainEntailment({ gold }: Draft, folder: string, location: string): Promise<Verdict[]> {
  const models = bundledModels();
  const workspace = await openWorkspace({ folder, indexLocation: location }, models);
  try {
    await workspace.index();
    const call = { seed: 1, usage: createUsage(undefined), warn: () => undefined };
    return await workspace.withIndex(async (index) => {
      const verdicts: Verdict[] = [];
      for (const { claim } of gold) {
        const { spans } = await retrieve(claim, index, models, { limit: 20, exclude: [] }, call);
        const scores = await models.entailment.classify(
          spans.slice(0, asked).map(({ span }) => ({ premise: span.plain, hypothesis: claim })),
          call,
        );
        const [entail, contradict] = [
          Math.max(0, ...scores.map((each) => each.entail)),
          Math.max(0, ...scores.map((each) => each.contradict)),
        ];
        verdicts.push(Math.max(entail, contradict) < 0.5 ? 'undecided' : entail >= contradict ? 'supported' : 'refuted');
      }
      return verdicts;
    });
  } finally {
    await workspace.close();
  }
}

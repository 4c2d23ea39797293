import { appendFile, cp, mkdtemp, rm } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';

import { openWorkspace } from '../../src/audit/workspace.ts';
import { bundledModels } from '../../src/models/bundled/models.ts';
import { quantile } from '../statistics.ts';

/** Questions that are asked before their time is taken. */
const first = 3;

type Workspace = Awaited<ReturnType<typeof openWorkspace>>;

interface Took {
  readonly wall: number;
  /** All threads of the process, user and system. */
  readonly processor: number;
}

/**
 * What the graph of a folder costs: built for the first time, from the links that are kept, and after one document has changed; and what a causal
 * question costs in a process that runs, with all stages of the audit. The folder is copied, and its index too is made anew.
 * @param count questions, each about another event of the graph, asked once
 */
export async function graphCost(folder: string, count: number): Promise<string> {
  const home = await mkdtemp(join(tmpdir(), 'linchpin-causal-cost-'));
  const options = { folder: join(home, 'documents'), indexLocation: join(home, 'index') };
  const open = async (): Promise<Workspace> => await openWorkspace(options, bundledModels());
  try {
    await cp(folder, options.folder, { recursive: true });
    const workspace = await open();
    await workspace.index();
    const built = await timed(async () => await workspace.causalGraph(''));
    await workspace.close();
    const again = await open();
    const kept = await timed(async () => await again.causalGraph(''));
    const path = built.result.graph.nodes[0]?.mentions[0]?.citation.path;
    if (path !== undefined) await appendFile(join(options.folder, path), '\n\nThe outage was caused by a fallen tree.\n');
    await again.index();
    const changed = await timed(async () => await again.causalGraph(''));
    const asked = await questionTimes(again, eventsOf(built.result.graph).slice(0, count + first));
    await again.close();
    const { nodes, edges, documents } = built.result;
    const seconds = ({ wall, processor }: Took): string =>
      `${(wall / 1000).toFixed(1)} s (${(processor / 1000).toFixed(1)} s of processor)`;
    const spread = (of: (took: Took) => number): string => {
      const sorted = asked.map(of).sort((a, b) => a - b);
      return [0, 0.5, 0.95].map((share) => quantile(sorted, share).toFixed(0)).join(' / ');
    };
    return [
      `${String(documents)} documents, ${String(nodes)} events and ${String(edges)} links: built in ${seconds(built)}, from the kept links in ${seconds(kept)}, after one document changed in ${seconds(changed)}.`,
      '',
      `A causal question in a process that runs: least / p50 / p95 ${spread(({ wall }) => wall)} ms by the clock, ${spread(({ processor }) => processor)} ms of processor (n = ${String(asked.length)}). ${loadavg()[0]?.toFixed(0) ?? ''} threads waited for the processors at the end.`,
    ].join('\n');
  } finally {
    await rm(home, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function timed<T>(work: () => Promise<T>): Promise<Took & { readonly result: T }> {
  const [from, spent] = [performance.now(), process.cpuUsage()];
  const result = await work();
  const { user, system } = process.cpuUsage(spent);
  return { result, wall: performance.now() - from, processor: (user + system) / 1000 };
}

/** Effects that the shown part of the graph has, each named once. */
function eventsOf({ nodes, edges }: Awaited<ReturnType<Workspace['causalGraph']>>['graph']): string[] {
  const effects = new Set(edges.map(({ effect }) => effect));
  return [...new Set(nodes.filter(({ id, label }) => effects.has(id) && label.length < 80).map(({ label }) => label))];
}

async function questionTimes(workspace: Workspace, events: readonly string[]): Promise<Took[]> {
  const times: Took[] = [];
  for (const event of events)
    times.push(await timed(async () => await workspace.audit({ question: `What caused ${event}?`, kind: 'question' })));
  return times.slice(first);
}

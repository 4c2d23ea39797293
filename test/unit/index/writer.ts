// A process that indexes as the product does, and says how far it is: tests kill it, or stop it.
import { ingestFolder } from '../../../src/index/ingest.ts';
import { lockIndex } from '../../../src/index/lock.ts';
import { openStore } from '../../../src/index/open.ts';
import { bundledModels } from '../../../src/models/bundled/models.ts';
import { quick } from './writers.ts';

const [folder = '', location = '', kind = '', mode = '', stopAt = ''] = process.argv.slice(2);
const say = (what: string): void => {
  process.send?.(what);
};

const { embedder } = bundledModels();
const lock = await lockIndex(location, undefined, quick);
say('locked');
const store = await openStore(
  location,
  embedder,
  mode === 'anew' ? 'anew' : 'create',
  kind === 'memory' ? () => Promise.reject(new Error('not on this platform')) : undefined,
);
await ingestFolder(
  folder,
  store,
  embedder,
  { mayWrite: lock.confirm, ...(stopAt === '' ? { batchPassages: 40 } : {}) },
  ({ phase, done }) => {
    say(`${phase} ${done}`);
    // As a machine that falls asleep; between two commits, as nothing was written yet.
    if (stopAt === phase) process.kill(process.pid, 'SIGSTOP');
  },
);
await store.close();
await lock.release();
process.disconnect();

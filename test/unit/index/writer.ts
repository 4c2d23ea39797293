// A process that indexes as the product does, and says how far it is: `processes.test.ts` kills it.
import { ingestFolder } from '../../../src/index/ingest.ts';
import { lockIndex } from '../../../src/index/lock.ts';
import { openStore } from '../../../src/index/open.ts';
import { bundledModels } from '../../../src/models/bundled/models.ts';

const [folder = '', location = '', kind = '', mode = ''] = process.argv.slice(2);
const say = (what: string): void => {
  process.send?.(what);
};

const { embedder } = bundledModels();
const lock = await lockIndex(location);
say('locked');
const store = await openStore(
  location,
  embedder,
  mode === 'anew' ? 'anew' : 'create',
  kind === 'memory' ? () => Promise.reject(new Error('not on this platform')) : undefined,
);
await ingestFolder(folder, store, embedder, { batchPassages: 40 }, ({ phase, done }) => {
  say(`${phase} ${done}`);
});
await store.close();
await lock.release();
process.disconnect();

// A process that encodes as the product does, slowly, and says how far it is: `encode-passages.test.ts` kills it.
import { setTimeout as pause } from 'node:timers/promises';

import { openStore } from '../../../src/index/open.ts';
import { SentenceVectors } from '../../../src/index/sentence-vectors.ts';
import { encodeAll, fakeEncoder, noNative } from './dense-support.ts';
import { embedder } from './support.ts';

const [location = '', kind = ''] = process.argv.slice(2);
const load = kind === 'memory' ? noNative : undefined;
const encoder = fakeEncoder(() => pause(1));
const store = await openStore(location, embedder, 'read', load);
const vectors = await SentenceVectors.open(location, encoder, load);
await encodeAll(store, vectors, encoder, { batch: 10 }, ({ done }) => {
  process.send?.(String(done));
});
await store.close();
vectors.close();
process.disconnect();

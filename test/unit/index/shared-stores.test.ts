import assert from 'node:assert/strict';

import { LinchpinError } from '../../../src/base/error.ts';
import { MemoryStore } from '../../../src/index/memory-store.ts';
import { SharedStores } from '../../../src/index/shared-stores.ts';
import type { IndexStore } from '../../../src/index/store.ts';

const profile = { profileId: 'words', dimensions: 4 };

/** Notes what happens to it, in order. */
class WatchedStore extends MemoryStore {
  readonly #close: () => void;
  current = true;

  constructor(onClose: () => void) {
    super(profile.profileId);
    this.#close = onClose;
  }

  override isCurrent(): Promise<boolean> {
    return Promise.resolve(this.current);
  }

  override async close(): Promise<void> {
    await super.close();
    this.#close();
  }
}

/** Something that is done when it is told to be. */
function task(): { readonly done: Promise<void>; finish: () => void } {
  let finish = (): void => undefined;
  const done = new Promise<void>((resolve) => {
    finish = resolve;
  });
  return { done, finish };
}

describe('shared stores', () => {
  let events: string[];
  let stores: SharedStores;

  beforeEach(() => {
    events = [];
    let opened = 0;
    stores = new SharedStores((_location, { profileId }) => {
      opened += 1;
      const name = `${profileId} ${opened}`;
      events.push(`open ${name}`);
      return Promise.resolve(new WatchedStore(() => events.push(`close ${name}`)));
    });
  });

  it('are opened once for three that ask at once, and stay open for those who come later', async () => {
    const given = await Promise.all([1, 2, 3].map(() => stores.use('here', profile, (store) => Promise.resolve(store))));
    assert.equal(new Set(given).size, 1);
    assert.equal(await stores.use('here', profile, (store) => Promise.resolve(store)), given[0]);
    assert.deepEqual(events, ['open words 1']);
  });

  it('are apart for each place and each embedder', async () => {
    const of = (location: string, profileId: string): Promise<IndexStore> =>
      stores.use(location, { profileId, dimensions: 4 }, (store) => Promise.resolve(store));
    const given = await Promise.all([of('here', 'a'), of('here', 'b'), of('there', 'a'), of('here', 'a')]);
    assert.equal(new Set(given).size, 3);
  });

  it('are closed when the last reader is done, and not before', async () => {
    const [first, last] = [task(), task()];
    const readers = [first, last].map(({ done }, at) =>
      stores.use('here', profile, async () => {
        await done;
        events.push(`read ${at}`);
      }),
    );
    const closed = stores.close().then(() => events.push('closed'));
    first.finish();
    await readers[0];
    last.finish();
    await Promise.all([...readers, closed]);
    assert.deepEqual(events, ['open words 1', 'read 0', 'read 1', 'close words 1', 'closed']);
  });

  it('are emptied when those who read are done; those who come meanwhile wait and get a new one', async () => {
    const audit = task();
    const reading = stores.use('here', profile, async () => {
      await audit.done;
      events.push('audit');
    });
    const emptying = stores.empty('here', () => {
      events.push('empty');
      return Promise.resolve();
    });
    const later = stores.use('here', profile, () => {
      events.push('later');
      return Promise.resolve();
    });
    audit.finish();
    await Promise.all([reading, emptying, later]);
    assert.deepEqual(events, ['open words 1', 'audit', 'close words 1', 'empty', 'open words 2', 'later']);
    await stores.close();
    assert.equal(events.at(-1), 'close words 2');
  });

  it('are emptied one after the other, also when the first fails', async () => {
    const first = stores.empty('here', () => Promise.reject(new LinchpinError('index-unreadable', 'It cannot be emptied.', 'Try again.')));
    const second = stores.empty('here', () => {
      events.push('second');
      return Promise.resolve();
    });
    await assert.rejects(first, { code: 'index-unreadable' });
    await second;
    assert.deepEqual(events, ['second']);
  });

  it('are written as they are read', async () => {
    const read = await stores.use('here', profile, (store) => Promise.resolve(store));
    assert.equal(await stores.write('here', profile, (store) => Promise.resolve(store)), read);
    assert.deepEqual(events, ['open words 1']);
  });

  it('that another index took the place of are opened anew to write, and closed after their reader', async () => {
    const audit = task();
    const reading = stores.use('here', profile, async (store) => {
      if (store instanceof WatchedStore) store.current = false;
      await audit.done;
      events.push('audit');
    });
    await stores.write('here', profile, () => {
      events.push('write');
      return Promise.resolve();
    });
    await stores.use('here', profile, () => {
      events.push('later');
      return Promise.resolve();
    });
    audit.finish();
    await reading;
    await stores.close();
    assert.deepEqual(events, ['open words 1', 'open words 2', 'write', 'later', 'audit', 'close words 1', 'close words 2']);
  });

  it('that could not be opened are opened again for the next', async () => {
    let tries = 0;
    const faulty = new SharedStores(() => {
      tries += 1;
      return tries === 1
        ? Promise.reject(new LinchpinError('index-missing', 'There is no index.', 'Make one.'))
        : Promise.resolve(new WatchedStore(() => undefined));
    });
    const ask = (): Promise<string> => faulty.use('here', profile, () => Promise.resolve('read'));
    await assert.rejects(ask(), { code: 'index-missing' });
    assert.equal(await ask(), 'read');
  });
});

import assert from 'node:assert/strict';
import { cp, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { LinchpinError } from '../../../../src/base/error.ts';
import { downloadModel, type DownloadOptions } from '../../../../src/models/onnx/download.ts';
import { checkModelName, importModel, listInstalled } from '../../../../src/models/onnx/store.ts';
import { type HubFault, type HubServer, startHub } from '../../../support/hub-server.ts';

const fixtures = join(import.meta.dirname, '..', '..', '..', 'fixtures', 'onnx');
const model = 'tiny/embedder';
const weights = 'onnx/model.onnx';

async function codeOf(work: Promise<unknown>): Promise<string> {
  return await work.then(
    () => 'nothing',
    (error: unknown) => (error instanceof LinchpinError ? error.code : String(error)),
  );
}

describe('Downloading a model', function () {
  this.timeout(20_000);
  let folder = '';
  let hub: HubServer | undefined;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'linchpin-store-'));
  });
  afterEach(async () => {
    await hub?.close();
    hub = undefined;
    await rm(folder, { recursive: true, force: true });
  });

  async function start(...faults: HubFault[]): Promise<DownloadOptions> {
    hub = await startHub(fixtures, faults);
    return { model, dtype: 'fp32', folder, hub: hub.url, stallMs: 5000, retries: 2 };
  }

  async function assertWhole(): Promise<void> {
    for (const file of ['config.json', 'tokenizer.json', 'tokenizer_config.json', '1_Pooling/config.json', weights])
      assert.deepEqual(await readFile(join(folder, model, file)), await readFile(join(fixtures, model, file)), file);
    assert.deepEqual(
      (await readdir(join(folder, model), { recursive: true })).filter((name) => name.endsWith('.part')),
      [],
    );
  }

  it('brings the files that it needs, through redirects, and tells how far it is', async () => {
    const told: [number, number][] = [];
    await downloadModel(await start(), (done, total) => told.push([done, total]));
    await assertWhole();
    assert.ok(told.every(([done, total], at) => done <= total && done >= (told[at - 1]?.[0] ?? 0)));
    assert.deepEqual(await listInstalled(folder), [{ model, dtypes: ['fp32'] }]);
    // A second time nothing is asked for but what may be there and is not.
    const before = hub?.requests.length ?? 0;
    await downloadModel({ model, dtype: 'fp32', folder, hub: hub?.url ?? '' });
    assert.ok(
      hub?.requests
        .slice(before)
        .every(({ path }) => !/config\.json$|tokenizer\.json$|model\.onnx$/.test(path) || path.includes('generation')),
    );
  });

  it('goes on where it was cut off', async () => {
    await downloadModel(await start({ file: weights, times: 2, do: 'cut' }), () => {
      hub?.hangUp();
    });
    await assertWhole();
    assert.ok(hub?.requests.some(({ range }) => range !== undefined));
  });

  it('goes on after a silence, and after the hub was down for a moment', async () => {
    const options = await start({ file: weights, times: 1, do: 'stall' }, { file: 'tokenizer.json', times: 1, do: 'status', status: 503 });
    await downloadModel({ ...options, stallMs: 200 });
    await assertWhole();
  });

  it('gives up in words when it is cut off again and again, and goes on there the next time', async () => {
    const options = await start({ file: weights, times: 3, do: 'cut' });
    assert.equal(
      await codeOf(
        downloadModel(options, () => {
          hub?.hangUp();
        }),
      ),
      'model-failed',
    );
    assert.deepEqual(await listInstalled(folder), []);
    assert.ok((await stat(join(folder, model, `${weights}.part`))).size > 0);
    await downloadModel(options);
    await assertWhole();
  });

  it('refuses a file whose checksum is wrong, and fetches it anew', async () => {
    const options = await start({ file: weights, times: 1, do: 'wrong-checksum' });
    assert.equal(await codeOf(downloadModel(options)), 'model-failed');
    assert.deepEqual(await listInstalled(folder), []);
    await downloadModel(options);
    await assertWhole();
  });

  it('stops at once when it is cancelled, and keeps what it has', async () => {
    const options = await start({ file: weights, times: 1, do: 'stall' });
    const abort = new AbortController();
    const size = (await stat(join(fixtures, model, weights))).size;
    let weightsBegun = 0;
    assert.equal(
      await codeOf(
        downloadModel(
          options,
          (done, total) => {
            if (total >= size && done > total / 2) weightsBegun += 1;
            if (weightsBegun === 1 && hub?.requests.some(({ path }) => path.startsWith('/cdn')) === true) abort.abort();
          },
          abort.signal,
        ),
      ),
      'cancelled',
    );
    assert.deepEqual(await listInstalled(folder), []);
    await downloadModel(options);
    await assertWhole();
  });

  it('says that the hub has no such model, precision or right to it', async () => {
    const options = await start({ file: 'config.json', times: 99, do: 'status', status: 401 });
    assert.equal(await codeOf(downloadModel(options)), 'model-unavailable');
    assert.equal(await codeOf(downloadModel({ ...options, model: 'tiny/nothing' })), 'model-unavailable');
    assert.equal(await codeOf(downloadModel({ ...options, model: 'tiny/nli', dtype: 'q8' })), 'model-unavailable');
    assert.equal(await codeOf(downloadModel({ ...options, hub: 'http://127.0.0.1:1', model: 'tiny/nli', retries: 0 })), 'model-failed');
  });

  it('takes no name that leads out of the store', () => {
    for (const name of ['../x', 'a/../b', '..', 'a/b/c', '/etc', 'a\\b', '', 'C:/x']) {
      assert.throws(
        () => {
          checkModelName(name);
        },
        LinchpinError,
        name,
      );
    }
  });

  it('is not needed for a folder that is at hand', async () => {
    const source = join(folder, 'usb', 'org', 'my model');
    await cp(join(fixtures, model), source, { recursive: true });
    const store = join(folder, 'store');
    await writeFile(join(source, 'pytorch_model.bin'), 'the same weights in another form');
    const name = await importModel(source, store);
    assert.equal(name, 'org/my-model');
    assert.deepEqual(await listInstalled(store), [{ model: name, dtypes: ['fp32'] }]);
    assert.deepEqual((await readdir(join(store, name))).sort(), (await readdir(join(fixtures, model))).sort());
    await writeFile(join(source, 'config.json'), '{ broken');
    assert.equal(await codeOf(importModel(source, store)), 'model-unavailable');
    assert.equal(await codeOf(importModel(folder, store)), 'model-unavailable');
  });
});

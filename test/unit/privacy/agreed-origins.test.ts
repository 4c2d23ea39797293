import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';

import fc from 'fast-check';
import { z } from 'zod';

import { AgreedOrigins, allowedOrigins, indexToAgree, modelsToAgree, type Named } from '../../../extension/agreed.ts';
import { ApiKeys } from '../../../extension/api-keys.ts';
import { checkSettings } from '../../../extension/settings.ts';
import { indexOrigin, isOpenWire } from '../../../src/base/address.ts';
import { LinchpinError } from '../../../src/base/error.ts';
import { createEngine, type Engine } from '../../../src/engine/engine.ts';
import type { FolderOptions } from '../../../src/engine/protocol.ts';
import { sharedPlace } from '../../../src/index/shared-place.ts';
import { modelsConfigSchema, originOf } from '../../../src/models/choice.ts';
import { OpenAiServer } from '../../../src/models/openai/server.ts';
import { type Sandbox, sandbox } from '../engine/engine.ts';

const keys = { LANCEDB_API_KEY: 'sk_victim', AWS_ACCESS_KEY_ID: 'AKIAVICTIM', AWS_SECRET_ACCESS_KEY: 'secret', AWS_SESSION_TOKEN: 'token' };

async function codeOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => 'no error',
    (reason: unknown) => reason,
  );
  return error instanceof LinchpinError ? error.code : String(error);
}

describe('The server of an index that a workspace names', function () {
  this.timeout(120_000);
  let space: Sandbox;
  let stub: Server;
  let port = 0;
  let asked: string[] = [];
  let engine: Engine;
  const before_ = Object.fromEntries(Object.keys(keys).map((name) => [name, process.env[name]]));

  before(async () => {
    space = await sandbox();
    Object.assign(process.env, keys);
    stub = createServer((request, response) => {
      asked.push(`${String(request.headers['x-api-key'] ?? request.headers.authorization)} ${request.url ?? ''}`);
      response.writeHead(403).end();
    });
    stub.listen(0, '127.0.0.1');
    await once(stub, 'listening');
    ({ port } = z.object({ port: z.int() }).parse(stub.address()));
  });
  beforeEach(() => {
    asked = [];
    engine = createEngine();
  });
  afterEach(() => engine.close());
  after(async () => {
    for (const [name, value] of Object.entries(before_))
      if (value === undefined) Reflect.deleteProperty(process.env, name);
      else process.env[name] = value;
    stub.closeAllConnections();
    stub.close();
    await space.dispose();
  });

  const locations = (): string[] => [`db://x?host=http://127.0.0.1:${port}`, `s3://bucket/prefix?endpoint=http://127.0.0.1:${port}`];
  const at = (indexLocation: string, indexOrigins?: string[]): FolderOptions => ({
    folder: space.options.folder,
    indexLocation,
    ...(indexOrigins === undefined ? {} : { indexOrigins }),
  });

  it('gets no request before the user has agreed to it, whatever the engine is asked for', async () => {
    for (const location of locations())
      for (const origins of [[], ['https://elsewhere.example', `https://127.0.0.1:${port}`, `http://127.0.0.1:${port + 1}`]]) {
        const options = at(location, origins);
        const never = new AbortController().signal;
        const works: (() => Promise<unknown>)[] = [
          () => engine.status(options),
          () => engine.index(options, false, () => undefined),
          () => engine.index(options, true, () => undefined),
          () => engine.update(options, ['README.md']),
          () => engine.ask({ options, question: 'How long?', kind: 'question', settings: {}, exclude: [] }),
          () => engine.search(options, 'passwords', 3),
          () => engine.documents(options),
          () => engine.causalGraph(options, ''),
          () => engine.examine(options, false, never),
        ];
        for (const work of works) assert.equal(await codeOf(work()), 'not-agreed');
      }
    assert.deepEqual(asked, []);
  });

  it('is asked, with the key, once the user has agreed to this very origin', async () => {
    for (const location of locations()) {
      asked = [];
      const code = await codeOf(engine.status(at(location, [`http://127.0.0.1:${port}`])));
      assert.notEqual(code, 'not-agreed');
      assert.ok(asked.length > 0, location);
      assert.match(asked[0] ?? '', /sk_victim|AKIAVICTIM/);
    }
  });

  it('is not asked while nothing may leave the machine, though the user named it, nor over http:// off the machine at all', async () => {
    // 192.0.2.0/24 is nobody's (RFC 5737): what asks it would not come back at once.
    for (const location of [
      'db://x?host=https://192.0.2.1',
      's3://bucket/p?endpoint=https://192.0.2.1',
      'db://x',
      's3://bucket/p?region=eu-west-1',
    ]) {
      assert.equal(await codeOf(engine.status(at(location))), 'offline', location);
      assert.equal(await codeOf(engine.index(at(location), false, () => undefined)), 'offline', location);
    }
    for (const location of ['db://x?host=http://192.0.2.1', 's3://bucket/p?endpoint=http://192.0.2.1:9000']) {
      const online: FolderOptions = { ...at(location), models: modelsConfigSchema.parse({ offline: false }) };
      assert.equal(await codeOf(engine.status(online)), 'settings-invalid', location);
    }
    assert.throws(() => sharedPlace('s3://bucket/p', { AWS_ENDPOINT_URL: 'http://192.0.2.1' }), /unencrypted/);
  });

  it('has a region that cannot become another host', () => {
    assert.throws(() => sharedPlace('s3://bucket/p?region=x.evil.example/', {}), /region/);
    assert.equal(indexOrigin('s3://bucket/p?region=eu-west-1', {}), 'https://s3.eu-west-1.amazonaws.com');
    assert.equal(indexOrigin('db://team?region=eu-west-1', {}), 'https://team.eu-west-1.api.lancedb.com');
    assert.equal(indexOrigin('s3://b?endpoint=https://A.example:443/', {}), 'https://a.example');
    assert.equal(indexOrigin('/srv/index', {}), null);
  });
});

describe('What a window asks the user before a server is asked', () => {
  const named = (values: Record<string, unknown>, { models = false, index = false } = {}): Named => ({
    ...checkSettings((name) => values[name]),
    modelsByWorkspace: models,
    indexByWorkspace: index,
  });
  const online = { 'privacy.offline': false };
  const memory = (): AgreedOrigins => {
    const kept = new Map<string, unknown>();
    return new AgreedOrigins({
      get: <T>(key: string, fallback: T) => (kept.has(key) ? (kept.get(key) as T) : fallback),
      update: (key, value) => Promise.resolve(void kept.set(key, value)),
    });
  };

  it('is each origin: scheme, host and port', () => {
    const url = (text: string): string[] =>
      modelsToAgree(named({ ...online, 'models.generator': 'server:m', 'models.server.url': text }), ['generator']);
    assert.deepEqual(url('https://api.example.com/v1'), ['https://api.example.com']);
    assert.deepEqual(url('https://api.example.com:8443/v1'), ['https://api.example.com:8443']);
    assert.deepEqual(url('http://api.example.com/v1'), ['http://api.example.com']);
    assert.deepEqual(url('http://localhost:11434/v1'), [], "the user's own machine, by the user's own settings");
  });

  it('is also a server of this machine, or the models of the editor, where the workspace names them', () => {
    const local = { 'models.generator': 'server:m', 'models.server.url': 'http://localhost:9/v1' };
    assert.deepEqual(modelsToAgree(named(local, { models: true }), ['generator']), ['http://localhost:9']);
    assert.deepEqual(modelsToAgree(named({ ...online, 'models.generator': 'editor:x' }, { models: true }), ['generator']), ['editor']);
    assert.deepEqual(modelsToAgree(named({ ...online, 'models.generator': 'editor:x' }), ['generator']), []);
    const index = { 'index.location': 's3://b/p?endpoint=http://127.0.0.1:9' };
    assert.deepEqual(indexToAgree(named(index, { index: true }), {}), ['http://127.0.0.1:9']);
    assert.deepEqual(allowedOrigins(memory(), named(index, { index: true }), {}), []);
    assert.deepEqual(allowedOrigins(memory(), named(index), {}), ['http://127.0.0.1:9']);
  });

  it('agreeing to a server of models is no leave to send it the keys of an index', async () => {
    const agreed = memory();
    await agreed.add('models', 'https://a.example');
    const place = named({ ...online, 'index.location': 'db://x?host=https://a.example' }, { index: true });
    assert.deepEqual(allowedOrigins(agreed, place, {}), []);
    await agreed.add('index', 'https://a.example');
    assert.deepEqual(allowedOrigins(agreed, place, {}), ['https://a.example']);
    assert.ok(agreed.has('models', 'https://a.example') && !agreed.has('models', 'http://a.example'));
  });

  it('keys are by origin; those that older versions kept by host are for https at its own port', async () => {
    const secrets = new Map([['linchpin.apiKey.api.example.com', 'old']]);
    const store = new ApiKeys({
      get: (key) => Promise.resolve(secrets.get(key)),
      store: (key, value) => Promise.resolve(void secrets.set(key, value)),
      delete: (key) => Promise.resolve(void secrets.delete(key)),
    });
    assert.equal(await store.get('https://api.example.com/v1'), 'old');
    for (const other of [
      'http://api.example.com/v1',
      'https://api.example.com:8443/v1',
      'https://api.example.com.evil.example/v1',
      'nothing',
    ])
      assert.equal(await store.get(other), null, other);
    await store.set('https://api.example.com:8443/v1', 'new');
    assert.equal(await store.get('https://api.example.com:8443'), 'new');
    assert.equal(await store.get('https://api.example.com/v1'), 'old');
    await store.clear('https://api.example.com/v2');
    assert.equal(await store.get('https://api.example.com/v1'), null);
  });

  it('no key is sent over http:// but to this machine', () => {
    fc.assert(
      fc.property(fc.webUrl({ validSchemes: ['http', 'https'] }), fc.constantFrom(null, 'sk'), (url, apiKey) => {
        const origin = originOf(url) ?? assert.fail(url);
        const open = (): OpenAiServer => new OpenAiServer({ baseUrl: `${origin}/v1`, apiKey });
        if (apiKey !== null && isOpenWire(url)) assert.throws(open, /not encrypted/);
        else assert.doesNotThrow(open);
      }),
      { numRuns: 15 },
    );
    assert.doesNotThrow(() => new OpenAiServer({ baseUrl: 'http://127.0.0.1:1/v1', apiKey: 'sk' }));
  });
});

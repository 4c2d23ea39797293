import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import S3rver, { type Context } from '@20minutes/s3rver';

/** What the server takes; whoever connects finds it in the environment. */
export const s3Keys = { AWS_ACCESS_KEY_ID: 'S3RVER', AWS_SECRET_ACCESS_KEY: 'S3RVER' } as const;

export const bucket = 'team';

/**
 * An S3 server of this machine, which checks signatures and keeps its objects in a folder. Two things of Amazon's and MinIO's it lacks, and
 * they are added: a put of what is there is refused when the client says so (If-None-Match: *), by which LanceDB commits; and a folder is
 * listed too when it holds nothing but folders.
 */
export class S3 {
  readonly #directory: string;
  #server: S3rver | null = null;
  #port = 0;
  #refused = 0;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  static async start(): Promise<S3> {
    const s3 = new S3(await mkdtemp(join(tmpdir(), 'linchpin-s3-')));
    await s3.up();
    return s3;
  }

  /** Puts that were refused because the object was there: two wrote the same version at once. */
  get refused(): number {
    return this.#refused;
  }

  get endpoint(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  location(prefix: string, name: string = bucket): string {
    return `s3://${name}/${prefix}?endpoint=${this.endpoint}`;
  }

  /** Again at the same address, with what it holds. */
  async up(): Promise<void> {
    const server = new S3rver({
      port: this.#port,
      address: '127.0.0.1',
      silent: true,
      directory: this.#directory,
      configureBuckets: [{ name: bucket }],
    });
    listFolders(server);
    // One request at a time: an object is seen whole or not at all.
    let turn: Promise<void> = Promise.resolve();
    server.middleware.unshift(async (context, next) => {
      const before = turn;
      let done = (): void => undefined;
      turn = new Promise((resolve) => {
        done = resolve;
      });
      await before;
      try {
        await this.#answer(server, context, next);
      } finally {
        done();
      }
    });
    const { port } = await server.run();
    this.#port = port;
    this.#server = server;
  }

  async #answer(server: S3rver, context: Context, next: () => Promise<void>): Promise<void> {
    const [, name = '', ...parts] = decodeURIComponent(context.path).split('/');
    const isNew = context.method === 'PUT' && context.get('if-none-match') === '*';
    if (!isNew || !(await server.store.existsObject(name, parts.join('/')))) {
      await next();
      return;
    }
    this.#refused += 1;
    context.status = 412;
    context.type = 'application/xml';
    context.body = '<?xml version="1.0"?><Error><Code>PreconditionFailed</Code><Message>It is there.</Message></Error>';
  }

  /** As a machine that goes down: connections break. */
  async down(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    if (server === null) return;
    const closed = server.close();
    server.httpServer.closeAllConnections();
    await closed;
  }

  async dispose(): Promise<void> {
    await this.down();
    await rm(this.#directory, { recursive: true, force: true, maxRetries: 5 });
  }
}

function listFolders({ store }: S3rver): void {
  const all = store.listObjects.bind(store);
  store.listObjects = async (name, options) => {
    const { prefix = '', delimiter = '' } = options;
    if (delimiter === '') return await all(name, options);
    const { objects } = await all(name, { prefix });
    const folders = new Set<string>();
    const here = objects.filter(({ key }) => {
      const end = key.indexOf(delimiter, prefix.length);
      if (end !== -1) folders.add(key.slice(0, end + delimiter.length));
      return end === -1;
    });
    return { objects: here, commonPrefixes: [...folders].sort(), isTruncated: false };
  };
}

import { createRequire } from 'node:module';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import type { Connection, Query, Table, VectorQuery } from '@lancedb/lancedb';
import type { DataType, Field, Schema, Table as ArrowTable } from 'apache-arrow';
import { z } from 'zod';

import type * as ArrowFile from 'apache-arrow/ipc/metadata/file';
import type * as ArrowMessage from 'apache-arrow/ipc/metadata/message';

import { arrow, lancedb } from '../../src/index/lance.ts';

export const serviceKey = 'sk_of_the_test';

const querySchema = z.object({
  k: z.number(),
  vector: z.array(z.number()),
  columns: z.array(z.string()).optional(),
  filter: z.string().nullish(),
  distance_type: z.enum(['l2', 'cosine', 'dot']).nullish(),
  nprobes: z.int().nullish(),
  full_text_query: z.object({ columns: z.array(z.string()), query: z.string() }).optional(),
  fast_search: z.boolean().optional(),
  with_row_id: z.boolean().optional(),
});
const updateSchema = z.object({ predicate: z.string(), updates: z.array(z.tuple([z.string(), z.string()])) });
const deleteSchema = z.object({ predicate: z.string() });
const indexSchema = z.object({ column: z.string(), index_type: z.string() });

/**
 * Stands in for LanceDB Cloud and Enterprise: what their client asks for over HTTP is answered from LanceDB's tables of this machine, with
 * the key checked. It says nothing of how the real service counts, indexes or fails; it shows that each call of ours is one that the client knows.
 */
export class LanceDbService {
  readonly #directory: string;
  readonly #connection: Connection;
  readonly #server: Server;
  /** Paths of requests, newest last. */
  readonly asked: string[] = [];

  private constructor(directory: string, connection: Connection) {
    this.#directory = directory;
    this.#connection = connection;
    this.#server = createServer((request, response) => {
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      request.on('end', () => {
        const url = new URL(request.url ?? '/', 'http://localhost');
        this.asked.push(url.pathname);
        const allowed = request.headers['x-api-key'] === serviceKey;
        const work = allowed
          ? this.#answer(request.method ?? '', url, Buffer.concat(chunks))
          : Promise.resolve(new Answer(401, 'unauthorized'));
        void work
          .catch((error: unknown) => new Answer(/was not found|does not exist/i.test(String(error)) ? 404 : 400, String(error)))
          .then(({ status, body }) => {
            response.writeHead(status).end(body);
          });
      });
    });
  }

  static async start(): Promise<LanceDbService> {
    const directory = await mkdtemp(join(tmpdir(), 'linchpin-lancedb-'));
    const { connect } = await lancedb();
    const service = new LanceDbService(directory, await connect(directory, { readConsistencyInterval: 0 }));
    await new Promise<void>((resolve) => service.#server.listen(0, '127.0.0.1', resolve));
    return service;
  }

  location(database: string): string {
    return `db://${database}?host=http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  async dispose(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
    this.#connection.close();
    await rm(this.#directory, { recursive: true, force: true, maxRetries: 5 });
  }

  async #answer(method: string, url: URL, body: Buffer): Promise<Answer> {
    const [name = '', ...rest] = url.pathname
      .replace(/^\/v1\/table\//, '')
      .split('/')
      .filter(Boolean);
    const action = rest.join('/');
    if (method === 'GET') return json({ tables: await this.#connection.tableNames({ limit: 1000 }) });
    if (action === 'create') return await this.#create(name, url.searchParams.get('mode'), body);
    if (action === 'drop') {
      await this.#connection.dropTable(name);
      return json({});
    }
    const table = await this.#connection.openTable(name);
    try {
      return await answerOf(table, action, url.searchParams, body);
    } finally {
      table.close();
    }
  }

  async #create(name: string, mode: string | null, body: Buffer): Promise<Answer> {
    const data = await tableOf(body);
    const options = { mode: mode === 'overwrite' ? 'overwrite' : 'create', existOk: mode === 'exist_ok' } as const;
    const table =
      data.numRows === 0
        ? await this.#connection.createEmptyTable(name, data.schema, options)
        : await this.#connection.createTable(name, data, options);
    const version = await table.version();
    table.close();
    return json({ version });
  }
}

class Answer {
  readonly status: number;
  readonly body: string | Buffer;

  constructor(status: number, body: string | Buffer) {
    this.status = status;
    this.body = body;
  }
}

function json(value: unknown): Answer {
  return new Answer(200, JSON.stringify(value));
}

async function answerOf(table: Table, action: string, parameters: URLSearchParams, body: Buffer): Promise<Answer> {
  const asked = (): unknown => JSON.parse(body.toString('utf8'));
  switch (action) {
    case 'describe':
      return json({ table: table.name, version: await table.version(), location: null, schema: described(await table.schema()) });
    case 'count_rows':
      return json(await table.countRows());
    case 'query':
      return new Answer(200, Buffer.from(arrow().tableToIPC(await found(table, querySchema.parse(asked())), 'file')));
    case 'insert':
      return json({ version: (await table.add(await tableOf(body))).version });
    case 'merge_insert': {
      const merge = table
        .mergeInsert(parameters.get('on') ?? '')
        .whenMatchedUpdateAll()
        .whenNotMatchedInsertAll();
      const done = await merge.execute(await tableOf(body));
      return json({ version: done.version, num_updated_rows: done.numUpdatedRows, num_inserted_rows: done.numInsertedRows });
    }
    case 'update': {
      const { predicate, updates } = updateSchema.parse(asked());
      const done = await table.update({ where: predicate, valuesSql: Object.fromEntries(updates) });
      return json({ rows_updated: done.rowsUpdated, version: done.version });
    }
    case 'delete':
      return json({ version: (await table.delete(deleteSchema.parse(asked()).predicate)).version });
    case 'create_index':
      await indexed(table, indexSchema.parse(asked()));
      return json({});
    case 'index/list':
      return json({ indexes: (await table.listIndices()).map(({ name, columns }) => ({ index_name: name, columns, index_type: 'FTS' })) });
    case 'stats':
      return json({
        total_bytes: 0,
        num_rows: await table.countRows(),
        num_indices: 0,
        fragment_stats: { num_fragments: 1, num_small_fragments: 1, lengths: { min: 0, max: 0, mean: 0, p25: 0, p50: 0, p75: 0, p99: 0 } },
      });
    default: {
      const name = /^index\/([^/]+)\/stats$/.exec(action)?.[1];
      const stats = name === undefined ? undefined : await table.indexStats(name);
      if (stats === undefined) return new Answer(404, `no ${action}`);
      return json({ num_indexed_rows: stats.numIndexedRows, num_unindexed_rows: stats.numUnindexedRows, index_type: 'FTS' });
    }
  }
}

const load = createRequire(import.meta.url);
/** LanceDB's own part behind a connection takes the bytes of a file as they are. */
const innerSchema = z.custom<{ createTable(name: string, file: Buffer, mode: string, namespace: string[]): Promise<{ close(): void }> }>(
  (value) => typeof value === 'object' && value !== null && 'createTable' in value,
);

/** Rows as the client sends them: Arrow's stream, compressed, which Arrow for JavaScript does not undo; LanceDB itself does, of a file. */
async function tableOf(stream: Buffer): Promise<ArrowTable> {
  const { connect } = await lancedb();
  const connection = await connect('memory://');
  try {
    const { schema, file } = fileOf(stream);
    if (file === null) return new (arrow().Table)(schema);
    (await innerSchema.parse(Reflect.get(connection, 'inner')).createTable('rows', file, 'create', [])).close();
    const rows = await (await connection.openTable('rows')).query().toArrow();
    // Of no rows LanceDB tells no columns.
    return rows.numRows === 0 ? new (arrow().Table)(schema) : rows;
  } finally {
    connection.close();
  }
}

/** The same messages with a table of contents after them. null where there are no rows. */
function fileOf(stream: Buffer): { readonly schema: Schema; readonly file: Buffer | null } {
  const { Footer, FileBlock } = load('apache-arrow/ipc/metadata/file') as typeof ArrowFile;
  const { Message } = load('apache-arrow/ipc/metadata/message') as typeof ArrowMessage;
  const magic = Buffer.from('ARROW1\0\0');
  const blocks: InstanceType<typeof FileBlock>[] = [];
  let at = 0;
  while (at + 8 <= stream.length) {
    const length = stream.readInt32LE(at + 4);
    if (length === 0) break;
    const message = Message.decode(stream.subarray(at + 8, at + 8 + length));
    if (message.isRecordBatch()) blocks.push(new FileBlock(length + 8, message.bodyLength, at + magic.length));
    at += 8 + length + message.bodyLength;
  }
  const { schema } = arrow()
    .RecordBatchReader.from(stream.subarray(0, 8 + stream.readInt32LE(4)))
    .open();
  if (blocks.length === 0) return { schema, file: null };
  const footer = Footer.encode(new Footer(schema, arrow().MetadataVersion.V5, blocks, []));
  const size = Buffer.alloc(4);
  size.writeInt32LE(footer.length);
  return {
    schema,
    file: Buffer.concat([magic, stream.subarray(0, at), Buffer.from([255, 255, 255, 255, 0, 0, 0, 0]), footer, size, magic.subarray(0, 6)]),
  };
}

async function found(table: Table, asked: z.infer<typeof querySchema>): Promise<ArrowTable> {
  let query: Query | VectorQuery = table.query();
  if (asked.vector.length > 0) {
    const near = table
      .query()
      .nearestTo(asked.vector)
      .nprobes(asked.nprobes ?? 20);
    query = near.distanceType(asked.distance_type ?? 'l2');
  }
  if (asked.full_text_query !== undefined)
    query = query.fullTextSearch(asked.full_text_query.query, { columns: asked.full_text_query.columns });
  if (asked.filter !== undefined && asked.filter !== null) query = query.where(asked.filter);
  if (asked.columns !== undefined) query = query.select(asked.columns);
  if (asked.fast_search === true) query = query.fastSearch();
  if (asked.with_row_id === true) query = query.withRowId();
  // Without a limit the client sends the largest number that there is.
  if (asked.k < 1e9) query = query.limit(asked.k);
  return await query.toArrow();
}

async function indexed(table: Table, { column, index_type }: z.infer<typeof indexSchema>): Promise<void> {
  const { Index } = await lancedb();
  const words = { baseTokenizer: 'whitespace', lowercase: false, stem: false, removeStopWords: false, asciiFolding: false } as const;
  const config =
    index_type === 'FTS' ? Index.fts({ ...words, withPosition: false, maxTokenLength: 200 }) : Index.ivfRq({ distanceType: 'cosine' });
  await table.createIndex(column, { config, replace: true });
}

function described({ fields }: Schema): unknown {
  return { fields: fields.map((field) => ({ name: field.name, nullable: field.nullable, type: typeOf(field as Field<DataType>) })) };
}

function typeOf({ name, type }: Field<DataType>): unknown {
  const { DataType: Type } = arrow();
  if (Type.isFixedSizeList(type))
    return {
      type: 'fixed_size_list',
      length: type.listSize,
      fields: type.children.map((child) => ({ name: child.name, nullable: child.nullable, type: typeOf(child as Field<DataType>) })),
    };
  if (Type.isUtf8(type)) return { type: 'string' };
  if (Type.isInt(type)) return { type: `int${type.bitWidth}` };
  if (Type.isFloat(type)) return { type: type.precision === arrow().Precision.DOUBLE ? 'double' : 'float' };
  throw new Error(`no name for the type of ${name}`);
}

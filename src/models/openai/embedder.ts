import { z } from 'zod';

import { LinchpinError } from '../../base/error.ts';
import { sha256 } from '../../base/hash.ts';
import type { ModelIdentity } from '../../contract/report.ts';
import type { SimilarityProfile } from '../../inference/types.ts';
import type { Embedder, ModelCall } from '../ports.ts';
import { BrokenReply, type Failure, isTooLong } from './failure.ts';
import type { OpenAiServer } from './server.ts';

export interface OpenAiEmbedderOptions {
  /** The model's name at the server. */
  readonly model: string;
  /** Of its vectors, where known; else the server is asked once, when the embedder is opened. */
  readonly dimensions?: number;
  /** Texts in one request. Default 64. */
  readonly batchTexts?: number;
  /** Characters in one request, unless one text alone has more. Default 48 000. */
  readonly batchCharacters?: number;
  /** Longer texts are cut. Default 24 000. */
  readonly maxCharacters?: number;
  /** Requests at once. Default 4. */
  readonly concurrency?: number;
}

const replySchema = z.looseObject({
  data: z.array(z.looseObject({ index: z.int().nullish(), embedding: z.union([z.array(z.number()), z.string()]) })),
});

/** A model that does not read as much as this reads nothing, characters. */
const shortestText = 100;

const queriesKept = 512;

type Encoding = 'base64' | 'float' | 'unsaid';

/**
 * Opens an embedding model of a server.
 * @throws LinchpinError as `OpenAiServer.call` where the dimensions have to be asked for.
 */
export async function openOpenAiEmbedder(
  server: OpenAiServer,
  options: OpenAiEmbedderOptions,
  call: ModelCall = { seed: 0 },
): Promise<Embedder> {
  const client = new EmbeddingClient(server, options);
  const dimensions = options.dimensions ?? (await client.dimensions(call));
  return new OpenAiEmbedder(server, options, client, dimensions);
}

/** What it spends is not counted: the report's usage is of language models, and embeddings have another price. */
class OpenAiEmbedder implements Embedder {
  readonly identity: ModelIdentity;
  readonly profileId: string;
  readonly dimensions: number;
  /** The cosine as it is: nothing is known of how this model spreads its vectors. */
  readonly similarity: SimilarityProfile = { toReference: (cosine) => cosine };
  readonly #client: EmbeddingClient;
  readonly #options: OpenAiEmbedderOptions;
  /** An audit that is run again asks the same questions. */
  readonly #queries = new Map<string, Float32Array>();

  constructor(server: OpenAiServer, options: OpenAiEmbedderOptions, client: EmbeddingClient, dimensions: number) {
    const { model } = options;
    this.#client = client;
    this.#options = options;
    this.dimensions = dimensions;
    this.identity = { id: model, provider: 'openai', version: server.host, local: server.local };
    this.profileId = `openai-${sha256(JSON.stringify([server.host, model, dimensions])).slice(0, 16)}-${dimensions}`;
  }

  /** @throws LinchpinError as `OpenAiServer.call`; `model-failed` where the server sends other vectors than when it was opened. */
  async embed(texts: readonly string[], role: 'query' | 'passage', call: ModelCall): Promise<Float32Array[]> {
    const { maxCharacters = 24_000 } = this.#options;
    const sent = texts.map((text) => (text.trim() === '' ? '' : wholeCharacters(text, maxCharacters)));
    const known = new Map<string, Float32Array>();
    for (const text of sent) {
      const kept = this.#queries.get(text);
      if (kept !== undefined) known.set(text, kept);
    }
    const asked = [...new Set(sent)].filter((text) => text !== '' && !known.has(text));
    const found = await this.#client.embed(asked, this.dimensions, call);
    asked.forEach((text, index) => {
      const vector = found[index];
      if (vector === undefined) return;
      known.set(text, vector);
      if (role === 'query') this.#keep(text, vector);
    });
    return sent.map((text) => known.get(text)?.slice() ?? new Float32Array(this.dimensions));
  }

  #keep(text: string, vector: Float32Array): void {
    this.#queries.set(text, vector);
    const [oldest] = this.#queries.keys();
    if (this.#queries.size > queriesKept && oldest !== undefined) this.#queries.delete(oldest);
  }
}

/** Requests to `/embeddings`, in batches that the server takes. */
class EmbeddingClient {
  readonly #server: OpenAiServer;
  readonly #model: string;
  readonly #concurrency: number;
  readonly #batchCharacters: number;
  #batchTexts: number;
  #encoding: Encoding = 'base64';

  constructor(server: OpenAiServer, { model, batchTexts = 64, batchCharacters = 48_000, concurrency = 4 }: OpenAiEmbedderOptions) {
    this.#server = server;
    this.#model = model;
    this.#batchTexts = Math.max(1, batchTexts);
    this.#batchCharacters = batchCharacters;
    this.#concurrency = Math.max(1, concurrency);
  }

  async dimensions(call: ModelCall): Promise<number> {
    const [vector] = await this.#request(['dimensions'], null, call);
    return vector?.length ?? 0;
  }

  async embed(texts: readonly string[], dimensions: number, call: ModelCall): Promise<Float32Array[]> {
    const batches = this.#batches(texts);
    const results: Float32Array[][] = batches.map(() => []);
    let next = 0;
    const failed = new AbortController();
    const signal = call.signal === undefined ? failed.signal : AbortSignal.any([call.signal, failed.signal]);
    const worker = async (): Promise<void> => {
      for (let mine = next++; mine < batches.length; mine = next++)
        results[mine] = await this.#request(batches[mine] ?? [], dimensions, { ...call, signal });
    };
    try {
      await Promise.all(
        Array.from({ length: Math.min(this.#concurrency, batches.length) }, async () => {
          await worker();
        }),
      );
    } finally {
      // After one failure the others ask for nothing more.
      next = batches.length;
      failed.abort();
    }
    return results.flat();
  }

  #batches(texts: readonly string[]): string[][] {
    const batches: string[][] = [];
    let characters = 0;
    for (const text of texts) {
      const last = batches.at(-1);
      if (last === undefined || last.length >= this.#batchTexts || characters + text.length > this.#batchCharacters) {
        batches.push([text]);
        characters = text.length;
      } else {
        last.push(text);
        characters += text.length;
      }
    }
    return batches;
  }

  /** One batch, in halves where the server takes less at once; a text that is too long for the model alone is cut. */
  async #request(texts: readonly string[], dimensions: number | null, call: ModelCall): Promise<Float32Array[]> {
    let split = false;
    let encoding = this.#encoding;
    let input = texts;
    const vectors = await this.#server.call(
      async ({ client, signal }) => {
        if (split) return null;
        const body = { model: this.#model, input, ...(encoding === 'unsaid' ? {} : { encoding_format: encoding }) };
        const reply = replySchema.safeParse(await client.post('/embeddings', { body, signal }));
        if (!reply.success) throw new BrokenReply('unreadable');
        return inOrder(reply.data.data, input.length);
      },
      call,
      {
        model: this.#model,
        adapt: (refusal) => {
          if (encoding !== 'unsaid' && refusesEncoding(refusal)) {
            encoding = encoding === 'base64' ? 'float' : 'unsaid';
            this.#encoding = encoding;
            return true;
          }
          if (texts.length > 1 && (refusesBatch(refusal) || isTooLong(refusal.said))) {
            split = true;
            if (refusesBatch(refusal)) this.#batchTexts = Math.min(this.#batchTexts, Math.ceil(texts.length / 2));
            return true;
          }
          const [text = ''] = input;
          if (texts.length > 1 || !isTooLong(refusal.said) || text.length <= shortestText) return false;
          input = [wholeCharacters(text, Math.ceil(text.length / 2))];
          call.warn?.(`texts that are too long for ${this.#model} are read from their beginning only`);
          return true;
        },
      },
    );
    if (vectors === null) {
      const middle = Math.ceil(texts.length / 2);
      return [
        ...(await this.#request(texts.slice(0, middle), dimensions, call)),
        ...(await this.#request(texts.slice(middle), dimensions, call)),
      ];
    }
    return vectors.map((vector) => {
      if (vector.length === 0 || (dimensions !== null && vector.length !== dimensions)) {
        throw new LinchpinError(
          'model-failed',
          `The embedding model ${this.#model} at ${this.#server.host} gives vectors of ${vector.length} numbers, and gave ${dimensions ?? 'others'} before.`,
          'Run "Linchpin: Rebuild Index", or set the model at the server back.',
        );
      }
      return unit(vector, `${this.#model} at ${this.#server.host}`);
    });
  }
}

function refusesEncoding({ status, said }: Failure): boolean {
  return status !== null && [400, 415, 422, 500, 501].includes(status) && /encoding_format|base64/i.test(said);
}

function refusesBatch({ status, said }: Failure): boolean {
  return (
    status === 413 ||
    ((status === 400 || status === 422) &&
      /batch[_ ]?size|batch|too many (?:inputs|tokens|texts)|array (?:is )?too long|max(?:imum)? \d+ (?:items|inputs)/i.test(said))
  );
}

/** @throws BrokenReply where there is not one vector for each text. */
function inOrder(data: z.infer<typeof replySchema>['data'], count: number): Float32Array[] {
  const vectors = new Array<Float32Array | undefined>(count).fill(undefined);
  data.forEach(({ index, embedding }, position) => {
    vectors[index ?? position] = typeof embedding === 'string' ? fromBase64(embedding) : Float32Array.from(embedding);
  });
  return vectors.slice(0, count).map((vector) => {
    if (vector === undefined || data.length !== count) throw new BrokenReply('unreadable');
    return vector;
  });
}

/** Little-endian 32-bit floats. */
function fromBase64(text: string): Float32Array {
  const bytes = Buffer.from(text, 'base64');
  if (bytes.length % 4 !== 0) throw new BrokenReply('unreadable');
  return Float32Array.from({ length: bytes.length / 4 }, (_, index) => bytes.readFloatLE(4 * index));
}

/** At length 1; the zero vector as it is. @throws LinchpinError `model-failed` where a number is none. */
function unit(vector: Float32Array, where: string): Float32Array {
  let square = 0;
  for (const value of vector) square += value * value;
  if (!Number.isFinite(square))
    throw new LinchpinError(
      'model-failed',
      `The embedding model ${where} gives vectors that are not numbers.`,
      'Run "Linchpin: Choose Models" and take another.',
    );
  const length = Math.sqrt(square);
  return length === 0 ? vector : vector.map((value) => value / length);
}

/** The first characters of a text, no pair of surrogates taken apart. */
function wholeCharacters(text: string, most: number): string {
  const cut = text.slice(0, most);
  return /[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut;
}

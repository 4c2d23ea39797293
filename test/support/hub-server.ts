import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { join } from 'node:path';

/** What goes wrong with a file the first `times` that it is asked for. */
export interface HubFault {
  readonly file: string;
  readonly times: number;
  /** `cut`: half of what is left, and the line is held until `hangUp`; `stall`: the same, for good. */
  readonly do: 'cut' | 'stall' | 'status' | 'wrong-checksum';
  readonly status?: number;
}

export interface HubServer {
  readonly url: string;
  /** Paths with the ranges that were asked for. */
  readonly requests: readonly { readonly path: string; readonly range: string | undefined }[];
  /** Ends the lines that are to be cut. Called when the client has read something: what is under way when a line ends may be lost. */
  hangUp(): void;
  close(): Promise<void>;
}

/** A model hub on this machine: `/<org>/<name>/resolve/<revision>/<file>`, weights by way of a redirect that tells their checksum. */
export async function startHub(folder: string, faults: readonly HubFault[] = []): Promise<HubServer> {
  const requests: { path: string; range: string | undefined }[] = [];
  const sockets = new Set<Socket>();
  const seen = new Map<string, number>();
  const toCut = new Set<ServerResponse>();
  const server = createServer((request, response) => {
    void answer(request, response);
  });
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
  });

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = decodeURIComponent((request.url ?? '').split('?')[0] ?? '');
    const { range } = request.headers;
    requests.push({ path, range });
    const named = /^\/(?:(?<direct>cdn)\/)?(?<model>[^/]+\/[^/]+)\/resolve\/[^/]+\/(?<file>.+)$/.exec(path)?.groups;
    const file = named?.['file'] ?? '';
    const place = join(folder, named?.['model'] ?? '', file);
    const size = (await stat(place).catch(() => null))?.size;
    if (size === undefined) {
      response.writeHead(404).end('Entry not found');
      return;
    }
    const fault = faults.find((entry) => entry.file === file);
    if (file.endsWith('.onnx') && named?.['direct'] === undefined) {
      const hash =
        fault?.do === 'wrong-checksum' && count(`${file} hash`) <= fault.times
          ? '0'.repeat(64)
          : createHash('sha256')
              .update(await readFile(place))
              .digest('hex');
      response.writeHead(302, { location: `/cdn${path}`, 'x-linked-etag': `"${hash}"`, 'x-linked-size': String(size) }).end();
      return;
    }
    const active = fault !== undefined && fault.do !== 'wrong-checksum' && count(file) <= fault.times ? fault : null;
    if (active?.do === 'status') {
      response.writeHead(active.status ?? 500).end();
      return;
    }
    const from = Number(/^bytes=(\d+)-$/.exec(range ?? '')?.[1] ?? 0);
    response.writeHead(from > 0 ? 206 : 200, { 'content-length': size - from, 'accept-ranges': 'bytes' });
    if (active === null) {
      createReadStream(place, { start: from }).pipe(response);
      return;
    }
    const half = (await readFile(place)).subarray(from, from + Math.ceil((size - from) / 2));
    if (active.do === 'cut') toCut.add(response);
    response.write(half);
  }

  function count(key: string): number {
    const now = (seen.get(key) ?? 0) + 1;
    seen.set(key, now);
    return now;
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    hangUp: () => {
      for (const response of toCut) response.destroy();
      toCut.clear();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((resolve) => {
        server.close(() => {
          resolve();
        });
      });
    },
  };
}

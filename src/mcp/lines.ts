import { Transform, type TransformCallback } from 'node:stream';

const lineFeed = 0x0a;
/** Kept of a message that is too long, at either end, to find its id in: bytes. */
const ends = 4096;

/**
 * Lines of a stream, each whole. One that is too long is thrown away as it comes, and told; what comes after it is
 * read like anything else.
 */
export class BoundedLines extends Transform {
  readonly #mostBytes: number;
  readonly #onTooLong: (head: string, tail: string) => void;
  #kept: Buffer[] = [];
  #bytes = 0;
  #tail = Buffer.alloc(0);

  /** @param onTooLong is given the beginning and the end of the line */
  constructor(mostBytes: number, onTooLong: (head: string, tail: string) => void) {
    super();
    this.#mostBytes = mostBytes;
    this.#onTooLong = onTooLong;
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    let from = 0;
    for (;;) {
      const end = chunk.indexOf(lineFeed, from);
      this.#take(chunk.subarray(from, end < 0 ? chunk.length : end + 1));
      if (end < 0) break;
      this.#end();
      from = end + 1;
    }
    done();
  }

  override _flush(done: TransformCallback): void {
    if (this.#bytes > 0) this.#end();
    done();
  }

  #take(part: Buffer): void {
    this.#bytes += part.length;
    if (this.#bytes <= this.#mostBytes) {
      this.#kept.push(part);
      return;
    }
    // What was kept until now is too much already, but for its beginning.
    if (this.#kept.length > 0) this.#kept = [Buffer.concat(this.#kept).subarray(0, ends)];
    else this.#kept = [Buffer.from(part.subarray(0, ends))];
    this.#tail = Buffer.concat([this.#tail, part.subarray(-ends)]).subarray(-ends);
  }

  #end(): void {
    const line = Buffer.concat(this.#kept);
    if (this.#bytes <= this.#mostBytes) this.push(line);
    else this.#onTooLong(line.toString('utf8'), this.#tail.toString('utf8'));
    this.#kept = [];
    this.#bytes = 0;
    this.#tail = Buffer.alloc(0);
  }
}

const id = String.raw`"id"\s*:\s*(-?\d{1,15}|"[^"\\]{1,200}")`;
const first = new RegExp(String.raw`^\s*\{(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,)*\s*${id}\s*[,}]`);
const last = new RegExp(
  String.raw`\}\s*,(?:\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*"\s*,)*\s*${id}(?:\s*,\s*"(?:jsonrpc|method)"\s*:\s*"[^"\\]*")*\s*\}\s*$`,
);

/** The id of a JSON-RPC request of which only the ends are known; null where they do not tell. */
export function idOf(head: string, tail: string): string | number | null {
  const written = (first.exec(head) ?? last.exec(tail))?.[1];
  if (written === undefined) return null;
  return written.startsWith('"') ? written.slice(1, -1) : Number(written);
}

import { parentPort, workerData } from 'node:worker_threads';

import { z } from 'zod';

import { decode } from '../../src/documents/decode.ts';
import { formats } from '../../src/documents/formats.ts';
import { loaders } from '../../src/documents/formats/load.ts';
import { evidenceSpans } from '../../src/documents/spans.ts';
import { parserOf } from '../../src/documents/parsers.ts';
import type { ParsedDocument } from '../../src/documents/types.ts';
import { mutatedWithin } from '../support/mutations.ts';
import { assertBlocks, assertSound } from '../unit/documents/checks.ts';
import { passagesOf } from '../../src/documents/passages.ts';

/** A thread of `main.ts`: one parser, many damaged files. It tells what it is at before it begins, so that a hang has a name. */
const { reader, bytes, from, to, progress } = z
  .object({ reader: z.string(), bytes: z.instanceof(Uint8Array), from: z.int(), to: z.int(), progress: z.instanceof(SharedArrayBuffer) })
  .parse(workerData);
const at = new Int32Array(progress);
const format = formats.find(({ id }) => id === reader);
const extract = format === undefined ? null : await loaders[format.id]();

async function read(damaged: Uint8Array): Promise<ParsedDocument | null> {
  if (extract !== null) return await extract(damaged);
  const decoded = decode(damaged);
  return decoded.kind === 'binary' ? null : (parserOf(`a${reader}`)?.parse(decoded.text) ?? null);
}

// As the product's own thread has it.
process.on('unhandledRejection', () => undefined);

const counts = { read: 0, named: 0, slowest: 0, faults: [] as string[] };
for (let seed = from; seed < to; seed += 1) {
  Atomics.store(at, 0, seed);
  const damaged = mutatedWithin(bytes, seed);
  const started = performance.now();
  try {
    const document = await read(damaged);
    counts.slowest = Math.max(counts.slowest, performance.now() - started);
    if (document === null) counts.named += 1;
    else {
      const spans = evidenceSpans(document);
      assertBlocks(document);
      assertSound(document.text, spans, passagesOf(spans));
      counts.read += 1;
    }
  } catch (error) {
    // By its name: what is loaded when it is needed may be another copy of the class here.
    const name = error instanceof Error ? error.name : '';
    if (name === 'NotReadable') counts.named += 1;
    // What the product's own thread tells as nested too deep.
    else if (name === 'RangeError') counts.named += 1;
    else if (counts.faults.length < 20) counts.faults.push(`seed ${seed}: ${String(error)}`);
  }
}
parentPort?.postMessage(counts);

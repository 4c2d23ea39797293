import { contentOf } from '../../src/documents/content.ts';
import { formatOf } from '../../src/documents/formats.ts';
import { NotReadable } from '../../src/documents/not-readable.ts';
import { type Pattern, wrapped } from './patterns.ts';

/** Milliseconds of the processor, all threads of this process together: other programs count less in it than in time on the wall. */
async function processorMs(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** To read a file, or to say why it is not read. */
export async function msToRead(path: string, bytes: Uint8Array): Promise<number> {
  return await processorMs(async () => {
    try {
      await contentOf(path, bytes);
    } catch (error) {
      if (!(error instanceof NotReadable)) throw error;
    }
  });
}

export function bytesOf(path: string, pattern: Pattern, length: number): Uint8Array {
  const format = formatOf(path);
  const text = pattern(length);
  return format === undefined ? Buffer.from(text) : wrapped[format.id](text);
}

/** Less is noise, and a start of what is compiled when it is first needed. */
const leastMs = 150;

/**
 * How many times longer a file of four times the length takes: 4 where time grows with the length, 16 where it grows with its square. What takes next
 * to no time at all has no growth: 0.
 */
export function growth(small: number, large: number): number {
  return large < leastMs ? 0 : large / Math.max(small, leastMs / 16);
}

import { NotReadable } from '../../../../src/documents/not-readable.ts';
import { passagesOf } from '../../../../src/documents/passages.ts';
import { evidenceSpans } from '../../../../src/documents/spans.ts';
import type { ParsedDocument } from '../../../../src/documents/types.ts';
import { assertBlocks, assertSound } from '../checks.ts';

/** What must hold of every extracted document. */
export function assertExtracted(document: ParsedDocument): void {
  assertBlocks(document);
  const spans = evidenceSpans(document);
  assertSound(document.text, spans, passagesOf(spans));
}

/** `cause: reason` of a file that is wrong; `read` where it is not. Anything else that is thrown is a fault of ours. */
export async function reasonFor(read: () => unknown): Promise<string> {
  try {
    await read();
    return 'read';
  } catch (error) {
    if (error instanceof NotReadable) return `${error.leftOut}: ${error.message}`;
    throw error;
  }
}

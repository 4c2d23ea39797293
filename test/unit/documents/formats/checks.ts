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
    // By its name: what is loaded when it is needed may be another copy of the class here.
    if (error instanceof Error && error.name === 'NotReadable' && 'leftOut' in error) return `${String(error.leftOut)}: ${error.message}`;
    throw error;
  }
}

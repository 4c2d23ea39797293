import { evidenceCandidates } from '../../../src/audit/evidence-candidates.ts';
import type { AuditContext } from '../../../src/audit/types.ts';
import { createMemoryIndex } from '../../../src/index/memory-store.ts';
import type { EvidenceCandidate } from '../../../src/minimise/types.ts';
import type { Models } from '../../../src/models/ports.ts';
import { retrieve } from '../../../src/retrieve/retrieve.ts';
import type { RetrievedEvidence } from '../../../src/retrieve/types.ts';
import { verifyQuotes } from '../../../src/verify/quotes.ts';

export interface Document {
  readonly path: string;
  readonly text: string;
}

/** Documents that are indexed in memory, for an audit of them. */
export async function contextOf(documents: readonly Document[], models: Models): Promise<AuditContext> {
  const texts = new Map(documents.map(({ path, text }) => [path, text]));
  return {
    index: await createMemoryIndex(documents, models.embedder),
    models,
    readText: (path) => Promise.resolve(texts.get(path) ?? null),
    now: () => new Date(0),
  };
}

export interface Found {
  readonly retrieved: RetrievedEvidence;
  /** Of all that was retrieved. */
  readonly verified: readonly EvidenceCandidate[];
}

/** What a search finds in documents, and what of it stands in them. */
export async function findIn(question: string, documents: readonly Document[], models: Models): Promise<Found> {
  const { index, readText } = await contextOf(documents, models);
  const retrieved = await retrieve(question, index, models, { limit: 40, exclude: [] }, { seed: 1 });
  return { retrieved, verified: evidenceCandidates(await verifyQuotes(retrieved.spans, readText)) };
}

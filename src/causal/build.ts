import { setImmediate as nextTurn } from 'node:timers/promises';

import { z } from 'zod';

import { throwIfCancelled } from '../base/error.ts';
import type { DerivedRecord } from '../index/derived.ts';
import type { IndexedDocument, PassageIndex } from '../index/types.ts';
import { extractorVersion } from './extract/weights.ts';
import { buildGraph, type WorkspaceGraph } from './graph.ts';
import { type CausalLink, causalLinkSchema } from './links.ts';
import { linksOf, sentencesOf } from './read-document.ts';

/** Raised when links are read otherwise: those of before are then read anew. */
const readerVersion = 6;
const tableName = 'causal';
const linksSchema = z.array(causalLinkSchema);
/** Documents whose links are written together. */
const batch = 100;

export interface BuiltGraph {
  readonly graph: WorkspaceGraph;
  /** What the graph was made of. */
  readonly links: readonly CausalLink[];
  /** Documents whose sentences were read in this run; 0 where nothing has changed. */
  readonly read: number;
  readonly documents: number;
}

/** By index, with the version of the documents that it was made from. */
const built = new WeakMap<
  PassageIndex,
  { readonly version: string; readonly graph: WorkspaceGraph; readonly links: readonly CausalLink[]; readonly documents: number }
>();

/**
 * The causal graph of all indexed documents. Links are kept beside the passages: only documents that are new or changed are read, and the links of
 * those that are gone go too.
 * @throws LinchpinError `cancelled`, the index's errors.
 */
export async function workspaceGraph(
  index: PassageIndex,
  onProgress: (done: number, total: number) => void = () => undefined,
  signal?: AbortSignal,
): Promise<BuiltGraph> {
  const version = await index.version();
  const known = built.get(index);
  if (known?.version === version) return { graph: known.graph, links: known.links, documents: known.documents, read: 0 };
  const documents = (await index.documents()).filter(({ status }) => status === 'indexed');
  const table = index.derived(tableName);
  const stored = new Map((await table.read()).map((record) => [record.path, record]));
  const links = new Map<string, readonly CausalLink[]>();
  const changed: IndexedDocument[] = [];
  for (const document of documents) {
    const record = stored.get(document.path);
    const parsed = record?.revision === revisionOf(document) ? parse(record.data) : null;
    if (parsed === null) changed.push(document);
    else links.set(document.path, parsed);
  }
  const present = new Set(documents.map(({ path }) => path));
  let gone = [...stored.keys()].filter((path) => !present.has(path));
  let records: DerivedRecord[] = [];
  for (const [place, document] of changed.entries()) {
    throwIfCancelled(signal);
    onProgress(place, changed.length);
    const own = linksOf(sentencesOf(await index.passagesOf(document.path)));
    links.set(document.path, own);
    records.push({ path: document.path, revision: revisionOf(document), data: JSON.stringify(own) });
    if (records.length >= batch) {
      await table.replace(gone, records);
      gone = [];
      records = [];
    }
    await nextTurn();
  }
  if (gone.length > 0 || records.length > 0) await table.replace(gone, records);
  const all = [...links.values()].flat();
  const graph = buildGraph(all);
  built.set(index, { version, graph, links: all, documents: documents.length });
  return { graph, links: all, documents: documents.length, read: changed.length };
}

/** Names what a document's links were made from. */
function revisionOf({ contentHash, parser }: IndexedDocument): string {
  return `${contentHash} ${parser} ${String(readerVersion)} ${extractorVersion()}`;
}

function parse(data: string): readonly CausalLink[] | null {
  try {
    return linksSchema.parse(JSON.parse(data));
  } catch {
    return null;
  }
}

import { isAddress } from '../base/address.ts';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

import { LinchpinError } from '../base/error.ts';
import { readText } from '../documents/read.ts';
import type { DocumentRoots } from '../base/roots.ts';
import type { IndexProgress } from '../contract/progress.ts';
import { ingestFolder } from '../index/ingest.ts';
import { lockIndex } from '../index/lock.ts';
import { defaultIndexLocation, removeIndex } from '../index/open.ts';
import { sharedPlace } from '../index/shared-place.ts';
import { SharedStores } from '../index/shared-stores.ts';
import type { IndexStore } from '../index/store.ts';
import { generativeNecessity } from '../minimise/generative.ts';
import { bundledModels } from '../models/bundled/models.ts';
import { type ModelSource, sourceOf } from '../models/open-models.ts';
import type { Models } from '../models/ports.ts';
import { sameAnswer } from '../text/same-answer.ts';
import { workspaceGraph } from '../causal/build.ts';
import { viewOfGraph } from '../causal/view.ts';
import { lookUpCauses } from './causal.ts';
import { audit } from './pipeline.ts';
import { checkQuestion } from './question.ts';
import { searchSentences } from './search.ts';
import type { IndexSummary, Workspace, WorkspaceOptions } from './types.ts';

/**
 * A folder's real path, and where its index is.
 * @param indexRoot of the indexes of all folders, where the options name no location; an address is that of one index, whichever the folder:
 * the same folder has other paths on other machines
 * @throws LinchpinError `folder-missing`, `settings-invalid` for an address that is not understood
 */
export async function placeOf(
  { folder, folders, indexLocation }: Pick<WorkspaceOptions, 'folder' | 'folders' | 'indexLocation'>,
  indexRoot?: string,
): Promise<{ readonly folder: string; readonly roots: DocumentRoots; readonly location: string }> {
  const real = await realOf(folder);
  const roots =
    folders === undefined ? real : await Promise.all(folders.map(async (each) => ({ ...each, folder: await realOf(each.folder) })));
  const place = indexLocation ?? indexRoot;
  if (place !== undefined && isAddress(place)) {
    // Throws where it cannot be understood.
    sharedPlace(place);
    return { folder: real, roots, location: place };
  }
  // Under other names it is another index: they are part of every path.
  const key = typeof roots === 'string' ? roots : JSON.stringify(roots);
  return { folder: real, roots, location: resolve(indexLocation ?? defaultIndexLocation(key, indexRoot)) };
}

async function realOf(folder: string): Promise<string> {
  return await realpath(folder).catch((error: unknown) => {
    throw new LinchpinError('folder-missing', `There is no folder ${folder}.`, 'Give the path of an existing folder.', error);
  });
}

/**
 * @param source a source, or models that every audit uses as they are
 * @param stores the process's open stores; its own by default, closed with it
 * @throws LinchpinError `folder-missing`, `model-unavailable`.
 */
export async function openWorkspace(
  options: WorkspaceOptions,
  source: Models | ModelSource = bundledModels(),
  stores: SharedStores = new SharedStores(),
): Promise<Workspace> {
  const models = 'forAudit' in source ? source : sourceOf(source);
  const { folder, roots, location } = await placeOf(options);

  const index = async (
    fresh: boolean,
    onProgress?: (progress: IndexProgress) => void,
    signal?: AbortSignal,
    only?: readonly string[],
  ): Promise<IndexSummary> => {
    const started = performance.now();
    const lock = await lockIndex(location, signal);
    try {
      if (fresh) await stores.empty(location, () => removeIndex(location));
      const isShared = isAddress(location);
      const writing = async (store: IndexStore): Promise<IndexSummary> => {
        const result = await ingestFolder(
          roots,
          store,
          models.embedder,
          {
            signal: signal === undefined ? lock.lost : AbortSignal.any([signal, lock.lost]),
            mayWrite: lock.confirm,
            isShared,
            ...(only === undefined ? {} : { only }),
            ...(options.include === undefined ? {} : { include: options.include }),
            ...(options.exclude === undefined ? {} : { exclude: options.exclude }),
            ...(options.maxFileBytes === undefined ? {} : { maxFileBytes: options.maxFileBytes }),
            ...(options.whenFree === undefined ? {} : { whenFree: options.whenFree }),
          },
          onProgress,
        );
        const seconds = (performance.now() - started) / 1000;
        return { ...result, seconds, indexVersion: await store.version(), store: store.kind };
      };
      return await (fresh ? stores.writeAnew(location, models.embedder, writing) : stores.write(location, models.embedder, writing));
    } finally {
      await lock.release();
    }
  };

  const withIndex = async <T>(work: (store: IndexStore) => Promise<T>): Promise<T> => await stores.use(location, models.embedder, work);

  return {
    folder,
    roots,
    location,
    withIndex,
    index: (onProgress, signal) => index(false, onProgress, signal),
    update: (paths, signal) => index(false, undefined, signal, paths),
    rebuild: (onProgress, signal) => index(true, onProgress, signal),
    audit: async (request, onEvent, signal) => {
      // What is wrong with the question is told before what is wrong with the index.
      checkQuestion(request.question);
      return await withIndex((store) =>
        audit(
          request,
          {
            index: store,
            models: models.forAudit(),
            price: models.price,
            readText: (path) => readText(roots, path),
            now: () => new Date(),
          },
          onEvent,
          signal,
        ),
      );
    },
    search: (query, limit, signal) =>
      withIndex((store) =>
        searchSentences(query, limit, { index: store, models: models.forAudit(), readText: (path) => readText(roots, path) }, signal),
      ),
    causes: (effect, signal) => withIndex((store) => lookUpCauses(effect, store, signal)),
    causalGraph: (search, onProgress, signal) =>
      withIndex(async (store) => viewOfGraph(await workspaceGraph(store, onProgress, signal), search)),
    answerAgain: async (report, signal) => {
      if (report.kind === 'claim' || report.answer.text === '') return [];
      const evidence = report.evidence.minimal.map(({ spanId, citation, headingPath, relevance }) => ({
        spanId,
        path: citation.path,
        heading: headingPath.join(' > '),
        text: citation.quote,
        relevance,
      }));
      return await generativeNecessity(report.question, report.answer.text, evidence, models.forAudit().generator, sameAnswer, {
        seed: report.seed,
        ...(signal === undefined ? {} : { signal }),
      });
    },
    close: () => stores.close(),
  };
}

import { isAddress } from '../base/address.ts';
import { realpath } from 'node:fs/promises';
import { resolve } from 'node:path';

import { LinchpinError, toLinchpinError } from '../base/error.ts';
import { say } from '../base/language.ts';
import { Paced } from '../base/paced.ts';
import type { Encoded } from '../contract/encoded.ts';
import { readText } from '../documents/read.ts';
import type { DocumentRoots } from '../base/roots.ts';
import type { IndexProgress } from '../contract/progress.ts';
import { assertBelongs, takeIndex } from '../index/belonging.ts';
import { DenseIndex } from '../index/dense-index.ts';
import { encodePassages } from '../index/encode-passages.ts';
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
import { nearCopies } from './near-copies.ts';
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

/** So many passages at most that lack a vector are encoded before indexing is done. */
const fewPassages = 300;

/** What is told where a search had to do without the sentence encoder. */
function withoutEncoder({ code, message, next }: LinchpinError): { code: LinchpinError['code']; message: string; next: string } {
  return { code, message: `${message} ${say`The search went on without the sentence encoder.`}`, next };
}

/** Progress comes with every document: what shows it is told some times a second. */
async function paced<T>(
  onProgress: ((progress: IndexProgress) => void) | undefined,
  work: (tell: ((progress: IndexProgress) => void) | undefined) => Promise<T>,
): Promise<T> {
  if (onProgress === undefined) return await work(undefined);
  const events = new Paced(onProgress);
  try {
    return await work((progress) => {
      events.note(progress);
    });
  } finally {
    events.end();
  }
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
        if (isShared && !fresh) await assertBelongs(location, { folder, roots }, await store.documents());
        const result = await ingestFolder(
          roots,
          store,
          models.embedder,
          {
            signal: signal === undefined ? lock.lost : AbortSignal.any([signal, lock.lost]),
            mayWrite: lock.confirm,
            ...(only === undefined ? {} : { only }),
            ...(options.include === undefined ? {} : { include: options.include }),
            ...(options.exclude === undefined ? {} : { exclude: options.exclude }),
            ...(options.maxFileBytes === undefined ? {} : { maxFileBytes: options.maxFileBytes }),
            ...(options.whenFree === undefined ? {} : { whenFree: options.whenFree }),
          },
          onProgress,
        );
        if (isShared && fresh) await takeIndex(location, { folder, roots });
        const seconds = (performance.now() - started) / 1000;
        return { ...result, seconds, indexVersion: await store.version(), store: store.kind };
      };
      return await (fresh ? stores.writeAnew(location, models.embedder, writing) : stores.write(location, models.embedder, writing));
    } finally {
      await lock.release();
    }
  };

  const encoder = models.forAudit().sentenceEncoder;
  const toReference = (cosine: number): number => models.embedder.similarity.toReference(cosine);
  let fault: LinchpinError | null = null;
  const noteFault = (error: LinchpinError): void => {
    fault = error;
  };

  /** The store, searched by the sentence encoder too: without, where that cannot be had. */
  const searched = async (store: IndexStore, onFault: (error: LinchpinError) => void): Promise<IndexStore> => {
    if (encoder === undefined) return store;
    try {
      return new DenseIndex(store, await stores.vectors(location, encoder), encoder, toReference, onFault);
    } catch (error) {
      onFault(toLinchpinError(error));
      return store;
    }
  };
  const withIndex = async <T>(work: (store: IndexStore) => Promise<T>, onFault: (error: LinchpinError) => void = noteFault): Promise<T> =>
    await stores.use(location, models.embedder, async (store) => work(await searched(store, onFault)));

  const encode = async (onProgress?: (progress: IndexProgress) => void, signal?: AbortSignal): Promise<Encoded | null> => {
    if (encoder === undefined || options.encodeLimit === 0) return null;
    const vectors = await stores.vectors(location, encoder);
    const lock = await vectors.lock(signal);
    try {
      const encoded = await stores.use(location, models.embedder, (store) =>
        encodePassages(
          store,
          vectors,
          encoder,
          lock.confirm,
          {
            signal: signal === undefined ? lock.lost : AbortSignal.any([signal, lock.lost]),
            ...(options.encodeLimit === undefined ? {} : { limit: options.encodeLimit }),
            ...(options.whenQuiet === undefined ? {} : { whenFree: options.whenQuiet }),
          },
          onProgress,
        ),
      );
      fault = null;
      return encoded;
    } catch (error) {
      const told = toLinchpinError(error);
      if (told.code !== 'cancelled' && told.code !== 'index-locked') fault = told;
      throw error;
    } finally {
      await lock.release();
    }
  };

  /** Few passages are encoded at once, so that the very first question is searched well; what is wrong with that is no fault of the index. */
  const indexWhole = async (
    fresh: boolean,
    onProgress?: (progress: IndexProgress) => void,
    signal?: AbortSignal,
    only?: readonly string[],
  ): Promise<IndexSummary> => {
    const summary = await index(fresh, onProgress, signal, only);
    if (encoder === undefined) return summary;
    try {
      const now = await withIndex(async (store) => (await store.encoded?.()) ?? null);
      const missing = now === null ? 0 : now.passages - now.encoded;
      const encoded = missing > 0 && missing <= fewPassages && !isAddress(location) ? ((await encode(onProgress, signal)) ?? now) : now;
      return encoded === null ? summary : { ...summary, encoded };
    } catch (error) {
      // The index is whole: another process encodes it, or it is searched without.
      if (signal?.aborted === true) throw error;
      return summary;
    }
  };

  return {
    folder,
    roots,
    location,
    withIndex: (work) => withIndex(work),
    index: (onProgress, signal) => paced(onProgress, (tell) => indexWhole(false, tell, signal)),
    update: (paths, signal) => indexWhole(false, undefined, signal, paths),
    rebuild: (onProgress, signal) => paced(onProgress, (tell) => indexWhole(true, tell, signal)),
    encode: (onProgress, signal) => paced(onProgress, (tell) => encode(tell, signal)),
    encodingFault: () => fault,
    audit: async (request, onEvent, signal) => {
      // What is wrong with the question is told before what is wrong with the index.
      checkQuestion(request.question);
      let isTold = false;
      return await withIndex(
        (store) =>
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
        (error) => {
          noteFault(error);
          // Once, however often the audit searches.
          if (!isTold) onEvent?.({ type: 'notice', error: withoutEncoder(error) });
          isTold = true;
        },
      );
    },
    nearCopies: (text, signal) =>
      withIndex((store) => nearCopies(text, store, models.forAudit(), { seed: 0, ...(signal === undefined ? {} : { signal }) })),
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

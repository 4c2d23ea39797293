import { resolve } from 'node:path';
import { realpath } from 'node:fs/promises';

import { LinchpinError } from '../base/error.ts';
import { readText } from '../documents/read.ts';
import { ingestFolder } from '../index/ingest.ts';
import { lockIndex } from '../index/lock.ts';
import { defaultIndexLocation, openStore, removeIndex } from '../index/open.ts';
import type { IndexStore } from '../index/store.ts';
import { generativeNecessity } from '../minimise/generative.ts';
import { whatIf } from '../minimise/what-if.ts';
import { bundledModels } from '../models/bundled/models.ts';
import { type ModelSource, sourceOf } from '../models/open-models.ts';
import type { Models } from '../models/ports.ts';
import { sameAnswer } from '../text/same-answer.ts';
import { audit } from './pipeline.ts';
import { checkQuestion } from './question.ts';
import type { IndexProgress, IndexSummary, Workspace, WorkspaceOptions } from './types.ts';

/**
 * @param source a source, or models that every audit uses as they are
 * @throws LinchpinError `folder-missing`, `model-unavailable`.
 */
export async function openWorkspace(options: WorkspaceOptions, source: Models | ModelSource = bundledModels()): Promise<Workspace> {
  const models = 'forAudit' in source ? source : sourceOf(source);
  const folder = await realpath(options.folder).catch((error: unknown) => {
    throw new LinchpinError('folder-missing', `There is no folder ${options.folder}.`, 'Give the path of an existing folder.', error);
  });
  const location = resolve(options.indexLocation ?? defaultIndexLocation(folder));
  let opened: IndexStore | null = null;

  const reader = async (): Promise<IndexStore> => {
    opened ??= await openStore(location, models.embedder, false);
    return opened;
  };
  const closeStore = async (): Promise<void> => {
    const current = opened;
    opened = null;
    await current?.close();
  };

  const index = async (fresh: boolean, onProgress?: (progress: IndexProgress) => void, signal?: AbortSignal): Promise<IndexSummary> => {
    const started = performance.now();
    const lock = await lockIndex(location);
    try {
      // Audits that are under way go on reading from the store that they have.
      if (fresh) {
        await closeStore();
        await removeIndex(location);
      }
      opened = await openStore(location, models.embedder, true);
      const stop = signal === undefined ? lock.lost : AbortSignal.any([signal, lock.lost]);
      const result = await ingestFolder(
        folder,
        opened,
        models.embedder,
        {
          signal: stop,
          ...(options.include === undefined ? {} : { include: options.include }),
          ...(options.exclude === undefined ? {} : { exclude: options.exclude }),
          ...(options.maxFileBytes === undefined ? {} : { maxFileBytes: options.maxFileBytes }),
        },
        onProgress,
      );
      return {
        ...result,
        seconds: (performance.now() - started) / 1000,
        indexVersion: await opened.version(),
        store: opened.kind,
      };
    } finally {
      await lock.release();
    }
  };

  const context: Workspace['context'] = async () => ({
    index: await reader(),
    models: models.forAudit(),
    price: models.price,
    readText: (path) => readText(folder, path),
    now: () => new Date(),
  });
  return {
    folder,
    context,
    index: (onProgress, signal) => index(false, onProgress, signal),
    rebuild: (onProgress, signal) => index(true, onProgress, signal),
    audit: async (request, onEvent, signal) => {
      // What is wrong with the question is told before what is wrong with the index.
      checkQuestion(request.question);
      return await audit(request, await context(), onEvent, signal);
    },
    whatIf: (report, removed) => Promise.resolve(whatIf(report, removed)),
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
    close: closeStore,
  };
}

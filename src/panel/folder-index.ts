import { say } from '../base/language.ts';
import { unlessAborted } from '../base/cancellation.ts';
import { cancelled, LinchpinError } from '../base/error.ts';
import type { Encoded } from '../contract/encoded.ts';
import type { LeftOut } from '../contract/left-out.ts';
import type { WorkspaceState } from '../contract/panel.ts';
import type { IndexProgress } from '../contract/progress.ts';
import type { DocumentKinds, IndexStatus } from '../contract/index-status.ts';
import { type EncodingNews, type FolderOptions, requests } from '../engine/protocol.ts';
import { noFolder, panelError } from './panel-error.ts';
import type { PanelEngine, PanelHost } from './ports.ts';

type Index = WorkspaceState['index'];
type Update = (patch: Partial<WorkspaceState>) => void;

/** The index of the folder: how it stands, and the one indexing that may run. */
export class FolderIndex {
  readonly #engine: PanelEngine;
  readonly #host: PanelHost;
  readonly #update: Update;
  #run: { readonly abort: AbortController; readonly done: Promise<void> } | null = null;
  /** Ends when all has ended that was asked for so far: updates and indexings wait in one queue, and never for each other. */
  #before: Promise<unknown> = Promise.resolve();
  #statusTurn = 0;
  /** As it was last shown. */
  #shown: Index = { state: 'unknown' };
  #kinds: DocumentKinds = { extensions: [], names: [] };
  #leftOut: readonly LeftOut[];
  #disposed = false;

  constructor(engine: PanelEngine, host: PanelHost, update: Update) {
    this.#engine = engine;
    this.#host = host;
    this.#update = (patch) => {
      if (patch.index !== undefined) this.#shown = patch.index;
      update(patch);
    };
    this.#leftOut = host.leftOut;
  }

  /** By what documents are known; nothing until the engine has told. */
  get kinds(): DocumentKinds {
    return this.#kinds;
  }

  /** What the last indexing left out of the index. */
  get leftOut(): readonly LeftOut[] {
    return this.#leftOut;
  }

  cancel(): void {
    this.#run?.abort.abort();
  }

  dispose(): void {
    this.#disposed = true;
    this.cancel();
  }

  /** Looks at the index again; while one is being made its own end does that. Only the newest look counts. */
  async refresh(): Promise<void> {
    if (this.#isWorking() || this.#host.folder === null) return;
    const turn = ++this.#statusTurn;
    const patch = await this.#look().catch((error: unknown) => ({ index: { state: 'failed' as const, error: panelError(error) } }));
    if (turn === this.#statusTurn && !this.#isWorking()) this.#update(patch);
  }

  /**
   * Brings the index up to date, or makes it anew. While it is being brought up to date a second call waits for the same work.
   * @throws LinchpinError what the engine throws; `index-locked` for a rebuild while an indexing runs; `cancelled`
   */
  async index(rebuild: boolean, onProgress: (progress: IndexProgress) => void, signal?: AbortSignal): Promise<void> {
    if (this.#host.folder === null) throw noFolder();
    if (this.#run !== null && rebuild)
      throw new LinchpinError('index-locked', 'This folder is being indexed already.', 'Wait for that to end, or cancel it, then rebuild.');
    // Set before anything is awaited: a second call sees it whenever it comes.
    if (this.#run === null) {
      const abort = new AbortController();
      this.#run = { abort, done: this.#next((before) => this.#work(before, rebuild, onProgress, abort.signal)) };
    }
    const { abort, done } = this.#run;
    const cancel = (): void => {
      abort.abort();
    };
    signal?.addEventListener('abort', cancel, { once: true });
    if (signal?.aborted === true) cancel();
    try {
      await done;
    } finally {
      signal?.removeEventListener('abort', cancel);
    }
  }

  /**
   * Takes up what changed at some paths, without a look at anything else; after an indexing or update that runs. Only where that costs
   * nobody anything: an embedder of a server is asked when the user indexes.
   * @returns false where the user is to index
   */
  async update(paths: readonly string[], state: () => WorkspaceState): Promise<boolean> {
    return await this.#next(async (before) => {
      await before;
      const { index, models } = state();
      if (this.#disposed || this.#host.folder === null || index.state !== 'ready' || models?.embedder?.local !== true) return false;
      try {
        const options = await this.#host.options();
        const { documents, store, encoded } = await this.#engine.request(requests.updateIndex, { options, paths: [...paths] });
        const { outdated } = index;
        const encoding = encodingState(encoded, index);
        if (!this.#isWorking())
          this.#update({ index: { state: 'ready', documents, indexedAt: new Date().toISOString(), outdated, store, encoding } });
        return true;
      } catch {
        return false;
      }
    });
  }

  /** The engine has told how far the encoding in the background is. */
  encoding({ encoded, isRunning, secondsLeft, fault }: EncodingNews, state: () => WorkspaceState): void {
    const { index } = state();
    if (this.#isWorking() || index.state !== 'ready' || (encoded === null && fault === null)) return;
    const known = encoded ?? index.encoding;
    if (known === null || known === undefined) return;
    this.#update({ index: { ...index, encoding: { encoded: known.encoded, passages: known.passages, isRunning, secondsLeft, fault } } });
  }

  #isWorking(): boolean {
    return this.#run !== null || this.#disposed;
  }

  async #look(): Promise<Partial<WorkspaceState>> {
    const status = await this.#engine.request(requests.status, { options: await this.#host.options() });
    this.#kinds = status.kinds;
    return {
      trusted: this.#host.trusted(),
      index: indexState(status, this.#shown),
      models: status.models,
      offline: this.#host.settings().offline,
    };
  }

  async #work(
    before: Promise<unknown>,
    rebuild: boolean,
    onProgress: (progress: IndexProgress) => void,
    signal: AbortSignal,
  ): Promise<void> {
    try {
      const options = await unlessAborted(this.#agreed(), signal);
      await unlessAborted(before, signal);
      this.#update({ index: { state: 'indexing', progress: null } });
      const { leftOut } = await this.#engine.index(
        options,
        rebuild,
        (progress) => {
          if (signal.aborted) return;
          this.#update({ index: { state: 'indexing', progress } });
          onProgress(progress);
        },
        signal,
      );
      this.#leftOut = leftOut;
      this.#host.keepLeftOut(leftOut);
    } finally {
      this.#run = null;
      await this.refresh();
    }
  }

  async #agreed(): Promise<FolderOptions> {
    if (!(await this.#host.consent(['embedder']))) throw cancelled();
    return await this.#host.options();
  }

  /** Takes the next place in the queue, at once. @param work is given what it has to wait for, which never fails */
  #next<T>(work: (before: Promise<unknown>) => Promise<T>): Promise<T> {
    const before = this.#before;
    const done = work(before);
    this.#before = Promise.allSettled([before, done]);
    return done;
  }
}

function indexState(status: IndexStatus, before: Index): Index {
  switch (status.state) {
    case 'missing':
      return { state: 'missing' };
    case 'unreadable':
      return {
        state: 'failed',
        error: { code: 'index-unreadable', message: say`The index cannot be read.`, next: say`Run "Linchpin: Rebuild Index".` },
      };
    case 'ready':
      return {
        state: 'ready',
        documents: status.documents,
        indexedAt: status.indexedAt ?? '',
        outdated: status.outdated,
        store: status.store ?? 'lancedb',
        encoding: encodingState(status.encoded, before),
      };
  }
}

/** What was told of a run goes on holding: a look at the index says nothing of that. */
function encodingState(encoded: Encoded | null | undefined, before: Index): Extract<Index, { state: 'ready' }>['encoding'] {
  if (encoded === null || encoded === undefined) return null;
  const told = before.state === 'ready' ? (before.encoding ?? null) : null;
  const { encoded: done, passages } = encoded;
  const isWhole = done === passages;
  return {
    encoded: done,
    passages,
    isRunning: !isWhole && told?.isRunning === true,
    secondsLeft: isWhole ? null : (told?.secondsLeft ?? null),
    fault: isWhole ? null : (told?.fault ?? null),
  };
}

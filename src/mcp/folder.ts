import { LinchpinError } from '../base/error.ts';
import type { OnAuditEvent } from '../contract/event.ts';
import type { AuditKind, AuditReport } from '../contract/report.ts';
import type { SearchResult } from '../contract/search.ts';
import { presets, type Preset } from '../contract/settings.ts';
import type { Engine } from '../engine/engine.ts';
import type { ExportedReviews } from '../export/outline.ts';
import type { FolderOptions } from '../engine/protocol.ts';
import type { reviewsOutput } from './outputs.ts';
import type { z } from 'zod';

/** One folder, as agents may use it: they ask and read, and change nothing but what an audit leaves behind. */
export class AskedFolder {
  readonly #engine: Engine;
  readonly #options: FolderOptions;
  readonly #keepsIndex: boolean;
  #indexing: Promise<unknown> | null = null;

  /** @param keepsIndex the index is brought up to date before it is asked */
  constructor(engine: Engine, options: FolderOptions, keepsIndex: boolean) {
    this.#engine = engine;
    this.#options = options;
    this.#keepsIndex = keepsIndex;
  }

  /** @throws LinchpinError index and model codes, `cancelled`. */
  async search(query: string, limit: number, signal: AbortSignal): Promise<SearchResult> {
    await this.#bringUpToDate();
    return await this.#engine.search(this.#options, query, limit, signal);
  }

  /** @param document that makes the claim, and so is no evidence */
  async audit(
    question: string,
    kind: AuditKind,
    {
      preset,
      document,
      onEvent,
    }: { readonly preset?: Preset | undefined; readonly document?: string | undefined; readonly onEvent: OnAuditEvent },
    signal: AbortSignal,
  ): Promise<AuditReport> {
    await this.#bringUpToDate();
    return await this.#engine.ask(
      {
        options: this.#options,
        question,
        kind,
        settings: preset === undefined ? {} : presets[preset],
        exclude: [],
        document,
      },
      onEvent,
      signal,
    );
  }

  /** @throws LinchpinError `report-invalid`. */
  async report(id: string): Promise<AuditReport> {
    return await this.#engine.records(this.#options).audits.load(id);
  }

  /** What reviewers decided on the evidence of an audit. */
  async decisions(id: string): Promise<ExportedReviews> {
    const { reviews } = await this.#engine.records(this.#options).reviews(id);
    return Object.fromEntries(reviews.map((review) => [review.spanId, review]));
  }

  async reviews(): Promise<z.infer<z.ZodObject<typeof reviewsOutput>>> {
    const records = this.#engine.records(this.#options);
    const [{ audits, damaged }, { sessions, damaged: broken }] = await Promise.all([records.list(), records.sessions.list()]);
    return {
      audits: audits.map(({ id, question, kind, status, answer, createdAt }) => ({ id, question, kind, status, answer, createdAt })),
      sessions: [...sessions],
      damaged: damaged.length + broken.length,
    };
  }

  /** Once for all who wait. An agent's cancelled call does not stop it: the next one needs it too. */
  async #bringUpToDate(): Promise<void> {
    if (!this.#keepsIndex) return;
    this.#indexing ??= this.#index().finally(() => {
      this.#indexing = null;
    });
    await this.#indexing;
  }

  async #index(): Promise<void> {
    const { state, outdated } = await this.#engine.status(this.#options);
    if (state === 'ready' && !outdated) return;
    const { documents } = await this.#engine.index(this.#options, state === 'unreadable', () => undefined);
    if (documents === 0)
      throw new LinchpinError(
        'folder-empty',
        `There are no documents that can be read in ${this.#options.folder}.`,
        'Put documents into the folder, or start the server on another one.',
      );
  }
}

import { cancelled, LinchpinError } from '../../../src/base/error.ts';
import type { OnAuditEvent } from '../../../src/contract/event.ts';
import { auditReportSchema, type AuditReport } from '../../../src/contract/report.ts';
import type { AskParams } from '../../../src/engine/client.ts';
import type { IndexSummary } from '../../../src/contract/index-status.ts';
import { type FolderOptions, type RequestType, requests } from '../../../src/engine/protocol.ts';
import type { IndexProgress } from '../../../src/contract/progress.ts';
import { Controller } from '../../../src/panel/controller.ts';
import type { PanelEngine, PanelHost } from '../../../src/panel/ports.ts';
import { states } from '../../../webview/dev/states.ts';

export interface Deferred<T> {
  readonly promise: Promise<T>;
  resolve(value: T): void;
  reject(error: unknown): void;
}

export function deferred<T>(): Deferred<T> {
  let settle: Pick<Deferred<T>, 'resolve' | 'reject'> | null = null;
  const promise = new Promise<T>((resolve, reject) => {
    settle = { resolve, reject };
  });
  return {
    promise,
    resolve: (value) => settle?.resolve(value),
    reject: (error) => settle?.reject(error),
  };
}

/** Lets everything run that does not wait for the test. */
export function settled(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** A whole report with another id and question: drawn by hand for the panel's development page. */
export function report(id: string, question = `question of ${id}`): AuditReport {
  return auditReportSchema.parse({
    ...states.supported.audit?.report,
    id,
    question,
    answer: { ...states.supported.audit?.report.answer, text: `answer of ${id}` },
  });
}

/** Work that the test ends. Like the real engine it rejects when it is cancelled, unless the reply is on its way already. */
export interface Held<T> extends Deferred<T> {
  readonly signal: AbortSignal;
}

function held<T>(signal: AbortSignal | undefined): Held<T> {
  const work = deferred<T>();
  const heard = signal ?? new AbortController().signal;
  heard.addEventListener('abort', () => {
    // After what the test itself does in the same turn.
    setImmediate(() => {
      work.reject(cancelled());
    });
  });
  return { ...work, signal: heard };
}

/** An engine that replies what a test tells it to, and holds questions and indexing until the test ends them. */
export class FakeEngine implements PanelEngine {
  readonly asked: (Held<AuditReport> & { readonly params: AskParams; readonly onEvent: OnAuditEvent })[] = [];
  readonly indexings: (Held<IndexSummary> & { readonly rebuild: boolean; readonly onProgress: (progress: IndexProgress) => void })[] = [];
  readonly #sent: { readonly method: string; readonly params: unknown }[] = [];
  readonly #handlers = new Map<string, (params: unknown) => unknown>();

  constructor() {
    this.on(requests.status, () => status);
    this.on(requests.audit, ({ auditId }) => report(auditId));
    this.on(requests.audits, () => ({ audits: [], damaged: [] }));
    this.on(requests.reviews, () => ({ reviews: [], damaged: [] }));
    this.on(requests.decide, () => null);
    this.on(requests.undo, () => ({ undone: true }));
  }

  on<P, R>(type: RequestType<P, R>, handler: (params: P) => R | Promise<R>): void {
    this.#handlers.set(type.method, (params) => handler(type.params.parse(params)));
  }

  /** Parameters of the requests of this type, in order. */
  sent<P, R>(type: RequestType<P, R>): P[] {
    return this.#sent.filter(({ method }) => method === type.method).map(({ params }) => type.params.parse(params));
  }

  async request<P, R>(type: RequestType<P, R>, params: P): Promise<R> {
    this.#sent.push({ method: type.method, params });
    const handler = this.#handlers.get(type.method);
    if (handler === undefined) throw new LinchpinError('internal', `no reply to ${type.method}`, 'Give the fake engine one.');
    return type.result.parse(await handler(params));
  }

  ask(params: AskParams, onEvent: OnAuditEvent, signal?: AbortSignal): Promise<AuditReport> {
    const work = held<AuditReport>(signal);
    this.asked.push({ ...work, params, onEvent });
    return work.promise;
  }

  index(
    _options: FolderOptions,
    rebuild: boolean,
    onProgress: (progress: IndexProgress) => void,
    signal?: AbortSignal,
  ): Promise<IndexSummary> {
    const work = held<IndexSummary>(signal);
    this.indexings.push({ ...work, rebuild, onProgress });
    return work.promise;
  }
}

export const status = requests.status.result.parse({
  state: 'ready',
  documents: 3,
  store: 'lancedb',
  indexVersion: 'v1',
  indexedAt: '2026-03-02T10:00:00Z',
  outdated: false,
  kinds: { extensions: ['.md'], names: ['readme'] },
  models: {},
});

/** A controller over a fake engine, and what it told its window. */
export function controlled(engine: FakeEngine, more: Partial<PanelHost> = {}): { controller: Controller; told: string[] } {
  const told: string[] = [];
  const controller = new Controller(engine, {
    folder: { name: 'docs', path: '/docs' },
    where: { folder: '/docs' },
    folders: 1,
    trusted: () => true,
    settings: () => ({ audit: {}, reviewer: 'ada', offline: true }),
    options: () => Promise.resolve({ folder: '/docs' }),
    consent: () => Promise.resolve(true),
    remember: (auditId) => told.push(`remember ${auditId ?? 'nothing'}`),
    leftOut: [],
    keepLeftOut: (groups) => told.push(`left out ${groups.length}`),
    stateChanged: () => told.push('state'),
    auditsChanged: () => told.push('audits'),
    indexChanged: () => told.push('index'),
    ...more,
  });
  return { controller, told };
}

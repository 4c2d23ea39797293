import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';

import {
  type CancellationToken,
  CancellationTokenSource,
  createMessageConnection,
  ErrorCodes,
  IPCMessageReader,
  IPCMessageWriter,
  type MessageConnection,
  ResponseError,
} from 'vscode-jsonrpc/node';

import { withSignal, withToken } from '../base/cancellation.ts';
import { cancelled, LinchpinError, toLinchpinError } from '../base/error.ts';
import { noTelemetry } from '../base/no-telemetry.ts';
import type { EditorChat } from '../models/editor/editor-chat.ts';
import type { Dtype } from '../models/choice.ts';
import type { OnAuditEvent } from '../contract/event.ts';
import type { IndexSummary } from '../contract/index-status.ts';
import type { IndexProgress } from '../contract/progress.ts';
import type { AuditReport } from '../contract/report.ts';
import type { Session, SessionClaim } from '../contract/session.ts';
import { fromResponseError, toResponseError } from './errors.ts';
import { pulseVariable } from './pulse.ts';
import { type PulseBounds, PulseWatch, usualBounds } from './pulse-watch.ts';
import { parseSession } from './session-reply.ts';
import {
  type EncodingNews,
  type FolderOptions,
  hostNotifications,
  hostRequests,
  notifications,
  type RequestType,
  requests,
} from './protocol.ts';

export interface EngineClientOptions {
  /** The engine's bundle. */
  readonly modulePath: string;
  readonly env?: NodeJS.ProcessEnv;
  readonly execArgv?: readonly string[];
  /** Lines that the engine writes to its streams. */
  readonly onLog?: (line: string) => void;
  /** The engine went down on its own; `crashes` counts those of the last minute. */
  readonly onCrash?: (crashes: number) => void;
  /** How far the encoding of a folder in the background is. */
  readonly onEncoding?: (news: EncodingNews) => void;
  /** Answers for the editor's models; without it there are none. */
  readonly editorChat?: EditorChat;
  /** How long it may be silent or busy before it is taken to hang; `usualBounds` where not said. */
  readonly bounds?: Partial<PulseBounds>;
  /** Wait before the first restart, doubled for each further one: milliseconds, 250 by default. */
  readonly restartDelayMs?: number;
}

export interface AskParams {
  readonly options: FolderOptions;
  readonly question: string;
  readonly kind: 'question' | 'claim';
  readonly seed?: number;
  readonly settings: Record<string, number | string | Record<string, number>>;
  readonly exclude: string[];
  /** That makes the claim. */
  readonly document?: string | undefined;
}

/** An engine that goes down more often than this within the window stays down until the window has passed. */
const mostCrashes = 4;
const crashWindowMs = 60_000;

/** An engine that has not ended so long after it was let go is killed, milliseconds: longer than it gives itself. */
const mostClosingMs = 8000;

/** An engine that indexes is told that the user types at most so often, milliseconds: less than it takes the user to type still. */
const typedEveryMs = 300;

/**
 * Where there are few processors, those that index are all of them: garbage collected beside them took a fifth of the processor time of
 * indexing more, and gained nothing.
 */
const fewProcessors = 4;
const collection = availableParallelism() <= fewProcessors ? ['--single-threaded-gc'] : [];

interface Running {
  readonly child: ChildProcess;
  readonly connection: MessageConnection;
  readonly watch: PulseWatch | null;
  /** It was ended because it hung. */
  hung: boolean;
}

/** Asked again, once, of a new engine when the one that was asked hung: they change nothing that asking twice would change twice. */
const askedAgain: ReadonlySet<string> = new Set(
  [
    requests.ask,
    requests.search,
    requests.status,
    requests.documents,
    requests.causalGraph,
    requests.whatIf,
    requests.audits,
    requests.audit,
    requests.reviews,
    requests.reliedOn,
    requests.calibration,
    requests.sessions,
    requests.session,
    requests.viewDocument,
  ].map(({ method }) => method),
);

function hung(): LinchpinError {
  return new LinchpinError(
    'engine-stopped',
    'The engine hung and was ended.',
    'It is started again: repeat what you did. If it hangs at the same again, run "Linchpin: Show Log".',
  );
}

function stopped(): LinchpinError {
  return new LinchpinError(
    'engine-stopped',
    'The engine stopped unexpectedly.',
    'It is started again: repeat what you did. If it happens again, run "Linchpin: Show Log".',
  );
}

function keepsStopping(): LinchpinError {
  return new LinchpinError(
    'engine-stopped',
    'The engine stopped several times within a minute and is not started again for now.',
    'Run "Linchpin: Show Log" to see why; wait a minute, or reload the window.',
  );
}

/**
 * Starts the engine process when it is first needed, watches it, and starts it again after a crash: after a pause that doubles, or at
 * once when a request comes, and not at all when it keeps going down. No request is left hanging: what waits when the engine goes is
 * rejected with `engine-stopped`.
 */
export class EngineClient {
  readonly #options: EngineClientOptions;
  #running: Running | null = null;
  #crashes: number[] = [];
  #restart: NodeJS.Timeout | null = null;
  #disposed = false;
  #toldTypedAt: number | null = null;
  readonly #progress = new Map<string, (progress: IndexProgress) => void>();
  readonly #events = new Map<string, OnAuditEvent>();
  readonly #claims = new Map<string, (claim: SessionClaim) => void>();
  readonly #downloads = new Map<string, (done: number, total: number) => void>();

  constructor(options: EngineClientOptions) {
    this.#options = options;
  }

  /** The engine's process id; undefined while it is not running. For tests and the log. */
  get pid(): number | undefined {
    return this.#running?.child.pid;
  }

  /** Whether its beats are heard. For tests. */
  get isHeard(): boolean {
    return this.#running?.watch?.isHeard === true;
  }

  /** When the engine was last told that the user types, by `performance.now()`; null where it never was. For tests. */
  get toldTypedAt(): number | null {
    return this.#toldTypedAt;
  }

  /** @throws LinchpinError what the engine throws, `engine-stopped`, `cancelled`. */
  async request<P, R>(type: RequestType<P, R>, params: P, signal?: AbortSignal): Promise<R> {
    return await this.#send(type, params, (raw) => parseResult(type, raw), signal);
  }

  /** A request that a session answers: a long one is parsed in slices, so that the editor is not held up. @throws as `request` */
  async requestSession<P>(type: RequestType<P, Session>, params: P, signal?: AbortSignal): Promise<Session> {
    return await this.#send(
      type,
      params,
      (raw) =>
        parseSession(raw).catch((error: unknown) => {
          throw malformed(type.method, error);
        }),
      signal,
    );
  }

  async #send<P, R>(
    type: RequestType<P, R>,
    params: P,
    parse: (raw: unknown) => R | Promise<R>,
    signal: AbortSignal | undefined,
    isSecond = false,
  ): Promise<R> {
    if (signal?.aborted === true) throw cancelled();
    const running = this.#start();
    const { connection } = running;
    try {
      // A connection that is disposed of rejects what waits. Racing against a promise of the process would keep every reply for its life.
      const raw: unknown = await withToken(new CancellationTokenSource(), signal, (token) =>
        connection.sendRequest(type.method, params, token),
      );
      return await parse(raw);
    } catch (error) {
      const known = fromWire(error, signal);
      if (!running.hung || known.code !== 'engine-stopped' || this.#disposed) throw known;
      if (isSecond || !askedAgain.has(type.method)) throw hung();
      return await this.#send(type, params, parse, signal, true);
    }
  }

  async index(
    options: FolderOptions,
    rebuild: boolean,
    onProgress: (progress: IndexProgress) => void,
    signal?: AbortSignal,
  ): Promise<IndexSummary> {
    const work = randomUUID();
    this.#progress.set(work, onProgress);
    try {
      return await this.request(requests.index, { options, rebuild, work }, signal);
    } finally {
      this.#progress.delete(work);
    }
  }

  /** The user types: indexing goes on slowly while that lasts. Nothing is told to an engine that does not index. */
  typed(): void {
    const now = performance.now();
    if (this.#running === null || this.#progress.size === 0) return;
    if (this.#toldTypedAt !== null && now - this.#toldTypedAt < typedEveryMs) return;
    this.#toldTypedAt = now;
    this.#running.connection.sendNotification(hostNotifications.typed.method, {}).catch(() => undefined);
  }

  async ask(question: AskParams, onEvent: OnAuditEvent, signal?: AbortSignal): Promise<AuditReport> {
    const work = randomUUID();
    this.#events.set(work, onEvent);
    try {
      return await this.request(requests.ask, { ...question, work }, signal);
    } finally {
      this.#events.delete(work);
    }
  }

  /** Checks the claims of a session; each is told when its check begins and ends. */
  async checkSession(
    options: FolderOptions,
    sessionId: string,
    onClaim: (claim: SessionClaim) => void,
    signal?: AbortSignal,
  ): Promise<Session> {
    const work = randomUUID();
    this.#claims.set(work, onClaim);
    try {
      return await this.requestSession(requests.checkSession, { options, sessionId, work }, signal);
    } finally {
      this.#claims.delete(work);
    }
  }

  /** @param onProgress bytes done and in all; `total` is 0 while it is not known */
  async downloadModel(model: string, dtype: Dtype, onProgress: (done: number, total: number) => void, signal?: AbortSignal): Promise<void> {
    const work = randomUUID();
    this.#downloads.set(work, onProgress);
    try {
      await this.request(requests.downloadModel, { model, dtype, work }, signal);
    } finally {
      this.#downloads.delete(work);
    }
  }

  dispose(): void {
    this.#disposed = true;
    this.#cancelRestart();
    this.#stop();
  }

  #start(): Running {
    if (this.#disposed) throw new LinchpinError('engine-stopped', 'Linchpin has been shut down.', 'Reload the window.');
    if (this.#running !== null) return this.#running;
    if (this.#recentCrashes().length > mostCrashes) throw keepsStopping();
    this.#cancelRestart();
    const child = fork(this.#options.modulePath, [], {
      // The last is for its beats.
      stdio: ['ignore', 'pipe', 'pipe', 'ipc', 'pipe'],
      serialization: 'advanced',
      execArgv: [...collection, ...(this.#options.execArgv ?? [])],
      // In the editor, process.execPath is Electron: this makes it plain Node.
      // Of many threads each keeps memory of its own for good, on systems that know the first: indexing took a fifth more.
      // What is freed goes back at once: after indexing 10,000 passages the engine has a quarter less.
      env: {
        MALLOC_ARENA_MAX: '2',
        MALLOC_TRIM_THRESHOLD_: '131072',
        ...process.env,
        ...this.#options.env,
        ...noTelemetry,
        ELECTRON_RUN_AS_NODE: '1',
        [pulseVariable]: '4',
      },
    });
    for (const input of [child.stdout, child.stderr]) {
      if (input === null) continue;
      createInterface({ input, crlfDelay: Infinity }).on('line', (line) => {
        if (line.trim() !== '') this.#options.onLog?.(line);
      });
    }
    const connection = createMessageConnection(new IPCMessageReader(child), new IPCMessageWriter(child));
    connection.onNotification(notifications.indexProgress.method, (raw: unknown) => {
      const parsed = notifications.indexProgress.params.safeParse(raw);
      if (parsed.success) this.#progress.get(parsed.data.work)?.(parsed.data.progress);
    });
    connection.onNotification(notifications.encoding.method, (raw: unknown) => {
      const parsed = notifications.encoding.params.safeParse(raw);
      if (parsed.success) this.#options.onEncoding?.(parsed.data);
    });
    connection.onNotification(notifications.auditEvent.method, (raw: unknown) => {
      const parsed = notifications.auditEvent.params.safeParse(raw);
      if (parsed.success) this.#events.get(parsed.data.work)?.(parsed.data.event);
    });
    connection.onNotification(notifications.sessionClaim.method, (raw: unknown) => {
      const parsed = notifications.sessionClaim.params.safeParse(raw);
      if (parsed.success) this.#claims.get(parsed.data.work)?.(parsed.data.claim);
    });
    connection.onNotification(notifications.downloadProgress.method, (raw: unknown) => {
      const parsed = notifications.downloadProgress.params.safeParse(raw);
      if (parsed.success) this.#downloads.get(parsed.data.work)?.(parsed.data.done, parsed.data.total);
    });
    connection.onRequest(
      hostRequests.editorChat.method,
      async (raw: unknown, token: CancellationToken) => await this.#editorChat(raw, token),
    );
    connection.onError(() => undefined);
    connection.listen();
    let ended = false;
    const end = (): void => {
      if (ended) return;
      ended = true;
      running.watch?.stop();
      // After an error it may live on, and nobody would speak to it any more.
      child.kill('SIGKILL');
      if (this.#running?.child === child) this.#running = null;
      connection.dispose();
      if (!this.#disposed) this.#crashed();
    };
    const running: Running = { child, connection, watch: this.#watch(child, () => (running.hung = true)), hung: false };
    child.once('exit', end);
    child.once('error', end);
    this.#running = running;
    return running;
  }

  /** null under a debugger, where standing still is no hang. */
  #watch(child: ChildProcess, onHang: () => void): PulseWatch | null {
    const beats = child.stdio[4];
    if (!(beats instanceof Readable) || (this.#options.execArgv ?? []).some((each) => each.startsWith('--inspect'))) return null;
    return new PulseWatch(
      beats,
      (what) => {
        this.#options.onLog?.(what === 'silent' ? 'no sign of life: it is ended' : 'its main loop stands still: it is ended');
        onHang();
        child.kill('SIGKILL');
      },
      { ...usualBounds, ...this.#options.bounds },
    );
  }

  async #editorChat(raw: unknown, token: CancellationToken): Promise<unknown> {
    const { editorChat } = this.#options;
    try {
      if (editorChat === undefined)
        throw new LinchpinError(
          'model-unavailable',
          'The editor offers no models here.',
          'Choose another model with "Linchpin: Choose Models".',
        );
      const request = hostRequests.editorChat.params.parse(raw);
      return await withSignal(token, (signal) => editorChat(request, signal));
    } catch (error) {
      return toResponseError(toLinchpinError(error));
    }
  }

  #crashed(): void {
    this.#crashes = [...this.#recentCrashes(), Date.now()];
    const crashes = this.#crashes.length;
    if (crashes <= mostCrashes) {
      this.#restart = setTimeout(
        () => {
          this.#restart = null;
          this.#start();
        },
        (this.#options.restartDelayMs ?? 250) * 2 ** (crashes - 1),
      );
      // A restart that nobody asked for keeps no process alive.
      this.#restart.unref();
    }
    this.#options.onCrash?.(crashes);
  }

  #recentCrashes(): number[] {
    const now = Date.now();
    return this.#crashes.filter((at) => now - at < crashWindowMs);
  }

  #cancelRestart(): void {
    if (this.#restart !== null) clearTimeout(this.#restart);
    this.#restart = null;
  }

  #stop(): void {
    const running = this.#running;
    this.#running = null;
    if (running === null) return;
    running.connection.dispose();
    running.watch?.stop();
    if (running.watch?.isSilent === true) running.child.kill('SIGKILL');
    // Closes the channel, on which the engine closes its stores and ends; a signal would cut it short.
    if (running.child.connected) running.child.disconnect();
    setTimeout(() => running.child.kill('SIGKILL'), mostClosingMs).unref();
  }
}

function parseResult<P, R>(type: RequestType<P, R>, raw: unknown): R {
  const parsed = type.result.safeParse(raw);
  if (parsed.success) return parsed.data;
  throw malformed(type.method, parsed.error);
}

function malformed(method: string, cause: unknown): LinchpinError {
  return new LinchpinError(
    'internal',
    `The engine's reply to ${method} is malformed.`,
    'Reload the window, so that extension and engine are of one version.',
    cause,
  );
}

function fromWire(error: unknown, signal: AbortSignal | undefined): LinchpinError {
  if (error instanceof LinchpinError) return error;
  if (error instanceof ResponseError) {
    if (error.code === ErrorCodes.PendingResponseRejected) return stopped();
    const known = fromResponseError(error);
    if (known !== null) return known;
    if (error.code === ErrorCodes.MethodNotFound)
      return new LinchpinError('internal', error.message, 'Reload the window, so that extension and engine are of one version.', error);
  }
  if (signal?.aborted === true) return cancelled();
  return new LinchpinError(
    'engine-stopped',
    'The engine did not answer.',
    'Repeat what you did. If it happens again, run "Linchpin: Show Log".',
    error,
  );
}

import { isAddress } from '../base/address.ts';
import { mainsPower } from '../base/battery.ts';
import { resolve } from 'node:path';

import { checkQuestion } from '../audit/question.ts';
import { parseAuditSettings } from '../audit/settings.ts';
import type { EvidenceRules, Workspace } from '../audit/types.ts';
import { type VerifiedReport, verifyStored } from '../audit/verification/verification.ts';
import { openWorkspace, placeOf } from '../audit/workspace.ts';
import { LinchpinError, toLinchpinError } from '../base/error.ts';
import type { AnswerAgain } from '../contract/again.ts';
import type { CalibrationReport } from '../contract/calibration.ts';
import type { Encoded } from '../contract/encoded.ts';
import type { CausalAnswer, CausalGraphView } from '../contract/causal.ts';
import type { OnAuditEvent } from '../contract/event.ts';
import { examine, type Finding, type Patient } from './doctor.ts';
import type { ShownDocument } from '../contract/document-view.ts';
import type { DocumentRow, IndexStatus, IndexSummary } from '../contract/index-status.ts';
import type { IndexProgress } from '../contract/progress.ts';
import type { AuditKind, AuditReport } from '../contract/report.ts';
import type { Session, SessionClaim } from '../contract/session.ts';
import type { SearchResult } from '../contract/search.ts';
import type { WhatIf } from '../contract/whatif.ts';
import { documentKinds } from '../documents/formats.ts';
import { NotReadable } from '../documents/not-readable.ts';
import { viewDocument } from '../documents/view.ts';
import { readParsed, readText } from '../documents/read.ts';
import type { DocumentRoots } from '../base/roots.ts';
import { defaultEncodeLimit } from '../index/encode-passages.ts';
import { isOutdated } from '../index/outdated.ts';
import { checkAllowed } from '../index/shared-place.ts';
import { SharedStores } from '../index/shared-stores.ts';
import { whatIf } from '../minimise/what-if.ts';
import { type EditorChat, noEditor } from '../models/editor/editor-chat.ts';
import { modelEnvironment } from '../models/environment.ts';
import { readStoredReport } from '../review/stored-report.ts';
import { calibrationReport } from './calibration.ts';
import { EvidenceJudge, markedDocuments } from './evidence-rules.ts';
import { FolderRecords } from './folder-records.ts';
import { Foreground } from './foreground.ts';
import { ModelService } from './model-service.ts';
import type { Places } from './places.ts';
import type { EncodingNews, FolderOptions, Where } from './protocol.ts';

export interface EngineOptions extends Places {
  /** Answers for the editor's models; without it there are none. */
  readonly editorChat?: EditorChat;
  /** A parameter so that a test can count what is opened and closed. */
  readonly stores?: SharedStores;
  /** Passages that lack a vector are encoded in the background, whatever is asked meanwhile; false by default. */
  readonly encodes?: boolean;
}

export interface AskRequest {
  readonly options: FolderOptions;
  readonly question: string;
  readonly kind: AuditKind;
  readonly seed?: number | undefined;
  /** As `src/contract/settings.ts` names them; what is left out has its default. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** Globs of paths whose text may not serve as evidence. */
  readonly exclude: readonly string[];
  /** The document that makes the claim, as the folders name it: it, and near copies of it, are no evidence. */
  readonly document?: string | undefined;
  /** Of such a document that lies in none of the folders. */
  readonly documentText?: string | undefined;
  /** false: the report is not kept in the folder. */
  readonly save?: boolean;
}

/** The second pass of one index. */
interface EncodingPass {
  readonly abort: AbortController;
  /** How often it was asked for: more may have come while it ran. */
  asked: number;
  done: Promise<void>;
}

/** How often it is told how far the second pass is, milliseconds. */
const newsEveryMs = 2000;

/** A session asks for verdicts and evidence, many at a time: what a single audit explores beside them is left to it. */
export const sessionSettings = { probes: 0, drafts: 0 };

/**
 * What Linchpin does, free of how it is asked: the process that the editor starts, the command line and tests are its hosts. It holds
 * the open stores and models of its process and the records of each folder; workspaces are opened once and kept.
 */
export class Engine {
  /** By folder, each with the options under which it was opened. */
  readonly #workspaces = new Map<string, { readonly options: string; readonly workspace: Promise<Workspace> }>();
  readonly #records = new Map<string, { readonly roots: string; readonly records: FolderRecords }>();
  readonly #stores: SharedStores;
  readonly #indexRoot: string | undefined;
  readonly models: ModelService;
  /** Indexing of many documents waits for what a user waits for. */
  readonly foreground = new Foreground();
  /** Told how far the encoding in the background is. */
  onEncoding: (news: EncodingNews) => void = () => undefined;
  readonly #encodes: boolean;
  readonly #evidence = new EvidenceJudge();
  /** By the location of the index. */
  readonly #encoding = new Map<string, EncodingPass>();
  #isClosed = false;

  constructor({ editorChat = noEditor, stores = new SharedStores(), encodes = false, indexRoot, ...places }: EngineOptions = {}) {
    this.#stores = stores;
    this.#encodes = encodes;
    this.#indexRoot = indexRoot;
    this.models = new ModelService(modelEnvironment({ ...places, editorChat }));
  }

  /** @throws LinchpinError `folder-missing`, index and model codes, `cancelled`. */
  async index(
    options: FolderOptions,
    rebuild: boolean,
    onProgress: (progress: IndexProgress) => void,
    signal?: AbortSignal,
  ): Promise<IndexSummary> {
    if (rebuild) {
      await this.models.forget(options.models, (await this.#placeOf(options)).location);
      this.#workspaces.delete(options.folder);
    }
    const workspace = await this.#workspace(options);
    if (rebuild) await this.#stopEncoding(workspace.location);
    const summary = await (rebuild ? workspace.rebuild(onProgress, signal) : workspace.index(onProgress, signal));
    await this.models.remember(options.models, workspace.location);
    this.#encodeLater(options, workspace, summary.encoded);
    return summary;
  }

  /**
   * The second pass, awaited: what the command line does after indexing. In the editor it runs by itself, in the background.
   * @returns null where there is no sentence encoder
   * @throws LinchpinError `index-locked` while another process encodes; `index-missing`, `cancelled`, model codes
   */
  async encode(options: FolderOptions, onProgress: (progress: IndexProgress) => void, signal?: AbortSignal): Promise<Encoded | null> {
    return await (await this.#workspace(options)).encode(onProgress, signal);
  }

  /** Takes up what changed at some paths. @throws LinchpinError `folder-missing`, index and model codes, `cancelled`. */
  async update(options: FolderOptions, paths: readonly string[], signal?: AbortSignal): Promise<IndexSummary> {
    const workspace = await this.#workspace(options);
    const summary = await workspace.update(paths, signal);
    this.#encodeLater(options, workspace, summary.encoded);
    return summary;
  }

  /**
   * Whether there is an index, and whether it is behind. This runs when a window opens: no model server is asked for anything, and an index
   * that is not in a folder only where the user has agreed to its server.
   * @throws LinchpinError `offline`, `not-agreed` where that is not so; `folder-missing`, index and model codes.
   */
  async status(options: FolderOptions): Promise<IndexStatus> {
    const { location } = await this.#placeOf(options);
    const models = await this.models.identities(options.models);
    const none = { documents: 0, store: null, indexVersion: null, indexedAt: null, outdated: false, kinds: documentKinds, models };
    try {
      // An embedder of a server that nothing was indexed with here: there is no index of it either.
      if (!(await this.models.isKnown(options.models, location))) return { ...none, state: 'missing' };
      const workspace = await this.#workspace(options);
      return await workspace.withIndex(async (index): Promise<IndexStatus> => {
        const known = await index.documents();
        const documents = known.filter((document) => document.status === 'indexed');
        if (documents.length === 0) return { ...none, state: 'missing' };
        const encoded = (await index.encoded?.()) ?? null;
        // Whoever only reads a shared index may have no right to write to it: it is encoded by those who index.
        if (encoded !== null && !isAddress(location)) this.#encodeLater(options, workspace, encoded);
        return {
          encoded,
          state: 'ready',
          documents: documents.length,
          store: index.kind,
          indexVersion: await index.version(),
          indexedAt: (await index.modifiedAt())?.toISOString() ?? null,
          outdated: await isOutdated(workspace.roots, known, {
            include: options.include ?? [],
            exclude: options.exclude ?? [],
            isShared: isAddress(location),
            ...(options.maxFileBytes === undefined ? {} : { maxFileBytes: options.maxFileBytes }),
          }),
          kinds: documentKinds,
          models,
        };
      });
    } catch (error) {
      const { code } = toLinchpinError(error);
      if (code === 'index-missing') return { ...none, state: 'missing' };
      if (code === 'index-unreadable') return { ...none, state: 'unreadable' };
      throw error;
    }
  }

  /** @throws LinchpinError `document-unreadable` with what is wrong with the file. */
  async viewDocument(where: Where, path: string, at: number): Promise<ShownDocument | null> {
    try {
      return await this.foreground.during(() => viewDocument(rootsOf(where), path, at));
    } catch (error) {
      if (!(error instanceof NotReadable)) throw error;
      throw new LinchpinError('document-unreadable', `${path} cannot be shown: ${error.message}.`, 'Open it with its own program.', error);
    }
  }

  /** See `examine`. @throws LinchpinError `folder-missing`, model codes, `cancelled`. */
  async examine(options: FolderOptions, repair: boolean, signal: AbortSignal): Promise<Finding[]> {
    const workspace = await this.#workspace(options);
    const { folder, location } = workspace;
    const index: Patient['index'] = async () => {
      const { state, outdated } = await this.status(options);
      if (state === 'missing') return 'missing';
      return await workspace.withIndex(async (store) => {
        const faults = await store.faults();
        await store.derived('causal').read();
        return { ...faults, outdated };
      });
    };
    const damaged = (): ReturnType<Patient['damaged']> => this.records(options).damaged();
    // Vectors of the sentence encoder stand beside the tables, and are made anew by themselves.
    const vectors = async (): Promise<boolean> => {
      const encoded = await workspace.withIndex(async (store) => (store.encoded === undefined ? undefined : await store.encoded()));
      return encoded !== null;
    };
    const encode = (): Promise<unknown> => workspace.encode(undefined, signal);
    const again = (rebuild: boolean) => () => this.index(options, rebuild, () => undefined, signal);
    return await examine({ folder, location, index, vectors, encode, damaged, update: again(false), rebuild: again(true) }, repair, signal);
  }

  /** @throws LinchpinError `index-missing`, `index-unreadable`. */
  async documents(options: FolderOptions): Promise<DocumentRow[]> {
    const workspace = await this.#workspace(options);
    const known = await workspace.withIndex((index) => index.documents());
    const marked = await markedDocuments(
      this.records(options),
      known.map(({ path }) => path),
    );
    const marks = new Map(marked.map((entry) => [entry.path, entry]));
    return known.map(({ path, status, reason, encoding, passages }) => {
      const mark = marks.get(path);
      return { path, status, reason, encoding, passages, ...(mark === undefined ? {} : { role: mark.role, by: mark.by }) };
    });
  }

  /**
   * Audits a question or claim with the folder's calibration, and keeps the report in the folder. Where that fails the report is given
   * all the same, and a `notice` event says why.
   * @throws LinchpinError `settings-invalid`, what the audit throws.
   */
  async ask(request: AskRequest, onEvent: OnAuditEvent = () => undefined, signal?: AbortSignal): Promise<AuditReport> {
    const settings = parseAuditSettings(request.settings);
    checkQuestion(request.question);
    if (request.kind === 'question') this.models.prepare(request.options.models);
    const workspace = await this.#workspace(request.options);
    const records = this.records(request.options);
    const { recalibrated, fit } = await records.calibration();
    const rules = await this.#rules(request, workspace, signal);
    const report = await this.foreground.during(() =>
      workspace.audit(
        {
          question: request.question,
          kind: request.kind,
          settings,
          exclude: request.exclude,
          rules,
          ...(recalibrated ? { fit } : {}),
          ...(request.seed === undefined ? {} : { seed: request.seed }),
        },
        onEvent,
        signal,
      ),
    );
    if (request.save !== false)
      await records.audits.save(report).catch((error: unknown) => {
        onEvent({ type: 'notice', error: told(toLinchpinError(error)) });
      });
    return report;
  }

  /** Sentences of the folder's documents that are relevant to a query. @throws LinchpinError index and model codes, `cancelled`. */
  async search(options: FolderOptions, query: string, limit: number, signal?: AbortSignal): Promise<SearchResult> {
    const workspace = await this.#workspace(options);
    return await this.foreground.during(() => workspace.search(query, limit, signal));
  }

  /** What the documents state as causes of an effect; null where no sentence states any. @throws LinchpinError index codes, `cancelled`. */
  async causes(options: FolderOptions, effect: string, signal?: AbortSignal): Promise<CausalAnswer | null> {
    const workspace = await this.#workspace(options);
    return await this.foreground.during(() => workspace.causes(effect, signal));
  }

  /** The causal graph of the folder, or what a search names of it. @throws LinchpinError index codes, `cancelled`. */
  async causalGraph(options: FolderOptions, search: string, signal?: AbortSignal): Promise<CausalGraphView> {
    return await (await this.#workspace(options)).causalGraph(search, undefined, signal);
  }

  /** @throws LinchpinError `report-invalid`. */
  async whatIf(where: Where, auditId: string, removed: readonly string[]): Promise<WhatIf> {
    return whatIf(await this.records(where).audits.load(auditId), removed);
  }

  /** Answers again without each span of the minimal evidence in turn; none for a claim, which is its own answer. */
  async answerAgain(options: FolderOptions, report: string | AuditReport, signal?: AbortSignal): Promise<AnswerAgain[]> {
    const workspace = await this.#workspace(options);
    const audited = typeof report === 'string' ? await this.records(options).audits.load(report) : report;
    return await workspace.answerAgain(audited, signal);
  }

  /**
   * Checks a stored report against the documents of a folder as they are now.
   * @param text the report as it is stored
   * @param reread have the judge read again what the answer comes of
   * @throws LinchpinError `report-invalid`, `cancelled`; where it reads again model codes.
   */
  async verify(text: string, where: Where, reread: boolean, signal?: AbortSignal): Promise<VerifiedReport> {
    const roots = rootsOf(where);
    return await verifyStored(readStoredReport(text), {
      readDocument: (path) => readParsed(roots, path, signal),
      readText: (path) => readText(roots, path),
      ...(reread ? { models: this.models.bundled() } : {}),
      ...(signal === undefined ? {} : { signal }),
    });
  }

  /** The periodic audit of the folder's decisions: its fit is what the next audits use. */
  async calibration(where: Where): Promise<CalibrationReport> {
    return calibrationReport(await this.records(where).calibration());
  }

  /** @see FolderSessions.open */
  async openSession(options: FolderOptions, path: string, blind = false): Promise<Session> {
    return await this.records(options).sessions.open(path, blind);
  }

  /** @see FolderSessions.check. The report of each claim is kept in the folder like any other. */
  async checkSession(
    options: FolderOptions,
    sessionId: string,
    onClaim: (claim: SessionClaim) => void,
    signal?: AbortSignal,
  ): Promise<Session> {
    return await this.records(options).sessions.check(
      sessionId,
      (question, document, abort) =>
        this.ask({ options, question, kind: 'claim', settings: sessionSettings, exclude: [], document }, undefined, abort),
      onClaim,
      signal,
    );
  }

  /** Audits, decisions and sessions of a folder; of several those of the first. */
  records(where: Where): FolderRecords {
    const key = resolve(where.folder);
    const roots = JSON.stringify(where.folders ?? null);
    const known = this.#records.get(key);
    if (known?.roots === roots) return known.records;
    const records = new FolderRecords(key, where.folders ?? key);
    this.#records.set(key, { roots, records });
    return records;
  }

  async close(): Promise<void> {
    this.#workspaces.clear();
    this.#isClosed = true;
    await Promise.all([...this.#encoding.keys()].map((location) => this.#stopEncoding(location)));
    await this.#stores.close();
  }

  async #rules(
    { options, document, documentText }: Pick<AskRequest, 'options' | 'document' | 'documentText'>,
    workspace: Workspace,
    signal?: AbortSignal,
  ): Promise<EvidenceRules> {
    const review =
      document === undefined && documentText === undefined
        ? null
        : {
            path: document ?? null,
            text: documentText ?? (document === undefined ? null : await this.records(options).sessions.textOf(document)),
          };
    return await this.#evidence.rules(workspace, this.records(options), review, signal);
  }

  /** Starts the second pass where passages lack a vector; while one runs it looks again when that has ended. */
  #encodeLater(options: FolderOptions, workspace: Workspace, encoded: Encoded | undefined): void {
    const limit = options.encodeLimit ?? defaultEncodeLimit;
    if (!this.#encodes || this.#isClosed || encoded === undefined || encoded.encoded >= Math.min(encoded.passages, limit)) return;
    const running = this.#encoding.get(workspace.location);
    if (running !== undefined) {
      running.asked += 1;
      return;
    }
    const abort = new AbortController();
    const pass: EncodingPass = { abort, asked: 1, done: Promise.resolve() };
    this.#encoding.set(workspace.location, pass);
    pass.done = this.#encode(options.folder, workspace, encoded, pass).finally(() => {
      this.#encoding.delete(workspace.location);
    });
  }

  async #encode(folder: string, workspace: Workspace, before: Encoded, pass: EncodingPass): Promise<void> {
    let encoded = before;
    const tell = (news: Omit<EncodingNews, 'folder' | 'encoded'>): void => {
      this.onEncoding({ folder, encoded, ...news });
    };
    let toldAt = 0;
    let asked: number;
    try {
      do {
        asked = pass.asked;
        const start = encoded.encoded;
        const made = await workspace.encode(({ phase, done, secondsLeft }) => {
          const now = performance.now();
          if (phase !== 'encoding' || now - toldAt < newsEveryMs) return;
          toldAt = now;
          encoded = { ...encoded, encoded: Math.min(encoded.passages, start + done) };
          tell({ secondsLeft, isRunning: true, fault: null });
        }, pass.abort.signal);
        encoded = made ?? encoded;
      } while (pass.asked !== asked && !pass.abort.signal.aborted);
      tell({ secondsLeft: null, isRunning: false, fault: null });
    } catch (error) {
      const known = toLinchpinError(error);
      // Another window encodes the same: what it makes is found here too.
      const isFault = known.code !== 'cancelled' && known.code !== 'index-locked';
      tell({ secondsLeft: null, isRunning: false, fault: isFault ? told(known) : null });
    }
  }

  async #stopEncoding(location: string): Promise<void> {
    const pass = this.#encoding.get(location);
    if (pass === undefined) return;
    pass.abort.abort();
    await pass.done;
  }

  /** @throws LinchpinError `offline`, `not-agreed` before a server that may not be asked for the index is; as `placeOf`. */
  async #placeOf(options: FolderOptions): ReturnType<typeof placeOf> {
    const place = await placeOf(options, this.#indexRoot);
    checkAllowed(place.location, { offline: options.models?.offline ?? true, origins: options.indexOrigins });
    return place;
  }

  /** Opened once, and again when its options have changed: an audit under way keeps what it began with. */
  #workspace(options: FolderOptions): Promise<Workspace> {
    const { folder, folders, indexLocation, indexOrigins, include, exclude, maxFileBytes, encodeLimit, pauseOnBattery } = options;
    const key = JSON.stringify([
      folders,
      indexLocation,
      indexOrigins,
      include,
      exclude,
      maxFileBytes,
      encodeLimit,
      pauseOnBattery,
      options.models,
    ]);
    const known = this.#workspaces.get(folder);
    if (known?.options === key) return known.workspace;
    const workspace = this.#placeOf(options).then(async ({ location }) =>
      openWorkspace(
        {
          ...options,
          indexLocation: location,
          whenFree: (signal) => this.foreground.free(signal),
          whenQuiet: async (signal) => {
            await this.foreground.quiet(signal);
            if (pauseOnBattery === true) await mainsPower(signal);
          },
        },
        await this.models.source(options.models, location),
        this.#stores,
      ),
    );
    const entry = { options: key, workspace };
    this.#workspaces.set(folder, entry);
    workspace.catch(() => {
      if (this.#workspaces.get(folder) === entry) this.#workspaces.delete(folder);
    });
    return workspace;
  }
}

/** One engine for a process. */
export function createEngine(options: EngineOptions = {}): Engine {
  return new Engine(options);
}

function rootsOf({ folder, folders }: Where): DocumentRoots {
  return folders ?? folder;
}

function told({ code, message, next }: LinchpinError): { code: LinchpinError['code']; message: string; next: string } {
  return { code, message, next };
}

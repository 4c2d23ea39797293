import { type CancellationToken, CancellationTokenSource, type MessageConnection, ResponseError } from 'vscode-jsonrpc/node';

import { withSignal, withToken } from '../base/cancellation.ts';
import { cancelled, LinchpinError, toLinchpinError } from '../base/error.ts';
import { longWork } from '../base/long-work.ts';
import type { EditorChat } from '../models/editor/editor-chat.ts';
import { exportFile } from './export-file.ts';
import { markedDocuments } from './evidence-rules.ts';
import { fromResponseError, toResponseError } from './errors.ts';
import { hostNotifications, hostRequests, type NotificationType, notifications, type RequestType, requests } from './protocol.ts';
import type { Engine } from './engine.ts';

/** They read whole documents, or all of them. */
const long: ReadonlySet<string> = new Set(
  [requests.index, requests.updateIndex, requests.viewDocument, requests.causalGraph, requests.openSession, requests.checkSession].map(
    ({ method }) => method,
  ),
);

/** Answers every request of the protocol over a connection. Parameters are parsed here, once; errors leave as code, sentence and next step. */
export function serve(connection: MessageConnection, engine: Engine): void {
  const handle = <P, R>(type: RequestType<P, R>, work: (params: P, signal: AbortSignal) => Promise<R>): void => {
    connection.onRequest(type.method, async (raw: unknown, token: CancellationToken) => {
      const parsed = type.params.safeParse(raw);
      if (!parsed.success)
        return toResponseError(
          new LinchpinError(
            'internal',
            `The request ${type.method} is malformed: ${parsed.error.issues[0]?.message ?? ''}.`,
            'Reload the window, so that extension and engine are of one version.',
            parsed.error,
          ),
        );
      try {
        const answer = (): Promise<R> => withSignal(token, (signal) => work(parsed.data, signal));
        return await (long.has(type.method) ? longWork(answer) : answer());
      } catch (error) {
        const known = toLinchpinError(error);
        // Only code, sentence and next step travel; where a fault arose is for the log, which stderr feeds.
        if (known.code === 'internal')
          process.stderr.write(`${type.method}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`);
        return toResponseError(known);
      }
    });
  };
  const tell = <P>(type: NotificationType<P>, params: P): void => {
    connection.sendNotification(type.method, params).catch(() => undefined);
  };

  engine.onEncoding = (news) => {
    tell(notifications.encoding, news);
  };
  handle(requests.index, ({ options, rebuild, work }, signal) =>
    engine.index(
      options,
      rebuild,
      (progress) => {
        tell(notifications.indexProgress, { work, progress });
      },
      signal,
    ),
  );
  handle(requests.updateIndex, ({ options, paths }, signal) => engine.update(options, paths, signal));
  handle(requests.viewDocument, ({ path, at, ...where }) => engine.viewDocument(where, path, at));
  handle(requests.status, ({ options }) => engine.status(options));
  handle(requests.documents, ({ options }) => engine.documents(options));
  handle(requests.ask, (params, signal) =>
    engine.ask(
      params,
      (event) => {
        tell(notifications.auditEvent, { work: params.work, event });
      },
      signal,
    ),
  );
  handle(requests.search, ({ options, query, limit }, signal) => engine.search(options, query, limit, signal));
  handle(requests.causalGraph, ({ options, search }, signal) => engine.causalGraph(options, search, signal));
  handle(requests.roles, async ({ paths, ...where }) =>
    Object.fromEntries((await markedDocuments(engine.records(where), paths)).map(({ path, role }) => [path, role])),
  );
  handle(requests.mark, async ({ patterns, role, ...where }) => {
    await engine.records(where).roles.mark(patterns, role);
    return null;
  });
  handle(requests.whatIf, ({ auditId, removed, ...where }) => engine.whatIf(where, auditId, removed));
  handle(requests.answerAgain, ({ options, auditId }, signal) => engine.answerAgain(options, auditId, signal));
  handle(requests.calibration, (where) => engine.calibration(where));
  handle(requests.audits, (where) => engine.records(where).list());
  handle(requests.audit, ({ auditId, ...where }) => engine.records(where).audits.load(auditId));
  handle(requests.decide, async ({ auditId, spanId, action, note, reviewer, ...where }) => {
    await engine.records(where).decide(auditId, spanId, action, note, reviewer);
    return null;
  });
  handle(requests.undo, async ({ auditId, spanId, reviewer, ...where }) => ({
    undone: await engine.records(where).undo(auditId, spanId, reviewer),
  }));
  handle(requests.reviews, ({ auditId, ...where }) => engine.records(where).reviews(auditId));
  handle(requests.reliedOn, ({ path, ...where }) => engine.records(where).reliedOn(path));
  handle(requests.openSession, ({ options, path, blind }) => engine.openSession(options, path, blind));
  handle(requests.checkSession, ({ options, sessionId, work }, signal) =>
    engine.checkSession(
      options,
      sessionId,
      (claim) => {
        tell(notifications.sessionClaim, { work, sessionId, claim });
      },
      signal,
    ),
  );
  handle(requests.sessions, (where) => engine.records(where).sessions.list());
  handle(requests.session, ({ sessionId, ...where }) => engine.records(where).sessions.view(sessionId));
  handle(requests.decideClaims, ({ sessionId, claimIds, reviewer, action, seen, ...where }) =>
    engine.records(where).sessions.decide(sessionId, claimIds, reviewer, action, seen),
  );
  handle(requests.secondSession, ({ sessionId, reviewer, ...where }) => engine.records(where).sessions.second(sessionId, reviewer));
  handle(requests.drawSample, ({ sessionId, reviewer, plan, ...where }) =>
    engine.records(where).sessions.drawSample(sessionId, plan, reviewer),
  );
  handle(requests.signSession, ({ sessionId, reviewer, statement, key, ...where }) =>
    engine.records(where).sessions.sign(sessionId, reviewer, statement, key ?? null),
  );
  handle(requests.exportFile, async ({ what, id, format, ...where }) => ({
    base64: Buffer.from(await exportFile(engine.records(where), where.folders ?? where.folder, { what, id, format })).toString('base64'),
  }));
  handle(requests.serverModels, (server, signal) => engine.models.serverModels(server, signal));
  handle(requests.testServer, ({ model, ...server }, signal) => engine.models.testServer(server, model, signal));
  handle(requests.onnxModels, () => engine.models.onnxModels());
  handle(requests.downloadModel, async ({ model, dtype, work }, signal) => {
    await engine.models.downloadModel(
      model,
      dtype,
      (done, total) => {
        tell(notifications.downloadProgress, { work, done, total });
      },
      signal,
    );
    return null;
  });
  connection.onNotification(hostNotifications.typed.method, () => {
    engine.foreground.typed();
  });
  handle(requests.importModel, async ({ folder }) => ({ model: await engine.models.importModel(folder) }));
}

/** The editor's models, asked of the host. */
export function editorChatOver(connection: MessageConnection): EditorChat {
  return async (request, signal) => {
    try {
      const raw: unknown = await withToken(new CancellationTokenSource(), signal, (token) =>
        connection.sendRequest(hostRequests.editorChat.method, request, token),
      );
      return hostRequests.editorChat.result.parse(raw);
    } catch (error) {
      if (signal?.aborted === true) throw cancelled();
      throw (
        (error instanceof ResponseError ? fromResponseError(error) : null) ??
        new LinchpinError(
          'model-failed',
          'The model of the editor did not answer.',
          'Ask again, or choose another model with "Linchpin: Choose Models".',
          error,
        )
      );
    }
  };
}

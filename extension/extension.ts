import * as vscode from 'vscode';

import { speak } from '../src/base/language.ts';
import { programVersion } from '../src/base/version.ts';
import { EngineClient } from '../src/engine/client.ts';
import { ApiKeys } from './api-keys.ts';
import { AuditList } from './audit-list.ts';
import { AuditsTree } from './audits-tree.ts';
import { AuditView } from './audit-view.ts';
import { CausalPage } from './causal.ts';
import { ChatParticipant } from './chat.ts';
import { ChooseModels } from './choose-models.ts';
import { Commands } from './commands.ts';
import { provideComparisons } from './compare-audits.ts';
import { SettingsWatch } from './configuration.ts';
import { Consent } from './consent.ts';
import { DamageWatch } from './damage-watch.ts';
import { DocumentWatch } from './document-watch.ts';
import { DocumentViewer } from './viewers/document-viewer.ts';
import { editorChat } from './editor-models.ts';
import { commands as names, views } from './names.ts';
import { Footnotes } from './footnotes.ts';
import { Marks } from './mark.ts';
import { McpProvider } from './mcp-provider.ts';
import { ReliedOnMarks } from './relied-on.ts';
import { Review } from './review/review.ts';
import { Sample } from './sample.ts';
import { Session } from './session.ts';
import { StatusBar } from './status-bar.ts';
import { LanguageModelTools } from './tools.ts';
import { DocumentsTree } from './trees.ts';

/** What tests and other extensions may hold on to. */
export interface LinchpinApi {
  readonly session: Session;
  /** The engine's process id; undefined while it is not running. */
  enginePid(): number | undefined;
  /** When the engine was last told that the user types, by `performance.now()`; null where it never was. */
  toldTypedAt(): number | null;
  /** The MCP servers that the editor is offered now. */
  mcpServers(): readonly vscode.McpStdioServerDefinition[];
}

/** The composition root. Each contribution stands alone: one that fails to start is logged, and the others live. */
export function activate(context: vscode.ExtensionContext): LinchpinApi {
  speak(vscode.env.language, vscode.l10n.bundle);
  const log = vscode.window.createOutputChannel('Linchpin', { log: true });
  const environment = {
    LINCHPIN_MODEL_STORE: vscode.Uri.joinPath(context.globalStorageUri, 'models').fsPath,
    LINCHPIN_MODEL_CACHE: vscode.Uri.joinPath(context.globalStorageUri, 'replies').fsPath,
  };
  const engine = new EngineClient({
    modulePath: context.asAbsolutePath('dist/engine.mjs'),
    env: environment,
    editorChat,
    onLog: (line) => {
      log.info(`engine: ${line}`);
    },
    onEncoding: (news) => {
      if (news.fault !== null) log.warn(`encoding: ${news.fault.message}`);
      session.controller.encoding(news);
    },
    onCrash: (crashes) => {
      log.warn(`the engine went down; ${crashes} in the last minute`);
    },
  });
  const keys = new ApiKeys(context.secrets);
  const consent = new Consent(context.globalState);
  const session = new Session({
    engine,
    memento: context.workspaceState,
    storage: context.storageUri,
    keys,
    consent,
  });
  const chooseModels = new ChooseModels(engine, keys, consent, () => session.folder?.uri);
  context.subscriptions.push(
    log,
    {
      dispose: () => {
        engine.dispose();
      },
    },
    session,
  );

  const contribute = <T extends vscode.Disposable>(name: string, make: () => T): T | undefined => {
    try {
      const made = make();
      context.subscriptions.push(made);
      return made;
    } catch (error) {
      log.error(`${name} could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      return undefined;
    }
  };

  const view: AuditView = new AuditView(context.extensionUri, session, (intent) => {
    commands?.handle(intent);
  });
  const commands = contribute('commands', () => new Commands(session, log, () => view, chooseModels));
  context.subscriptions.push(view);
  contribute('audit view', () => vscode.window.registerWebviewViewProvider(views.audit, view));
  contribute('status bar', () => new StatusBar(session));
  contribute('settings watch', () => new SettingsWatch(() => session.folder?.uri));
  contribute('document watch', () => new DocumentWatch(session));
  contribute('typing', () =>
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      // Logs are written by programs.
      if (contentChanges.length > 0 && document.uri.scheme !== 'output') engine.typed();
    }),
  );
  contribute('comparisons', () => provideComparisons());
  contribute('document viewer', () => new DocumentViewer(session, context.extensionUri));
  contribute('damage watch', () => new DamageWatch(session));
  const marks = contribute('marks', () => new ReliedOnMarks(session, vscode.Uri.joinPath(context.extensionUri, 'media')));
  if (marks !== undefined) contribute('hover', () => vscode.languages.registerHoverProvider({ scheme: 'file' }, marks));
  if (commands !== undefined) contribute('marks of documents', () => new Marks(session, engine, (work) => commands.guard(work)));
  if (commands !== undefined)
    contribute('review', () => new Review({ session, extension: context.extensionUri, log, guard: (work) => commands.guard(work) }));
  if (commands !== undefined)
    contribute(
      'causal graph',
      () => new CausalPage({ session, extension: context.extensionUri, log, guard: (work) => commands.guard(work) }),
    );
  const sample = contribute(
    'sample',
    () => new Sample(context.extensionUri, context.globalStorageUri, context.globalState, session.context),
  );
  if (commands !== undefined && sample !== undefined)
    contribute('sample command', () =>
      vscode.commands.registerCommand(names.openSample, () => {
        void commands.guard(() => sample.open());
      }),
    );
  contribute('footnotes', () => new Footnotes(session));
  contribute('chat', () => new ChatParticipant(session, vscode.Uri.joinPath(context.extensionUri, 'media', 'linchpin.svg')));
  contribute('tools', () => new LanguageModelTools(session));
  const mcp = contribute(
    'MCP server',
    () => new McpProvider({ session, keys, consent, cli: context.asAbsolutePath('dist/cli.mjs'), version: programVersion, environment }),
  );
  const audits = contribute('audits', () => new AuditsTree(session));
  if (audits !== undefined && commands !== undefined)
    contribute('list of audits', () => new AuditList(session, audits, (work) => commands.guard(work)));
  const documents = contribute('documents', () => new DocumentsTree(session));
  if (documents !== undefined) contribute('documents view', () => vscode.window.registerTreeDataProvider(views.documents, documents));
  context.subscriptions.push(
    context.secrets.onDidChange(() => {
      void session.refreshStatus();
    }),
    vscode.lm.onDidChangeChatModels(() => {
      void session.refreshStatus();
    }),
    vscode.workspace.onDidGrantWorkspaceTrust(() => {
      void session.refreshStatus();
    }),
    vscode.workspace.onDidChangeWorkspaceFolders(() => {
      void session.foldersChanged();
    }),
    vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('linchpin')) void session.refreshStatus();
    }),
  );
  void session.start().catch((error: unknown) => {
    log.error(String(error));
  });
  return { session, enginePid: () => engine.pid, toldTypedAt: () => engine.toldTypedAt, mcpServers: () => mcp?.definitions() ?? [] };
}

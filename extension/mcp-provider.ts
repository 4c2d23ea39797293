import * as vscode from 'vscode';

import { noTelemetry } from '../src/base/no-telemetry.ts';
import { modelRoles } from '../src/contract/report.ts';
import type { ApiKeys } from './api-keys.ts';
import { readConfiguration } from './configuration.ts';
import type { Consent } from './consent.ts';
import { mcpProvider } from './names.ts';
import { mcpArguments } from './remote-models.ts';
import type { Session } from './session.ts';

export interface McpProviderParts {
  readonly session: Session;
  readonly keys: ApiKeys;
  readonly consent: Consent;
  /** Of the extension's folder. */
  readonly cli: string;
  readonly version: string;
  /** Where the engine of this window keeps models and replies. */
  readonly environment: Readonly<Record<string, string>>;
}

/** Offers the folder's evidence to every agent of the editor: the command line's MCP server, on the window's own index and settings. */
export class McpProvider implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #disposables: vscode.Disposable[] = [];
  readonly #parts: McpProviderParts;
  #wasReady = false;

  constructor(parts: McpProviderParts) {
    const { session, keys, consent } = parts;
    this.#parts = parts;
    this.#disposables.push(
      session.onDidChangeIndex(() => {
        const ready = session.state.workspace.index.state === 'ready';
        if (ready !== this.#wasReady) this.#changed.fire();
        this.#wasReady = ready;
      }),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('linchpin')) this.#changed.fire();
      }),
      vscode.lm.registerMcpServerDefinitionProvider(mcpProvider, {
        onDidChangeMcpServerDefinitions: this.#changed.event,
        provideMcpServerDefinitions: () => this.definitions(),
        resolveMcpServerDefinition: async (server) => {
          if (!(await consent.given(() => readConfiguration(session.folder?.uri), modelRoles))) return undefined;
          const { models } = readConfiguration(session.folder?.uri);
          const key = models.offline ? null : await keys.get(models.server.url);
          if (key !== null && server instanceof vscode.McpStdioServerDefinition) server.env = { ...server.env, LINCHPIN_API_KEY: key };
          return server;
        },
      }),
    );
  }

  /** What the editor is offered: none without an index, as there is nothing to ask then and the server of a window makes none of its own. */
  definitions(): vscode.McpStdioServerDefinition[] {
    const { session, cli, version, environment } = this.#parts;
    const { folder } = session;
    if (folder === undefined || session.state.workspace.index.state !== 'ready') return [];
    const { models } = readConfiguration(folder.uri);
    return [
      new vscode.McpStdioServerDefinition(
        `Linchpin (${folder.name})`,
        process.execPath,
        mcpArguments(cli, session.where ?? { folder: folder.uri.fsPath }, session.indexLocation(folder), models),
        // In the editor, process.execPath is Electron: this makes it plain Node.
        { ...environment, ...noTelemetry, ELECTRON_RUN_AS_NODE: '1' },
        version,
      ),
    ];
  }

  dispose(): void {
    this.#changed.dispose();
    for (const disposable of this.#disposables) disposable.dispose();
  }
}

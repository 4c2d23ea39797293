import * as vscode from 'vscode';
import { z } from 'zod';

import { plural, t } from '../src/base/language.ts';
import { type DocumentRole, roleWord } from '../src/contract/document-role.ts';
import { requests } from '../src/engine/protocol.ts';
import type { EngineClient } from '../src/engine/client.ts';
import { commands } from './names.ts';
import type { Session } from './session.ts';

/** A line of the Index view. */
const lineArgument = z.object({ type: z.literal('document'), row: z.object({ path: z.string() }) });

const marks: readonly (readonly [string, DocumentRole | null])[] = [
  [commands.markSource, 'source'],
  [commands.markDraft, 'draft'],
  [commands.markSuperseded, 'superseded'],
  [commands.markNotEvidence, 'not-evidence'],
  [commands.clearMark, null],
];

/** *Mark as …* of the explorer, of editors' tabs and of the Index view: for all that is selected, a folder for all in it. */
export class Marks implements vscode.Disposable {
  readonly #session: Session;
  readonly #engine: Pick<EngineClient, 'request'>;
  readonly #disposables: vscode.Disposable[];

  constructor(session: Session, engine: Pick<EngineClient, 'request'>, guard: (work: () => Promise<void>) => Promise<void>) {
    this.#session = session;
    this.#engine = engine;
    this.#disposables = marks.map(([id, role]) =>
      vscode.commands.registerCommand(id, async (one: unknown, many: unknown) => {
        await guard(() => this.#mark(Array.isArray(many) && many.length > 0 ? many : [one], role));
      }),
    );
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async #mark(targets: readonly unknown[], role: DocumentRole | null): Promise<void> {
    const patterns = (await Promise.all(targets.map((target) => this.#patternOf(target)))).filter((pattern) => pattern !== null);
    const { where } = this.#session;
    if (where === null || patterns.length === 0) {
      void vscode.window.showInformationMessage(t('Choose a document of the workspace first.'));
      return;
    }
    await this.#engine.request(requests.mark, { ...where, patterns, role });
    this.#session.marked();
    const [only = ''] = patterns;
    const name = patterns.length === 1 ? only : plural(patterns.length, '{0} document', '{0} documents');
    void vscode.window.setStatusBarMessage(
      role === null ? t('{0} is not marked any more.', name) : t('{0} is marked: {1}.', name, roleWord(role)),
      5000,
    );
  }

  /** null for what is no document of the workspace. Without an argument, from the palette: what is open. */
  async #patternOf(target: unknown): Promise<string | null> {
    const line = lineArgument.safeParse(target);
    if (line.success) return line.data.row.path;
    const uri = target instanceof vscode.Uri ? target : vscode.window.activeTextEditor?.document.uri;
    const path = uri === undefined ? null : this.#session.pathOf(uri);
    if (uri === undefined || path === null) return null;
    const isFolder = await vscode.workspace.fs.stat(uri).then(
      ({ type }) => (type & vscode.FileType.Directory) !== 0,
      () => false,
    );
    return isFolder ? `${path}/**` : path;
  }
}

import * as vscode from 'vscode';
import { z } from 'zod';

import { toLinchpinError } from '../src/base/error.ts';
import { type ExportFormat, exportFormatSchema, type PanelIntent } from '../src/contract/panel.ts';
import type { AuditView } from './audit-view.ts';
import { answerWithCitations, reportMarkdown } from './export-report.ts';
import type { ChooseModels } from './choose-models.ts';
import { openCitation } from './locate.ts';
import { commands, views } from './names.ts';
import type { Session } from './session.ts';

/** Arguments of commands come from links and other extensions too: parsed like anything from outside. */
const spanArgument = z.object({ auditId: z.string(), spanId: z.string() });
const auditArgument = z.object({ auditId: z.string() });

export class Commands implements vscode.Disposable {
  readonly #session: Session;
  readonly #log: vscode.LogOutputChannel;
  readonly #view: () => AuditView;
  readonly #models: ChooseModels;
  readonly #disposables: vscode.Disposable[] = [];
  /** The evidence that has the focus in the panel. */
  #focused: string | null = null;

  constructor(session: Session, log: vscode.LogOutputChannel, view: () => AuditView, models: ChooseModels) {
    this.#session = session;
    this.#log = log;
    this.#view = view;
    this.#models = models;
    const register = (id: string, work: (argument: unknown) => Promise<void> | void): void => {
      this.#disposables.push(
        vscode.commands.registerCommand(id, async (argument: unknown) => {
          await this.#guard(() => work(argument));
        }),
      );
    };
    register(commands.index, () => this.#index(false));
    register(commands.rebuild, () => this.#rebuild());
    register(commands.ask, (argument) => this.#ask(typeof argument === 'string' ? argument : undefined, 'question'));
    register(commands.askSelection, () => this.#askSelection('question'));
    register(commands.checkClaim, () => this.#askSelection('claim'));
    register(commands.accept, (argument) => this.#decide('accept', argument));
    register(commands.reject, (argument) => this.#decide('reject', argument));
    register(commands.undo, (argument) => this.#undo(argument));
    register(commands.addNote, (argument) => this.#addNote(argument));
    register(commands.nextItem, () => {
      this.#view().post({ type: 'move', by: 1 });
    });
    register(commands.previousItem, () => {
      this.#view().post({ type: 'move', by: -1 });
    });
    register(commands.insertAnswer, () => this.#insertAnswer());
    register(commands.exportReport, (argument) => this.#exportAs(argument));
    register(commands.openAudit, (argument) => this.#openAudit(argument));
    register(commands.openCitation, () => this.#openFocused());
    register(commands.showLog, () => {
      this.#log.show();
    });
    register(commands.refresh, () => this.#session.refresh());
    register(commands.chooseModels, () => this.#models.choose());
    register(commands.setApiKey, () => this.#models.setApiKey());
    register(commands.clearApiKey, () => this.#models.clearApiKey());
    register(commands.testConnection, () => this.#models.testConnection());
    register(commands.importModel, () => this.#models.importModel());
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** What the panel asks for. */
  handle(intent: PanelIntent): void {
    void this.#guard(async () => {
      switch (intent.type) {
        case 'ready':
          return;
        case 'ask':
          await this.#session.ask(intent.question, intent.kind);
          return;
        case 'cancel':
          this.#session.cancel(intent.what);
          return;
        case 'index':
          await this.#index(intent.rebuild);
          return;
        case 'openCitation':
          await this.#open(intent.citation, intent.beside);
          return;
        case 'decide':
          await this.#session.decide(intent.spanId, intent.action);
          return;
        case 'undo':
          await this.#session.undo(intent.spanId);
          return;
        case 'addNote':
          await this.#session.decide(intent.spanId, 'note', intent.text);
          return;
        case 'whatIf':
          await this.#session.whatIf(intent.removed);
          return;
        case 'answerAgain':
          await this.#session.answerAgain();
          return;
        case 'export':
          await this.#export(intent.format);
          return;
        case 'command':
          await this.#panelCommand(intent.command);
          return;
        case 'focused':
          this.#focused = intent.spanId;
          return;
        case 'fault':
          this.#log.error(`panel: ${intent.message}`);
      }
    });
  }

  async #guard(work: () => Promise<void> | void): Promise<void> {
    try {
      await work();
    } catch (error) {
      const known = toLinchpinError(error);
      if (known.code === 'cancelled') return;
      this.#log.error(
        `${known.code}: ${known.message}${known.cause instanceof Error ? `\n${known.cause.stack ?? known.cause.message}` : ''}`,
      );
      this.#session.notice(known);
      const log = vscode.l10n.t('Show Log');
      const choice = await vscode.window.showErrorMessage(`${known.message} ${known.next}`, log);
      if (choice === log) this.#log.show();
    }
  }

  async #index(rebuild: boolean): Promise<void> {
    await vscode.window.withProgress(
      { location: vscode.ProgressLocation.Notification, title: vscode.l10n.t('Linchpin: indexing'), cancellable: true },
      async (progress, token) => {
        const abort = new AbortController();
        const listening = token.onCancellationRequested(() => {
          abort.abort();
        });
        let shown = 0;
        try {
          await this.#session.index(
            rebuild,
            ({ phase, done, total, secondsLeft }) => {
              const share = total === 0 ? 0 : (100 * done) / total;
              progress.report({
                message:
                  total === 0
                    ? phase
                    : `${done}/${total}${secondsLeft === null ? '' : `, ${vscode.l10n.t('about {0} s left', Math.ceil(secondsLeft))}`}`,
                increment: Math.max(0, share - shown),
              });
              shown = Math.max(shown, share);
            },
            abort.signal,
          );
        } finally {
          listening.dispose();
        }
      },
    );
    const { index } = this.#session.state.workspace;
    if (index.state === 'ready')
      void vscode.window.setStatusBarMessage(vscode.l10n.t('Linchpin: {0} documents indexed', index.documents), 5000);
    if (index.state === 'missing')
      void vscode.window.showWarningMessage(
        vscode.l10n.t(
          'There are no documents that can be read in this folder. Linchpin reads Markdown, text, HTML, reStructuredText and CSV files.',
        ),
      );
  }

  async #rebuild(): Promise<void> {
    const yes = vscode.l10n.t('Rebuild');
    const choice = await vscode.window.showWarningMessage(
      vscode.l10n.t('Throw the index of this folder away and make it anew? Audits and decisions are kept.'),
      { modal: true },
      yes,
    );
    if (choice === yes) await this.#index(true);
  }

  async #ask(question: string | undefined, kind: 'question' | 'claim'): Promise<void> {
    const text =
      question ??
      (await vscode.window.showInputBox({
        title: vscode.l10n.t('Ask about this workspace'),
        prompt: vscode.l10n.t('The answer comes from the indexed documents alone.'),
        placeHolder: vscode.l10n.t('How long must passwords be?'),
      }));
    if (text === undefined || text.trim() === '') return;
    await vscode.commands.executeCommand(`${views.audit}.focus`);
    await this.#session.ask(text, kind);
  }

  async #askSelection(kind: 'question' | 'claim'): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const selected = editor === undefined ? '' : editor.document.getText(editor.selection).replaceAll(/\s+/g, ' ').trim();
    if (editor === undefined || selected === '') {
      void vscode.window.showInformationMessage(vscode.l10n.t('Select some text first.'));
      return;
    }
    await vscode.commands.executeCommand(`${views.audit}.focus`);
    if (kind === 'claim') {
      // A claim is not evidence for itself: the document that makes it is left out.
      await this.#session.ask(selected, 'claim', [vscode.workspace.asRelativePath(editor.document.uri, false).replaceAll('\\', '/')]);
    } else this.#view().post({ type: 'focusQuestion', text: selected });
  }

  async #decide(action: 'accept' | 'reject', argument: unknown): Promise<void> {
    const target = this.#target(argument);
    if (target !== null) await this.#session.decide(target.spanId, action, undefined, target.auditId);
  }

  async #undo(argument: unknown): Promise<void> {
    const target = this.#target(argument);
    if (target !== null) await this.#session.undo(target.spanId, target.auditId);
  }

  async #addNote(argument: unknown): Promise<void> {
    const target = this.#target(argument);
    if (target === null) return;
    const text = await vscode.window.showInputBox({ title: vscode.l10n.t('Note on this evidence') });
    if (text !== undefined && text.trim() !== '') await this.#session.decide(target.spanId, 'note', text.trim(), target.auditId);
  }

  /** A link's own span; else the panel's focus, else the first evidence. */
  #target(argument: unknown): { auditId: string; spanId: string } | null {
    const parsed = spanArgument.safeParse(argument);
    if (parsed.success) return parsed.data;
    const { report } = this.#session;
    const spanId = this.#focused ?? report?.evidence.minimal[0]?.spanId;
    return report === undefined || spanId === undefined ? null : { auditId: report.id, spanId };
  }

  async #openAudit(argument: unknown): Promise<void> {
    const parsed = auditArgument.safeParse(argument);
    if (!parsed.success) return;
    await this.#session.open(parsed.data.auditId);
    await vscode.commands.executeCommand(`${views.audit}.focus`);
    const span = spanArgument.safeParse(argument);
    if (span.success) this.#view().post({ type: 'reveal', spanId: span.data.spanId });
  }

  async #openFocused(): Promise<void> {
    const { report } = this.#session;
    const item = report?.evidence.minimal.find((entry) => entry.spanId === this.#focused) ?? report?.evidence.minimal[0];
    if (item !== undefined) await this.#open(item.citation, false);
  }

  async #open(citation: Parameters<typeof openCitation>[1], beside: boolean): Promise<void> {
    const { folder } = this.#session;
    if (folder === undefined) return;
    if (!(await openCitation(folder.uri, citation, beside)))
      void vscode.window.showWarningMessage(vscode.l10n.t('The document no longer holds these words. Index the workspace and ask again.'));
  }

  async #insertAnswer(): Promise<void> {
    const { report } = this.#session;
    const editor = vscode.window.activeTextEditor;
    if (report === undefined || editor === undefined) return;
    await editor.edit((edit) => {
      edit.replace(editor.selection, answerWithCitations(report));
    });
  }

  /** In the format that is given; else in the one that is chosen. */
  async #exportAs(argument: unknown): Promise<void> {
    const given = exportFormatSchema.safeParse(argument);
    if (given.success) {
      await this.#export(given.data);
      return;
    }
    const choices: (vscode.QuickPickItem & { format: ExportFormat })[] = [
      { format: 'markdown', label: 'Markdown', detail: vscode.l10n.t('To read and hand on: the answer and its evidence, with places') },
      { format: 'json', label: 'JSON', detail: vscode.l10n.t('To work on: the whole report') },
    ];
    const chosen = await vscode.window.showQuickPick(choices, { title: vscode.l10n.t('Export Report') });
    if (chosen !== undefined) await this.#export(chosen.format);
  }

  async #export(format: ExportFormat): Promise<void> {
    const { report } = this.#session;
    if (report === undefined) return;
    const json = format === 'json';
    const document = await vscode.workspace.openTextDocument({
      language: json ? 'json' : 'markdown',
      content: json ? `${JSON.stringify(report, null, 2)}\n` : reportMarkdown(report),
    });
    await vscode.window.showTextDocument(document);
  }

  async #panelCommand(command: Extract<PanelIntent, { type: 'command' }>['command']): Promise<void> {
    switch (command) {
      case 'openFolder':
        await vscode.commands.executeCommand('workbench.action.files.openFolder');
        return;
      case 'manageTrust':
        await vscode.commands.executeCommand('workbench.trust.manage');
        return;
      case 'chooseModels':
        await this.#models.choose();
        return;
      case 'openSettings':
        await vscode.commands.executeCommand('workbench.action.openSettings', 'linchpin');
        return;
      case 'showLog':
        this.#log.show();
        return;
      case 'insertAnswer':
        await this.#insertAnswer();
    }
  }
}

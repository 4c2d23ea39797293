import * as vscode from 'vscode';
import { z } from 'zod';

import { failureWords, t } from '../src/base/language.ts';
import { toLinchpinError } from '../src/base/error.ts';
import type { Citation } from '../src/contract/citation.ts';
import type { PanelCommand } from '../src/contract/panel.ts';
import type { SpanOfAudit } from '../src/panel/controller.ts';
import type { AuditView, ForwardedIntent } from './audit-view.ts';
import { compareAudits } from './compare-audits.ts';
import type { ChooseModels } from './choose-models.ts';
import { openDamaged } from './damage-watch.ts';
import { indexFolder, rebuildIndex } from './index-command.ts';
import { openCitation } from './locate.ts';
import { commands } from './names.ts';
import { copyAnswer, exportReport, exportSession, insertAnswer, type Print } from './report-commands.ts';
import type { Session } from './session.ts';
import { showAudit } from './show-audit.ts';

/** Arguments of commands come from links and other extensions too: parsed like anything from outside. */
const spanArgument = z.object({ auditId: z.string(), spanId: z.string() });
const auditArgument = z.object({ auditId: z.string() });

/** The commands of the palette, of links and of the panel. Each failure is shown in words. */
export class Commands implements vscode.Disposable {
  readonly #session: Session;
  readonly #log: vscode.LogOutputChannel;
  readonly #view: () => AuditView;
  readonly #models: ChooseModels;
  readonly #disposables: vscode.Disposable[] = [];
  /** The evidence that has the focus in the panel. */
  #focused: SpanOfAudit | null = null;

  constructor(session: Session, log: vscode.LogOutputChannel, view: () => AuditView, models: ChooseModels) {
    this.#session = session;
    this.#log = log;
    this.#view = view;
    this.#models = models;
    const register = (id: string, work: (argument: unknown) => Promise<void> | void): void => {
      this.#disposables.push(
        vscode.commands.registerCommand(id, async (argument: unknown) => {
          await this.guard(() => work(argument));
        }),
      );
    };
    register(commands.index, () => indexFolder(session, false));
    register(commands.rebuild, () => rebuildIndex(session));
    register(commands.ask, (argument) => this.#ask(typeof argument === 'string' ? argument : undefined));
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
    register(commands.copyAnswer, (argument) => this.#copyAnswer(argument));
    register(commands.exportReport, (argument) => this.#export(argument));
    register(commands.exportSession, (argument) => this.#exportSession(argument));
    register(commands.compareAudits, (argument) => compareAudits(session, argument));
    register(commands.auditAgain, (argument) => this.#auditAgain(argument));
    register(commands.openAudit, (argument) => this.#openAudit(argument));
    register(commands.showAudit, () => showAudit(session));
    register(commands.openAuditWide, () => {
      this.#view().openPage();
    });
    register(commands.openCitation, () => this.#openFocused());
    register(commands.showLog, () => {
      this.#log.show();
    });
    register(commands.refresh, () => session.controller.refresh());
    register(commands.chooseFolder, () => this.#chooseFolder());
    register(commands.chooseModels, () => models.choose());
    register(commands.setApiKey, () => models.setApiKey());
    register(commands.clearApiKey, () => models.clearApiKey());
    register(commands.testConnection, () => models.testConnection());
    register(commands.importModel, () => models.importModel());
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  /** What the panel asks for. */
  handle(intent: ForwardedIntent): void {
    void this.guard(() => this.#handle(intent));
  }

  async #handle(intent: ForwardedIntent): Promise<void> {
    const { controller } = this.#session;
    switch (intent.type) {
      case 'ask':
        await controller.ask(intent.question, intent.kind);
        return;
      case 'cancel':
        controller.cancel(intent.what);
        return;
      case 'index':
        await indexFolder(this.#session, intent.rebuild);
        return;
      case 'openCitation':
        await this.#open(intent.citation, intent.beside);
        return;
      case 'decide':
        await controller.decide(intent, intent.action);
        this.#session.context.set('hasDecided', true);
        return;
      case 'undo':
        await controller.undo(intent);
        return;
      case 'addNote':
        await controller.decide(intent, 'note', intent.text);
        return;
      case 'whatIf':
        await controller.whatIf(intent.auditId, intent.removed);
        return;
      case 'answerAgain':
        await controller.answerAgain(intent.auditId);
        return;
      case 'export':
        if (this.#session.report?.id === intent.auditId) await this.#export(intent.format);
        return;
      case 'command':
        await this.#panelCommand(intent.command);
        return;
      case 'focused':
        this.#focused = intent.evidence;
        return;
      case 'openDamaged': {
        const file = this.#session.state.damaged.find((entry) => entry.path === intent.path);
        if (file !== undefined) await openDamaged(this.#session, file);
        return;
      }
      case 'fault':
        this.#log.error(`panel: ${intent.message}`);
    }
  }

  /** Does the work for a user: what fails is shown in words, and a cancellation is no failure. */
  async guard(work: () => Promise<void> | void): Promise<void> {
    try {
      void this.#session.wake();
      await work();
    } catch (error) {
      const known = toLinchpinError(error);
      if (known.code === 'cancelled') return;
      this.#log.error(
        `${known.code}: ${known.message}${known.cause instanceof Error ? `\n${known.cause.stack ?? known.cause.message}` : ''}`,
      );
      this.#session.controller.notice(known);
      const log = t('Show Log');
      const choice = await vscode.window.showErrorMessage(failureWords(known), log);
      if (choice === log) this.#log.show();
    }
  }

  async #ask(question: string | undefined): Promise<void> {
    const text =
      question ??
      (await vscode.window.showInputBox({
        title: t('Ask about this workspace'),
        prompt: t('The answer comes from the indexed documents alone.'),
        placeHolder: t('How long must passwords be?'),
      }));
    if (text === undefined || text.trim() === '') return;
    await showAudit(this.#session);
    await this.#session.controller.ask(text, 'question');
  }

  async #askSelection(kind: 'question' | 'claim'): Promise<void> {
    const editor = vscode.window.activeTextEditor;
    const selected = editor === undefined ? '' : editor.document.getText(editor.selection).replaceAll(/\s+/g, ' ').trim();
    if (editor === undefined || selected === '') {
      void vscode.window.showInformationMessage(t('Select some text first.'));
      return;
    }
    await showAudit(this.#session);
    if (kind === 'claim') {
      // A claim is not evidence for itself: the document that makes it is left out.
      const own = this.#session.pathOf(editor.document.uri);
      await this.#session.controller.ask(selected, 'claim', own ?? undefined);
    } else this.#view().post({ type: 'focusQuestion', text: selected });
  }

  async #decide(action: 'accept' | 'reject', argument: unknown): Promise<void> {
    const target = this.#target(argument);
    if (target === null) return;
    await this.#session.controller.decide(target, action);
    this.#session.context.set('hasDecided', true);
  }

  async #undo(argument: unknown): Promise<void> {
    const target = this.#target(argument);
    if (target !== null) await this.#session.controller.undo(target);
  }

  async #addNote(argument: unknown): Promise<void> {
    // Taken before the user types: meanwhile another audit may come to be shown.
    const target = this.#target(argument);
    if (target === null) return;
    const text = await vscode.window.showInputBox({ title: t('Note on this evidence') });
    if (text !== undefined && text.trim() !== '') await this.#session.controller.decide(target, 'note', text.trim());
  }

  /** A link's own span; else the panel's focus, else the first evidence of the audit that is shown. */
  #target(argument: unknown): SpanOfAudit | null {
    const parsed = spanArgument.safeParse(argument);
    if (parsed.success) return parsed.data;
    const { report } = this.#session;
    if (report === null) return null;
    const spanId = this.#focusedIn(report.id) ?? report.evidence.minimal[0]?.spanId;
    return spanId === undefined ? null : { auditId: report.id, spanId };
  }

  #focusedIn(auditId: string): string | undefined {
    return this.#focused?.auditId === auditId ? this.#focused.spanId : undefined;
  }

  /** The same question or claim, on the documents as they are now: a new audit, which can be compared with the old one. */
  async #auditAgain(argument: unknown): Promise<void> {
    const parsed = auditArgument.safeParse(argument);
    const report = parsed.success ? await this.#session.controller.saved(parsed.data.auditId) : this.#session.report;
    if (report === null) return;
    await showAudit(this.#session);
    await this.#session.controller.ask(report.question, report.kind);
  }

  async #openAudit(argument: unknown): Promise<void> {
    const parsed = auditArgument.safeParse(argument);
    if (!parsed.success || !(await this.#session.controller.open(parsed.data.auditId))) return;
    await showAudit(this.#session);
    const span = spanArgument.safeParse(argument);
    if (span.success) this.#view().post({ type: 'reveal', spanId: span.data.spanId });
  }

  async #openFocused(): Promise<void> {
    const { report } = this.#session;
    if (report === null) return;
    const focused = this.#focusedIn(report.id);
    const item = report.evidence.minimal.find((entry) => entry.spanId === focused) ?? report.evidence.minimal[0];
    if (item !== undefined) await this.#open(item.citation, false);
  }

  async #open(citation: Citation, beside: boolean): Promise<void> {
    const uri = this.#session.uriOf(citation.path);
    const { controller } = this.#session;
    const where = { viewColumn: beside ? vscode.ViewColumn.Beside : vscode.ViewColumn.Active };
    if (uri === null || !(await openCitation(uri, citation, where, () => controller.encodingOf(citation.path))))
      void vscode.window.showWarningMessage(t('The document no longer holds these words. Index the workspace and ask again.'));
  }

  async #insertAnswer(): Promise<void> {
    const { report } = this.#session;
    if (report !== null) await insertAnswer(report, (uri) => (this.#session.folders.length > 1 ? null : this.#session.pathOf(uri)));
  }

  async #copyAnswer(form: unknown): Promise<void> {
    const { report } = this.#session;
    if (report !== null) await copyAnswer(report, form);
  }

  async #export(format: unknown): Promise<void> {
    const { report } = this.#session;
    if (report !== null) await exportReport(report, format, this.#session.state.audit?.reviews ?? {}, this.#print('audit', report.id));
  }

  async #exportSession(format: unknown): Promise<void> {
    const { session } = this.#session.review;
    if (session !== null) await exportSession(session, format, this.#print('session', session.id));
  }

  #print(what: 'audit' | 'session', id: string): Print {
    return async (format) => await this.#session.controller.exportFile(what, id, format);
  }

  async #chooseFolder(): Promise<void> {
    const chosen = await vscode.window.showQuickPick(
      this.#session.folders.map((folder) => ({
        label: folder.name,
        description: folder.uri.fsPath,
        ...(folder.uri.toString() === this.#session.folder?.uri.toString() ? { detail: t('keeps the audits now') } : {}),
        folder,
      })),
      {
        title: t('Folder that keeps the audits'),
        placeHolder: t('All folders are audited together; audits and decisions are kept in one'),
      },
    );
    if (chosen !== undefined) await this.#session.chooseFolder(chosen.folder);
  }

  async #panelCommand(command: PanelCommand): Promise<void> {
    switch (command) {
      case 'openSample':
        await vscode.commands.executeCommand(commands.openSample);
        return;
      case 'openFolder':
        await vscode.commands.executeCommand('workbench.action.files.openFolder');
        return;
      case 'chooseFolder':
        await this.#chooseFolder();
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
        return;
      case 'copyAnswer':
        await this.#copyAnswer(undefined);
    }
  }
}

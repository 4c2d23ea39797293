import * as vscode from 'vscode';

import { decimal, t } from '../src/base/language.ts';
import { visible } from '../src/base/visible.ts';
import { citedFromWords } from '../src/contract/document-role.ts';
import { chanceWords } from '../src/contract/answer-words.ts';
import type { ReliedOn } from '../src/contract/review.ts';
import { statusWords } from '../src/export/words.ts';
import { locate } from './locate.ts';
import { commands } from './names.ts';
import type { Session } from './session.ts';

interface Placed {
  readonly range: vscode.Range;
  readonly relied: ReliedOn;
}

type Verdict = ReliedOn['verdict'];
const verdicts: readonly Verdict[] = ['undecided', 'accepted', 'rejected', 'split'];

const colours: Record<Verdict, { readonly colour: string; readonly style: string }> = {
  undecided: { colour: 'editorInfo.foreground', style: 'dotted' },
  accepted: { colour: 'testing.iconPassed', style: 'solid' },
  rejected: { colour: 'editorError.foreground', style: 'wavy' },
  split: { colour: 'editorWarning.foreground', style: 'double' },
};

function verdictWords(verdict: Verdict): string {
  switch (verdict) {
    case 'undecided':
      return t('not decided');
    case 'accepted':
      return t('accepted');
    case 'rejected':
      return t('rejected');
    case 'split':
      return t('reviewers disagree');
  }
}

function roleWords(role: ReliedOn['role'], necessity: number): string {
  const amount = decimal(necessity);
  switch (role) {
    case 'core':
      return t('core evidence, necessity {0}', amount);
    case 'alternative':
      return t('alternative evidence, necessity {0}', amount);
    case 'idle':
      return t('idle evidence, necessity {0}', amount);
  }
}

/** What the span is to the answer: necessity and role only where the answer stands or was judged by the quality of its evidence. */
function standingWords({ kind = 'question', status, open, chance, role, necessity }: ReliedOn): string {
  if (kind === 'claim' && (status === 'not-enough-evidence' || status === 'uncertain')) return statusWords(status, kind, open);
  if (chance === null) return roleWords(role, necessity);
  if (status === 'not-enough-evidence') return t('Nothing answers this surely enough; this says most about it');
  const often = `${statusWords(status, kind)} · ${chanceWords(chance)}`;
  return status === 'supported' ? `${often} · ${roleWords(role, necessity)}` : often;
}

/** Milliseconds without a keystroke before the next look. */
const restMs = 150;

/** Marks the spans of open documents that audits rely on, by state, and says in a hover which, how much, and who decided what. */
export class ReliedOnMarks implements vscode.HoverProvider, vscode.Disposable {
  readonly #session: Session;
  readonly #decorations: Record<Verdict, vscode.TextEditorDecorationType>;
  readonly #cache = new Map<string, Promise<readonly ReliedOn[]>>();
  readonly #waiting = new Map<vscode.TextDocument, NodeJS.Timeout>();
  readonly #disposables: vscode.Disposable[] = [];

  constructor(session: Session, media: vscode.Uri) {
    this.#session = session;
    const make = (verdict: Verdict): vscode.TextEditorDecorationType =>
      vscode.window.createTextEditorDecorationType({
        textDecoration: `underline ${colours[verdict].style} 1.5px`,
        overviewRulerColor: new vscode.ThemeColor(colours[verdict].colour),
        overviewRulerLane: vscode.OverviewRulerLane.Right,
        gutterIconPath: vscode.Uri.joinPath(media, `gutter-${verdict}.svg`),
        gutterIconSize: '70%',
      });
    this.#decorations = { undecided: make('undecided'), accepted: make('accepted'), rejected: make('rejected'), split: make('split') };
    this.#disposables.push(
      ...Object.values(this.#decorations),
      session.onDidChangeAudits(() => {
        this.#cache.clear();
        this.#drawAll();
      }),
      vscode.window.onDidChangeVisibleTextEditors(() => {
        this.#drawAll();
      }),
      vscode.workspace.onDidChangeTextDocument((event) => {
        this.#drawSoon(event.document);
      }),
    );
    this.#drawAll();
  }

  dispose(): void {
    for (const waiting of this.#waiting.values()) clearTimeout(waiting);
    for (const disposable of this.#disposables) disposable.dispose();
  }

  async provideHover(document: vscode.TextDocument, position: vscode.Position): Promise<vscode.Hover | null> {
    const here = (await this.#placed(document)).filter(({ range }) => range.contains(position));
    const [first] = here;
    if (first === undefined) return null;
    return new vscode.Hover(
      here.slice(0, 5).map(({ relied }) => hoverText(relied)),
      first.range,
    );
  }

  /** The editor itself moves what is drawn with the text; where words were changed it is looked for again, once the typing rests. */
  #drawSoon(document: vscode.TextDocument): void {
    clearTimeout(this.#waiting.get(document));
    this.#waiting.set(
      document,
      setTimeout(() => {
        this.#waiting.delete(document);
        for (const editor of vscode.window.visibleTextEditors) if (editor.document === document) void this.#draw(editor);
      }, restMs),
    );
  }

  #drawAll(): void {
    for (const editor of vscode.window.visibleTextEditors) void this.#draw(editor);
  }

  async #draw(editor: vscode.TextEditor): Promise<void> {
    const placed = await this.#placed(editor.document).catch(() => []);
    for (const verdict of verdicts)
      editor.setDecorations(
        this.#decorations[verdict],
        placed.filter(({ relied }) => relied.verdict === verdict).map(({ range }) => ({ range })),
      );
  }

  async #placed(document: vscode.TextDocument): Promise<Placed[]> {
    const path = this.#session.pathOf(document.uri);
    if (path === null || !this.#session.awake) return [];
    let known = this.#cache.get(path);
    if (known === undefined) {
      known = this.#session.controller.reliedOn(path);
      this.#cache.set(path, known);
      known.catch(() => this.#cache.delete(path));
    }
    return (await known).flatMap((relied) => {
      const range = locate(document, relied.citation);
      return range === null ? [] : [{ range, relied }];
    });
  }
}

/** Documents and questions are data: they are shown as text, never as Markdown. */
function hoverText(relied: ReliedOn): vscode.MarkdownString {
  const { auditId, spanId, question, verdict, by } = relied;
  const text = new vscode.MarkdownString(undefined, true);
  text.isTrusted = { enabledCommands: [commands.accept, commands.reject, commands.undo, commands.openAudit] };
  text.appendMarkdown('$(bookmark) **');
  text.appendText(visible(question));
  const from = citedFromWords(relied.documentRole);
  text.appendMarkdown(`**\n\n${standingWords(relied)}${from === '' ? '' : ` · $(tag) ${from}`} · `);
  text.appendText(visible(by.length === 0 ? verdictWords(verdict) : `${verdictWords(verdict)}: ${by.join(', ')}`));
  const link = (label: string, command: string): string =>
    `[${label}](command:${command}?${encodeURIComponent(JSON.stringify([{ auditId, spanId }]))})`;
  text.appendMarkdown(
    `\n\n${link(`$(check) ${t('Accept')}`, commands.accept)} · ${link(`$(close) ${t('Reject')}`, commands.reject)} · ${link(`$(discard) ${t('Undo')}`, commands.undo)} · ${link(`$(open-preview) ${t('Show Audit')}`, commands.openAudit)}`,
  );
  return text;
}

import * as vscode from 'vscode';
import { z } from 'zod';

import { failureWords, t } from '../src/base/language.ts';
import { withSignal } from '../src/base/cancellation.ts';
import { LinchpinError, toLinchpinError } from '../src/base/error.ts';
import { type ChatPart, chatAnswer, chatWhyNot } from '../src/chat/answer.ts';
import { followUps } from '../src/chat/follow-ups.ts';
import type { AuditKind, AuditReport, StageName } from '../src/contract/report.ts';
import { markdownText } from '../src/export/escape.ts';
import { locate } from './locate.ts';
import { chatParticipant, commands } from './names.ts';
import type { Session } from './session.ts';

/** What a turn leaves for the next ones; the editor keeps it with the conversation. */
const turnSchema = z.object({
  auditId: z.string(),
  followUps: z.array(
    z.object({ prompt: z.string(), command: z.enum(['ask', 'check', 'causes', 'why']), label: z.string().exactOptional() }),
  ),
});
type TurnMetadata = z.infer<typeof turnSchema>;

/** `@linchpin` in the editor's chat: each turn is one audit, kept like any other. */
export class ChatParticipant implements vscode.Disposable {
  readonly #session: Session;
  readonly #participant: vscode.ChatParticipant;

  constructor(session: Session, icon: vscode.Uri) {
    this.#session = session;
    this.#participant = vscode.chat.createChatParticipant(chatParticipant, (request, context, stream, token) =>
      this.#answer(request, context, stream, token),
    );
    this.#participant.iconPath = icon;
    this.#participant.followupProvider = {
      provideFollowups: (result) =>
        (metadataOf(result)?.followUps ?? []).map(({ prompt, command, label }) => ({
          prompt,
          command,
          ...(label === undefined ? {} : { label }),
        })),
    };
  }

  dispose(): void {
    this.#participant.dispose();
  }

  async #answer(
    request: vscode.ChatRequest,
    context: vscode.ChatContext,
    stream: vscode.ChatResponseStream,
    token: vscode.CancellationToken,
  ): Promise<vscode.ChatResult> {
    try {
      await this.#session.wake();
      const report =
        request.command === 'why'
          ? await this.#lastAudit(context)
          : await withSignal(token, (signal) => this.#audit(request, stream, signal));
      for (const part of request.command === 'why' ? chatWhyNot(report) : chatAnswer(report)) await this.#show(part, stream);
      stream.button({ command: commands.openAudit, title: t('Show Audit'), arguments: [{ auditId: report.id }] });
      return { metadata: { auditId: report.id, followUps: followUps(report) } satisfies TurnMetadata };
    } catch (error) {
      const known = toLinchpinError(error);
      if (known.code === 'cancelled') return {};
      if (known.code === 'index-missing') stream.button({ command: commands.index, title: t('Index Workspace') });
      return { errorDetails: { message: failureWords(known) } };
    }
  }

  async #audit(request: vscode.ChatRequest, stream: vscode.ChatResponseStream, signal: AbortSignal): Promise<AuditReport> {
    const kind: AuditKind = request.command === 'check' ? 'claim' : 'question';
    const { text, document } = this.#asked(request, kind);
    const told = new Set<StageName>();
    return await this.#session.controller.audit(
      text,
      kind,
      {
        document,
        settings: request.command === 'causes' ? { route: 'causal' } : {},
        onEvent: (event) => {
          if (event.type !== 'stage' || event.state !== 'started' || told.has(event.stage)) return;
          told.add(event.stage);
          const words = stageWords(event.stage);
          if (words !== null) stream.progress(words);
        },
      },
      signal,
    );
  }

  /** The prompt; without one the selection of the active editor, whose document is no evidence for its own claim. */
  #asked(request: vscode.ChatRequest, kind: AuditKind): { readonly text: string; readonly document: string | undefined } {
    const prompt = request.prompt.trim();
    if (prompt !== '') return { text: prompt, document: undefined };
    const editor = vscode.window.activeTextEditor;
    const text = editor === undefined ? '' : editor.document.getText(editor.selection).replaceAll(/\s+/g, ' ').trim();
    if (editor === undefined || text === '')
      throw new LinchpinError('question-empty', 'There is nothing to ask.', 'Write a question or a claim, or select one in a document.');
    const own = this.#session.pathOf(editor.document.uri);
    return { text, document: kind === 'claim' ? (own ?? undefined) : undefined };
  }

  async #lastAudit({ history }: vscode.ChatContext): Promise<AuditReport> {
    const last = history.findLast((turn) => turn instanceof vscode.ChatResponseTurn && metadataOf(turn.result) !== null);
    const metadata = last instanceof vscode.ChatResponseTurn ? metadataOf(last.result) : null;
    if (metadata === null) throw new LinchpinError('usage', 'There is no answer yet to ask about.', 'Ask a question first.');
    return await this.#session.controller.saved(metadata.auditId);
  }

  async #show(part: ChatPart, stream: vscode.ChatResponseStream): Promise<void> {
    if (part.kind === 'markdown') {
      stream.markdown(part.text);
      return;
    }
    const place = await this.#locationOf(part);
    if (place === null) stream.markdown(markdownText(part.label));
    else {
      stream.anchor(place, part.label);
      stream.reference(place);
    }
  }

  /** The cited words where the document is text; else the document. */
  async #locationOf({ citation }: Extract<ChatPart, { kind: 'place' }>): Promise<vscode.Location | vscode.Uri | null> {
    const uri = this.#session.uriOf(citation.path);
    if (uri === null) return null;
    if (citation.locator !== undefined) return uri;
    try {
      const range = locate(await vscode.workspace.openTextDocument(uri), citation);
      return range === null ? uri : new vscode.Location(uri, range);
    } catch {
      return uri;
    }
  }
}

function metadataOf({ metadata }: vscode.ChatResult): TurnMetadata | null {
  const parsed = turnSchema.safeParse(metadata);
  return parsed.success ? parsed.data : null;
}

/** null for stages that pass in a moment. */
function stageWords(stage: StageName): string | null {
  switch (stage) {
    case 'retrieve':
      return t('Searching the documents');
    case 'probe':
      return t('Asking neighbouring questions');
    case 'arbitrate':
      return t('Comparing drafts');
    case 'answer':
      return t('Reading the evidence');
    case 'causal':
      return t('Following causes');
    case 'minimise':
      return t('Finding the minimal evidence');
    default:
      return null;
  }
}

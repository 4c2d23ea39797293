import * as vscode from 'vscode';

import { t } from '../src/base/language.ts';
import { withToken } from '../src/base/cancellation.ts';
import { cancelled, LinchpinError } from '../src/base/error.ts';
import type { EditorChat } from '../src/models/editor/editor-chat.ts';

/** The models that the editor offers (vscode.lm), for the engine. The editor itself asks for consent at the first request. */
export const editorChat: EditorChat = async ({ model, messages }, signal) => {
  const [chat] = await vscode.lm.selectChatModels({ id: model });
  if (chat === undefined)
    throw new LinchpinError(
      'model-unavailable',
      `The editor does not offer the model ${model} now.`,
      'Sign in to the extension that provides it, or run "Linchpin: Choose Models".',
    );
  try {
    return await withToken(new vscode.CancellationTokenSource(), signal, async (token) => {
      if (token.isCancellationRequested) throw cancelled();
      const sent = messages.map(({ role, content }) =>
        role === 'user' ? vscode.LanguageModelChatMessage.User(content) : vscode.LanguageModelChatMessage.Assistant(content),
      );
      const reply = await chat.sendRequest(
        sent,
        { justification: t('Linchpin answers your question from the documents of this workspace.') },
        token,
      );
      let text = '';
      for await (const part of reply.text) text += part;
      const [counts, completionTokens] = await Promise.all([
        Promise.all(sent.map((message) => chat.countTokens(message, token))),
        chat.countTokens(text, token),
      ]);
      return { text, promptTokens: counts.reduce((sum, count) => sum + count, 0), completionTokens };
    });
  } catch (error) {
    if (signal?.aborted === true) throw cancelled();
    throw fault(error, chat.name);
  }
};

function fault(error: unknown, name: string): LinchpinError {
  if (error instanceof LinchpinError) return error;
  if (!(error instanceof vscode.LanguageModelError))
    return new LinchpinError(
      'model-failed',
      `The model ${name} failed.`,
      'Ask again, or choose another model with "Linchpin: Choose Models".',
      error,
    );
  switch (error.code) {
    case vscode.LanguageModelError.NoPermissions.name:
      return new LinchpinError(
        'model-unauthorized',
        `Linchpin may not use the model ${name}.`,
        'Allow it in the menu "Manage Language Model Access", or choose another model.',
        error,
      );
    case vscode.LanguageModelError.NotFound.name:
      return new LinchpinError(
        'model-unavailable',
        `The editor does not offer the model ${name} any more.`,
        'Choose another with "Linchpin: Choose Models".',
        error,
      );
    case vscode.LanguageModelError.Blocked.name:
      return new LinchpinError(
        'model-rate-limited',
        `The editor has blocked requests to the model ${name}: its quota may be used up.`,
        'Wait, or choose another model with "Linchpin: Choose Models".',
        error,
      );
    default:
      return new LinchpinError(
        /quota|rate.?limit|too many/i.test(error.message) ? 'model-rate-limited' : 'model-failed',
        `The model ${name} failed.`,
        'Ask again later, or choose another model with "Linchpin: Choose Models".',
        error,
      );
  }
}

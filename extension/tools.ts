import * as vscode from 'vscode';
import { z } from 'zod';

import { t } from '../src/base/language.ts';
import { withSignal } from '../src/base/cancellation.ts';
import { toLinchpinError } from '../src/base/error.ts';
import { askInput, checkClaimInput, searchInput } from '../src/contract/agent-inputs.ts';
import { modelRoles, type ModelRole } from '../src/contract/report.ts';
import { presets } from '../src/contract/settings.ts';
import { auditText, searchText } from '../src/export/agent-text.ts';
import { oneLine } from '../src/export/words.ts';
import { readConfiguration } from './configuration.ts';
import { tools } from './names.ts';
import { leavesTo } from './remote-models.ts';
import type { Session } from './session.ts';

interface Tool<S extends z.ZodType> {
  readonly input: S;
  readonly roles: readonly ModelRole[];
  readonly about: (input: z.infer<S>) => string;
  readonly run: (input: z.infer<S>, signal: AbortSignal) => Promise<string>;
}

/** The tools that language models of the editor can call. What goes wrong is told to them, with what to do. */
export class LanguageModelTools implements vscode.Disposable {
  readonly #session: Session;
  readonly #disposables: vscode.Disposable[] = [];

  constructor(session: Session) {
    this.#session = session;
    this.#register(tools.search, {
      input: z.object(searchInput),
      roles: ['embedder', 'relevance'],
      about: ({ query }) => t('Searching for “{0}”', oneLine(query).slice(0, 200)),
      run: async ({ query, limit }, signal) => searchText(await session.controller.search(query, limit, signal)),
    });
    this.#register(tools.ask, {
      input: z.object(askInput),
      roles: modelRoles,
      about: ({ question }) => t('Asking “{0}”', oneLine(question).slice(0, 200)),
      run: async ({ question, preset }, signal) =>
        auditText(
          await session.controller.audit(
            question,
            'question',
            { document: undefined, settings: preset === undefined ? {} : presets[preset], onEvent: () => undefined },
            signal,
          ),
        ),
    });
    this.#register(tools.checkClaim, {
      input: z.object(checkClaimInput),
      roles: modelRoles,
      about: ({ claim }) => t('Checking “{0}”', oneLine(claim).slice(0, 200)),
      run: async ({ claim, document }, signal) =>
        auditText(await session.controller.audit(claim, 'claim', { document, settings: {}, onEvent: () => undefined }, signal)),
    });
  }

  dispose(): void {
    for (const disposable of this.#disposables) disposable.dispose();
  }

  #register<S extends z.ZodType>(name: string, { input, roles, about, run }: Tool<S>): void {
    this.#disposables.push(
      vscode.lm.registerTool<unknown>(name, {
        prepareInvocation: ({ input: raw }) => {
          const parsed = input.safeParse(raw);
          if (!parsed.success) return {};
          const message = about(parsed.data);
          const host = leavesTo(readConfiguration(this.#session.folder?.uri).models, roles);
          // On this machine nothing leaves it and nothing is changed but the list of audits: no question is needed.
          if (host === null) return { invocationMessage: message };
          return { invocationMessage: message, confirmationMessages: { title: message, message: whereTo(host) } };
        },
        invoke: async ({ input: raw }, token) => {
          const text = await this.#told(input, raw, run, token);
          return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
        },
      }),
    );
  }

  async #told<S extends z.ZodType>(input: S, raw: unknown, run: Tool<S>['run'], token: vscode.CancellationToken): Promise<string> {
    const parsed = input.safeParse(raw);
    if (!parsed.success) return z.prettifyError(parsed.error);
    try {
      await this.#session.wake();
      return await withSignal(token, (signal) => run(parsed.data, signal));
    } catch (error) {
      const { code, message, next } = toLinchpinError(error);
      if (code === 'cancelled') throw new vscode.CancellationError();
      return `${message} ${next} (${code})`;
    }
  }
}

function whereTo(host: string): string {
  return host === 'editor'
    ? t('The text and passages of the documents of this workspace are sent to the model of the editor that you chose.')
    : t('The text and passages of the documents of this workspace are sent to {0}.', host);
}

import type * as z from 'zod';

import { panelMessageSchema, type PanelIntent, type PanelMessage } from '../src/contract/panel.ts';

/** A page's one way out: in the editor a webview's channel, in a plain page whatever stands in for it. */
export interface Channel<Intent = PanelIntent> {
  post(intent: Intent): void;
  /** Messages as they come, unparsed. Called once. */
  listen(receive: (message: unknown) => void): void;
  /** What the user arranged in the panel; survives hiding and reloading. */
  load(): unknown;
  save(persisted: unknown): void;
}

interface EditorApi {
  postMessage(message: unknown): void;
  getState(): unknown;
  setState(state: unknown): void;
}

declare function acquireVsCodeApi(): EditorApi;

/** The editor's channel. May be made once in the life of a page: the editor gives its API only once. */
export function editorChannel<Intent = PanelIntent>(): Channel<Intent> {
  const api = acquireVsCodeApi();
  return {
    post: (intent) => {
      api.postMessage(intent);
    },
    listen: (receive) => {
      // The editor alone can post into a webview's window, from its own frame around it.
      window.addEventListener('message', (event: MessageEvent<unknown>) => {
        receive(event.data);
      });
    },
    load: () => api.getState(),
    save: (persisted) => {
      api.setState(persisted);
    },
  };
}

export type ParsedMessage = { readonly ok: true; readonly message: PanelMessage } | { readonly ok: false; readonly fault: string };

export function parseMessage(value: unknown): ParsedMessage {
  const parsed = panelMessageSchema.safeParse(value);
  if (parsed.success) return { ok: true, message: parsed.data };
  return { ok: false, fault: `A message from the host is not what the panel expects: ${firstIssue(parsed.error)}` };
}

export function firstIssue(error: z.ZodError): string {
  const issue = error.issues[0];
  return issue === undefined ? 'unknown' : `${issue.path.join('.')}: ${issue.message}`;
}

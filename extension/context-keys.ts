import * as vscode from 'vscode';

import { contextKeys } from './names.ts';

/** The context keys of our `when` clauses. The editor is told only of values that have changed. */
export class ContextKeys {
  readonly #values = new Map<string, boolean>();

  set(key: keyof typeof contextKeys, value: boolean): void {
    if (this.#values.get(key) === value) return;
    this.#values.set(key, value);
    void vscode.commands.executeCommand('setContext', contextKeys[key], value);
  }
}

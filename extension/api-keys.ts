import type * as vscode from 'vscode';

import { hostOf } from '../src/models/choice.ts';

const prefix = 'linchpin.apiKey.';

/** Keys of model servers, in the editor's secret storage, by host: a server set by a workspace never gets the key of another. */
export class ApiKeys {
  readonly #secrets: vscode.SecretStorage;

  constructor(secrets: vscode.SecretStorage) {
    this.#secrets = secrets;
  }

  async get(url: string): Promise<string | null> {
    const host = hostOf(url);
    return host === '' ? null : ((await this.#secrets.get(prefix + host)) ?? null);
  }

  async set(url: string, key: string): Promise<void> {
    await this.#secrets.store(prefix + hostOf(url), key);
  }

  async clear(url: string): Promise<void> {
    await this.#secrets.delete(prefix + hostOf(url));
  }
}

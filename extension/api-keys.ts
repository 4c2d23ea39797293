import * as vscode from 'vscode';

import { hostOf } from '../src/models/choice.ts';

const prefix = 'linchpin.apiKey.';
const agreedKey = 'linchpin.agreedHosts';

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

/** Hosts to which the user has agreed that text is sent. Before the first time each is named. */
export class Agreements {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** True once the user has agreed; asks where not yet. */
  async agreed(host: string): Promise<boolean> {
    const known = this.#memento.get<string[]>(agreedKey, []);
    if (known.includes(host)) return true;
    const yes = vscode.l10n.t('Send to {0}', host);
    const choice = await vscode.window.showWarningMessage(
      vscode.l10n.t('Linchpin is about to send text to {0}.', host),
      {
        modal: true,
        detail: vscode.l10n.t(
          'Questions, and passages of the documents of this workspace that may answer them, are sent to the models that you chose. Documents that linchpin.privacy.redact names are left out. You are asked once for each host.',
        ),
      },
      yes,
    );
    if (choice !== yes) return false;
    await this.#memento.update(agreedKey, [...known, host]);
    return true;
  }
}

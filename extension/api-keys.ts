import type * as vscode from 'vscode';

import { hostOf, originOf } from '../src/models/choice.ts';

const prefix = 'linchpin.apiKey.';

/**
 * Keys of model servers, in the editor's secret storage, by origin (scheme, host, port): a server set by a workspace never gets the key of
 * another, nor one over http that was given for https.
 */
export class ApiKeys {
  readonly #secrets: Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>;

  constructor(secrets: Pick<vscode.SecretStorage, 'get' | 'store' | 'delete'>) {
    this.#secrets = secrets;
  }

  async get(url: string): Promise<string | null> {
    const [name, older] = namesOf(url);
    if (name === undefined) return null;
    return (await this.#secrets.get(name)) ?? (older === undefined ? undefined : await this.#secrets.get(older)) ?? null;
  }

  /** Nothing is kept for what is no http or https URL. */
  async set(url: string, key: string): Promise<void> {
    const [name] = namesOf(url);
    if (name !== undefined) await this.#secrets.store(name, key);
  }

  async clear(url: string): Promise<void> {
    for (const name of namesOf(url)) await this.#secrets.delete(name);
  }
}

/** Older versions kept keys by host alone: what was kept so is for https at its own port only. */
function namesOf(url: string): string[] {
  const origin = originOf(url);
  if (origin === null) return [];
  const host = hostOf(url);
  return [prefix + origin, ...(origin === `https://${host}` ? [prefix + host] : [])];
}

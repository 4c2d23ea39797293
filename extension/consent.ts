import * as vscode from 'vscode';

import { t } from '../src/base/language.ts';
import { isOpenWire } from '../src/base/address.ts';
import type { ModelRole } from '../src/contract/report.ts';
import { AgreedOrigins, allowedOrigins, editorProvider, indexToAgree, modelsToAgree, type Named, type Purpose } from './agreed.ts';

/** Origins to which the user has consented that something is sent. Before the first time each is named. */
export class Consent {
  readonly #agreed: AgreedOrigins;

  constructor(memento: vscode.Memento) {
    this.#agreed = new AgreedOrigins(memento);
  }

  /**
   * True where models of these roles and the index are on this machine, or the user has consented to their origins; asks where not yet.
   * @param read the settings as they are now: they may change while a question stands
   */
  async given(read: () => Named, roles: readonly ModelRole[]): Promise<boolean> {
    for (;;) {
      const named = read();
      const models = modelsToAgree(named, roles).find((origin) => !this.#agreed.has('models', origin));
      const index = indexToAgree(named, process.env).find((origin) => !this.#agreed.has('index', origin));
      if (models !== undefined) {
        if (!(await this.#asked('models', models))) return false;
      } else if (index !== undefined) {
        if (!(await this.#asked('index', index))) return false;
      } else return true;
    }
  }

  /** Whether the server of the models may be asked for something without a question. */
  hasServer(named: Named): boolean {
    return modelsToAgree(askingServer(named), ['generator']).every((origin) => this.#agreed.has('models', origin));
  }

  /** The same, and asks where not. */
  async givenServer(read: () => Named): Promise<boolean> {
    return await this.given(() => askingServer(read()), ['generator']);
  }

  /** For the engine: which origins may be asked for the index. */
  indexOrigins(named: Named): string[] {
    return allowedOrigins(this.#agreed, named, process.env);
  }

  async #asked(purpose: Purpose, origin: string): Promise<boolean> {
    const name = origin === editorProvider ? t('the provider of the model') : origin;
    const yes = purpose === 'models' ? t('Send to {0}', name) : t('Connect to {0}', name);
    const details = {
      models: t(
        'Questions, and passages of the documents of this workspace that may answer them, are sent to the models that you chose. Documents that linchpin.privacy.redact names are left out. You are asked once for each server.',
      ),
      index: t(
        'The index of this workspace is kept there: what you search for, and when you index the text of its documents, are sent with the keys that your environment has for it. You are asked once for each server.',
      ),
    } as const satisfies Record<Purpose, string>;
    const choice = await vscode.window.showWarningMessage(
      purpose === 'models' ? t('Linchpin is about to send text to {0}.', name) : t('Linchpin is about to connect to {0}.', name),
      { modal: true, detail: `${details[purpose]}${isOpenWire(origin) ? ` ${t('The connection is not encrypted.')}` : ''}` },
      yes,
    );
    if (choice !== yes) return false;
    await this.#agreed.add(purpose, origin);
    return true;
  }
}

/** As if a model of the server were chosen; of the index nothing is asked. */
function askingServer(named: Named): Named {
  return { ...named, models: { ...named.models, generator: 'server:any' }, index: { location: '' } };
}

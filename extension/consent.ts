import * as vscode from 'vscode';

import { t } from '../src/base/language.ts';
import type { ModelRole } from '../src/contract/report.ts';
import { hostOf, isLoopback } from '../src/models/choice.ts';
import type { CheckedSettings } from './settings.ts';

/** Older versions stored it under this name. */
const hostsKey = 'linchpin.agreedHosts';

/** Hosts to which the user has consented that text is sent. Before the first time each is named. */
export class Consent {
  readonly #memento: vscode.Memento;

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
  }

  /** True where the models of these roles are on this machine, or the user has consented to their host; asks where not yet. */
  async given(models: CheckedSettings['models'], roles: readonly ModelRole[]): Promise<boolean> {
    const { url } = models.server;
    if (models.offline || isLoopback(url) || !roles.some((role) => models[role].startsWith('server:'))) return true;
    return await this.#given(hostOf(url));
  }

  async #given(host: string): Promise<boolean> {
    const hosts = this.#memento.get<string[]>(hostsKey, []);
    if (hosts.includes(host)) return true;
    const yes = t('Send to {0}', host);
    const choice = await vscode.window.showWarningMessage(
      t('Linchpin is about to send text to {0}.', host),
      {
        modal: true,
        detail: t(
          'Questions, and passages of the documents of this workspace that may answer them, are sent to the models that you chose. Documents that linchpin.privacy.redact names are left out. You are asked once for each host.',
        ),
      },
      yes,
    );
    if (choice !== yes) return false;
    await this.#memento.update(hostsKey, [...hosts, host]);
    return true;
  }
}

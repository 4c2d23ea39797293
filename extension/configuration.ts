import { userInfo } from 'node:os';

import * as vscode from 'vscode';

import { t } from '../src/base/language.ts';
import { gitName } from './git-name.ts';
import type { Named } from './agreed.ts';
import { roleSettings, settings } from './names.ts';
import { type CheckedSettings, checkSettings } from './settings.ts';

/** The settings as they are now for a folder, checked; decisions are signed with the name that git has, else the user's, where no other is set. */
export function readConfiguration(folder: vscode.Uri | undefined): CheckedSettings & Named {
  const configuration = vscode.workspace.getConfiguration('linchpin', folder);
  const checked = checkSettings((name) => configuration.get(name));
  const files = vscode.workspace.getConfiguration('files', folder).get<Record<string, boolean>>('exclude', {});
  const hidden = Object.entries(files).flatMap(([glob, on]) => (on ? [glob] : []));
  const byWorkspace = (...names: readonly string[]): boolean =>
    names.some((name) => {
      const { workspaceValue, workspaceFolderValue } = configuration.inspect(name) ?? {};
      return workspaceValue !== undefined || workspaceFolderValue !== undefined;
    });
  return {
    ...checked,
    modelsByWorkspace: byWorkspace(settings.serverUrl, settings.offline, ...Object.values(roleSettings)),
    indexByWorkspace: byWorkspace(settings.location),
    reviewer: checked.reviewer || (folder === undefined ? '' : gitName(folder.fsPath)) || userInfo().username || 'reviewer',
    index: { ...checked.index, exclude: [...checked.index.exclude, ...hidden] },
  };
}

/** Tells of settings with values that cannot be used, when the window opens and whenever they become wrong. */
export class SettingsWatch implements vscode.Disposable {
  readonly #subscription: vscode.Disposable;
  #told = '';

  constructor(folder: () => vscode.Uri | undefined) {
    this.#subscription = vscode.workspace.onDidChangeConfiguration((event) => {
      if (event.affectsConfiguration('linchpin')) void this.#look(folder());
    });
    void this.#look(folder());
  }

  dispose(): void {
    this.#subscription.dispose();
  }

  async #look(folder: vscode.Uri | undefined): Promise<void> {
    const wrong = readConfiguration(folder).wrong.join(', ');
    if (wrong === this.#told) return;
    this.#told = wrong;
    if (wrong === '') return;
    const open = t('Open Settings');
    const choice = await vscode.window.showWarningMessage(
      t('These settings have values that cannot be used; the defaults are used: {0}', wrong),
      open,
    );
    if (choice === open) await vscode.commands.executeCommand('workbench.action.openSettings', '@ext:linchpin.linchpin');
  }
}

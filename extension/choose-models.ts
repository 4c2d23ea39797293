import * as vscode from 'vscode';

import { isOpenWire } from '../src/base/address.ts';
import { shown, t } from '../src/base/language.ts';
import { LinchpinError, toLinchpinError } from '../src/base/error.ts';
import type { EngineClient } from '../src/engine/client.ts';
import { type OnnxModel, requests } from '../src/engine/protocol.ts';
import { type Dtype, hostOf, isLoopback, originOf, type ModelChoice, parseChoice, writeChoice } from '../src/models/choice.ts';
import { type ModelRole, modelRoles } from '../src/contract/report.ts';
import type { ApiKeys } from './api-keys.ts';
import type { Consent } from './consent.ts';
import { readConfiguration } from './configuration.ts';
import { commands, roleSettings, settings } from './names.ts';
import { withNotification } from './progress.ts';

type Item = vscode.QuickPickItem & { readonly act?: () => Promise<void> };

function roleName(role: ModelRole): string {
  switch (role) {
    case 'generator':
      return t('Answers and probes');
    case 'embedder':
      return t('Search');
    case 'relevance':
      return t('Relevance');
    case 'entailment':
      return t('Support');
  }
}

/** The commands by which models are chosen: a preset for all, or a model for each role, each with what it costs and where text goes. */
export class ChooseModels {
  readonly #engine: EngineClient;
  readonly #keys: ApiKeys;
  readonly #consent: Consent;
  readonly #folder: () => vscode.Uri | undefined;

  constructor(engine: EngineClient, keys: ApiKeys, consent: Consent, folder: () => vscode.Uri | undefined) {
    this.#engine = engine;
    this.#keys = keys;
    this.#consent = consent;
    this.#folder = folder;
  }

  async choose(): Promise<void> {
    const { models } = readConfiguration(this.#folder());
    const roles = [...modelRoles].reverse().map((role): Item => ({
      label: roleName(role),
      description: models[role],
      detail: roleDetail(role),
      act: () => this.#chooseRole(role),
    }));
    await pick(t('Choose Models'), [
      { label: t('All at once'), kind: vscode.QuickPickItemKind.Separator },
      {
        label: `$(lock) ${t('Bundled')}`,
        description: t('free, at once, nothing leaves this machine'),
        detail: t('Small models that come with Linchpin.'),
        act: () => this.#useBundled(),
      },
      {
        label: `$(device-desktop) ${t('Local')}`,
        description: t('free, nothing leaves this machine'),
        detail: t('A model server on this machine (Ollama, LM Studio, llama.cpp, vLLM) answers; the rest is bundled.'),
        act: () => this.#useServer('http://localhost:11434/v1'),
      },
      {
        label: `$(copilot) ${t('Editor')}`,
        description: t('your subscription, text is sent to its provider'),
        detail: t('A model that the editor offers answers; the rest is bundled.'),
        act: () => this.#useEditor(),
      },
      {
        label: `$(cloud) ${t('Server')}`,
        description: t('your API key, text is sent to the server'),
        detail: t('A model of an OpenAI-compatible server answers; the rest is bundled.'),
        act: () => this.#useServer(models.server.url === '' ? 'https://api.openai.com/v1' : models.server.url),
      },
      { label: t('One role'), kind: vscode.QuickPickItemKind.Separator },
      ...roles,
    ]);
  }

  async setApiKey(): Promise<void> {
    const url = await this.#serverUrl();
    if (url === undefined) return;
    if (isOpenWire(url))
      throw new LinchpinError(
        'settings-invalid',
        `A key for ${originOf(url) ?? url} would go over the network unencrypted.`,
        'Write the address of the server with https://.',
      );
    const key = await vscode.window.showInputBox({
      title: t('API key for {0}', originOf(url) ?? url),
      password: true,
      ignoreFocusOut: true,
      prompt: t('Kept in the secret storage of the editor, for this server alone.'),
    });
    if (key === undefined || key.trim() === '') return;
    await this.#keys.set(url, key.trim());
    void vscode.window.showInformationMessage(t('The API key for {0} is kept.', originOf(url) ?? url));
  }

  async clearApiKey(): Promise<void> {
    const url = await this.#serverUrl();
    if (url === undefined) return;
    await this.#keys.clear(url);
    void vscode.window.showInformationMessage(t('The API key for {0} is forgotten.', originOf(url) ?? url));
  }

  /** @throws LinchpinError what the server says, in words. */
  async testConnection(): Promise<void> {
    const url = await this.#serverUrl();
    if (url === undefined || !(await this.#online(url)) || !(await this.#consent.givenServer(() => readConfiguration(this.#folder()))))
      return;
    const { models } = readConfiguration(this.#folder());
    const choice = parseChoice(models.generator);
    const check = await withNotification(
      t('Asking {0}', hostOf(url)),
      async (signal) =>
        await this.#engine.request(
          requests.testServer,
          { ...(await this.#address(url)), model: choice.provider === 'server' ? choice.model : null },
          signal,
        ),
    );
    const able = [
      check.chat ? t('answers') : t('does not answer'),
      check.jsonSchema ? t('keeps to a schema') : t('keeps to no schema'),
      check.embeddings ? t('embeds') : t('does not embed'),
    ];
    void vscode.window.showInformationMessage(
      t('{0}: {1} models; {2}; {3} ms.', hostOf(url), check.models.length, able.join(', '), Math.round(check.latencyMs)),
    );
  }

  async importModel(): Promise<void> {
    const [folder] =
      (await vscode.window.showOpenDialog({
        title: t('Folder of an ONNX model'),
        canSelectFiles: false,
        canSelectFolders: true,
        openLabel: t('Import'),
      })) ?? [];
    if (folder === undefined) return;
    const { model } = await withNotification(t('Importing the model'), (signal) =>
      this.#engine.request(requests.importModel, { folder: folder.fsPath }, signal),
    );
    void vscode.window.showInformationMessage(t('{0} is imported. Choose it with "Linchpin: Choose Models".', model));
  }

  async #chooseRole(role: ModelRole): Promise<void> {
    const { models } = readConfiguration(this.#folder());
    const chat = role === 'generator' || role === 'entailment';
    const [editor, onnx, server] = await withNotification(t('Looking for models'), (signal) =>
      Promise.all([
        chat ? vscode.lm.selectChatModels() : Promise.resolve([]),
        this.#engine.request(requests.onnxModels, {}, signal),
        role === 'relevance' || models.server.url === '' ? Promise.resolve([]) : this.#listed(models.server.url, signal),
      ]),
    );
    const separator = (label: string): Item => ({ label, kind: vscode.QuickPickItemKind.Separator });
    const host = hostOf(models.server.url);
    const where = isLoopback(models.server.url) ? t('stays on this machine') : t('sends text to {0}', host);
    const use =
      (choice: ModelChoice): (() => Promise<void>) =>
      () =>
        this.#use(role, choice);
    await pick(roleName(role), [
      {
        label: `$(lock) ${t('Bundled')}`,
        description: t('free, stays on this machine'),
        act: use({ provider: 'bundled' }),
      },
      ...(editor.length === 0 ? [] : [separator(t('Editor'))]),
      ...editor.map((model): Item => ({
        label: model.name,
        description: t('{0}, up to {1} tokens', model.vendor, model.maxInputTokens),
        detail: t('your subscription; sends text to its provider'),
        act: use({ provider: 'editor', model: model.id }),
      })),
      ...(server.length === 0 ? [] : [separator(host)]),
      ...server.map((model): Item => ({ label: model, description: where, act: use({ provider: 'server', model }) })),
      separator(t('ONNX, on this machine')),
      ...onnx
        .filter((model) => model.role === role)
        .map((model): Item => ({
          label: model.id,
          description: `${model.megabytes === null ? '' : `${t('about {0} MB', model.megabytes)}, `}${model.licence}`,
          detail: [model.installed.length > 0 ? t('ready') : t('is downloaded first'), shown(model.note)]
            .filter((text) => text !== '')
            .join(' · '),
          act: () => this.#useOnnx(role, model),
        })),
      { label: t('Another one, by its id on the hub…'), act: () => this.#useOtherOnnx(role) },
      { label: t('Import from a folder…'), act: () => this.importModel() },
      ...(role === 'relevance'
        ? []
        : [separator(t('Server')), { label: t('Models of another server…'), act: () => this.#useServer(models.server.url, role) }]),
    ]);
  }

  async #useBundled(): Promise<void> {
    for (const role of modelRoles) await this.#write(roleSettings[role], 'bundled');
  }

  async #useEditor(): Promise<void> {
    const models = await vscode.lm.selectChatModels();
    if (models.length === 0)
      throw new LinchpinError(
        'model-unavailable',
        'The editor offers no language models.',
        'Install and sign in to an extension that offers some, such as GitHub Copilot Chat.',
      );
    await pick(
      t('Models of the editor'),
      models.map((model): Item => ({
        label: model.name,
        description: t('{0}, up to {1} tokens', model.vendor, model.maxInputTokens),
        act: () => this.#use('generator', { provider: 'editor', model: model.id }),
      })),
    );
  }

  async #useServer(suggested: string, role: ModelRole = 'generator'): Promise<void> {
    const url = await vscode.window.showInputBox({
      title: t('Model server'),
      value: suggested,
      ignoreFocusOut: true,
      prompt: t('Base URL of an OpenAI-compatible API'),
      validateInput: (value) =>
        /^https?:\/\/[^/]+/i.test(value.trim()) && URL.canParse(value.trim()) ? undefined : t('A URL such as http://localhost:11434/v1'),
    });
    if (url === undefined) return;
    const address = url.trim().replace(/\/+$/, '');
    if (!(await this.#online(address))) return;
    if (!isLoopback(address) && !isOpenWire(address) && (await this.#keys.get(address)) === null) {
      const key = await vscode.window.showInputBox({
        title: t('API key for {0}', originOf(address) ?? address),
        password: true,
        ignoreFocusOut: true,
        prompt: t('Leave it empty where the server needs none.'),
      });
      if (key === undefined) return;
      if (key.trim() !== '') await this.#keys.set(address, key.trim());
    }
    const models = await withNotification(
      t('Asking {0} for its models', hostOf(address)),
      async (signal) => await this.#engine.request(requests.serverModels, await this.#address(address), signal),
    );
    await pick(
      t('Models of {0}', hostOf(address)),
      models.map((model): Item => ({
        label: model,
        act: async () => {
          await this.#write(settings.serverUrl, address);
          await this.#use(role, { provider: 'server', model });
        },
      })),
    );
  }

  async #useOnnx(role: ModelRole, model: OnnxModel): Promise<void> {
    const dtype = model.installed[0] ?? (await chooseDtype(model.dtypes));
    if (dtype === undefined) return;
    if (!model.installed.includes(dtype)) await this.#download(model.id, dtype);
    await this.#use(role, { provider: 'onnx', model: model.id, dtype });
  }

  async #useOtherOnnx(role: ModelRole): Promise<void> {
    const id = await vscode.window.showInputBox({
      title: t('Model on the hub'),
      placeHolder: 'onnx-community/…',
      ignoreFocusOut: true,
      validateInput: (value) => (/^[\w.-]+\/[\w.-]+$/.test(value.trim()) ? undefined : t('An id such as org/name')),
    });
    if (id === undefined) return;
    const dtype = await chooseDtype(['q8', 'fp32', 'fp16', 'q4']);
    if (dtype === undefined) return;
    await this.#download(id.trim(), dtype);
    await this.#use(role, { provider: 'onnx', model: id.trim(), dtype });
  }

  /** A download is asked for by hand, so it says itself that it needs the network. */
  async #download(model: string, dtype: Dtype): Promise<void> {
    if (
      readConfiguration(this.#folder()).offline &&
      !(await confirmOnline(
        t('The model {0} has to be downloaded from huggingface.co. Nothing of your documents is sent.', model),
        t('Download'),
      ))
    )
      throw new LinchpinError('cancelled', 'Nothing was downloaded.', 'Import the model from a folder instead.');
    await withNotification(t('downloading {0}', model), async (signal, report) => {
      await this.#engine.downloadModel(
        model,
        dtype,
        (done, total) => {
          report(total === 0 ? 0 : done / total, `${(done / 1e6).toFixed(0)} / ${(total / 1e6).toFixed(0)} MB`);
        },
        signal,
      );
    });
  }

  async #use(role: ModelRole, choice: ModelChoice): Promise<void> {
    const { models } = readConfiguration(this.#folder());
    if (choice.provider === 'editor' && !(await this.#online(null))) return;
    if (choice.provider === 'server' && !(await this.#online(readConfiguration(this.#folder()).models.server.url))) return;
    await this.#write(roleSettings[role], writeChoice(choice));
    if (role === 'embedder' && models.embedder !== writeChoice(choice)) {
      const index = t('Index Now');
      void vscode.window
        .showInformationMessage(t('Another model for search needs an index of its own; the old one is kept beside it.'), index)
        .then(async (chosen) => {
          if (chosen === index) await vscode.commands.executeCommand(commands.index);
        });
    }
  }

  /** Where the choice would send text off the machine while that is turned off: asks whether to turn it on. */
  async #online(url: string | null): Promise<boolean> {
    if ((url !== null && isLoopback(url)) || !readConfiguration(this.#folder()).offline) return true;
    const where = url === null ? t('the provider of the model') : hostOf(url);
    if (
      !(await confirmOnline(
        t(
          'linchpin.privacy.offline is on: nothing leaves this machine. This choice sends questions and passages of documents to {0}.',
          where,
        ),
        t('Turn Offline Off'),
      ))
    )
      return false;
    await this.#write(settings.offline, false);
    return true;
  }

  /** Written where the setting is set now; else for the user. */
  async #write(name: string, value: string | boolean): Promise<void> {
    const configuration = vscode.workspace.getConfiguration('linchpin', this.#folder());
    const known = configuration.inspect(name);
    const target =
      known?.workspaceFolderValue !== undefined
        ? vscode.ConfigurationTarget.WorkspaceFolder
        : known?.workspaceValue !== undefined
          ? vscode.ConfigurationTarget.Workspace
          : vscode.ConfigurationTarget.Global;
    await configuration.update(name, value, target);
  }

  async #serverUrl(): Promise<string | undefined> {
    const { url } = readConfiguration(this.#folder()).models.server;
    if (url !== '') return url;
    const given = await vscode.window.showInputBox({
      title: t('Model server'),
      value: 'https://api.openai.com/v1',
      ignoreFocusOut: true,
    });
    return given === undefined || hostOf(given) === '' ? undefined : given.trim().replace(/\/+$/, '');
  }

  async #address(url: string): Promise<{ url: string; apiKey: string | null; timeoutSeconds: number }> {
    return { url, apiKey: await this.#keys.get(url), timeoutSeconds: 30 };
  }

  /** None where the server does not answer: the other models can be chosen all the same. */
  async #listed(url: string, signal: AbortSignal): Promise<string[]> {
    const configuration = readConfiguration(this.#folder());
    if ((!isLoopback(url) && configuration.offline) || !this.#consent.hasServer(configuration)) return [];
    return await this.#engine.request(requests.serverModels, await this.#address(url), signal).catch((error: unknown) => {
      const { code, message } = toLinchpinError(error);
      if (code !== 'cancelled') void vscode.window.showWarningMessage(shown(message));
      return [];
    });
  }
}

function roleDetail(role: ModelRole): string {
  switch (role) {
    case 'generator':
      return t('Writes the answer from the evidence, and the neighbouring questions');
    case 'embedder':
      return t('Finds passages by meaning; another one needs another index');
    case 'relevance':
      return t('Scores how well a passage answers');
    case 'entailment':
      return t('Judges whether a sentence supports or contradicts');
  }
}

async function pick(title: string, items: readonly Item[]): Promise<void> {
  const chosen = await vscode.window.showQuickPick(items, { title, matchOnDescription: true, matchOnDetail: true, ignoreFocusOut: true });
  await chosen?.act?.();
}

async function chooseDtype(dtypes: readonly Dtype[]): Promise<Dtype | undefined> {
  if (dtypes.length === 1) return dtypes[0];
  const details = {
    q8: t('8 bits: a quarter of the size, nearly as good'),
    fp32: t('32 bits: as it was trained'),
    fp16: t('16 bits: half the size'),
    q4: t('4 bits: smallest'),
  } as const satisfies Record<Dtype, string>;
  const chosen = await vscode.window.showQuickPick(
    dtypes.map((dtype) => ({ label: dtype, detail: details[dtype], dtype })),
    { title: t('Precision') },
  );
  return chosen?.dtype;
}

async function confirmOnline(text: string, yes: string): Promise<boolean> {
  return (await vscode.window.showWarningMessage(text, { modal: true }, yes)) === yes;
}

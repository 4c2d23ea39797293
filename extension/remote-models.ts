import type { ModelRole } from '../src/contract/report.ts';
import type { Where } from '../src/engine/protocol.ts';
import { isLoopback, originOf } from '../src/models/choice.ts';
import type { CheckedSettings } from './settings.ts';

/** Where text goes when models of these roles are asked; null where it stays on this machine. `editor`: to the editor's own models. */
export function leavesTo(models: CheckedSettings['models'], roles: readonly ModelRole[]): string | null {
  if (models.offline) return null;
  const chosen = roles.map((role) => models[role]);
  if (chosen.some((model) => model.startsWith('server:')) && !isLoopback(models.server.url)) return originOf(models.server.url);
  return chosen.some((model) => model.startsWith('editor:')) ? 'editor' : null;
}

/** How the command line is called so that it asks as the window does. Models of the editor cannot be had there: the bundled ones stand in. */
export function mcpArguments(cli: string, { folder, folders }: Where, index: string, models: CheckedSettings['models']): string[] {
  const role = (name: ModelRole): string[] =>
    models[name] === 'bundled' || models[name].startsWith('editor:') ? [] : [`--${name}`, models[name]];
  return [
    cli,
    'mcp',
    folder,
    '--no-index',
    '--index-dir',
    index,
    ...(folders === undefined ? [] : ['--folders', JSON.stringify(folders)]),
    ...(['embedder', 'relevance', 'entailment', 'generator'] as const).flatMap(role),
    ...(models.server.url === '' ? [] : ['--server', models.server.url]),
    ...(models.offline ? [] : ['--online']),
    '--max-calls',
    String(models.budget.calls),
    // Takes all that follow: the last one.
    ...(models.redact.length === 0 ? [] : ['--redact', ...models.redact]),
  ];
}

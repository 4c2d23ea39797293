import { indexOrigin } from '../src/base/address.ts';
import type { ModelRole } from '../src/contract/report.ts';
import { isLoopback, originOf } from '../src/models/choice.ts';
import type { CheckedSettings } from './settings.ts';

/** What an origin is asked for: agreeing to one says nothing of the other, as other keys go along. */
export type Purpose = 'models' | 'index';

/** What the editor keeps for the user, whatever is open. */
export interface Store {
  get<T>(key: string, fallback: T): T;
  update(key: string, value: unknown): PromiseLike<void>;
}

const key = 'linchpin.agreedOrigins';

/** The origins (scheme, host, port) that the user has agreed to, for each purpose. */
export class AgreedOrigins {
  readonly #store: Store;

  constructor(store: Store) {
    this.#store = store;
  }

  has(purpose: Purpose, origin: string): boolean {
    return this.#all().includes(`${purpose} ${origin}`);
  }

  of(purpose: Purpose): string[] {
    return this.#all().flatMap((entry) => (entry.startsWith(`${purpose} `) ? [entry.slice(purpose.length + 1)] : []));
  }

  async add(purpose: Purpose, origin: string): Promise<void> {
    if (!this.has(purpose, origin)) await this.#store.update(key, [...this.#all(), `${purpose} ${origin}`]);
  }

  #all(): string[] {
    return this.#store.get<string[]>(key, []);
  }
}

/** Settings that name servers, and whether it is the workspace that says so: whoever wrote its files is not the user. */
export interface Named {
  readonly models: CheckedSettings['models'];
  readonly index: Pick<CheckedSettings['index'], 'location'>;
  readonly modelsByWorkspace: boolean;
  readonly indexByWorkspace: boolean;
}

/** What stands for the provider of the editor's models, of which the editor itself asks where the user chose them. */
export const editorProvider = 'editor';

/** What must be agreed to before models of these roles are asked; nothing where the engine refuses it anyway. */
export function modelsToAgree({ models, modelsByWorkspace }: Named, roles: readonly ModelRole[]): string[] {
  const chosen = roles.map((role) => models[role]);
  return [
    ...(chosen.some((model) => model.startsWith('server:')) ? needed(originOf(models.server.url), models.offline, modelsByWorkspace) : []),
    ...(chosen.some((model) => model.startsWith('editor:')) && modelsByWorkspace && !models.offline ? [editorProvider] : []),
  ];
}

/** The same for the index. */
export function indexToAgree({ models, index, indexByWorkspace }: Named, environment: NodeJS.ProcessEnv): string[] {
  return needed(indexOrigin(index.location, environment), models.offline, indexByWorkspace);
}

/** What the engine may ask for the index without a further question. */
export function allowedOrigins(agreed: AgreedOrigins, named: Named, environment: NodeJS.ProcessEnv): string[] {
  const origin = indexOrigin(named.index.location, environment);
  const isFree = origin !== null && isLoopback(origin) && !named.indexByWorkspace;
  return [...agreed.of('index'), ...(isFree ? [origin] : [])];
}

/** A server of this machine is the user's own business where the user named it. */
function needed(origin: string | null, offline: boolean, byWorkspace: boolean): string[] {
  if (origin === null) return [];
  return (isLoopback(origin) ? byWorkspace : !offline) ? [origin] : [];
}

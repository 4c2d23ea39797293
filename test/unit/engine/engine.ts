import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { EngineClient, type EngineClientOptions } from '../../../src/engine/client.ts';
import type { FolderOptions } from '../../../src/engine/protocol.ts';

export const root = join(import.meta.dirname, '..', '..', '..');

/** The real engine from its sources, in a process of its own. */
export function startEngine(options: Partial<EngineClientOptions> = {}): EngineClient {
  return new EngineClient({ modulePath: join(root, 'src', 'engine', 'main.ts'), execArgv: ['--import', 'tsx'], ...options });
}

/** A process that is no honest engine: see beside this file. */
export function startImpostor(behaviour: 'liar' | 'dead' | 'talker' | 'waiter', options: Partial<EngineClientOptions> = {}): EngineClient {
  return new EngineClient({ modulePath: join(import.meta.dirname, 'impostors', `${behaviour}.mjs`), ...options });
}

/** One that hangs: see its source. It beats as the real one does. */
export function startLooper(env: NodeJS.ProcessEnv = {}, options: Partial<EngineClientOptions> = {}): EngineClient {
  return new EngineClient({
    modulePath: join(import.meta.dirname, 'impostors', 'looper.ts'),
    execArgv: ['--import', 'tsx'],
    restartDelayMs: 1,
    env,
    ...options,
  });
}

export interface Sandbox {
  readonly options: FolderOptions;
  dispose(): Promise<void>;
}

/** The bundled sample workspace, copied so that it may be written to, with an index of its own. */
export async function sandbox(): Promise<Sandbox> {
  const home = await mkdtemp(join(tmpdir(), 'linchpin-engine-'));
  const folder = join(home, 'sample');
  await cp(join(root, 'sample'), folder, { recursive: true, filter: (source) => !source.endsWith('.linchpin') });
  return {
    options: { folder, indexLocation: join(home, 'index') },
    dispose: () => rm(home, { recursive: true, force: true, maxRetries: 5 }),
  };
}

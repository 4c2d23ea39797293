import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { Worker, type WorkerOptions } from 'node:worker_threads';

import { switchTelemetryOff } from './no-telemetry.ts';

/**
 * A thread of the program's own.
 * @param source URL of its source
 * @param built its name beside the program as it is built; run from the sources it is TypeScript
 */
export function startWorker(source: URL, built: string, options: WorkerOptions = {}): Worker {
  switchTelemetryOff();
  if (!import.meta.url.endsWith('.ts')) return new Worker(new URL(`./${built}`, import.meta.url), options);
  // Code that is given as text has no place of its own: a package's name would be looked up from the folder that the program runs in.
  const loader = join(dirname(createRequire(import.meta.url).resolve('tsx/package.json')), 'dist', 'esm', 'api', 'index.mjs');
  const code = `import { register } from ${JSON.stringify(pathToFileURL(loader).href)}; register(); await import(${JSON.stringify(source.href)});`;
  return new Worker(code, { ...options, eval: true, execArgv: ['--input-type=module'] });
}

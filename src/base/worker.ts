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
  const code = `import { register } from 'tsx/esm/api'; register(); await import(${JSON.stringify(source.href)});`;
  return new Worker(code, { ...options, eval: true, execArgv: ['--input-type=module'] });
}

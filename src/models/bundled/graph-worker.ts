import { parentPort } from 'node:worker_threads';

import type * as Ort from 'onnxruntime-node';

import type { GraphReply, GraphRequest } from './graph-thread.ts';

// The thread of `graph-thread.ts`: opens networks and runs them, one request after the other. What it is sent is the program's own.

const sessions = new Map<string, Promise<Ort.InferenceSession>>();

/** On one thread of the CPU: the same inputs give the same outputs. */
async function open(ort: typeof Ort, file: string): Promise<Ort.InferenceSession> {
  let session = sessions.get(file);
  if (session === undefined) {
    session = ort.InferenceSession.create(file, { intraOpNumThreads: 1, interOpNumThreads: 1, logSeverityLevel: 3 });
    sessions.set(file, session);
  }
  try {
    return await session;
  } catch (error) {
    sessions.delete(file);
    throw error;
  }
}

async function answer({ id, file, inputs }: GraphRequest): Promise<GraphReply> {
  let failed: 'runtime' | 'file' | 'run' = 'runtime';
  try {
    const ort = await import('onnxruntime-node');
    failed = 'file';
    const session = await open(ort, file);
    if (inputs === null) return { id, ok: true, outputs: {} };
    failed = 'run';
    const feeds = Object.fromEntries(
      Object.entries(inputs).map(([name, { values, shape }]) => [
        name,
        values instanceof Int32Array ? new ort.Tensor('int32', values, shape) : new ort.Tensor('float32', values, shape),
      ]),
    );
    const outputs: Record<string, Float32Array> = {};
    for (const [name, { data }] of Object.entries(await session.run(feeds))) if (data instanceof Float32Array) outputs[name] = data;
    return { id, ok: true, outputs };
  } catch (error) {
    return { id, ok: false, failed, reason: error instanceof Error ? error.message : String(error) };
  }
}

let turn: Promise<void> = Promise.resolve();

parentPort?.on('message', (request: GraphRequest) => {
  turn = turn.then(async () => {
    parentPort?.postMessage(await answer(request));
  });
});

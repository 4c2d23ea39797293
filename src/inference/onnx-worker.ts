import { parentPort } from 'node:worker_threads';

import type * as Ort from 'onnxruntime-node';

import type { OnnxReply, OnnxRequest } from './onnx-thread.ts';

// The thread of `onnx-thread.ts`: opens models and runs them. What it is sent is the program's own.

const sessions = new Map<string, Promise<Ort.InferenceSession>>();

async function open(ort: typeof Ort, { file, threads }: OnnxRequest): Promise<Ort.InferenceSession> {
  let session = sessions.get(file);
  if (session === undefined) {
    session = ort.InferenceSession.create(file, {
      intraOpNumThreads: threads,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
      // Threads that wait by spinning take the processor from whoever works beside them.
      extra: { session: { intra_op: { allow_spinning: '0' } } },
    });
    sessions.set(file, session);
  }
  try {
    return await session;
  } catch (error) {
    sessions.delete(file);
    throw error;
  }
}

async function answer(request: OnnxRequest): Promise<OnnxReply> {
  const { id, inputs } = request;
  let failed: 'runtime' | 'file' | 'run' = 'runtime';
  try {
    const ort = await import('onnxruntime-node');
    failed = 'file';
    const session = await open(ort, request);
    if (inputs === null) return { id, ok: true, outputs: {} };
    failed = 'run';
    const feeds = Object.fromEntries(
      Object.entries(inputs).map(([name, { values, shape }]) => [name, new ort.Tensor('int32', values, shape)]),
    );
    const results = await session.run(feeds);
    const outputs: Record<string, Float32Array> = {};
    for (const [name, { data }] of Object.entries(results)) if (data instanceof Float32Array) outputs[name] = data;
    return { id, ok: true, outputs };
  } catch (error) {
    return { id, ok: false, failed, reason: error instanceof Error ? error.message : String(error) };
  }
}

parentPort?.on('message', (request: OnnxRequest) => {
  void answer(request).then((reply) => {
    parentPort?.postMessage(reply);
  });
});

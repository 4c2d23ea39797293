/**
 * What turns the telemetry of libraries off, in the environment of every process of the program. The ONNX runtime (Linux, macOS) keeps
 * a queue in the user's cache and sends it off otherwise. On Windows it sends nothing by itself.
 */
export const noTelemetry = { ORT_DISABLE_TELEMETRY: '1', HF_HUB_DISABLE_TELEMETRY: '1', DO_NOT_TRACK: '1' } as const;

/**
 * To be called before a native module is loaded, and on the main thread before a thread is started: native code reads the process's own
 * environment, of which `process.env` of another thread is a copy.
 */
export function switchTelemetryOff(): void {
  Object.assign(process.env, noTelemetry);
}

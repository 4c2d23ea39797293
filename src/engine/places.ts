/** Where a process keeps things, where that is not the user's own data and cache folders. */
export interface Places {
  /** Root of the indexes of all folders. */
  readonly indexRoot?: string;
  /** ONNX models, in the hub's layout. */
  readonly storeFolder?: string;
  /** Replies of models. */
  readonly cacheFolder?: string;
}

/** As a host's environment says: `LINCHPIN_INDEX_DIR`, `LINCHPIN_MODEL_STORE`, `LINCHPIN_MODEL_CACHE`. Hosts call this once, nothing else reads them. */
export function placesOf(environment: NodeJS.ProcessEnv): Places {
  const indexRoot = environment['LINCHPIN_INDEX_DIR'];
  const storeFolder = environment['LINCHPIN_MODEL_STORE'];
  const cacheFolder = environment['LINCHPIN_MODEL_CACHE'];
  return {
    ...(indexRoot === undefined ? {} : { indexRoot }),
    ...(storeFolder === undefined ? {} : { storeFolder }),
    ...(cacheFolder === undefined ? {} : { cacheFolder }),
  };
}

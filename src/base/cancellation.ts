import { cancelled } from './error.ts';

/** A cancellation token as the editor and its JSON-RPC library have it. */
interface Token {
  readonly isCancellationRequested: boolean;
  readonly onCancellationRequested: (listener: () => void) => { dispose(): void };
}

interface TokenSource<T> {
  readonly token: T;
  cancel(): void;
  dispose(): void;
}

/** Runs the work under a signal that aborts when the token is cancelled. */
export async function withSignal<R>(token: Token, work: (signal: AbortSignal) => Promise<R>): Promise<R> {
  const abort = new AbortController();
  const listening = token.onCancellationRequested(() => {
    abort.abort();
  });
  if (token.isCancellationRequested) abort.abort();
  try {
    return await work(abort.signal);
  } finally {
    listening.dispose();
  }
}

/** Runs the work under the source's token, which is cancelled when the signal aborts. The source is disposed afterwards. */
export async function withToken<T, R>(source: TokenSource<T>, signal: AbortSignal | undefined, work: (token: T) => Promise<R>): Promise<R> {
  const cancel = (): void => {
    source.cancel();
  };
  signal?.addEventListener('abort', cancel, { once: true });
  if (signal?.aborted === true) cancel();
  try {
    return await work(source.token);
  } finally {
    signal?.removeEventListener('abort', cancel);
    source.dispose();
  }
}

/** Waits for something that cannot be stopped, and no longer than until the signal aborts. @throws LinchpinError `cancelled`, what the work throws */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  work.catch(() => undefined);
  if (signal.aborted) throw cancelled();
  let stop = (): void => undefined;
  const aborted = new Promise<never>((_, reject) => {
    stop = () => {
      reject(cancelled());
    };
    signal.addEventListener('abort', stop, { once: true });
  });
  try {
    return await Promise.race([work, aborted]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

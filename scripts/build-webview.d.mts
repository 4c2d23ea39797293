export function buildWebview(options?: {
  readonly outdir?: string;
  readonly entry?: string;
  readonly sessionEntry?: string;
  readonly minify?: boolean;
}): Promise<void>;

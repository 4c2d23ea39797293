export declare function packForNpm(
  stage: string,
  options: { manifest: Readonly<Record<string, unknown>>; target: string; out: string },
): string;

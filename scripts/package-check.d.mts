export function platformOf(head: Buffer): string | null;
export function filesOf(folder: string): string[];
export function faultsOf(
  stage: string,
  target: string,
  parts: { readonly networks: readonly string[]; readonly native: string | null; readonly hasOnnx: boolean },
): string[];
export function sizesOf(stage: string): Record<string, number>;

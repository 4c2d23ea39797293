export function programOf(packageName: string, program?: string, folder?: string): string;
export function npmProgram(world?: {
  readonly platform?: string;
  readonly execPath?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly exists?: (path: string) => boolean;
}): { readonly file: string; readonly args: string[] };

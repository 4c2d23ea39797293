interface Package {
  readonly version?: string;
  readonly integrity?: string;
  readonly optional?: boolean;
}
export function isInstalled(locked: Readonly<Record<string, Package>>, installed: Readonly<Record<string, Package>>): boolean;
export function run(file: string, args: readonly string[], env?: Readonly<Record<string, string>>): number;
export function ensureDependencies(): void;

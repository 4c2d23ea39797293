export interface NativeNetwork {
  readonly calls: readonly string[];
  readonly hosts: readonly string[];
  readonly switches: readonly string[];
  readonly reporters: readonly string[];
}
export function networkOf(bytes: Buffer): NativeNetwork;
export function nativesIn(modules: string): Record<string, NativeNetwork>;
export function newIn(recorded: Readonly<Record<string, NativeNetwork>>, found: Readonly<Record<string, NativeNetwork>>): string[];
export function recordedNatives(): Record<string, NativeNetwork>;

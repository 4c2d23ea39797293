import type { DoneResult } from './session-file.ts';

/**
 * How much it would cost to believe a claim as it stands, [0, 1]: the order of the queue. What is refuted comes first, the surer the earlier;
 * then what sources disagree on, what nothing covers, and last what is supported, where a small chance and evidence that falls with one source
 * raise it. Set by hand: it orders, and promises nothing.
 */
export function riskOf(result: DoneResult | null, stale: boolean): number {
  if (result === null) return 0.5;
  const { status, chance, robustness } = result;
  switch (status) {
    case 'refuted':
      return 0.8 + 0.2 * (chance ?? 0.5);
    case 'conflicting':
      return 0.75;
    case 'uncertain':
    case 'not-enough-evidence':
      return stale ? 0.6 : 0.45;
    case 'supported': {
      const doubt = 0.3 * (1 - (chance ?? 0.5)) + (robustness === null || robustness <= 1 ? 0.05 : 0);
      return stale ? 0.6 : doubt;
    }
  }
}

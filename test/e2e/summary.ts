import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { out } from './paths.ts';

export interface PartResult {
  readonly name: string;
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Why the part was skipped. */
  readonly reason?: string;
  readonly failures: readonly string[];
}

export function writeSummary(parts: readonly PartResult[]): void {
  mkdirSync(out, { recursive: true });
  writeFileSync(join(out, 'summary.json'), JSON.stringify(parts, null, 1));
}

/** Named steps, counted. Those of a journey build on each other: after a failure the rest is skipped, not failed again. */
export class Steps {
  readonly #name: string;
  readonly #onFailure: (step: string) => Promise<void>;
  readonly #chained: boolean;
  readonly #failures: string[] = [];
  #passed = 0;
  #skipped = 0;

  constructor(name: string, onFailure: (step: string) => Promise<void>, chained = true) {
    this.#name = name;
    this.#onFailure = onFailure;
    this.#chained = chained;
  }

  async step(title: string, work: () => Promise<void>): Promise<void> {
    if (this.#chained && this.#failures.length > 0) {
      this.#skipped += 1;
      console.log(`  - ${title}`);
      return;
    }
    const started = Date.now();
    try {
      await work();
      this.#passed += 1;
      console.log(`  ✔ ${title} (${Date.now() - started} ms)`);
    } catch (error) {
      const text = error instanceof Error ? (error.stack ?? error.message) : String(error);
      this.#failures.push(`${title}\n${text}`);
      console.log(`  ✖ ${title}\n${text.split('\n').slice(0, 12).join('\n')}`);
      await this.#onFailure(title).catch(() => undefined);
    }
  }

  result(): PartResult {
    const skippedFor = this.#skipped === 0 ? {} : { reason: 'an earlier step failed' };
    return {
      name: this.#name,
      passed: this.#passed,
      failed: this.#failures.length,
      skipped: this.#skipped,
      failures: this.#failures,
      ...skippedFor,
    };
  }
}

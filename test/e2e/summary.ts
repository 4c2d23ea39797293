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

/** Steps of one journey: each builds on those before it, so after a failure the rest is skipped, not failed again. */
export class Steps {
  readonly #name: string;
  readonly #onFailure: (step: string) => Promise<void>;
  readonly #failures: string[] = [];
  #passed = 0;
  #skipped = 0;

  constructor(name: string, onFailure: (step: string) => Promise<void>) {
    this.#name = name;
    this.#onFailure = onFailure;
  }

  async step(title: string, work: () => Promise<void>): Promise<void> {
    if (this.#failures.length > 0) {
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
    return { name: this.#name, passed: this.#passed, failed: this.#failures.length, skipped: this.#skipped, failures: this.#failures, ...skippedFor };
  }
}

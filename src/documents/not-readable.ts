import type { LeftOutCause } from '../contract/left-out.ts';

/** What an extractor throws for a file that is wrong: it is named with this reason, and the run goes on. */
export class NotReadable extends Error {
  readonly leftOut: LeftOutCause;

  /** @param reason what is wrong and what to do: a sentence part without capital and full stop */
  constructor(leftOut: LeftOutCause, reason: string, cause?: unknown) {
    super(reason, cause === undefined ? undefined : { cause });
    this.name = 'NotReadable';
    this.leftOut = leftOut;
  }
}

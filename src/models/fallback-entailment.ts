import { toLinchpinError } from '../base/error.ts';
import type { EntailmentScores } from '../contract/evidence.ts';
import type { ModelIdentity } from '../contract/report.ts';
import { isFatal } from './fallback-generator.ts';
import type { Entailment, EntailmentPair, ModelCall } from './ports.ts';

/** A language model as judge with the bundled one behind it, from the first failure on: scores of two judges are not mixed within a call. */
export class FallbackEntailment implements Entailment {
  readonly #model: Entailment;
  readonly #bundled: Entailment;
  #broken = false;

  constructor(model: Entailment, bundled: Entailment) {
    this.#model = model;
    this.#bundled = bundled;
  }

  get identity(): ModelIdentity {
    return this.#broken ? this.#bundled.identity : this.#model.identity;
  }

  async classify(pairs: readonly EntailmentPair[], call: ModelCall): Promise<EntailmentScores[]> {
    if (this.#broken) return await this.#bundled.classify(pairs, call);
    try {
      return await this.#model.classify(pairs, call);
    } catch (error) {
      const known = toLinchpinError(error);
      if (isFatal(known)) throw known;
      this.#broken = true;
      call.warn?.(`${known.message.replace(/\.$/, '')}: the bundled model judges support`);
      return await this.#bundled.classify(pairs, call);
    }
  }
}

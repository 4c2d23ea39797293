import { type ErrorCode, type LinchpinError, toLinchpinError } from '../base/error.ts';
import type { ModelIdentity } from '../contract/report.ts';
import type {
  AnswerRequest,
  CorrectionRequest,
  EvidenceText,
  GeneratedAnswer,
  GeneratedCausalLink,
  GeneratedProbe,
  Generator,
  ModelCall,
  ProbeRequest,
  RewriteRequest,
} from './ports.ts';

/** What the user has to hear of, or asked for: no other model's answer makes up for it. */
const fatal: ReadonlySet<ErrorCode> = new Set(['cancelled', 'model-unauthorized', 'offline', 'settings-invalid', 'internal']);
/** A failure that no other model makes up for. */
export function isFatal({ code }: LinchpinError): boolean {
  return fatal.has(code);
}

/** After these the model is not asked again in this audit: it would fail again, after as long a wait. A reply that made no sense is its own matter. */
const lasting: ReadonlySet<ErrorCode> = new Set(['model-unavailable', 'model-failed', 'model-rate-limited', 'model-budget-exhausted']);
/** What the bundled reader was fitted to read at once. */
const spansRead = 6;

/**
 * A language model with the bundled generator behind it: when the model fails, the audit goes on and the stage says what fell back. One
 * is made for each audit. Its identity is that of the model that answers now.
 */
export class FallbackGenerator implements Generator {
  readonly #model: Generator;
  readonly #bundled: Generator;
  #broken = false;

  constructor(model: Generator, bundled: Generator) {
    this.#model = model;
    this.#bundled = bundled;
  }

  get identity(): ModelIdentity {
    return this.#broken ? this.#bundled.identity : this.#model.identity;
  }

  async answer(requests: readonly AnswerRequest[], call: ModelCall): Promise<GeneratedAnswer[]> {
    return await this.#try(
      (generator) => generator.answer(generator === this.#bundled ? requests.map(shortened) : requests, call),
      'the bundled reader answered',
      call,
    );
  }

  async probes(request: ProbeRequest, call: ModelCall): Promise<GeneratedProbe[]> {
    return await this.#try((generator) => generator.probes(request, call), 'the probes are written by rules', call);
  }

  async synthesise(
    question: string,
    drafts: readonly GeneratedAnswer[],
    evidence: readonly EvidenceText[],
    call: ModelCall,
  ): Promise<GeneratedAnswer> {
    return await this.#try(
      (generator) => generator.synthesise(question, drafts, evidence, call),
      'the bundled reader settled between the drafts',
      call,
    );
  }

  async correct(request: CorrectionRequest, call: ModelCall): Promise<GeneratedAnswer | null> {
    return await this.#try(
      async (generator) => (await generator.correct?.(request, call)) ?? null,
      'what the evidence does not bear is taken out of the answer',
      call,
    );
  }

  async rewrite(request: RewriteRequest, call: ModelCall): Promise<readonly string[] | null> {
    return await this.#try(async (generator) => (await generator.rewrite?.(request, call)) ?? null, 'rules rewrote the question', call);
  }

  async causalLinks(sentences: readonly EvidenceText[], call: ModelCall): Promise<readonly GeneratedCausalLink[] | null> {
    return await this.#try(
      async (generator) => (await generator.causalLinks?.(sentences, call)) ?? null,
      'the bundled extractor read cause and effect',
      call,
    );
  }

  async #try<T>(work: (generator: Generator) => Promise<T>, instead: string, call: ModelCall): Promise<T> {
    if (this.#broken) {
      call.warn?.(instead);
      return await work(this.#bundled);
    }
    try {
      return await work(this.#model);
    } catch (error) {
      const known = toLinchpinError(error);
      if (isFatal(known)) throw known;
      this.#broken = lasting.has(known.code);
      call.warn?.(`${known.message.replace(/\.$/, '')}: ${instead}`);
      return await work(this.#bundled);
    }
  }
}

/** The most relevant evidence, in the order given. */
function shortened(request: AnswerRequest): AnswerRequest {
  const kept = new Set(
    [...request.evidence].sort((a, b) => b.relevance - a.relevance || (a.spanId < b.spanId ? -1 : 1)).slice(0, spansRead),
  );
  return { ...request, evidence: request.evidence.filter((entry) => kept.has(entry)) };
}

import { globMatcher } from '../base/glob.ts';

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

/**
 * Keeps the text of some documents from a model that is not on this machine: their evidence is taken out of every request, so that the
 * model neither reads nor cites it. What drafts say of them goes with the spans that they cite.
 */
export class RedactingGenerator implements Generator {
  readonly identity: ModelIdentity;
  readonly #model: Generator;
  readonly #isWithheld: (path: string) => boolean;
  readonly #withheld = new Set<string>();

  /** @param globs of paths, as in the settings */
  constructor(model: Generator, globs: readonly string[]) {
    this.#model = model;
    this.identity = model.identity;
    this.#isWithheld = globMatcher(globs, { nocase: true });
  }

  /** How many spans have been kept from the model so far, each counted once. */
  get withheld(): number {
    return this.#withheld.size;
  }

  async answer(requests: readonly AnswerRequest[], call: ModelCall): Promise<GeneratedAnswer[]> {
    return await this.#model.answer(
      requests.map((request) => ({ ...request, evidence: this.#shown(request.evidence, call) })),
      call,
    );
  }

  /** Entities are names that documents mention: with something to withhold none are given. */
  async probes(request: ProbeRequest, call: ModelCall): Promise<GeneratedProbe[]> {
    return await this.#model.probes({ ...request, entities: { person: [], place: [], organisation: [], other: [] } }, call);
  }

  async synthesise(
    question: string,
    drafts: readonly GeneratedAnswer[],
    evidence: readonly EvidenceText[],
    call: ModelCall,
  ): Promise<GeneratedAnswer> {
    const shown = this.#shown(evidence, call);
    const known = new Set(shown.map((entry) => entry.spanId));
    return await this.#model.synthesise(
      question,
      drafts.filter((draft) => draft.citedSpans.every((spanId) => known.has(spanId))),
      shown,
      call,
    );
  }

  async correct(request: CorrectionRequest, call: ModelCall): Promise<GeneratedAnswer | null> {
    const evidence = this.#shown(request.evidence, call);
    return evidence.length === 0 ? null : ((await this.#model.correct?.({ ...request, evidence }, call)) ?? null);
  }

  async rewrite(request: RewriteRequest, call: ModelCall): Promise<readonly string[] | null> {
    return (await this.#model.rewrite?.(request, call)) ?? null;
  }

  async causalLinks(sentences: readonly EvidenceText[], call: ModelCall): Promise<readonly GeneratedCausalLink[] | null> {
    return (await this.#model.causalLinks?.(this.#shown(sentences, call), call)) ?? null;
  }

  #shown(evidence: readonly EvidenceText[], call: ModelCall): EvidenceText[] {
    const shown = evidence.filter((entry) => !this.#isWithheld(plainPath(entry.path)));
    for (const entry of evidence) if (!shown.includes(entry)) this.#withheld.add(entry.spanId);
    if (shown.length < evidence.length)
      call.warn?.(`passages of documents that linchpin.privacy.redact names were withheld from ${this.identity.id}`);
    return shown;
  }
}

/** Globs are written with slashes and from the folder on. */
function plainPath(path: string): string {
  return path.replaceAll('\\', '/').replace(/^(?:\.?\/)+/, '');
}

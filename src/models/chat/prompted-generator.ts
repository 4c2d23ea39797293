import type { ModelIdentity } from '../../contract/report.ts';
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
} from '../ports.ts';
import { causalLinksPrompt } from '../prompts/causal-links.ts';
import { correctionPrompt } from '../prompts/correction.ts';
import { hypothesisPrompt } from '../prompts/hypothesis.ts';
import { probesPrompt } from '../prompts/probes.ts';
import { rewritePrompt } from '../prompts/rewrite.ts';
import { synthesisPrompt } from '../prompts/synthesis.ts';
import { ask } from './ask.ts';
import type { ChatModel } from './chat-model.ts';
import { together } from './together.ts';

/** A language model as a Generator: each task is a prompt with a schema; a reply that does not fit is asked for once more, with the error in hand. */
export class PromptedGenerator implements Generator {
  readonly identity: ModelIdentity;
  readonly #model: ChatModel;

  constructor(model: ChatModel) {
    this.#model = model;
    this.identity = model.identity;
  }

  async answer(requests: readonly AnswerRequest[], call: ModelCall): Promise<GeneratedAnswer[]> {
    call.usage?.round();
    return await together(
      call,
      requests.map((request) => async (one) => {
        const { output, reply } = await ask(this.#model, hypothesisPrompt, request, one);
        return { ...output, logProbability: reply.logProbability };
      }),
    );
  }

  async probes(request: ProbeRequest, call: ModelCall): Promise<GeneratedProbe[]> {
    call.usage?.round();
    return (await ask(this.#model, probesPrompt, request, call)).output;
  }

  async correct(request: CorrectionRequest, call: ModelCall): Promise<GeneratedAnswer> {
    call.usage?.round();
    const { output, reply } = await ask(this.#model, correctionPrompt, request, call);
    return { ...output, logProbability: reply.logProbability };
  }

  async rewrite(request: RewriteRequest, call: ModelCall): Promise<readonly string[] | null> {
    call.usage?.round();
    return (await ask(this.#model, rewritePrompt, request, call)).output;
  }

  async causalLinks(sentences: readonly EvidenceText[], call: ModelCall): Promise<readonly GeneratedCausalLink[] | null> {
    if (sentences.length === 0) return [];
    call.usage?.round();
    return (await ask(this.#model, causalLinksPrompt, sentences, call)).output;
  }

  async synthesise(
    question: string,
    drafts: readonly GeneratedAnswer[],
    evidence: readonly EvidenceText[],
    call: ModelCall,
  ): Promise<GeneratedAnswer> {
    call.usage?.round();
    const { output, reply } = await ask(this.#model, synthesisPrompt, { question, drafts, evidence }, call);
    return { ...output, logProbability: reply.logProbability };
  }
}

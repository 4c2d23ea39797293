import type { ModelIdentity } from '../../contract/report.ts';
import type { PhraseBook } from '../../text/phrases.ts';
import type { ContextSentence, ModelCall, QuestionMatch } from '../ports.ts';
import type { StaticEncoder } from './encoder.ts';
import type { WordBook } from './entailment/words.ts';
import { graphFile, NeuralEntailment } from './neural-entailment/entailment.ts';

const name = 'question-match';

/** @param models the folder of bundled models */
export function matchFile(models: string): string {
  return graphFile(models, name);
}

/** The network of pairs that was trained on sentences and questions (models/question-match/README.md); it is built as the entailment network is. */
export class NeuralQuestionMatch implements QuestionMatch {
  readonly #network: NeuralEntailment;

  /**
   * @param models the folder of bundled models. Nothing is read before it is needed.
   * @param openBook of words, which is this network's alone
   * @param openPhrases whose words count as synonyms
   */
  constructor(models: string, encoder: StaticEncoder, openBook: () => WordBook, openPhrases: () => PhraseBook) {
    this.#network = new NeuralEntailment(models, encoder, openBook, name, openPhrases);
  }

  get identity(): ModelIdentity {
    return this.#network.identity;
  }

  /** @throws LinchpinError `cancelled`, `model-unavailable`, `model-failed`. */
  async score(question: string, sentences: readonly ContextSentence[], call?: Pick<ModelCall, 'signal'>): Promise<number[]> {
    const said = await this.#network.logProbabilities(
      sentences.map(({ text, context }) => ({ premise: text, hypothesis: question, context })),
      call,
    );
    return said.map(([answers, not]) => Math.max(-mostOdds, Math.min(mostOdds, answers - not)));
  }
}

/** Log-odds beyond it tell nothing more. */
const mostOdds = 10;

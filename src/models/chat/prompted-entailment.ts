import type { EntailmentScores } from '../../contract/evidence.ts';
import type { ModelIdentity } from '../../contract/report.ts';
import type { Entailment, EntailmentPair, ModelCall } from '../ports.ts';
import { judgePairsPrompt, type PairVerdict } from '../prompts/judge-pairs.ts';
import { ask } from './ask.ts';
import type { ChatModel } from './chat-model.ts';
import { together } from './together.ts';

/** In one call: more pairs and models begin to leave some out. */
const pairsPerCall = 16;
/** Premises and hypotheses of one call together, unless one pair alone is longer. */
const charactersPerCall = 12_000;

/** A verdict's probability by how sure the model says it is. By convention and fitted to nothing: the thresholds in use tell high from medium and low from open. */
const sure: Readonly<Record<PairVerdict['confidence'], number>> = { high: 0.95, medium: 0.8, low: 0.6 };
/** Of what is left over, the share of the nearer label: neutral for a side taken. */
const nearer = 0.8;
const open: EntailmentScores = { entail: 0.15, neutral: 0.7, contradict: 0.15 };

/** A language model as an entailment scorer: pairs are judged many at a time, and equal pairs once. */
export class PromptedEntailment implements Entailment {
  readonly identity: ModelIdentity;
  readonly #model: ChatModel;

  constructor(model: ChatModel) {
    this.#model = model;
    this.identity = model.identity;
  }

  /**
   * One score for each pair, in order. Pairs that a reply leaves out are asked for once more, and count as open when they are left out again.
   * @throws LinchpinError as `ask`
   */
  async classify(pairs: readonly EntailmentPair[], call: ModelCall): Promise<EntailmentScores[]> {
    const unique = new Map(pairs.map((pair) => [keyOf(pair), pair]));
    const verdicts = new Map<string, PairVerdict>();
    for (let attempt = 0; attempt < 2; attempt += 1) {
      const wanted = [...unique.values()].filter((pair) => !verdicts.has(keyOf(pair)));
      if (wanted.length === 0) break;
      call.usage?.round();
      for (const [pair, verdict] of await this.#judge(wanted, call)) if (verdict !== null) verdicts.set(keyOf(pair), verdict);
    }
    if (verdicts.size < unique.size)
      call.warn?.(`${this.identity.id} left out ${unique.size - verdicts.size} of ${unique.size} judgements, which count as open`);
    return pairs.map((pair) => toScores(verdicts.get(keyOf(pair))));
  }

  async #judge(pairs: readonly EntailmentPair[], call: ModelCall): Promise<[EntailmentPair, PairVerdict | null][]> {
    const judged = await together(
      call,
      batches(pairs).map((batch) => async (one) => {
        const { output } = await ask(this.#model, judgePairsPrompt, batch, one);
        return batch.map((pair, index): [EntailmentPair, PairVerdict | null] => [pair, output[index] ?? null]);
      }),
    );
    return judged.flat();
  }
}

function keyOf({ premise, hypothesis, context }: EntailmentPair): string {
  return JSON.stringify([premise, hypothesis, context ?? '']);
}

function batches(pairs: readonly EntailmentPair[]): EntailmentPair[][] {
  const all: EntailmentPair[][] = [];
  let length = 0;
  for (const pair of pairs) {
    const size = keyOf(pair).length;
    const last = all.at(-1);
    if (last === undefined || last.length >= pairsPerCall || length + size > charactersPerCall) {
      all.push([pair]);
      length = size;
    } else {
      last.push(pair);
      length += size;
    }
  }
  return all;
}

/** Probabilities, summing to 1, in which the verdict's label is the largest. */
function toScores(verdict: PairVerdict | undefined): EntailmentScores {
  if (verdict === undefined) return open;
  const most = sure[verdict.confidence];
  const rest = 1 - most;
  switch (verdict.label) {
    case 'support':
      return { entail: most, neutral: rest * nearer, contradict: rest * (1 - nearer) };
    case 'refute':
      return { entail: rest * (1 - nearer), neutral: rest * nearer, contradict: most };
    default:
      return { entail: rest / 2, neutral: most, contradict: rest / 2 };
  }
}

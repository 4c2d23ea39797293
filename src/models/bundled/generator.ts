import type { GeneratedAnswer, GeneratedProbe, Generator, ProbeRequest } from '../ports.ts';
import type { AnswerTrees } from './reader/answer-trees.ts';
import type { WordWeight } from './reader/candidates.ts';
import { readAnswer } from './reader/reader.ts';

/**
 * The bundled generator: an extractive reader and a writer of probes. No model call leaves the process.
 * @param weights names the version of what the reader was fitted to
 */
export function createBundledGenerator(
  weights: () => string,
  weight: WordWeight,
  trees: AnswerTrees,
  writeProbes: (request: ProbeRequest) => GeneratedProbe[],
): Generator {
  return {
    get identity() {
      return { id: 'linchpin/reader', provider: 'bundled' as const, version: weights(), local: true };
    },
    answer: (requests) => Promise.resolve(requests.map((request) => readAnswer(request, weight, trees))),
    probes: (request) => Promise.resolve(writeProbes(request)),
    // Extraction has nothing to blend: it reads again from all the evidence of the top drafts, and keeps a draft that it confirms.
    synthesise(question, drafts, evidence) {
      const read = readAnswer({ question, evidence }, weight, trees);
      const answers: GeneratedAnswer[] = read.abstained ? [...drafts] : [read];
      return Promise.resolve(answers[0] ?? read);
    },
  };
}

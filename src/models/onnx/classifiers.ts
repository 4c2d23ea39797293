import { LinchpinError } from '../../base/error.ts';
import type { Entailment, RelevanceScorer } from '../ports.ts';
import { identityOf, readConfig } from './config.ts';
import { runBatches, softmax } from './run.ts';
import type { OnnxModelRef, OnnxRuntime } from './runtime.ts';

/** A cross-encoder that scores passages against a query: one logit through the sigmoid, or the second of two classes. @throws LinchpinError `model-unavailable`. */
export async function openOnnxRelevance(runtime: OnnxRuntime, ref: Omit<OnnxModelRef, 'kind'>): Promise<RelevanceScorer> {
  const config = await readConfig(ref.folder, ref.model, ref.dtype);
  return {
    identity: identityOf(ref.model, config),
    async score(query, inputs, { signal }) {
      return await runtime.use({ ...ref, kind: 'classification' }, (session) =>
        runBatches(
          session,
          {
            texts: inputs.map(() => query),
            pairs: inputs.map(({ heading, text }) => (heading === '' ? text : `${heading}\n${text}`)),
            shorten: 'pairs',
          },
          signal,
          (output, _input, count) => {
            const logits = output('logits');
            const classes = logits.dims[1] ?? 1;
            return Array.from({ length: count }, (_, row) => {
              const values = [...logits.data.subarray(row * classes, (row + 1) * classes)];
              return classes === 1 ? 1 / (1 + Math.exp(-(values[0] ?? 0))) : (softmax(values)[1] ?? 0);
            });
          },
        ),
      );
    },
  };
}

/**
 * A model of three classes that judges whether a premise entails, contradicts or leaves open a hypothesis. A premise that is too long is
 * cut, the hypothesis never.
 * @param temperature divides the logits, > 0; over 1 for a model that is surer than it is right
 * @throws LinchpinError `model-unavailable` where its classes are others.
 */
export async function openOnnxEntailment(runtime: OnnxRuntime, ref: Omit<OnnxModelRef, 'kind'>, temperature = 1): Promise<Entailment> {
  const config = await readConfig(ref.folder, ref.model, ref.dtype);
  const place = (pattern: RegExp): number => config.labels.findIndex((label) => pattern.test(label));
  const [entail, neutral, contradict] = [place(/^(?:entail|support)/i), place(/^neutral|not.?enough/i), place(/^(?:contra|refut)/i)];
  if (entail < 0 || neutral < 0 || contradict < 0)
    throw new LinchpinError(
      'model-unavailable',
      `The model ${ref.model} does not judge entailment: its classes are ${config.labels.join(', ') || 'not named'}.`,
      'Choose another model with "Linchpin: Choose Models".',
    );
  return {
    identity: identityOf(ref.model, config),
    async classify(pairs, { signal }) {
      const premises = pairs.map(({ premise, context }) => (context === undefined || context === '' ? premise : `${context}: ${premise}`));
      return await runtime.use({ ...ref, kind: 'classification' }, (session) =>
        runBatches(
          session,
          { texts: premises, pairs: pairs.map((pair) => pair.hypothesis), shorten: 'texts' },
          signal,
          (output, _input, count) => {
            const logits = output('logits');
            const classes = logits.dims[1] ?? 3;
            return Array.from({ length: count }, (_, row) => {
              const shares = softmax(Array.from(logits.data.subarray(row * classes, (row + 1) * classes), (logit) => logit / temperature));
              return { entail: shares[entail] ?? 0, neutral: shares[neutral] ?? 0, contradict: shares[contradict] ?? 0 };
            });
          },
        ),
      );
    },
  };
}

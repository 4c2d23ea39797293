import { abstentionOf } from '../abstention.ts';
import type { AnswerRequest, EvidenceText, GeneratedAnswer, Generator, ModelCall } from '../ports.ts';
import { analyseQuestion } from '../../text/question.ts';
import { identityOf, readConfig } from './config.ts';
import { runBatches } from './run.ts';
import type { OnnxModelRef, OnnxRuntime } from './runtime.ts';

/** Spans that are read, most relevant first. */
const spansRead = 12;
/** Longest answer, in tokens. */
const longestAnswer = 30;
/** Below this probability the question has no answer in the evidence. */
const leastProbability = 0.5;

interface Found {
  readonly span: EvidenceText;
  readonly text: string;
  /** Logit of the answer over the logit of none. */
  readonly score: number;
}

/**
 * An extractive question-answering model in ONNX form: the words of a span that answer, or none. What it has no part for - probes,
 * settling between drafts, claims - the given generator does.
 * @throws LinchpinError `model-unavailable`.
 */
export async function openOnnxReader(runtime: OnnxRuntime, ref: Omit<OnnxModelRef, 'kind'>, others: Generator): Promise<Generator> {
  const identity = identityOf(ref.model, await readConfig(ref.folder, ref.model, ref.dtype));
  const read = async (request: AnswerRequest, call: ModelCall): Promise<GeneratedAnswer> => {
    const spans = [...request.evidence].sort((a, b) => b.relevance - a.relevance || (a.spanId < b.spanId ? -1 : 1)).slice(0, spansRead);
    const found = (await readSpans(runtime, ref, request.question, spans, call)).filter((entry) => entry !== null);
    const best = found.sort((a, b) => b.score - a.score || (a.span.spanId < b.span.spanId ? -1 : 1))[0];
    return answerOf(request.question, best);
  };
  return {
    identity,
    answer: async (requests, call) => {
      const answers: GeneratedAnswer[] = [];
      for (const request of requests) answers.push(await read(request, call));
      return answers;
    },
    probes: (request, call) => others.probes(request, call),
    async synthesise(question, drafts, evidence, call) {
      const answer = await read({ question, evidence }, call);
      return answer.abstained ? (drafts[0] ?? answer) : answer;
    },
  };
}

async function readSpans(
  runtime: OnnxRuntime,
  ref: Omit<OnnxModelRef, 'kind'>,
  question: string,
  spans: readonly EvidenceText[],
  { signal }: ModelCall,
): Promise<(Found | null)[]> {
  if (spans.length === 0) return [];
  return await runtime.use({ ...ref, kind: 'answers' }, async (session) => {
    const places = await runBatches(
      session,
      { texts: spans.map(() => question), pairs: spans.map((span) => span.text), shorten: 'pairs' },
      signal,
      (output, input, count) => {
        const [starts, ends, ids, mask] = [output('start_logits'), output('end_logits'), input('input_ids'), input('attention_mask')];
        const length = starts.dims[1] ?? 0;
        const separator = session.tokenizer.sep_token_id;
        return Array.from({ length: count }, (_, row) => {
          const at = (numbers: { readonly data: Float32Array }, token: number): number => numbers.data[row * length + token] ?? 0;
          const tokens = Array.from({ length }, (_token, token) => token).filter((token) => at(mask, token) === 1);
          // The text begins after the separator that ends the question.
          const from = tokens.findIndex((token) => at(ids, token) === separator) + 1;
          let best = { start: 0, end: 0, score: -Infinity };
          for (let start = from; start < tokens.length - 1; start += 1) {
            for (let end = start; end < Math.min(tokens.length - 1, start + longestAnswer); end += 1) {
              const score = at(starts, start) + at(ends, end);
              if (score > best.score) best = { start, end, score };
            }
          }
          return {
            words: tokens.slice(best.start, best.end + 1).map((token) => at(ids, token)),
            score: best.score - at(starts, 0) - at(ends, 0),
          };
        });
      },
    );
    return places.map(({ words, score }, index) => {
      const span = spans[index];
      if (span === undefined || words.length === 0) return null;
      const text = cut(span.text, session.tokenizer.decode(words, { skip_special_tokens: true }));
      return text === null ? null : { span, text, score };
    });
  });
}

/** The words of a text that a tokenizer has taken apart, lower-cased or spaced anew; null where they are not there. */
export function cut(text: string, said: string): string | null {
  const letters = Array.from(
    said
      .normalize('NFKD')
      .replaceAll(/\p{M}|\s/gu, '')
      .toLowerCase(),
  );
  if (letters.length === 0) return null;
  // Letters of the text with their places, as the tokenizer sees them.
  const places: { readonly plain: string; readonly start: number; readonly end: number }[] = [];
  let start = 0;
  for (const character of text) {
    const end = start + character.length;
    for (const plain of character
      .normalize('NFKD')
      .replaceAll(/\p{M}|\s/gu, '')
      .toLowerCase())
      places.push({ plain, start, end });
    start = end;
  }
  for (let from = 0; from + letters.length <= places.length; from += 1) {
    if (!letters.every((letter, at) => places[from + at]?.plain === letter)) continue;
    return text.slice(places[from]?.start ?? 0, places[from + letters.length - 1]?.end ?? 0);
  }
  return null;
}

function answerOf(question: string, found: Found | undefined): GeneratedAnswer {
  const { type } = analyseQuestion(question);
  const probability = found === undefined ? 0 : 1 / (1 + Math.exp(-found.score));
  if (found === undefined || probability < leastProbability) return abstentionOf(type);
  const { span, text } = found;
  const statement = span.text;
  return {
    abstained: false,
    text,
    statement,
    type,
    claims: [{ text: statement, spanIds: [span.spanId] }],
    rationale: `Read from: ${span.text}`,
    citedSpans: [span.spanId],
    keySpans: [span.spanId],
    conflicts: [],
    logProbability: Math.log(probability),
  };
}

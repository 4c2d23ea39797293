import { join } from 'node:path';

import { LRUCache } from 'lru-cache';

import { throwIfCancelled } from '../base/error.ts';
import { sha256 } from '../base/hash.ts';
import type { ModelIdentity } from '../contract/report.ts';
import type { OnnxInput } from './onnx-thread.ts';
import { OnnxModel } from './onnx-model.ts';
import { nothingRead, type PairEncoder, type PairScore, type PairSpan, type TextPair } from './types.ts';
import { cannotRun, leftOut, networkVersion } from './weights.ts';
import { type Window, type Windows, windowsOf } from './windows.ts';
import { WordPiece } from './wordpiece.ts';

/** Answers are short; longer runs are sentences. */
const longestSpan = 30;
const mostSpans = 5;
/** Minimal sets read the same few sentences again and again. */
const keptScores = 4000;

/** What one run says of one window. */
interface WindowScore {
  readonly window: Window;
  readonly answered: number;
  readonly entails: PairScore['entails'];
  readonly form: PairScore['form'];
  /** Logits of start and end by token, one after the other. */
  readonly span: Float32Array;
  readonly evidence: Float32Array;
}

/** Files of the bundled judge, whose digests name it. */
export function judgeFiles(folder: string): [string, ...string[]] {
  const within = (file: string): string => join(folder, 'judge', file);
  return [within('judge.onnx'), within('weights-1.bin'), within('weights-2.bin'), within('vocab.txt')];
}

/**
 * The bundled judge (models/judge): a pretrained transformer with five heads, fitted by training/pair-encoder. Pairs are run one by one,
 * without padding: quantised numbers depend on what is run beside a text, and a score must not.
 */
export class BundledPairEncoder implements PairEncoder {
  readonly #folder: string;
  readonly #model: OnnxModel;
  readonly #scores = new LRUCache<string, PairScore>({ max: keptScores });
  #tokens: WordPiece | undefined;

  constructor(folder: string) {
    this.#folder = folder;
    this.#model = new OnnxModel('judge', join(folder, 'judge', 'judge.onnx'));
  }

  get identity(): ModelIdentity {
    return { id: 'linchpin/judge', provider: 'bundled', version: networkVersion('judge', judgeFiles(this.#folder)), local: true };
  }

  prepare(): void {
    this.#model.prepare();
  }

  async scorePairs(pairs: readonly TextPair[], { signal }: { readonly signal?: AbortSignal }): Promise<PairScore[]> {
    const scores: PairScore[] = [];
    for (const pair of pairs) {
      throwIfCancelled(signal);
      const key = sha256(JSON.stringify([pair.query, pair.heading, pair.sentences]));
      const known = this.#scores.get(key);
      const score = known ?? (await this.#score(pair, signal));
      if (known === undefined) this.#scores.set(key, score);
      scores.push(score);
    }
    return scores;
  }

  async #score(pair: TextPair, signal: AbortSignal | undefined): Promise<PairScore> {
    if (this.#tokens === undefined && this.identity.version === leftOut) throw cannotRun('judge');
    this.#tokens ??= WordPiece.read(join(this.#folder, 'judge', 'vocab.txt'));
    const windows = windowsOf(pair, this.#tokens);
    if (windows.windows.length === 0) return { ...nothingRead, evidence: pair.sentences.map(() => 0) };
    const read: WindowScore[] = [];
    for (const window of windows.windows) read.push(await this.#read(window, signal));
    return joined(read, windows);
  }

  async #read(window: Window, signal: AbortSignal | undefined): Promise<WindowScore> {
    const output = await this.#model.run(inputsOf(window), signal);
    const [supports = 0, neutral = 1, refutes = 0] = output('nli');
    const [span = 1, yes = 0, no = 0] = output('kind');
    return {
      window,
      answered: output('rel')[0] ?? 0,
      entails: { supports, neutral, refutes },
      form: { span, yes, no },
      span: output('span'),
      evidence: output('evid'),
    };
  }
}

function inputsOf({ ids, queryLength }: Window): Record<string, OnnxInput> {
  const shape = [1, ids.length];
  return {
    ids: { values: Int32Array.from(ids), shape },
    seg: { values: Int32Array.from(ids, (_, at) => (at < queryLength ? 0 : 1)), shape },
    mask: { values: new Int32Array(ids.length).fill(1), shape },
  };
}

/** The window that is surest to answer says whether and how; the one that is least neutral what becomes of a claim. */
export function joined(read: readonly WindowScore[], { pieces }: Windows): PairScore {
  const [first, ...others] = read;
  if (first === undefined) return nothingRead;
  const answering = others.reduce((best, each) => (each.answered > best.answered ? each : best), first);
  const deciding = others.reduce((best, each) => (each.entails.neutral < best.entails.neutral ? each : best), first);
  const evidence = pieces.map(() => 0);
  for (const { window, evidence: tokens } of read)
    for (const { sentence, from, to } of window.parts) {
      let sum = 0;
      for (let at = from; at < to; at += 1) sum += tokens[at] ?? 0;
      if (to > from) evidence[sentence] = Math.max(evidence[sentence] ?? 0, sum / (to - from));
    }
  return {
    answered: answering.answered,
    entails: deciding.entails,
    form: answering.form,
    spans: spansOf(answering, pieces),
    evidence,
  };
}

/** Softmax over all runs of words within one sentence; SQuAD's way to choose a span. */
function spansOf({ window, span }: WindowScore, pieces: Windows['pieces']): PairSpan[] {
  const found: (Omit<PairSpan, 'probability'> & { readonly logit: number })[] = [];
  for (const { sentence, from, to, skipped } of window.parts)
    for (let first = from; first < to; first += 1)
      for (let last = first; last < Math.min(to, first + longestSpan); last += 1) {
        const start = pieces[sentence]?.starts[skipped + first - from];
        const end = pieces[sentence]?.ends[skipped + last - from];
        if (start === undefined || end === undefined) continue;
        found.push({ sentence, start, end, logit: (span[2 * first] ?? 0) + (span[2 * last + 1] ?? 0) });
      }
  const most = found.reduce((best, { logit }) => Math.max(best, logit), -Infinity);
  const total = found.reduce((sum, { logit }) => sum + Math.exp(logit - most), 0);
  const chosen: PairSpan[] = [];
  for (const { logit, ...place } of found.sort((a, b) => b.logit - a.logit)) {
    if (chosen.length === mostSpans) break;
    if (chosen.some((other) => other.sentence === place.sentence && other.start < place.end && place.start < other.end)) continue;
    chosen.push({ ...place, probability: Math.exp(logit - most) / total });
  }
  return chosen;
}

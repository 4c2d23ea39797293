import { throwIfCancelled } from '../base/error.ts';
import type { Entailment, EntailmentPair, ModelCall } from '../models/ports.ts';
import { contentStems } from '../text/tokens.ts';
import { acronymsIn } from './acronyms.ts';
import { compare, type Comparison } from './compare.ts';
import { decide, type Decision, gates } from './decide.ts';
import { readText } from './reading.ts';
import { rowFor } from './rows.ts';
import type { ScopedSentence, SentenceJudgement } from './types.ts';
import type { WordKnowledge } from './words.ts';

export interface JudgedSentence extends SentenceJudgement, Decision {
  /** Place in the request. */
  readonly at: number;
  /** What of the sentence was judged: the whole, or the cells of a row that the claim is about. Offsets of atoms are into it. */
  readonly text: string;
}

export interface JudgeRequest {
  readonly claim: string;
  /** Most relevant first. */
  readonly sentences: readonly (ScopedSentence & { readonly kind: 'heading' | 'row' | 'text' })[];
  /** The scorer is a language model or a large network: it may decide where the atoms do not. */
  readonly reads: boolean;
}

/** Sentences that are taken apart: the most relevant, and those that share most words with the claim. */
const byRelevance = 60;
const byWords = 40;
/** Of these the scorer is asked about as many: those that say most of the claim. */
const scored = 50;
/** And the slower second scorer about as many: those with a conflict to be sure of. */
const scoredTwice = 8;
/** Chance of being right of a sentence that decides; docs/claims.md says on what it was measured. */
export const chances = { supports: 0.85, refutes: 0.9 } as const;
/** No open sentence comes near the threshold, however much of the claim it says. */
const openMost = 0.45;

/**
 * Holds a claim against each sentence with its scope, one at a time: no sentence completes another. Most telling first; ties by place.
 *
 * @throws LinchpinError `cancelled`, and what the models throw.
 */
export async function judgeSentences(
  { claim, sentences, reads }: JudgeRequest,
  entailment: Entailment,
  second: Entailment | undefined,
  knowledge: WordKnowledge,
  call: ModelCall,
): Promise<JudgedSentence[]> {
  const own = readText(claim);
  const acronyms = acronymsIn(sentences.flatMap(({ text, elsewhere }) => [text, ...elsewhere.slice(0, 1)]));
  const read = worthReading(claim, sentences).map((at) => {
    const sentence = sentences[at];
    if (sentence === undefined) throw new RangeError(`no sentence ${at}`);
    const { text, isCell } = sentence.kind === 'row' ? rowFor(sentence.text, own) : { text: sentence.text, isCell: false };
    const stated = readText(text);
    return { at, text, isCell, sentence, stated, comparison: compare(own, { ...sentence, text }, acronyms, knowledge, stated) };
  });
  throwIfCancelled(call.signal);
  const telling = [...read].sort((a, b) => b.comparison.coverage - a.comparison.coverage || a.at - b.at).slice(0, scored);
  // No gate that the scorer has a say in opens below this coverage: a scorer that reads is asked about all.
  const asked = reads ? telling : telling.filter(({ comparison }) => comparison.coverage >= gates.agreed.coverage);
  const scores = await entailment.classify(
    asked.map((entry) => pairOf(claim, entry)),
    call,
  );
  const scoreOf = new Map(asked.map(({ at }, place) => [at, scores[place]]));
  const doubtful = reads || second === undefined ? [] : telling.filter(({ comparison }) => isDoubtful(comparison)).slice(0, scoredTwice);
  const seconds =
    doubtful.length === 0
      ? []
      : await second?.classify(
          doubtful.map((entry) => pairOf(claim, entry)),
          call,
        );
  const secondOf = new Map(doubtful.map(({ at }, place) => [at, seconds?.[place] ?? null]));
  return telling
    .map(({ at, text, isCell, sentence, stated, comparison }): JudgedSentence => {
      const score = scoreOf.get(at) ?? { entail: 0, neutral: 1, contradict: 0 };
      const decision = decide({
        claim: own,
        stated,
        comparison,
        entailment: score,
        second: secondOf.get(at) ?? null,
        isHeading: sentence.kind === 'heading',
        isCell,
        reads,
      });
      const said = openMost * comparison.coverage;
      return {
        ...decision,
        at,
        text,
        atoms: comparison.atoms,
        // What stays open is ordered by how much it says, and by what the scorer makes of it.
        supports: decision.stance === 'supports' ? chances.supports : decision.stance === 'refutes' ? 0 : said * (0.5 + score.entail / 2),
        refutes: decision.stance === 'refutes' ? chances.refutes : decision.stance === 'supports' ? 0 : (said * score.contradict) / 2,
      };
    })
    .sort((a, b) => Math.max(b.supports, b.refutes) - Math.max(a.supports, a.refutes) || a.at - b.at);
}

function pairOf(claim: string, { text, sentence }: { readonly text: string; readonly sentence: ScopedSentence }): EntailmentPair {
  return { premise: text, hypothesis: claim, context: [...sentence.document.slice(0, 1), ...sentence.headings].join(' > ') };
}

/** One atom is against it, and nothing but the scorers can say how sure that is. */
function isDoubtful({ figures, modality, reversed, exchanged, coverage, density }: Comparison): boolean {
  const conflicts = figures.denied + Number(modality === 'breaks') + Number(reversed) + Number(exchanged);
  return conflicts === 1 && coverage >= gates.agreed.coverage && density >= gates.agreed.density;
}

function worthReading(claim: string, sentences: JudgeRequest['sentences']): number[] {
  const wanted = new Set(contentStems(claim));
  const shared = sentences.map(({ text, headings }) => {
    const stems = new Set(contentStems([...headings.slice(-2), text].join(' ')));
    return [...wanted].filter((word) => stems.has(word)).length;
  });
  const places = [...sentences.keys()];
  const chosen = new Set(places.slice(0, byRelevance));
  for (const at of places.sort((a, b) => (shared[b] ?? 0) - (shared[a] ?? 0) || a - b).slice(0, byWords)) chosen.add(at);
  return [...chosen].sort((a, b) => a - b);
}

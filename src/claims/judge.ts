import type { Entailment, ModelCall } from '../models/ports.ts';
import { assertionIn } from './assertion.ts';
import { byCells } from './by-cells.ts';
import { decide, type Decision, mayDecide, open } from './decide.ts';
import { depth, readingDepth, type Pair, readPairs, type RequestedSentence } from './pairs.ts';
import { readText } from './reading.ts';
import type { JudgedAtom, SentenceJudgement } from './types.ts';
import { chancesOf, verdictWeights } from './verdict.ts';
import type { WordKnowledge } from './words.ts';

export interface JudgedSentence extends SentenceJudgement, Decision {
  /** Place in the request. */
  readonly at: number;
  /** What of the sentence was judged: the whole, one of the statements that it joins, or the cells of a row that the claim is about. Offsets of atoms are into it. */
  readonly text: string;
}

export interface JudgeRequest {
  readonly claim: string;
  /** Most relevant first. */
  readonly sentences: readonly RequestedSentence[];
  /** The scorer is a language model or a large network: it may decide where the atoms do not. */
  readonly reads: boolean;
}

/** No open sentence comes near the threshold, however much of the claim it says. */
const openMost = 0.45;

/**
 * Holds a claim against each sentence with its scope, one at a time: no sentence completes another. Most telling first; ties by place.
 *
 * @throws LinchpinError `cancelled`, `model-unavailable`, and what the models throw.
 */
export async function judgeSentences(
  { claim, sentences, reads }: JudgeRequest,
  entailment: Entailment,
  second: Entailment | undefined,
  knowledge: WordKnowledge,
  call: ModelCall,
): Promise<JudgedSentence[]> {
  const assertion = assertionIn(claim);
  const own = readText(assertion.text);
  const weights = verdictWeights();
  const pairs = await readPairs(own, sentences, reads ? readingDepth : depth, entailment, reads ? undefined : second, knowledge, call);
  const decided = pairs.map((pair) => {
    const decisionOf = (read: Pair): Decision =>
      decide(own, read, read.signs === null ? null : chancesOf(weights, read.signs), weights, reads);
    // The statement that is about the claim goes before the sentence that it is a part of, whose other statements have figures and a "not" of their own.
    const part = pair.part === null ? null : { pair: pair.part, decision: decisionOf(pair.part) };
    if (part !== null && isTold(part)) return part;
    const decision = decisionOf(pair);
    return { pair, decision: decision.stance === 'supports' && decision.chance < 1 && isPatched(pair) ? open : decision };
  });
  const judged = byCells(assertion.text, decided, knowledge).map(({ pair, decision }) => ({
    pair,
    decision: assertion.denied ? turned(decision) : decision,
  }));
  const strongest = (stance: Decision['stance']): number =>
    Math.max(0, ...judged.filter(({ decision }) => decision.stance === stance).map(({ decision }) => decision.chance));
  const [supports, refutes] = [strongest('supports'), strongest('refutes')];
  return judged
    .map(({ pair, decision }): JudgedSentence => {
      const { at, text, comparison, entailment: score, sentence } = pair;
      // Where one sentence decides for a claim and another against it, the surer one is about the claim, unless they are of different documents.
      const rival = decision.stance === 'supports' ? refutes : supports;
      const outdone =
        decision.stance !== 'open' &&
        decision.chance < rival &&
        judged.some(
          (other) =>
            other.decision.stance !== 'open' && other.decision.stance !== decision.stance && sameDocument(other.pair.sentence, sentence),
        );
      const stance = outdone ? 'open' : decision.stance;
      const said = openMost * comparison.coverage;
      return {
        stance,
        ground: outdone ? null : decision.ground,
        chance: outdone ? 0 : decision.chance,
        at,
        text,
        atoms: decision.isCell === true ? inCell(comparison.atoms, stance) : comparison.atoms,
        // What stays open is ordered by how much it says, and by what the scorer makes of it.
        supports: stance === 'supports' ? weights.right.supports : stance === 'refutes' ? 0 : said * (0.5 + score.entail / 2),
        refutes: stance === 'refutes' ? weights.right.refutes : stance === 'supports' ? 0 : (said * score.contradict) / 2,
      };
    })
    .sort((a, b) => Math.max(b.supports, b.refutes) - Math.max(a.supports, a.refutes) || a.at - b.at);
}

/** A part decides what its own words tell: which figure is right, or that it is so. Whether it says the opposite may turn on the rest of the sentence. */
function isTold({ pair, decision: { stance, ground } }: { readonly pair: Pair; readonly decision: Decision }): boolean {
  if (stance === 'supports') return pair.comparison.ownCoverage >= toldByPart;
  return stance === 'refutes' && (ground === 'quantity' || ground === 'unit' || ground === 'bound' || ground === 'modality');
}
/** Does a sentence say a claim only by words, a level or a figure of several of its statements? */
function isPatched({ isSpread, part, comparison }: Pair): boolean {
  return isSpread || (part !== null && (!mayDecide(part) || part.comparison.figures.unsaid > comparison.figures.unsaid));
}
/** Share of a claim's words: of what says fewer nearly as many true as false claims were supported. */
const toldByPart = 0.5;

/** A cell that decides accounts for every word of the claim. */
function inCell(atoms: readonly JudgedAtom[], stance: Decision['stance']): JudgedAtom[] {
  return atoms.map((atom) => (atom.state === 'unsaid' || stance === 'supports' ? { ...atom, state: 'said' } : atom));
}

/** What says it refutes that it is not so. Whether what refutes it says that it is not so is not sure: both may be wrong. */
function turned(decision: Decision): Decision {
  return decision.stance === 'supports' ? { ...decision, stance: 'refutes', ground: 'negation' } : open;
}

function sameDocument(a: RequestedSentence, b: RequestedSentence): boolean {
  return a.document.at(-1) === b.document.at(-1);
}

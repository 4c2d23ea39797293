import { negationCue } from '../../text/negation.ts';
import { align, readSide, wordClass, type Alignment, type Side, type WordClass } from './entailment-alignment.ts';
import { numberEvidence } from './entailment-numbers.ts';
import { structureEvidence } from './entailment-structure.ts';
import { relationAt, type WordBook } from './entailment-words.ts';

/** From this strength on a hypothesis word counts as said by the premise. */
export const aligned = 0.8;
const loose = 0.5;
const vectorSize = 256;

const lists = {
  universal: new Set(['all', 'every', 'always', 'each', 'entire', 'whole', 'everyone', 'everything', 'completely', 'entirely', 'only', 'solely', 'exclusively']),
  partial: new Set(['some', 'several', 'many', 'most', 'few', 'partly', 'sometimes', 'often', 'usually', 'generally', 'mostly', 'part', 'partially']),
  modal: new Set(['may', 'might', 'could', 'possibly', 'perhaps', 'probably', 'likely', 'can', 'potential', 'potentially', 'suggest', 'suggests', 'appears', 'seems', 'unclear', 'unknown', 'possible', 'optionally', 'optional']),
  duty: new Set(['must', 'shall', 'required', 'mandatory', 'requires', 'require', 'should', 'recommended']),
  more: new Set(['more', 'higher', 'greater', 'increase', 'increases', 'increased', 'larger', 'older', 'longer', 'above', 'over', 'exceed', 'rise', 'rose', 'grew', 'better', 'most', 'best']),
  less: new Set(['less', 'lower', 'fewer', 'decrease', 'decreases', 'decreased', 'smaller', 'younger', 'shorter', 'below', 'under', 'fall', 'fell', 'declined', 'reduce', 'reduced', 'reduces', 'worse', 'least', 'worst']),
  before: new Set(['before', 'prior', 'earlier', 'until']),
  after: new Set(['after', 'since', 'later', 'following']),
  purpose: new Set(['because', 'for', 'to', 'since', 'so', 'while', 'after', 'before', 'with']),
} as const;

export interface PairReading {
  readonly premise: Side;
  readonly hypothesis: Side;
  readonly alignment: readonly Alignment[];
  readonly classes: readonly WordClass[];
  readonly features: Float32Array;
  /** Premise positions that the network reads, ascending: context and the sentences that say most of the hypothesis, no marks. */
  readonly focus: readonly number[];
}

interface Named {
  readonly names: string[];
  readonly values: number[];
}

/** Names of the linguistic features, in the order of `PairReading.features`. */
export function featureNames(book: WordBook): string[] {
  return linguistics(book, readSide(book, 'A dog ran.', '', 10), readSide(book, 'A dog ran.', '', 10)).named.names;
}

export const premiseLimit = 320;
export const hypothesisLimit = 80;

export function readPair(book: WordBook, premise: Side, hypothesis: Side): PairReading {
  const { named, alignment, classes, perSentence } = linguistics(book, premise, hypothesis);
  return { premise, hypothesis, alignment, classes, features: Float32Array.from(named.values), focus: focusOf(premise, perSentence) };
}

const focusLimit = 72;
const focusContext = 12;

function focusOf(premise: Side, perSentence: Float64Array): number[] {
  const order = [...perSentence.keys()].sort((a, b) => (perSentence[b] ?? 0) - (perSentence[a] ?? 0) || a - b);
  const bySentence = new Map<number, number[]>();
  premise.tokens.forEach((token, at) => {
    if (token.kind === 'mark') return;
    const list = bySentence.get(token.sentence);
    if (list === undefined) bySentence.set(token.sentence, [at]);
    else list.push(at);
  });
  const chosen = (bySentence.get(-1) ?? []).slice(0, focusContext);
  for (const sentence of order) {
    const room = focusLimit - chosen.length;
    const words = bySentence.get(sentence) ?? [];
    if (room <= 0 || (words.length > room && chosen.length > focusContext)) break;
    chosen.push(...words.slice(0, room));
  }
  return chosen.sort((a, b) => a - b);
}

function linguistics(book: WordBook, premise: Side, hypothesis: Side): { named: Named; alignment: Alignment[]; classes: WordClass[]; perSentence: Float64Array } {
  const alignment = align(book, premise, hypothesis);
  const classes = hypothesis.tokens.map((_, at) => wordClass(book, hypothesis, at));
  const premiseClasses = premise.tokens.map((_, at) => wordClass(book, premise, at));
  const named: Named = { names: [], values: [] };
  const add = (name: string, value: number): void => {
    named.names.push(name);
    named.values.push(Number.isFinite(value) ? value : 0);
  };
  const weight = (side: Side, at: number): number => {
    const id = side.ids[at];
    return id === undefined ? 0 : book.word(id).weight;
  };
  const content = classes.flatMap((kind, at) => (kind === 'function' || kind === 'mark' ? [] : [at]));
  const premiseContent = premiseClasses.flatMap((kind, at) => (kind === 'function' || kind === 'mark' ? [] : [at]));
  const strength = (at: number): number => alignment[at]?.strength ?? 0;
  const total = content.reduce((sum, at) => sum + weight(hypothesis, at), 0) || 1;

  // Coverage of the hypothesis, over all and by class.
  const share = (accept: (at: number) => boolean): number => content.reduce((sum, at) => sum + (accept(at) ? weight(hypothesis, at) : 0), 0) / total;
  add('coverExact', share((at) => strength(at) >= 0.95));
  add('coverAligned', share((at) => strength(at) >= aligned));
  add('coverLoose', share((at) => strength(at) >= loose));
  add('coverSoft', content.reduce((sum, at) => sum + weight(hypothesis, at) * strength(at), 0) / total);
  add('openWeight', content.reduce((sum, at) => sum + weight(hypothesis, at) * (1 - strength(at)), 0) / 10);
  add('weakest', content.reduce((low, at) => Math.min(low, strength(at)), 1));
  const sorted = content.map(strength).sort((a, b) => a - b);
  add('secondWeakest', sorted[1] ?? 1);
  for (const kind of ['name', 'number', 'noun', 'verb', 'modifier'] as const) {
    const of = content.filter((at) => classes[at] === kind);
    add(`${kind}Count`, of.length);
    add(`${kind}Open`, of.filter((at) => strength(at) < loose).length);
    add(`${kind}Loose`, of.filter((at) => strength(at) >= loose && strength(at) < aligned).length);
    add(`${kind}Weakest`, of.reduce((low, at) => Math.min(low, strength(at)), 1));
  }
  const verbAt = content.find((at) => classes[at] === 'verb') ?? -1;
  const subject = content.filter((at) => verbAt < 0 ? at === content[0] : at < verbAt);
  add('subjectStrength', subject.length === 0 ? 1 : subject.reduce((sum, at) => sum + strength(at), 0) / subject.length);
  add('verbStrength', verbAt < 0 ? 1 : strength(verbAt));
  add('lastStrength', content.length === 0 ? 1 : strength(content.at(-1) ?? 0));

  // The sentence that says most of it.
  const perSentence = new Float64Array(Math.max(1, premise.sentences));
  for (const j of content) {
    const id = hypothesis.ids[j];
    if (id === undefined) continue;
    const best = new Float64Array(perSentence.length);
    premise.tokens.forEach((token, i) => {
      const otherId = premise.ids[i];
      if (otherId === undefined || token.kind === 'mark' || token.stop) return;
      const hypothesisToken = hypothesis.tokens[j];
      if (hypothesisToken !== undefined && hypothesisToken.value !== null && token.value !== null ? hypothesisToken.value !== token.value : book.relation(otherId, id)[relationAt.lemma] !== 1) return;
      if (token.sentence < 0) best.fill(1);
      else best[token.sentence] = 1;
    });
    best.forEach((said, sentence) => { perSentence[sentence] = (perSentence[sentence] ?? 0) + said * weight(hypothesis, j); });
  }
  let bestSentence = 0;
  perSentence.forEach((value, at) => { if (value > (perSentence[bestSentence] ?? 0)) bestSentence = at; });
  add('bestSentenceCover', (perSentence[bestSentence] ?? 0) / total);
  add('spread', share((at) => strength(at) >= 0.95) - (perSentence[bestSentence] ?? 0) / total);
  add('sentences', Math.log(Math.max(1, premise.sentences)));
  const touched = new Set<number>([bestSentence]);
  for (const at of content) {
    const found = alignment[at];
    const sentence = found === undefined || found.strength < aligned ? undefined : premise.tokens[found.at]?.sentence;
    if (sentence !== undefined && sentence >= 0) touched.add(sentence);
  }
  add('touched', touched.size);
  const near = premiseContent.filter((at) => touched.has(premise.tokens[at]?.sentence ?? -1));
  const inBest = near.filter((at) => premise.tokens[at]?.sentence === bestSentence);
  const used = new Set(content.filter((at) => strength(at) >= loose).map((at) => alignment[at]?.at ?? -1));
  const nearWeight = inBest.reduce((sum, at) => sum + weight(premise, at), 0) || 1;
  add('premiseUsed', inBest.reduce((sum, at) => sum + (used.has(at) ? weight(premise, at) : 0), 0) / nearWeight);
  add('premiseOpenCount', Math.log1p(inBest.filter((at) => !used.has(at)).length));

  // Opposites, sisters and substitutions among what is not said.
  let opposites = 0, sisters = 0, oppositeAny = 0, bestPath = 0, special = 0, general = 0, swaps = 0, swapField = 0, swapPath = 0, swapOpposite = 0, swapNames = 0, swapCosine = 0;
  for (const j of content) {
    const id = hypothesis.ids[j];
    if (id === undefined || classes[j] === 'number') continue;
    const open = strength(j) < aligned;
    let opposite = 0, sister = 0, path = 0, narrower = 0, wider = 0;
    for (const i of near) {
      const otherId = premise.ids[i];
      if (otherId === undefined) continue;
      const relation = book.relation(otherId, id);
      opposite = Math.max(opposite, relation[relationAt.opposite] ?? 0);
      sister = Math.max(sister, relation[relationAt.sister] ?? 0);
      path = Math.max(path, relation[relationAt.path] ?? 0);
      narrower = Math.max(narrower, relation[relationAt.special] ?? 0);
      wider = Math.max(wider, relation[relationAt.general] ?? 0);
    }
    oppositeAny += opposite;
    if (!open) continue;
    opposites += opposite;
    sisters += sister;
    special += narrower;
    general += wider;
    bestPath = Math.max(bestPath, path);
    const swap = substitution(book, premise, hypothesis, alignment, j, new Set(near), used);
    if (swap === null) continue;
    swaps += 1;
    const relation = book.relation(swap.id, id);
    swapField += relation[relationAt.sameField] ?? 0;
    swapPath = Math.max(swapPath, relation[relationAt.path] ?? 0);
    swapOpposite += relation[relationAt.opposite] ?? 0;
    swapCosine = Math.max(swapCosine, relation[relationAt.cosine] ?? 0);
    swapNames += classes[j] === 'name' && premiseClasses[swap.at] === 'name' ? 1 : 0;
  }
  add('opposites', opposites); add('oppositeAny', oppositeAny); add('sisters', sisters); add('openPath', bestPath); add('special', special); add('general', general);
  add('swaps', swaps); add('swapField', swapField); add('swapPath', swapPath); add('swapOpposite', swapOpposite); add('swapCosine', swapCosine); add('swapNames', swapNames);

  // Negation: parity on what is aligned, and cues on either side.
  let mismatch = 0, verbMismatch = 0, matched = 0;
  for (const j of content) {
    const found = alignment[j];
    if (found === undefined || found.strength < 0.6) continue;
    const differs = hypothesis.tokens[j]?.negated !== premise.tokens[found.at]?.negated;
    matched += weight(hypothesis, j);
    if (differs) {
      mismatch += weight(hypothesis, j);
      if (classes[j] === 'verb') verbMismatch += 1;
    }
  }
  const cues = (side: Side, inside: (sentence: number) => boolean, kind: 'negator' | 'denier' | 'weak'): number => side.tokens.filter((token) => inside(token.sentence) && negationCue(token.text) === kind).length;
  const everywhere = (): boolean => true;
  const isNear = (sentence: number): boolean => touched.has(sentence);
  const negators = cues(hypothesis, everywhere, 'negator');
  const premiseNegators = cues(premise, isNear, 'negator');
  add('negationMismatch', matched > 0 ? mismatch / matched : 0);
  add('negationVerbMismatch', verbMismatch);
  add('negators', negators); add('premiseNegators', premiseNegators);
  add('negatorParity', (negators + cues(hypothesis, everywhere, 'denier')) % 2 === (premiseNegators + cues(premise, isNear, 'denier')) % 2 ? 0 : 1);
  add('deniers', cues(hypothesis, everywhere, 'denier')); add('premiseDeniers', cues(premise, isNear, 'denier'));
  add('weakCues', cues(hypothesis, everywhere, 'weak')); add('premiseWeakCues', cues(premise, isNear, 'weak'));

  // Quantifiers, modality, direction, time.
  for (const [name, words] of Object.entries(lists)) {
    const mine = hypothesis.tokens.some((token) => words.has(token.text)) ? 1 : 0;
    const theirs = premise.tokens.some((token) => touched.has(token.sentence) && words.has(token.text)) ? 1 : 0;
    add(`${name}Hypothesis`, mine);
    if (name !== 'purpose') add(`${name}Premise`, theirs);
    add(`${name}Only`, mine > theirs ? 1 : 0);
  }

  // Order of what is aligned.
  let pairs = 0, inverted = 0, close = 0, namesInverted = 0;
  for (let k = 1; k < content.length; k += 1) {
    const left = content[k - 1] ?? 0;
    const right = content[k] ?? 0;
    const a = alignment[left];
    const b = alignment[right];
    if (a === undefined || b === undefined || a.strength < aligned || b.strength < aligned) continue;
    pairs += 1;
    if (b.at < a.at) inverted += 1;
    if (b.at < a.at && a.at - b.at <= 12 && classes[left] === 'name' && classes[right] === 'name') namesInverted += 1;
    if (b.at > a.at && b.at - a.at <= right - left + 2) close += 1;
  }
  add('inverted', pairs > 0 ? inverted / pairs : 0); add('namesInverted', namesInverted); add('closePairs', pairs > 0 ? close / pairs : 0);
  const functions = classes.flatMap((kind, at) => (kind === 'function' ? [at] : []));
  add('functionCover', functions.length === 0 ? 1 : functions.filter((at) => strength(at) >= 1).length / functions.length);

  for (const [name, value] of Object.entries<number>({ ...numberEvidence(premise, hypothesis, touched) })) add(name, value);

  for (const [name, value] of Object.entries<number>({ ...structureEvidence(book, premise, hypothesis, alignment, classes, premiseClasses, new Set(near), used) })) add(name, value);

  // Size and topic.
  add('hypothesisLength', Math.log1p(content.length));
  add('premiseLength', Math.log1p(premiseContent.length));
  add('bestLength', Math.log1p(inBest.length));
  add('lengthDifference', Math.log1p(inBest.length) - Math.log1p(content.length));
  add('namesPremise', Math.log1p(near.filter((at) => premiseClasses[at] === 'name').length));
  add('contextUsed', share((at) => strength(at) >= aligned && (premise.tokens[alignment[at]?.at ?? -1]?.sentence ?? 0) < 0));
  add('cosineAll', topicCosine(book, premise, premiseContent, hypothesis, content));
  add('cosineBest', topicCosine(book, premise, inBest, hypothesis, content));
  add('bareHypothesis', /^(?:a|an|the|some|two|three|people|there|nobody|no|man|woman)$/.test(hypothesis.tokens[0]?.text ?? '') && !classes.includes('name') ? 1 : 0);
  return { named, alignment, classes, perSentence };
}

/** The premise word that stands where hypothesis word `j` would: unused, beside the counterparts of j's neighbours. */
function substitution(book: WordBook, premise: Side, hypothesis: Side, alignment: readonly Alignment[], j: number, near: ReadonlySet<number>, used: ReadonlySet<number>): { at: number; id: number } | null {
  const anchor = (step: -1 | 1): number => {
    for (let at = j + step; at >= 0 && at < hypothesis.tokens.length && Math.abs(at - j) <= 4; at += step) {
      const found = alignment[at];
      if (found !== undefined && found.strength >= aligned && hypothesis.tokens[at]?.kind !== 'mark') return found.at;
    }
    return -1;
  };
  const left = anchor(-1);
  const right = anchor(1);
  const own = hypothesis.ids[j];
  if (own === undefined) return null;
  let best: { at: number; id: number } | null = null;
  let bestScore = -Infinity;
  for (let step = -4; step <= 4; step += 1) {
    for (const [from, sign] of [[left, 1], [right, -1]] as const) {
      if (from < 0) continue;
      const at = from + step;
      if (step === 0 || !near.has(at) || used.has(at)) continue;
      const id = premise.ids[at];
      if (id === undefined) continue;
      const relation = book.relation(id, own);
      const score = (relation[relationAt.path] ?? 0) + (relation[relationAt.sameField] ?? 0) + (relation[relationAt.opposite] ?? 0) + (Math.sign(step) === sign ? 0.5 : 0) - 0.05 * Math.abs(step);
      if (score > bestScore) {
        bestScore = score;
        best = { at, id };
      }
    }
  }
  return best;
}

function topicCosine(book: WordBook, premise: Side, premiseAt: readonly number[], hypothesis: Side, hypothesisAt: readonly number[]): number {
  const sum = (side: Side, positions: readonly number[]): Float64Array => {
    const out = new Float64Array(vectorSize);
    for (const id of new Set(positions.map((at) => side.ids[at]))) {
      if (id === undefined) continue;
      const word = book.word(id);
      if (word.vector !== null) for (let at = 0; at < vectorSize; at += 1) out[at] = (out[at] ?? 0) + (word.vector[at] ?? 0) * word.weight;
    }
    return out;
  };
  const a = sum(premise, premiseAt);
  const b = sum(hypothesis, hypothesisAt);
  let dot = 0, left = 0, right = 0;
  for (let at = 0; at < a.length; at += 1) {
    const x = a[at] ?? 0;
    const y = b[at] ?? 0;
    dot += x * y;
    left += x * x;
    right += y * y;
  }
  return left > 0 && right > 0 ? dot / Math.sqrt(left * right) : 0;
}

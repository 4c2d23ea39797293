import type { ModelCall } from '../models/ports.ts';
import type { ReadablePassage, ReadableSpan } from '../inference/types.ts';
import type { ClaimReader, PassageStance, SetStance } from './types.ts';

/** Passages that are read for a claim. */
export const passagesRead = 6;
/** Passages whose sentences are read alone: those that say most about the claim. */
const readAlone = 3;
/** Under this much said about the claim a passage's sentences are not read alone. */
export const leastSaid = 0.1;
/** A sentence belongs to the evidence from here on. */
const needed = 0.5;
const mostSentences = 3;

export interface ClaimReading {
  /** Those that say most about the claim first. */
  readonly passages: readonly PassageStance[];
  readonly sets: readonly SetStance[];
}

/** What the best passages of a search make of a claim, and then the sentences that they rest on, alone under their headings. */
export async function readClaim(
  claim: string,
  found: readonly ReadablePassage[],
  reader: ClaimReader,
  call: ModelCall,
): Promise<ClaimReading> {
  const first = found.slice(0, passagesRead);
  const scores = await reader.read(claim, first.map(textOf), call);
  const passages = first
    .map(({ path, heading, spans }, rank): PassageStance => {
      const { stances = { supports: 0, neutral: 1, refutes: 0 }, needed: values = [] } = scores[rank] ?? {};
      return { path, heading, spans, rank, stances, needed: values };
    })
    .sort((a, b) => a.stances.neutral - b.stances.neutral || a.rank - b.rank);
  const wanted = passages
    .slice(0, readAlone)
    .flatMap((passage, from) => (passage.stances.neutral > 1 - leastSaid ? [] : setsOf(passage, from)));
  const read = await reader.read(
    claim,
    wanted.map(({ heading, spans }) => textOf({ heading, spans })),
    call,
  );
  return {
    passages,
    sets: wanted.flatMap(({ spans, from }, place) => {
      const score = read[place];
      return score === undefined ? [] : [{ spanIds: spans.map(({ id }) => id), stances: score.stances, from }];
    }),
  };
}

interface WantedSet {
  readonly spans: readonly ReadableSpan[];
  readonly heading: string;
  readonly from: number;
}

/** Each sentence that the passage's verdict needs, and all of them together, in reading order. */
function setsOf({ spans, needed: values, heading }: PassageStance, from: number): WantedSet[] {
  const order = spans.map((span, place) => ({ span, value: values[place] ?? 0 })).sort((a, b) => b.value - a.value);
  const chosen = order.filter(({ value }, place) => place === 0 || value >= needed).slice(0, mostSentences);
  const members = new Set(chosen.map(({ span }) => span));
  const own = spans.filter((span) => members.has(span));
  const alone = chosen.map(({ span }) => ({
    spans: [span],
    heading: [heading, span.leadIn ?? ''].filter((part) => part !== '').join(' > '),
    from,
  }));
  return own.length < 2 ? alone : [...alone, { spans: own, heading, from }];
}

function textOf({ heading, spans }: { readonly heading: string; readonly spans: readonly ReadableSpan[] }): {
  heading: string;
  sentences: string[];
} {
  return { heading, sentences: spans.map(({ text }) => text) };
}

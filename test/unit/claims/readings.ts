import fc from 'fast-check';

import { claimSigns, type ClaimFit } from '../../../src/claims/chance.ts';
import type { ClaimReading } from '../../../src/claims/read.ts';
import type { PassageStance, SetStance, Stances } from '../../../src/claims/types.ts';

export const stances = (supports: number, refutes: number): Stances => ({ supports, neutral: 1 - supports - refutes, refutes });

/** A passage of sentences, each with its place for an id, of which the first is needed. */
export function stanceOf(path: string, rank: number, own: Stances, ...texts: readonly string[]): PassageStance {
  const spans = texts.map((text, place) => ({ id: `${path}#${String(place)}`, text }));
  return { path, heading: path, spans, rank, stances: own, needed: spans.map((_, place) => (place === 0 ? 0.9 : 0.1)) };
}

/** A calibration for tests: what passages and their sentences alone say decides. The shipped one is fitted anew, and no test may hang on it. */
export function claimFit(more: Partial<ClaimFit> = {}): { readonly claims: ClaimFit } {
  const weights = (wanted: readonly string[]): number[] => claimSigns.map((sign) => (wanted.includes(sign) ? 0.5 : 0));
  return {
    claims: {
      signs: [...claimSigns],
      supported: { weights: weights(['supports', 'aloneSupports']), offset: 0 },
      refuted: { weights: weights(['refutes', 'aloneRefutes']), offset: 0 },
      open: { weights: weights([]), offset: 0.5 },
      least: { supported: 0.6, refuted: 0.6 },
      claims: 100,
      asserted: 40,
      wrong: 3,
      set: 'test',
      ...more,
    },
  };
}

const share = fc.double({ min: 0, max: 1, noNaN: true });
export const anyStances: fc.Arbitrary<Stances> = fc.tuple(share, share).map(([said, ofIt]) => stances(said * ofIt, said * (1 - ofIt)));

const text = fc.constantFrom(
  'The lock opens at 06:30.',
  'The fee is £40.',
  'The fee is £45 from 3 May 2024.',
  'Dogs are not allowed.',
  'The keeper pays 10 per cent within 14 days.',
);
const anyPassage = (path: string, rank: number): fc.Arbitrary<PassageStance> =>
  fc.tuple(anyStances, fc.array(fc.tuple(text, share), { minLength: 1, maxLength: 4 })).map(([own, sentences]) => ({
    ...stanceOf(path, rank, own, ...sentences.map(([said]) => said)),
    needed: sentences.map(([, needed]) => needed),
  }));

/** Any reading that a search and a reader may come to: the passages in the order of how much they say. */
export const anyReading: fc.Arbitrary<ClaimReading> = fc.nat(4).chain((count) =>
  fc
    .tuple(...Array.from({ length: count }, (_, rank) => anyPassage(`${String(rank)}.md`, rank)))
    .map((found) => [...found].sort((a, b) => a.stances.neutral - b.stances.neutral || a.rank - b.rank))
    .chain((passages) =>
      fc
        .array(
          fc.tuple(fc.nat(Math.max(0, passages.length - 1)), anyStances).map(([from, own]): SetStance => {
            const [first] = passages[from]?.spans ?? [];
            return { spanIds: first === undefined ? [] : [first.id], stances: own, from };
          }),
          { maxLength: passages.length === 0 ? 0 : 5 },
        )
        .map((sets) => ({ passages, sets })),
    ),
);

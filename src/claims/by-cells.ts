import { readCell } from './cells/read-cell.ts';
import { type Decision, open } from './decide.ts';
import type { Pair } from './pairs.ts';
import type { WordKnowledge } from './words.ts';

interface Decided {
  readonly pair: Pair;
  readonly decision: Decision;
}

/** Of a cell that gives another value. */
const denies = 0.97;

/**
 * Decides anew what tables say: the cell that a claim is about decides it, and the rows of the same table that it is not about decide
 * nothing. Where two tables say otherwise, or a sentence says what a cell denies, no cell decides: the claim does not tell which is meant.
 */
export function byCells(claim: string, judged: readonly Decided[], knowledge: WordKnowledge): Decided[] {
  const read = judged.map(({ pair, decision }) => {
    const { table, headings, document } = pair.sentence;
    const above = [...headings, ...document.map((name) => name.replaceAll(/[-_./]/g, ' '))];
    return { pair, decision, reading: table === undefined ? null : readCell(claim, table, above, knowledge) };
  });
  const stances = new Set(read.map(({ reading }) => reading?.stance));
  const isSplit = stances.has('says') && stances.has('denies');
  const isSaid = read.some(({ decision, reading }) => (reading === null || reading.stance === 'none') && decision.stance === 'supports');
  return read.map(({ pair, decision, reading }): Decided => {
    switch (reading?.stance) {
      case 'says':
        return { pair, decision: isSplit ? open : { stance: 'supports', ground: 'said', chance: 1, isCell: true } };
      case 'denies':
        return { pair, decision: isSplit || isSaid ? open : { stance: 'refutes', ground: reading.ground, chance: denies, isCell: true } };
      case 'other':
        // A claim that is the row itself is about it.
        return { pair, decision: decision.chance === 1 ? decision : open };
      case 'more':
        // "Former bosuns", "colour printing": a row that does not say so denies nothing.
        return { pair, decision: decision.stance === 'refutes' ? open : decision };
      case 'open':
      case 'none':
      case undefined:
        return { pair, decision };
    }
  });
}

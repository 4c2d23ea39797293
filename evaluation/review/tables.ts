import { exactInterval } from '../claims/binomial.ts';
import type { Draft } from './draft.ts';
import { type Checked, type DraftRun, isRight, type Verdict } from './run.ts';

interface Row {
  readonly name: string;
  readonly aim: string;
  /** Of the session, and of the baselines in their order. */
  readonly of: (verdicts: readonly Judged[]) => readonly [hits: number, n: number];
}

type Judged = Pick<Checked, 'gold' | 'verdict'>;

const rows: readonly Row[] = [
  { name: 'verdicts right', aim: 'at least 19 of 25', of: (all) => [all.filter(isRight).length, all.length] },
  { name: 'right claims supported', aim: '', of: (all) => shareOf(all, 'supported', 'supported') },
  { name: 'wrong claims refuted', aim: '', of: (all) => shareOf(all, 'refuted', 'refuted') },
  { name: 'claims that nothing covers left undecided', aim: '', of: (all) => shareOf(all, 'uncovered', 'undecided') },
  { name: 'right claims called refuted', aim: 'at most 1', of: (all) => shareOf(all, 'supported', 'refuted') },
  {
    name: 'claims called supported that are not',
    aim: 'none',
    of: (all) => {
      const own = all.filter(({ gold }) => gold.label !== 'supported');
      return [own.filter(({ verdict }) => verdict === 'supported').length, own.length];
    },
  },
];

function shareOf(all: readonly Judged[], label: string, verdict: Verdict): readonly [number, number] {
  const own = all.filter(({ gold }) => gold.label === label);
  return [own.filter((each) => each.verdict === verdict).length, own.length];
}

/** @param plain verdicts of plain entailment, in the order of the gold */
export function draftTables(run: DraftRun, draft: Draft, plain: readonly Verdict[]): string {
  const nothing = draft.gold.map((gold): Judged => ({ gold, verdict: 'undecided' }));
  const entailment = draft.gold.map((gold, at): Judged => ({ gold, verdict: plain[at] ?? 'undecided' }));
  const found = run.checked.filter(({ claim }) => claim !== null).length;
  const decided = run.checked.filter(({ cited }) => cited !== null);
  const fixes = run.checked.filter(({ claim }) => (claim?.fix ?? null) !== null);
  return [
    line(['', 'aim', 'session (exact 95 % interval)', 'plain entailment', 'everything undecided']),
    line(['---', '---', '---', '---', '---']),
    ...rows.map(({ name, aim, of }) => line([name, aim, share(...of(run.checked)), count(...of(entailment)), count(...of(nothing))])),
    line(['claims found of those in the gold', '', share(found, run.checked.length), '', '']),
    line(['verdicts that cite a gold sentence', '', share(decided.filter(({ cited }) => cited === true).length, decided.length), '', '']),
    line([
      'fixes offered for wrong claims, from a gold sentence',
      '',
      share(fixes.filter(({ gold, cited }) => gold.label === 'refuted' && cited === true).length, fixes.length),
      '',
      '',
    ]),
    line(['other sentences taken for claims', '', String(run.others.length), '', '']),
    line(['first verdict, s', 'under 2', (run.ms.first / 1000).toFixed(1), '', '']),
    line(['all verdicts, s', 'under 30', (run.ms.all / 1000).toFixed(1), '', '']),
    line(['processor time of all verdicts, s', '', (run.ms.processor / 1000).toFixed(1), '', '']),
  ].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

function count(hits: number, n: number): string {
  return `${hits} of ${n}`;
}

function share(hits: number, n: number): string {
  if (n === 0) return 'none';
  const { low, high } = exactInterval(hits, n);
  return `${count(hits, n)} (${low.toFixed(2)}-${high.toFixed(2)})`;
}

/** For reading: each claim with what came of it, wrong ones first. */
export function described(run: DraftRun): string {
  const told = [...run.checked].sort((a, b) => Number(isRight(a)) - Number(isRight(b)));
  const lines = told.map((each) => {
    const { gold, claim, verdict, cited } = each;
    const quote = claim?.evidence[0];
    return [
      `${isRight(each) ? '+' : '-'} ${gold.id} [${gold.label} ${gold.kind}] ${gold.claim}`,
      `    ${claim === null ? 'not found' : `${verdict}, cites gold: ${String(cited)} · ${claim.statement === claim.text ? '' : `as "${claim.statement}" · `}${claim.reason}`}`,
      ...(claim?.atoms.filter(({ state }) => state !== 'said').map(({ kind, text, state }) => `      ${state} ${kind} ${text}`) ?? []),
      ...(claim === null || claim.fix === null ? [] : [`    fix "${claim.fix.before}" -> "${claim.fix.after}"`]),
      ...(quote === undefined ? [] : [`    ${quote.path}:${quote.line} ${quote.quote.replaceAll(/\s+/g, ' ').slice(0, 200)}`]),
    ].join('\n');
  });
  return [...lines, ...run.others.map(({ text, status }) => `* other: ${text} (${String(status)})`)].join('\n');
}

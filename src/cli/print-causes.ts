import { decimal, shown, t } from '../base/language.ts';
import { type CausalAnswer, causalArrows, type CausalVerdict } from '../contract/causal.ts';
import { toldSentences, mechanisms } from '../causal/mechanism.ts';
import type { Paint } from './print-answer.ts';
import { placeName } from '../contract/locator.ts';
import { seenLine } from '../contract/seen-quote.ts';

const verdictWords: Record<CausalVerdict, () => string> = {
  necessary: () => t('necessary'),
  'one-of-several': () => t('one of several'),
  correlated: () => t('correlated only'),
  unknown: () => t('unknown'),
};
const verdictStyles: Record<CausalVerdict, Parameters<Paint>[0]> = {
  necessary: 'green',
  'one-of-several': 'cyan',
  correlated: 'yellow',
  unknown: 'dim',
};
const mostPaths = 8;

/** The causal part of a report: paths with their sentences, then what became of the outcome without each cause. */
export function printCauses(causal: CausalAnswer, paint: Paint, sentences = true): string[] {
  const label = (id: string): string => causal.graph.nodes.find((node) => node.id === id)?.label.replaceAll(/\s+/g, ' ') ?? id;
  const edge = (id: string): string => causalArrows[causal.graph.edges.find((each) => each.id === id)?.polarity ?? 'causes'];
  const lines = causal.paths.length === 0 ? [] : ['', paint('dim', `  ${t('CAUSAL PATHS')}  ${String(causal.paths.length)}`)];
  for (const path of causal.paths.slice(0, mostPaths))
    lines.push(
      `  ${path.nodes.map((node, place) => `${place === 0 ? '' : ` ${edge(path.edges[place - 1] ?? '')} `}${label(node)}`).join('')}  ${paint('dim', decimal(path.confidence))}`,
    );
  if (causal.paths.length > mostPaths) lines.push(paint('dim', `  ${t('and {0} more', causal.paths.length - mostPaths)}`));
  for (const { node, of } of causal.confounders)
    lines.push(`  ${t('common cause: {0}', `${label(node)} → ${label(of[0])}, ${label(of[1])}`)}`);
  if (sentences) {
    lines.push('', paint('dim', `  ${t('STATED BY')}`));
    for (const { citation } of toldSentences(mechanisms(causal))) lines.push(`  ${placeName(citation)}`, `      "${seenLine(citation)}"`);
  }
  if (causal.interventions.length > 0) {
    lines.push('', paint('dim', `  ${t('WITHOUT EACH CAUSE')}`));
    for (const { cause, outcome, verdict, reason } of causal.interventions)
      lines.push(
        `  ${paint(verdictStyles[verdict], verdictWords[verdict]().padEnd(15))} ${label(cause)} ${paint('dim', `⇢ ${label(outcome)}. ${shown(reason)}`)}`,
      );
  }
  return lines;
}

import { causalRelations } from '../../causal/extract/extract.ts';
import { asksForCause, onlySupposes } from '../../text/asked-cause.ts';
import { stem } from '../../text/stem.ts';
import { contentStems } from '../../text/tokens.ts';
import type { RankedSpan } from './candidates.ts';

/** Sentences that are looked at for a stated cause. */
const lookedAt = 25;
/** Where none that states a cause is as likely as this, another sentence may say it in other words. */
const leastLikely = 0.05;
/** Of a chance this share at least stays to what is left. */
const leastShare = 0.3;
/** What is set aside makes nothing surer than this. */
const mostTaken = 0.7;
/** Words of a question for a cause that are not of what was caused. */
const ofAsking = new Set(['cause', 'lead', 'trigger', 'bring', 'main', 'root', 'real'].map(stem));

/**
 * Where a cause is asked for in so many words, sentences that only suppose one are not read. Where others say what brought about what is
 * asked about, only they are, and have the chance of those set aside: what the outage led to is as near to "what caused the outage".
 * Where none says so in words that the extractor of causes knows, nothing else is set aside: "a bearing ran hot and set fire to the dust".
 * @param ranked best first
 */
export function statingCauses(question: string, ranked: readonly RankedSpan[]): readonly RankedSpan[] {
  if (!asksForCause(question)) return ranked;
  const sure = ranked.filter(({ leadIn, text }) => !onlySupposes(`${leadIn} ${text}`));
  const effect = new Set(contentStems(question).filter((root) => !ofAsking.has(root)));
  const stating = sure.slice(0, lookedAt).filter((sentence) => statesCauseOf(effect, sentence));
  if (!stating.some(({ chance }) => chance >= leastLikely)) return sure;
  const rest = Math.max(leastShare, 1 - ranked.reduce((sum, sentence) => sum + (stating.includes(sentence) ? 0 : sentence.chance), 0));
  return stating.map((sentence) => ({ ...sentence, chance: Math.max(sentence.chance, Math.min(mostTaken, sentence.chance / rest)) }));
}

/** "The cause was a cable joint", in the report on what is asked about. */
const named = /^(?:the |its )?(?:(?:direct|root|main|real|immediate|probable) )?cause\b/i;

function statesCauseOf(effect: ReadonlySet<string>, { text, kind, scope, title }: RankedSpan): boolean {
  if (kind === 'heading') return false;
  const speaksOf = (words: string): boolean => contentStems(words).some((root) => effect.has(root));
  if (named.test(text)) return speaksOf(`${title} ${scope} ${text}`);
  return causalRelations(text).some(
    ({ effect: [start, end], denied, pointsBack }) => !denied && pointsBack !== 'effect' && speaksOf(text.slice(start, end)),
  );
}

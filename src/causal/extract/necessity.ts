import { type SentenceView, skipSpace, trimEnd } from './cuts.ts';
import type { Offsets } from './relations.ts';

/** "The fire would not have spread without the open door": what a sentence says would not have been. */
export interface StatedNecessity {
  readonly cause: Offsets;
  readonly effect: Offsets;
  readonly signal: Offsets;
  /** `dispensable`: "would have happened even without"; `prevents`: "but for the rail it would have fallen". */
  readonly says: 'necessary' | 'dispensable' | 'prevents';
}

const happened = '(?:happened|occurred|taken place|arisen|been possible|come about)';
const withoutWords = '(?:without|but for|had it not been for|if it had not been for|if not for|if it were not for|were it not for|absent)';
const last = new RegExp(
  `^(?<effect>.+?)\\s+(?<modal>(?:would|could|might)(?: (?<not>not|never)|n['’]t)?\\s+(?:still\\s+)?have\\s+(?:still\\s+)?)(?<verb>.+?)(?<signal>\\s+(?:anyway\\s+)?(?:even\\s+)?${withoutWords}\\s+)(?<cause>.+)$`,
  'iu',
);
const first = new RegExp(
  `^(?<signal>(?:even\\s+)?${withoutWords}\\s+)(?<cause>[^,]+?)(?:,\\s+|\\s+(?=(?:we|they|it|he|she|i|you|nobody|none)\\s))(?<effect>.+?)\\s+(?<modal>(?:would|could|might)(?: (?<not>not|never)|n['’]t)?\\s+(?:still\\s+)?have\\s+(?:still\\s+)?)(?<verb>.+)$`,
  'iu',
);

const none = new RegExp(
  `\\b(?<signal>${withoutWords}\\s+)(?<cause>(?:the|an?|its|their|this|that|\\w+ing)\\s[^,;:]+?),?\\s+there\\s+would\\s+(?:have\\s+been|be)\\s+no\\s+(?<effect>[^,;:]+)`,
  'iu',
);

/** The necessity that a sentence states outright, or null. Spans are cut from the sentence. */
export function statedNecessity({ text, end }: SentenceView): StatedNecessity | null {
  if (!/\b(?:would|could|might)\b/i.test(text)) return null;
  const absent = none.exec(text.slice(0, end));
  if (absent?.groups !== undefined) {
    const { signal = '', cause = '', effect = '' } = absent.groups;
    const from = absent.index + signal.length;
    const to = absent.index + absent[0].length;
    return {
      cause: [from, from + cause.length],
      effect: [to - effect.length, to],
      signal: [absent.index, absent.index + signal.trimEnd().length],
      says: 'necessary',
    };
  }
  const match = last.exec(text.slice(0, end)) ?? first.exec(text.slice(0, end));
  const groups = match?.groups;
  if (match === null || groups === undefined) return null;
  const { effect = '', cause = '', modal = '', verb = '', signal = '' } = groups;
  const effectStart = match[0].indexOf(effect + ' ', match[0].startsWith(effect) ? 0 : signal.length + cause.length);
  if (effectStart < 0) return null;
  const plain = new RegExp(`^(?:${happened}|been (?:impossible|unthinkable|avoided))(?:\\s+(?:anyway|at all))?$`, 'iu').test(verb.trim());
  const effectEnd = plain ? effectStart + effect.length : effectStart + effect.length + 1 + modal.length + verb.length;
  const causeStart = match[0].startsWith(effect) ? match[0].length - cause.length : signal.length;
  const signalStart = match[0].startsWith(effect) ? causeStart - signal.length : 0;
  const negative = /\bnot\b|\bnever\b|n['’]t/i.test(modal) || /^been (?:impossible|unthinkable|avoided)\b/i.test(verb);
  // "It would have been worse without luck": only what is put as a condition of fact counts.
  // Of what is named as there ("without the alarm we would have lost the stock") it does.
  const there = signalStart < causeStart && !match[0].startsWith(effect) && /^(?:the|this|that|its|their|our)\s/iu.test(cause);
  if (!negative && !there && /^\s*(?:without|absent)\b/i.test(signal)) return null;
  return {
    cause: [skipSpace(text, causeStart), trimEnd(text, causeStart, causeStart + cause.length)],
    effect: [skipSpace(text, effectStart), trimEnd(text, effectStart, effectEnd)],
    signal: [skipSpace(text, signalStart), trimEnd(text, signalStart, signalStart + signal.length)],
    says: negative ? 'necessary' : /\b(?:even|anyway|still)\b/i.test(match[0]) ? 'dispensable' : 'prevents',
  };
}

import type { SentenceView } from './cuts.ts';
import type { Offsets } from './relations.ts';
import type { Signal } from './signals.ts';

const hedges =
  /\b(?:may|might|could|possibly|probably|perhaps|maybe|likely|allegedly|reportedly|apparently|presumably|suspected|suspect|suspects|thought to|believed to|appears?|appeared|seems?|seemed|potentially|arguably|said to)\b/i;
const open =
  /\b(?:whether|if|unless|unclear|not (?:yet )?(?:known|clear|established)|no evidence|unknown|cannot (?:say|tell)|rumou?r\w*|hypothes\w+|in case)\b/i;
const wouldHave = /\b(?:would|could|should|might)\b/i;
const notBefore =
  /(?:\b(?:cannot|not|never|nor|neither)|n['’]t)\s*(?:be|have been)?\s*(?:(?:a|the|directly|solely|in any way|itself)\s*)?$/i;
const notOnly = /\b(?:not|n['’]t)\s+(?:only|just|merely|simply|solely|alone)\b/i;

/** Does the sentence deny the link that its signal states: "did not cause", "not because", "no fault … caused"? */
export function isDenied({ text }: SentenceView, signal: Signal, cause: Offsets): boolean {
  const own = text.slice(signal.start, signal.end);
  if (/-denied$/.test(signal.rule.id)) return true;
  const before = text.slice(Math.max(0, signal.start - 24), signal.start);
  if (notOnly.test(`${before}${own}`)) return false;
  if (
    /\b(?:not|never|neither|nor|cannot)\b|n['’]t\b|\bfail(?:s|ed)? to\b/i.test(own) ||
    notBefore.test(before) ||
    /\bfail(?:s|ed)? to\s*$/i.test(before)
  )
    return true;
  return /^(?:no|neither|none)\b/i.test(text.slice(cause[0], cause[1]));
}

/** How far the author stands by the link; null where the sentence leaves it open: a question, a condition, what would have been. */
export function certaintyOf(
  { text }: SentenceView,
  signal: { readonly start: number; readonly end: number; readonly verb: boolean },
  cause: Offsets,
  effect: Offsets,
): 'stated' | 'hedged' | null {
  if (/\?\s*["”’)]*$/.test(text)) return null;
  // What ought to prevent something does not say that it does.
  if (/\b(?:must|shall|should|needs? to|ha(?:s|ve) to)\b/i.test(text.slice(Math.max(0, signal.start - 12), signal.end)) && signal.verb)
    return null;
  const start = Math.min(cause[0], effect[0], signal.start);
  const end = Math.max(cause[1], effect[1], signal.end);
  // What governs the link stands before it, in the same clause.
  const before = text.slice(0, start).split(/[;:]/).at(-1) ?? '';
  const between = factual(text.slice(start, end));
  if (
    open.test(before) ||
    /^(?:if|unless|whether|in case)\b/i.test(between) ||
    /\b(?:whether|unless)\b/i.test(text.slice(start, signal.end))
  )
    return null;
  const inLink = factual(`${text.slice(Math.max(start, signal.start - 30), signal.end)} ${text.slice(signal.end, signal.end + 12)}`);
  if (/\bif\b/i.test(between) || wouldHave.test(inLink) || (wouldHave.test(between) && /\bhave\b/i.test(between)))
    return hedges.test(inLink) && !/\bif\b/i.test(text) ? 'hedged' : null;
  if (/\b(?:can|may)\b/i.test(text.slice(signal.start, signal.end))) return 'hedged';
  return hedges.test(inLink) || hedges.test(before) ? 'hedged' : 'stated';
}

/** Without what measures ("later than it should have") and what did not happen because it could not ("the gate would not close"). */
function factual(text: string): string {
  return text
    .replace(/\bthan\s+\w+\s+(?:would|could|should|might)\s+have(?:\s+been)?\b/giu, '')
    .replace(/\b(?:would|could)(?:\s+(?:not|no longer|never)|n['’]t)\b(?!\s+(?:\w+\s+)?have\b)/giu, '');
}

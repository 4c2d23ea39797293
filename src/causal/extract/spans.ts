import { type SentenceView, skipSpace, trimEnd } from './cuts.ts';
import { hasVerb, isClause } from './features.ts';
import { type Frame, framesOf, joinFrame, type JoinedSpans, type Offsets, type RelationModel } from './relations.ts';

/** Ends a clause for good: what stands beyond it belongs to another statement. */
const clauseEnd = /;|\s[–—]\s|:\s/;
const parting = /(?:[,;:]|\s[–—])\s*(?:and|but|so|while|whereas|although|though)\s+|;\s+|:\s+|\s[–—]\s/giu;
const resumes = /^(?:(?:and|but|so)\s+)?(?:it|they|this|that|which|these)\b/i;

/**
 * The pairs that the explicit signals of a sentence join, with the limits that a statement has: no span reaches over another signal or a
 * semicolon, a verb's subject begins behind the last "and" or "but", and "which" or "therefore" takes up the effect that was named before.
 */
export function explicitPairs(view: SentenceView, model: RelationModel): JoinedSpans[] {
  const pairs: JoinedSpans[] = [];
  for (const frame of framesOf(view)) {
    const limited = limit(view, frame);
    if (limited === null) continue;
    const joined = joinFrame(view, limited, model);
    const previous = pairs.at(-1);
    const taken = previous === undefined ? null : takenWhole(view, limited, previous);
    if (taken !== null && previous !== undefined) {
      pairs[pairs.length - 1] = { ...previous, effect: taken };
      pairs.push({ ...joined, cause: taken });
      continue;
    }
    pairs.push(
      previous === undefined ? withSubject(view, limited, joined) : takenUp(view, limited, withSubject(view, limited, joined), previous),
    );
  }
  return pairs.map((pair, place) => {
    const next = pairs[place + 1];
    // "Because of A, and because B, C" has one effect.
    return next?.signal.rule.cause === 'after' &&
      pair.cause[1] <= pair.effect[0] &&
      pair.effect[0] <= next.signal.start &&
      next.signal.end <= pair.effect[1]
      ? { ...pair, effect: next.effect }
      : pair;
  });
}

/** "As the bridge is shut, pupils walk | , which has slowed the traffic": the clause that "which" takes up. */
function takenWhole({ text }: SentenceView, { signal }: Frame, { effect: [start, end] }: JoinedSpans): Offsets | null {
  if (signal.rule.cause !== 'before' || signal.start < start || signal.end > end) return null;
  const form = signal.rule.verb ? /^(?<clause>.{6,}?),\s+(?:and\s+)?(?:which|this|that)\s+$/isu : /^(?<clause>.{6,}?),\s+(?:and\s+)?$/isu;
  const clause = form.exec(text.slice(start, signal.start))?.groups?.['clause'];
  return clause === undefined ? null : [start, start + clause.length];
}

/** Without alternatives that reach over another signal or a clause's end. */
function limit(view: SentenceView, frame: Frame): Frame | null {
  const { signal, initial } = frame;
  const others = view.signals.filter((other) => other !== signal);
  const crosses = ([start, end]: Offsets): boolean =>
    others.some((other) => other.start >= start && other.end <= end) || clauseEnd.test(view.text.slice(start, end));
  const keep = (list: Frame['left'], apart: (span: Offsets) => boolean): Frame['left'] => {
    const kept = list.filter(({ span }) => span[0] < span[1] && !crosses(span) && !apart(span));
    return kept.length > 0 ? kept : list.slice(0, 1);
  };
  const left = keep(frame.left, initial ? () => false : (span) => holdsTwo(view, span));
  const right = initial ? frame.right : keep(frame.right, () => false);
  return left.length === 0 || right.length === 0 ? null : { ...frame, left, right };
}

/** "The humidity dropped, and the nozzles clogged | because …": the cause is that of the second clause. */
function holdsTwo(view: SentenceView, [start, end]: Offsets): boolean {
  return [...view.text.slice(start, end).matchAll(/,\s+(?:and|but|yet)\s+/giu)].some((match) => {
    const words = view.tokens.filter((token) => token.start >= start + match.index + match[0].length && token.end <= end);
    return isClause(words.map(({ lower }) => lower));
  });
}

/** A verb's subject is a noun phrase: it begins behind the last conjunction, unless it is a clause that "which" or a participle takes up. */
function withSubject(view: SentenceView, { signal, initial }: Frame, joined: JoinedSpans): JoinedSpans {
  if (!signal.rule.verb || initial) return joined;
  const own: 'cause' | 'effect' = signal.rule.cause === 'before' ? 'cause' : 'effect';
  const named = namedSubject(view, signal.start);
  if (named !== null) return { ...joined, [own]: named };
  const [start, end] = joined[own];
  const gap = view.text.slice(end, signal.start);
  const said = view.text.slice(signal.start, signal.end);
  if (/\b(?:which|that)\b/i.test(gap) || (/^\w+ing\b/i.test(said) && /,/.test(gap))) return joined;
  if (/\b(?:it|they)\b/i.test(gap)) return { ...joined, [own]: subjectOf(view, [start, end]) };
  let from = start;
  for (const match of view.text.slice(start, end).matchAll(parting)) from = start + match.index + match[0].length;
  // "The pump failed and the alarm caused …": a clause before "and" is no part of the subject.
  for (const match of view.text.slice(from, end).matchAll(/\s+and\s+(?=(?:the|an?|its|their)\s)/giu)) {
    const before = view.tokens.filter((token) => token.start >= from && token.end <= from + match.index).map(({ lower }) => lower);
    if (isClause(before)) from += match.index + match[0].length;
    break;
  }
  return { ...joined, [own]: [bothSubjects(view, skipSpace(view.text, from)), end] };
}

const parenthesis = /(?:^|[;:]\s+|,\s+(?:and|but)\s+)(?<subject>(?:the|an?|its|their|our)\s[^,;:]+),\s+(?:which|who)\s[^,;:]+,\s*$/iu;
const cleft = /\bit (?:was|is)\s+(?<subject>(?:the|this|that|an?|its|their)\s[^,;:]+?)\s+(?:that|which)\s*$/iu;
const clauseTaken = /(?:^|[;:]\s+)(?<subject>(?:the|an?|its|their|our)\s[^,;:]+),\s+(?:but|and|yet)\s+(?:this|that)\s*$/iu;

/** The subject of the verb at `at` where the sentence's form names it: "the pump, which was old, …", "it was the pump that …", "the pump was old, but this …". */
function namedSubject({ text }: SentenceView, at: number): Offsets | null {
  const before = text.slice(0, at);
  for (const form of [parenthesis, cleft, clauseTaken]) {
    const match = form.exec(before);
    const subject = match?.groups?.['subject'];
    if (match === null || subject === undefined) continue;
    const start = match.index + match[0].indexOf(subject);
    return [start, start + subject.length];
  }
  return null;
}

/** "The stuck valve and the late alarm led to …": the subject begins with the first of the two, unless that is a clause. */
function bothSubjects(view: SentenceView, from: number): number {
  if (!/^(?:the|an?|its|their)\s/i.test(view.text.slice(from))) return from;
  const match = /(?:^|[,;:]\s+)((?:the|an?|its|their)\s+[^,;:]{2,60}?)\s+and\s+$/iu.exec(view.text.slice(0, from));
  if (match?.[1] === undefined) return from;
  const start = match.index + match[0].indexOf(match[1]);
  const words = view.tokens
    .filter((token) => token.start >= start && token.end <= from)
    .map(({ lower }) => lower)
    .slice(0, -1);
  return isClause(words) ? from : start;
}

/** "The surge broke nothing, but it …": it is the surge. */
function subjectOf(view: SentenceView, [start, end]: Offsets): Offsets {
  const words = view.tokens.filter((token) => token.start >= start && token.end <= end);
  const verb = words.findIndex(({ lower }, place) => place > 0 && hasVerb([lower]));
  const token = words[verb];
  return token === undefined ? [start, end] : [start, trimEnd(view.text, start, token.start)];
}

/** Does the span begin behind a semicolon or colon that stands behind all of the pair before? */
function ownClause({ text }: SentenceView, [start, end]: Offsets, previous: JoinedSpans): boolean {
  const last = Math.max(previous.cause[1], previous.effect[1], previous.signal.end);
  return start >= last && end - start > 8 && clauseEnd.test(text.slice(last, start));
}

/** What was just said to be an effect is the cause of what follows with "which", "so" or "as a result"; "not because of A but because of B" has one effect. */
function takenUp(view: SentenceView, { signal, initial }: Frame, joined: JoinedSpans, previous: JoinedSpans): JoinedSpans {
  if (initial) return joined;
  const gap = view.text.slice(Math.max(previous.signal.end, 0), signal.start);
  // "The gearbox failed through lack of oil; a seal leaked, with the result that …": the clause that it stands in has its own cause.
  if (!signal.rule.verb && ownClause(view, joined.cause, previous)) return joined;
  if (signal.rule.cause === 'after' && !signal.rule.verb) {
    const between = view.text.slice(previous.cause[1], signal.start).trim();
    if (
      previous.signal.rule.cause === 'after' &&
      previous.cause[1] <= signal.start &&
      /^,?\s*(?:but|and|or)(?:\s+(?:also|partly|rather|else))?$/i.test(between)
    )
      return { ...joined, effect: previous.effect };
    return joined;
  }
  if (signal.rule.cause !== 'before') return joined;
  const tail = view.text.slice(joined.cause[0], signal.start);
  const resumed =
    !signal.rule.verb ||
    resumes.test(view.text.slice(joined.cause[1], signal.start).replace(/^[\s,;]+/, '')) ||
    resumes.test(tail) ||
    /,\s*$/.test(view.text.slice(0, signal.start));
  if (!resumed || gap.length === 0) return joined;
  // "Which" takes up what stands nearest; "so" and "as a result" what came about.
  const taken =
    signal.rule.verb && previous.cause[0] > previous.effect[0] && previous.cause[1] <= signal.start ? previous.cause : previous.effect;
  return taken[1] <= signal.start ? { ...joined, cause: taken } : joined;
}

import { type SentenceView, skipSpace, trimEnd } from './cuts.ts';
import { hasVerb } from './features.ts';
import type { Offsets } from './relations.ts';

/** What an order in time says of causes: "when C2 stalled, stone backed up". */
export interface ContingentPair {
  readonly cause: Offsets;
  readonly effect: Offsets;
  readonly signal: Offsets;
}

/** Something went wrong or out of order. Order in time is a cause only between two of these: "after lunch the pump failed" names none. */
export const adverse =
  /\b(?:fail\w*|stop(?:s|ped|page|ping)?|br(?:ea|o)k\w*|burst|crack\w*|snapp\w+|clogg\w*|block\w*|jam(?:s|med|ming)?|stall\w*|seiz\w+|leak\w*|los[est]\w*|loss|f[ae]ll(?:s|en|ing)?|drop\w*|di(?:e|ed|es|ying)|dead|deaths?|tripp\w*|overheat\w*|overflow\w*|overload\w*|collapse\w*|fr[eo]z\w+|melt\w*|r[au]n out|went (?:out|off|down|dark|dead|missing|unnoticed|wrong)|cut (?:off|out)|shut (?:off|down)|expir\w+|crash\w*|h[au]ng|timed out|disconnect\w*|unplugg\w*|spill\w*|spread\w*|flood\w*|slipp\w*|mis\w{4,}|forg[oe]t\w*|empty|emptied|exhaust\w*|unavailab\w+|reject\w*|refus\w*|delay\w*|late|damag\w*|injur\w+|kill\w*|ignit\w+|caught fire|fire|got (?:into|stuck|lost)|back(?:ed|ing) up|turned (?:sour|cloudy|red|over)|fell ill|ill(?:ness)?|not|never|no longer|nobody|nothing|could no|without|lack\w*|shortage\w*|outage\w*|breakdown\w*|fault\w*|re(?:boot|start)\w*|jolt\w*|miss(?:ed|ing)|starv\w*|overcom\w*|locked (?:out|up|on)|stuck|shut|unable|struck|collid\w*|wilt\w*|drown\w*|sank|tear|error\w*|wrong\w*|torn|tore|bent|sank|sunk|lost its|leav\w+ .* without|contaminat\w+|corro\w+|thaw\w*|spoil\w*|shatter\w*|ruptur\w+|detach\w*|came (?:off|down|loose|apart|undone)|parted|lag(?:ged|ging)?|slow\w*|redeliver\w*|surg\w*|spik\w*|unavoidable|inevitable|impossible|hurt|burnt|scalded|slammed|escap(?:ed|ing)|split|perish\w*|chilled|lodged|tipped|toppled|capsized|unbalanced|drained|dried|shrank|swell(?:ed|ing)|swollen|bulged|sagged|vanish\w*|disappear\w*)\b/iu;
const pastTense = /\b(?:was|were|had|did|could)\b|(?<!e)ed\b/iu;
const measured =
  /(?:\b(?:\d+|one|two|three|four|five|ten|a few|several|minutes?|hours?|days?|weeks?|months?|years?|long|even|only|until|not|and|or|ever|immediately before|just before)|[:—–-])\s*$/iu;

const initial = /^(?<link>when|once|after|as soon as)\s+(?<cause>[^,;:]+),\s+(?<effect>[^;:]+)$/iu;
const final = /\s(?<link>when|once|after|as soon as)\s+(?<cause>[^,;:]+?)(?:,.*)?$/iu;
const nouns =
  /\s(?<link>followed|following|in the wake of|in the aftermath of)\s+(?<cause>(?:the|an?|its|their|this|that|his|her)\s+[^,;:]+?)(?:,.*)?$/iu;

/** The pair that a sentence sets one after the other, where both are things that went wrong and have happened; null elsewhere. */
export function contingentPair({ text, end, tokens, signals }: SentenceView): ContingentPair | null {
  const said = text.slice(0, end);
  if (/[|`]/u.test(said) || !/\b(?:when|once|after|as soon as|follow(?:ed|ing)|wake|aftermath)\b/iu.test(said)) return null;
  const words = ([from, to]: Offsets): string[] =>
    tokens.filter((token) => token.start >= from && token.end <= to).map(({ lower }) => lower);
  const happened = (span: Offsets, clause: boolean, change = false): boolean => {
    const part = text.slice(...span);
    const verb = hasVerb(words(span).slice(1));
    // What another word of cause stands in has its own link.
    if (signals.some(({ start, end: to }) => start >= span[0] && to <= span[1])) return false;
    return words(span).length >= 2 && (adverse.test(part) || (change && isChange(part))) && (!clause || (verb && isPast(part)));
  };
  const first = initial.exec(said);
  if (first?.groups !== undefined) {
    const { link = '', cause = '', effect = '' } = first.groups;
    const causeStart = skipSpace(text, link.length);
    const pair: ContingentPair = {
      signal: [0, link.length],
      cause: [causeStart, trimEnd(text, causeStart, causeStart + cause.length)],
      effect: [end - effect.length, end],
    };
    return happened(pair.cause, !/^\w+ing\b/i.test(cause)) && happened(pair.effect, true) ? pair : null;
  }
  const match = final.exec(said);
  const noun = match === null ? nouns.exec(said) : null;
  const groups = match?.groups ?? noun?.groups;
  if (groups === undefined) return null;
  const { link = '', cause = '' } = groups;
  const at = (match ?? noun)?.index ?? 0;
  if (measured.test(text.slice(0, at + 1))) return null;
  const causeStart = at + 1 + link.length + (/^\s*/.exec(text.slice(at + 1 + link.length))?.[0].length ?? 0);
  const effectStart = clauseStart(text.slice(0, at));
  const pair: ContingentPair = {
    signal: [at + 1, at + 1 + link.length],
    cause: [causeStart, causeStart + cause.trimEnd().length],
    effect: [effectStart, trimEnd(text, effectStart, at)],
  };
  // "The cracking followed a drop": two nouns; else the main clause tells what happened.
  const between = /^followed$/i.test(link);
  return happened(
    pair.cause,
    noun === null && !/^\w+ing\b/i.test(cause),
    /^(?:when|once|as soon as|following)$/i.test(link) &&
      adverse.test(text.slice(...pair.effect).replace(/\b(?:not|never|nobody|nothing)\b|\b(?:at|for) (?:the|a) time\b/giu, '')),
  ) && happened(pair.effect, !between)
    ? pair
    : null;
}

/** Something was done to a thing, or a machine did something: no person came, saw or was there. */
function isChange(text: string): boolean {
  return (
    !/^(?:i|we|you|he|she|they|it|who|nobody|somebody|people|everyone)\b/i.test(text) &&
    /\b(?:was|were|had been)\s+(?:\w+ly\s+)?(?!being\b)(?:\p{L}+ed|replaced|put|cut|shut|lost|sent|taken|given|thrown|broken|left|built|swapped|reset)\b|\b(?:re(?:boot|start|set)(?:ed)?|switched|changed|opened|closed|moved|rose|swung|turned|came (?:on|loose)|went (?:live|on))\b|\b(?:push|update|upgrade|change|repair|replacement|rebuild|release|restart|reboot|deploy\w*|migration|removal|installation|move|switch)\b/iu.test(
      text,
    )
  );
}

/** Reports tell what happened; "when the token expires, the server rejects" is a rule. */
export function isPast(text: string): boolean {
  return (
    !/\b(?:will|would|shall|should|must|may|might|can|is|are|has|have)\b/i.test(text) &&
    (pastTense.test(text) ||
      /\b(?:stalled|stopped|lost|broke|fell|died|sank|went|ran|froze|burst|tore|hung|got|came|hit|stuck|caught|swung|rose|slipped|sprang|blew|struck|ran|shut|cut|set|shook|tore|swept|threw|drew|spread|shrank|swelled|split|rang|came|began|grew|left|ran|lit|shot)\b/i.test(
        text,
      ))
  );
}

function clauseStart(before: string): number {
  let start = 0;
  for (const match of before.matchAll(/[;:]\s+|,\s+(?:and|but|so)\s+|\s+(?:but|so)\s+/giu)) start = match.index + match[0].length;
  return start;
}
